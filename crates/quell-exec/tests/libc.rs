//! C programs, run by the machine and natively: output and exit status must agree.
//!
//! A program may begin with a comment `/*stdin` that contains its input, and have a line `// args: ...` with
//! its arguments. Each program runs unoptimised and optimised.
//!
//! The programs in `stops` have undefined behaviour, or call functions without a model: the machine must
//! report what their first line says.

use std::cell::RefCell;
use std::fs;
use std::io::Write;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::rc::Rc;

use quell_compile::{OptLevel, Request, Toolbox, native_executable};
use quell_exec::concrete::ConcreteMemory;
use quell_exec::library::start::run_main;
use quell_exec::{Buffered, Concrete, Machine, Program, StopKind, UbMode};
use quell_frontend::{CompileJob, Loader};

const PROGRAM_NAME: &str = "./some/program";
const ENVIRONMENT: [(&str, &str); 2] = [("COLOUR", "green"), ("EMPTY", "")];

#[derive(Debug, PartialEq)]
enum End {
    Status(i32),
    Aborted,
    Other(String),
}

#[derive(Debug, PartialEq)]
struct Run {
    end: End,
    stdout: String,
    stderr: String,
}

struct Case {
    path: PathBuf,
    stdin: Vec<u8>,
    args: Vec<String>,
}

impl Case {
    fn load(path: PathBuf) -> Self {
        let text = fs::read_to_string(&path).expect("a test program");
        let stdin = text
            .strip_prefix("/*stdin\n")
            .and_then(|rest| rest.split_once("*/"))
            .map_or("", |(input, _)| input);
        let args = text.lines().find_map(|line| line.strip_prefix("// args:"));
        let args = args.unwrap_or("").split_whitespace();
        Self {
            stdin: stdin.as_bytes().to_vec(),
            args: args.map(str::to_owned).collect(),
            path,
        }
    }

    fn request(&self, level: OptLevel) -> Request {
        let flags = ["-w", "-D_GNU_SOURCE"];
        Request::new(&self.path).at(level).with_flags(flags)
    }

    fn native(&self, level: OptLevel) -> Run {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let executable = directory.path().join("program");
        native_executable(&self.request(level), &Toolbox::from_env(), &executable)
            .expect("the program compiles");
        let mut child = Command::new(&executable)
            .arg0(PROGRAM_NAME)
            .args(&self.args)
            .env_clear()
            .envs(ENVIRONMENT)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program runs");
        let mut stdin = child.stdin.take().expect("a pipe");
        // Writing fails if the program does not read its input.
        let _ = stdin.write_all(&self.stdin);
        drop(stdin);
        let output = child.wait_with_output().expect("the program ends");
        let end = match (output.status.code(), output.status.signal()) {
            (Some(status), _) => End::Status(status),
            (None, Some(6)) => End::Aborted,
            (None, signal) => End::Other(format!("signal {signal:?}")),
        };
        Run {
            end,
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    fn modelled(&self, level: OptLevel) -> Run {
        let request = self.request(level);
        let job = CompileJob::new(request.path).with_arguments(request.extra_flags);
        let loaded = Loader::new(Toolbox::from_env()).at(level).load(&job);
        let module = loaded.expect("the program loads").module;
        let console = Rc::new(RefCell::new(Buffered::with_stdin(self.stdin.clone())));
        let ub_mode = match level {
            OptLevel::O0 => UbMode::Trap,
            _ => UbMode::Poison,
        };
        let machine = Machine::new(
            Rc::new(Program::new(module)),
            Concrete { ub_mode },
            ConcreteMemory::default(),
            Box::new(console.clone()),
        );
        let args: Vec<_> = self
            .args
            .iter()
            .map(|arg| arg.clone().into_bytes())
            .collect();
        let env = ENVIRONMENT.map(|(name, value)| format!("{name}={value}").into_bytes());
        let result = machine
            .and_then(|mut machine| run_main(&mut machine, PROGRAM_NAME.as_bytes(), &args, &env));
        let end = match result.map_err(|stop| *stop) {
            Ok(status) => End::Status(status),
            Err(StopKind::Abort(_)) => End::Aborted,
            Err(other) => End::Other(other.to_string()),
        };
        let console = console.borrow();
        Run {
            end,
            stdout: String::from_utf8_lossy(&console.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&console.stderr).into_owned(),
        }
    }
}

/// The first line that differs, to keep failures readable.
fn difference(native: &str, modelled: &str) -> String {
    let lines = native.lines().map(Some).chain(std::iter::repeat(None));
    let others = modelled.lines().map(Some).chain(std::iter::repeat(None));
    let count = native.lines().count().max(modelled.lines().count());
    let mut pairs = lines.zip(others).take(count).enumerate();
    match pairs.find(|(_, (a, b))| a != b) {
        Some((number, (a, b))) => {
            format!("line {}:\n  native   {a:?}\n  modelled {b:?}", number + 1)
        }
        None => "the ends of the lines".to_owned(),
    }
}

fn check(case: &Case, level: OptLevel) -> Result<(), String> {
    let (native, modelled) = (case.native(level), case.modelled(level));
    if native == modelled {
        return Ok(());
    }
    let mut report = format!("{} at {level}\n", case.path.display());
    report += &format!(
        "  native ended {:?}, modelled {:?}\n",
        native.end, modelled.end
    );
    for (name, a, b) in [
        ("stdout", &native.stdout, &modelled.stdout),
        ("stderr", &native.stderr, &modelled.stderr),
    ] {
        if a != b {
            report += &format!("  {name} differs in {}\n", difference(a, b));
        }
    }
    Err(report)
}

fn cases(directory: &str) -> Vec<Case> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join(directory);
    let only = std::env::var("LIBC_ONLY").unwrap_or_default();
    let mut paths: Vec<_> = fs::read_dir(directory)
        .expect("the directory of test programs")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .filter(|path| path.display().to_string().contains(&only))
        .collect();
    paths.sort();
    paths.into_iter().map(Case::load).collect()
}

fn agree(level: OptLevel) {
    let cases = cases("tests/libc");
    assert!(!cases.is_empty());
    let failures: Vec<_> = cases
        .iter()
        .filter_map(|case| check(case, level).err())
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn programs_agree_unoptimised() {
    agree(OptLevel::O0);
}

#[test]
fn programs_agree_optimised() {
    agree(OptLevel::O2);
}

#[test]
fn misuse_is_named() {
    for case in cases("tests/libc/stops") {
        let text = fs::read_to_string(&case.path).expect("a test program");
        let first = text.lines().next().unwrap_or_default();
        let expected = first.strip_prefix("// stops: ").expect("an expectation");
        let run = case.modelled(OptLevel::O0);
        let expected = End::Other(expected.to_owned());
        assert_eq!(run.end, expected, "{}", case.path.display());
    }
}
