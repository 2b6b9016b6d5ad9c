//! Speed of the concrete machine compared with LLVM's interpreter, on the same IR in the same run.

use std::path::Path;
use std::process::Command;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use quell_compile::{OptLevel, Request, Toolbox, compile};
use quell_exec::concrete::{Concrete, ConcreteMemory, call, new_machine};
use quell_exec::{Buffered, Program, UbMode};
use quell_ir::parse::parse_module;

/// The required speedup.
const REQUIRED_RATIO: f64 = 5.0;
/// The number of alternating runs; the fastest run of each side counts.
const ROUNDS: usize = 7;

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let loops = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/loops");
    let scratch = tempfile::tempdir()?;
    println!(
        "{:<10} {:>3} {:>12} {:>12} {:>8} {:>14}",
        "loop", "-O", "lli", "quell", "ratio", "steps/second"
    );
    let mut worst = f64::INFINITY;
    for name in ["integer", "memory", "calls", "floats"] {
        for level in [OptLevel::O0, OptLevel::O1] {
            // LLVM's interpreter does not implement `llvm.fmuladd`.
            let source = loops.join(format!("{name}.c"));
            let request = Request::new(source)
                .at(level)
                .with_flags(["-ffp-contract=off"]);
            let text = compile(&request, &Toolbox::from_env())?.text;
            let file = scratch.path().join(format!("{name}.{}.ll", level.digit()));
            std::fs::write(&file, &text)?;
            worst = worst.min(compare(name, level, &text, &file)?);
        }
    }
    println!("smallest ratio {worst:.1}, wanted {REQUIRED_RATIO}");
    if worst < REQUIRED_RATIO {
        return Err("the machine is too slow".into());
    }
    Ok(())
}

fn compare(name: &str, level: OptLevel, text: &str, file: &Path) -> Result<f64, Failure> {
    let (mut peer, mut own) = (Duration::MAX, Duration::MAX);
    let (mut peer_status, mut status, mut steps) = (0, 0, 0);
    for _ in 0..ROUNDS {
        peer_status = timed(&mut peer, || interpret_with_llvm(file))?;
        (status, steps) = timed(&mut own, || interpret(text, level))?;
    }
    if status != peer_status {
        return Err(format!("{name}: lli gives {peer_status}, Quell {status}").into());
    }
    let ratio = peer.as_secs_f64() / own.as_secs_f64();
    let rate = steps as f64 / own.as_secs_f64() / 1e6;
    println!(
        "{name:<10} {:>3} {peer:>12.2?} {own:>12.2?} {ratio:>8.1} {rate:>12.1} M",
        level.digit()
    );
    Ok(ratio)
}

/// Runs once, including the parsing of the text, and updates the shortest time.
fn timed<T>(
    shortest: &mut Duration,
    run: impl FnOnce() -> Result<T, Failure>,
) -> Result<T, Failure> {
    let start = Instant::now();
    let result = run()?;
    *shortest = start.elapsed().min(*shortest);
    Ok(result)
}

fn interpret_with_llvm(file: &Path) -> Result<i32, Failure> {
    let status = Command::new("lli-19")
        .arg("--force-interpreter")
        .arg(file)
        .status()?;
    status.code().ok_or_else(|| "lli was killed".into())
}

/// Optimised code computes values speculatively, so violated flags make poison.
fn ub_mode(level: OptLevel) -> UbMode {
    if level == OptLevel::O0 {
        UbMode::Trap
    } else {
        UbMode::Poison
    }
}

fn interpret(text: &str, level: OptLevel) -> Result<(i32, u64), Failure> {
    let module = Arc::new(parse_module(text, "bench.ll")?);
    let main = module.find_function("main").ok_or("no main")?;
    let program = Rc::new(Program::new(module));
    let console = Box::new(Buffered::default());
    let domain = Concrete {
        ub_mode: ub_mode(level),
    };
    let mut machine = new_machine(program, domain, ConcreteMemory::default(), console)?;
    let result = call(&mut machine, main, &[])?.ok_or("no result")?;
    let status = match result.word()? {
        quell_exec::concrete::Word::Bits(status) => *status as i32,
        _ => return Err("an undefined status".into()),
    };
    Ok((status, machine.steps()))
}
