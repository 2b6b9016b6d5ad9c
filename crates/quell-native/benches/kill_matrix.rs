//! The time of a whole kill matrix compared with one process per mutant and test, and the slowdown of a
//! program that contains mutants of which none is selected.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use quell_compile::{OptLevel, Toolbox};
use quell_frontend::{CompileJob, load};
use quell_ir::Module;
use quell_ir::print::{Dialect, PrintOptions, print_module_with};
use quell_native::{Launcher, Options, RunResult, Sandbox, Session};
use quell_objectives::{Selection, Wanted, generate, meta};
use quell_values::{Bytes, CallImage, End};

const TESTS: usize = 50;
const LEAST_MUTANTS: usize = 200;
/// The number of pairs that the peer runs. The total is extrapolated from them, as running all would take minutes.
const SAMPLE: usize = 300;
const WANTED_RATIO: f64 = 20.0;
const CALLS: &str = "3000000";
const ROUNDS: usize = 3;

type Failure = Box<dyn std::error::Error>;
type Triple = [i32; 3];

fn main() -> Result<(), Failure> {
    let tools = Toolbox::from_env();
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/subject");
    let source = directory.join("subject.c").canonicalize()?;
    let unit = load(&CompileJob::new(source))?;
    let mut module = Module::clone(&unit.module);
    let wanted = Wanted {
        selection: Selection::parse("all")?,
        functions: Vec::new(),
        lines: None,
    };
    let mutants = generate(&mut module, unit.sources(), &wanted).mutants;
    if mutants.len() < LEAST_MUTANTS {
        return Err(format!("only {} mutants", mutants.len()).into());
    }
    let meta = meta::build(&module, &mutants, &meta::Options::default())?;
    let scratch = tempfile::tempdir()?;
    let build = |name: &str, module: &Module| program(scratch.path(), &directory, name, module);
    let (plain, all) = (build("plain", &module)?, build("all", &meta.module)?);
    let ids = meta.numbers.ids().iter();
    let numbers: Vec<u32> = ids.filter_map(|id| meta.number(id)).collect();
    let ratio = kill_matrix(&meta.module, &numbers, &all, &tools)?;
    slowdown(&plain, &all)?;
    match ratio >= WANTED_RATIO {
        true => Ok(()),
        false => Err("the kill matrix is too slow".into()),
    }
}

fn program(
    scratch: &Path,
    sources: &Path,
    name: &str,
    module: &Module,
) -> Result<PathBuf, Failure> {
    let (ir, program) = (scratch.join(format!("{name}.ll")), scratch.join(name));
    let dialect = Dialect::V19;
    std::fs::write(&ir, print_module_with(module, PrintOptions { dialect }))?;
    let status = Command::new(Toolbox::from_env().clang()?)
        .args([&OptLevel::O1.flag(), "-Wno-override-module"])
        .args([&ir, &sources.join("driver.c")])
        .arg("-o")
        .arg(&program)
        .status()?;
    match status.success() {
        true => Ok(program),
        false => Err(format!("{name} does not compile").into()),
    }
}

/// Sides of triangles, some of them equal, from a fixed sequence.
fn tests() -> Vec<Triple> {
    let mut state = 12345_u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as i32 % 40
    };
    (0..TESTS).map(|_| [next(), next(), next()]).collect()
}

fn image(test: Triple) -> CallImage {
    let param = |value: i32| Bytes {
        bytes: value.to_le_bytes().to_vec(),
        ..Bytes::default()
    };
    CallImage {
        function: "classify".to_owned(),
        params: test.map(param).into(),
        ..CallImage::default()
    }
}

/// Prints both times and returns their ratio.
fn kill_matrix(
    module: &Module,
    numbers: &[u32],
    peer: &Path,
    tools: &Toolbox,
) -> Result<f64, Failure> {
    let launcher = Launcher {
        program: env!("CARGO_BIN_EXE_quell-sandbox").into(),
        args: Vec::new(),
    };
    let session = Session::build(module, tools, Options::new(Sandbox::Required(launcher)))?;
    let tests = tests();
    let images: Vec<CallImage> = tests.iter().copied().map(image).collect();
    // Starts the warm processes.
    session.record_all(&images[..2]);
    let start = Instant::now();
    let recordings = session
        .record_all(&images)
        .into_iter()
        .collect::<Result<Vec<_>, _>>()?;
    let jobs = images.iter().zip(&recordings);
    let jobs: Vec<_> = jobs
        .map(|(image, recording)| (image, &recording.infected[..]))
        .collect();
    let runs = session
        .run_all(&jobs)
        .into_iter()
        .collect::<Result<Vec<_>, _>>()?;
    let own = start.elapsed();
    let count: usize = recordings
        .iter()
        .map(|recording| recording.infected.len())
        .sum();
    let pairs = numbers.len() * tests.len();
    let kills = |test: usize, number: u32| {
        let place = recordings[test]
            .infected
            .iter()
            .position(|&infected| infected == number);
        place.is_some_and(|place| runs[test].mutants[place] != RunResult::Same)
    };
    let per_pair = peer_time(peer, &tests, numbers, |test, number, value| {
        let original = &recordings[test].observed;
        let killed = original.end != End::Returned || original.result != value;
        killed == kills(test, number)
    })?;
    let others = per_pair.mul_f64(pairs as f64);
    let ratio = others.as_secs_f64() / own.as_secs_f64();
    let each = own.as_secs_f64() * 1e6 / count as f64;
    println!(
        "kill matrix: {} mutants x {} tests",
        numbers.len(),
        tests.len()
    );
    println!("  quell: {own:.2?}, {count} of {pairs} pairs run, {each:.0} us each");
    println!("  a process per pair: {others:.2?}, from {SAMPLE} pairs at {per_pair:.2?}");
    println!("  ratio {ratio:.1}, wanted {WANTED_RATIO}");
    Ok(ratio)
}

/// The time of one pair in a process of its own. `agrees` tells whether a result agrees with that of Quell.
fn peer_time(
    peer: &Path,
    tests: &[Triple],
    numbers: &[u32],
    agrees: impl Fn(usize, u32, Vec<u8>) -> bool,
) -> Result<Duration, Failure> {
    let pair = |n: usize| (n % tests.len(), numbers[n * 7 % numbers.len()]);
    let start = Instant::now();
    let mut answers = Vec::new();
    for (test, number) in (0..SAMPLE).map(pair) {
        let args = [
            number as i32,
            tests[test][0],
            tests[test][1],
            tests[test][2],
        ];
        let output = Command::new(peer)
            .args(args.map(|n| n.to_string()))
            .output()?;
        answers.push((test, number, output));
    }
    let time = start.elapsed() / SAMPLE as u32;
    for (test, number, output) in answers {
        let text = String::from_utf8_lossy(&output.stdout);
        let value = text
            .parse::<i32>()
            .map(|value| value.to_le_bytes().to_vec());
        if !agrees(test, number, value.unwrap_or_default()) {
            return Err(format!("mutant {number} on {:?}: the peer differs", tests[test]).into());
        }
    }
    Ok(time)
}

fn slowdown(plain: &Path, all: &Path) -> Result<(), Failure> {
    let (plain, all) = (fastest(plain)?, fastest(all)?);
    let ratio = all.as_secs_f64() / plain.as_secs_f64();
    println!(
        "unselected mutants: {all:.2?}, plain -O1 {plain:.2?}: {ratio:.2} times slower, aim under 3"
    );
    Ok(())
}

fn fastest(program: &Path) -> Result<Duration, Failure> {
    let mut best = Duration::MAX;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        if !Command::new(program).arg(CALLS).status()?.success() {
            return Err("the program failed".into());
        }
        best = best.min(start.elapsed());
    }
    Ok(best)
}
