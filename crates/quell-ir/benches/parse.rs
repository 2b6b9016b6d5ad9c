//! Speed of the parser relative to `llvm-as`, on one large file with debug information in the same run.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// The parser may take at most this many times as long as `llvm-as`.
const ALLOWED_RATIO: f64 = 2.0;
/// The minimal size of the file.
const WANTED_BYTES: u64 = 10 << 20;
/// How many copies of the program below the file has.
const COPIES: usize = 600;
/// How often each side runs; the fastest run counts.
const ROUNDS: usize = 3;

type Failure = Box<dyn std::error::Error>;

/// Code of the usual kinds; `#` becomes the number of the copy.
const PROGRAM: &str = r#"
struct item# { struct item# *next; int key; double weight; char name[16]; };
static const char *label# = "item #";

static int compare#(const struct item# *a, const struct item# *b) {
  if (a->key != b->key) return a->key < b->key ? -1 : 1;
  for (int i = 0; i < 16; i++)
    if (a->name[i] != b->name[i]) return a->name[i] - b->name[i];
  return 0;
}

struct item# *insert#(struct item# *list, struct item# *item) {
  struct item# **at = &list;
  while (*at && compare#(*at, item) < 0) at = &(*at)->next;
  item->next = *at;
  *at = item;
  return list;
}

double total#(const struct item# *list, unsigned limit) {
  double sum = 0;
  unsigned long hash = 5381 + #;
  for (const struct item# *it = list; it && limit--; it = it->next) {
    hash = hash * 33 ^ (unsigned)it->key;
    switch (hash & 7) {
    case 0: sum += it->weight; break;
    case 1: sum -= it->weight / 2; break;
    case 5: sum = outside(label#, it->key, sum); break;
    default: sum += (double)(hash >> 7 & 1); break;
    }
  }
  return sum;
}
"#;

fn main() -> Result<(), Failure> {
    let scratch = tempfile::tempdir()?;
    println!(
        "{:>5} {:>12} {:>12} {:>12} {:>8}",
        "-O", "bytes", "llvm-as", "quell", "ratio"
    );
    let mut worst = 0f64;
    for level in ["0", "2"] {
        worst = worst.max(compare(scratch.path(), level)?);
    }
    println!("largest ratio {worst:.2}, allowed {ALLOWED_RATIO}");
    if worst <= ALLOWED_RATIO {
        Ok(())
    } else {
        Err("the parser is too slow".into())
    }
}

fn compare(dir: &Path, level: &str) -> Result<f64, Failure> {
    let file = compile(dir, level)?;
    let bytes = std::fs::metadata(&file)?.len();
    if bytes < WANTED_BYTES {
        return Err(format!("only {bytes} bytes of IR: more copies are needed").into());
    }
    let peer = fastest(|| {
        let status = Command::new("llvm-as-19")
            .arg(&file)
            .args(["-o", "/dev/null"])
            .status()?;
        status
            .success()
            .then_some(())
            .ok_or_else(|| "llvm-as-19 failed".into())
    })?;
    let own = fastest(|| {
        let text = std::fs::read(&file)?;
        let module = quell_ir::parse_module(&text, "bench.ll")?;
        std::hint::black_box(&module);
        Ok(())
    })?;
    let ratio = own.as_secs_f64() / peer.as_secs_f64();
    println!("{level:>5} {bytes:>12} {peer:>12.1?} {own:>12.1?} {ratio:>8.2}");
    Ok(ratio)
}

/// Writes the program many times and compiles it to IR.
fn compile(dir: &Path, level: &str) -> Result<std::path::PathBuf, Failure> {
    let mut text = "double outside(const char *, int, double);\n".to_owned();
    for copy in 0..COPIES {
        writeln!(text, "{}", PROGRAM.replace('#', &copy.to_string()))?;
    }
    let (source, out) = (dir.join("large.c"), dir.join("large.ll"));
    std::fs::write(&source, text)?;
    let flags = ["-g", "-S", "-emit-llvm", &format!("-O{level}"), "-o"];
    let status = Command::new("clang-19")
        .args(flags)
        .arg(&out)
        .arg(&source)
        .status()?;
    if status.success() {
        Ok(out)
    } else {
        Err("clang-19 failed".into())
    }
}

fn fastest(mut run: impl FnMut() -> Result<(), Failure>) -> Result<Duration, Failure> {
    let mut best = Duration::MAX;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        run()?;
        best = best.min(start.elapsed());
    }
    Ok(best)
}
