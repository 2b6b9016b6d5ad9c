//! Parses files of IR text, prints a summary of each with the time, and with `--check` also verifies it,
//! prints it, parses that again and compares.

use std::process::ExitCode;
use std::time::Instant;

use quell_ir::{Module, compare, parse_module, print, verify};

fn main() -> ExitCode {
    let mut check = false;
    let mut failed = false;
    for path in std::env::args().skip(1) {
        if path == "--check" {
            check = true;
            continue;
        }
        let outcome = read(&path).and_then(|module| {
            if check {
                round_trip(&path, &module)
            } else {
                Ok(())
            }
        });
        if let Err(message) = outcome {
            eprintln!("{message}");
            failed = true;
        }
    }
    ExitCode::from(u8::from(failed))
}

fn read(path: &str) -> Result<Module, String> {
    let text = std::fs::read(path).map_err(|error| format!("{path}: {error}"))?;
    let start = Instant::now();
    let module = parse_module(&text, path).map_err(|error| error.to_string())?;
    let instructions: usize = module.functions.values().map(|f| f.insts.len()).sum();
    println!(
        "{path}: {:.1} ms, {} bytes, {} functions, {instructions} instructions",
        start.elapsed().as_secs_f64() * 1e3,
        text.len(),
        module.functions.len(),
    );
    Ok(module)
}

fn round_trip(path: &str, module: &Module) -> Result<(), String> {
    if let Some(fault) = verify::verify(module).first() {
        return Err(format!("{path}: {fault}"));
    }
    let printed = print::print_module_with(
        module,
        print::PrintOptions {
            dialect: print::Dialect::Newest,
        },
    );
    let again = parse_module(&printed, "printed").map_err(|error| format!("{path}: {error}"))?;
    compare::same_module(module, &again).map_err(|difference| format!("{path}: {difference}"))
}
