//! `quell-fuzz [SEED]` runs until it finds a failure or is stopped. If the process is killed without
//! a message, `quell-fuzz SEED ROUND` repeats the run from that round on and writes each text to a
//! file. `quell-fuzz FILE...` checks such files.

use std::process::ExitCode;

use quell_fuzz::{Corpus, Random, Tally, check, damaged, round};

/// The file for the text that is being checked.
const KEPT: &str = "fuzz/artifacts/current.ll";

/// Rounds between progress messages.
const STRIDE: u64 = 10_000;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let numbers: Result<Vec<u64>, _> = args.iter().map(|arg| arg.parse()).collect();
    let outcome = match numbers.as_deref() {
        Ok([]) => run(0, None),
        Ok([seed]) => run(*seed, None),
        Ok([seed, first, ..]) => run(*seed, Some(*first)),
        Err(_) => args.iter().try_for_each(|file| check_file(file)),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn check_file(path: &str) -> Result<(), String> {
    let text = std::fs::read(path).map_err(|error| format!("{path}: {error}"))?;
    let outcome = check(&text).map_err(|failure| format!("{path}: {failure}"))?;
    println!("{path}: {outcome:?}");
    Ok(())
}

/// Runs from round `keep_from` on and writes each text to a file, or from the first round without files.
fn run(seed: u64, keep_from: Option<u64>) -> Result<(), String> {
    let corpus = Corpus::load().map_err(|error| format!("corpus: {error}"))?;
    let mut tally = Tally::default();
    for number in keep_from.unwrap_or(0).. {
        if number % STRIDE == 0 {
            println!("round {number}: {tally:?}");
        }
        if keep_from.is_some() {
            keep(&damaged(&corpus, &mut Random::new(seed, number)))?;
        }
        if let Err(failure) = round(&corpus, seed, number, &mut tally) {
            keep(&damaged(&corpus, &mut Random::new(seed, number)))?;
            return Err(format!("seed {seed}, round {number} ({KEPT}): {failure}"));
        }
    }
    Ok(())
}

fn keep(text: &[u8]) -> Result<(), String> {
    let write = || {
        std::fs::create_dir_all("fuzz/artifacts")?;
        std::fs::write(KEPT, text)
    };
    write().map_err(|error| format!("{KEPT}: {error}"))
}
