//! Parses files of IR text and tells what is in them and how long it took.

use std::process::ExitCode;
use std::time::Instant;

fn main() -> ExitCode {
    let mut status = ExitCode::SUCCESS;
    for path in std::env::args().skip(1) {
        let text = match std::fs::read(&path) {
            Ok(text) => text,
            Err(error) => {
                eprintln!("{path}: {error}");
                return ExitCode::FAILURE;
            }
        };
        let start = Instant::now();
        match quell_ir::parse_module(&text, &path) {
            Ok(module) => {
                let instructions: usize = module.functions.values().map(|f| f.insts.len()).sum();
                println!(
                    "{path}: {:.1} ms, {} bytes, {} functions, {instructions} instructions",
                    start.elapsed().as_secs_f64() * 1e3,
                    text.len(),
                    module.functions.len(),
                );
            }
            Err(error) => {
                println!("{error}");
                status = ExitCode::FAILURE;
            }
        }
    }
    status
}
