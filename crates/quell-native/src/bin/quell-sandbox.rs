//! The launcher of the tests: what `quell` does when it is called to confine a program.

use std::process::ExitCode;

use quell_native::sandbox::{CANNOT_LAUNCH, launch};

fn main() -> ExitCode {
    match launch(std::env::args_os().skip(1)) {
        Ok(protection) => {
            println!("{}", protection.to_line());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(CANNOT_LAUNCH as u8)
        }
    }
}
