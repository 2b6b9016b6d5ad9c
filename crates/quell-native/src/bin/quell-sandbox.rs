//! The launcher of the tests: what `quell` does when it is called to confine a program.

use std::process::ExitCode;

use quell_native::sandbox::{CANNOT_LAUNCH, Launched, launch};

fn main() -> ExitCode {
    let status = match launch(std::env::args_os().skip(1)) {
        Ok(Launched::Probed(protection)) => {
            println!("{}", protection.to_line());
            0
        }
        Ok(Launched::Ended(status)) => status,
        Err(error) => {
            eprintln!("{error}");
            CANNOT_LAUNCH
        }
    };
    ExitCode::from(status as u8)
}
