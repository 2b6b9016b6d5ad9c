//! The command `quell`.

use std::process::ExitCode;
use std::thread;

use quell_cli::exit::Exit;

/// Callbacks from library models run within each other, and so do deep types and expressions.
const STACK: usize = 256 << 20;

fn main() -> ExitCode {
    // A user can do nothing with a backtrace.
    std::panic::set_hook(Box::new(|panic| {
        eprintln!("quell: internal error: {panic}; please report it");
    }));
    if let Some(status) = quell_cli::run_sandbox(std::env::args_os()) {
        return ExitCode::from(status);
    }
    let worker = thread::Builder::new()
        .stack_size(STACK)
        .spawn(|| quell_cli::run(std::env::args_os()));
    let status = worker.map(thread::JoinHandle::join);
    match status {
        Ok(Ok(status)) => ExitCode::from(status),
        // The hook has reported the panic.
        Ok(Err(_)) => ExitCode::from(Exit::Internal.code()),
        Err(error) => {
            eprintln!("quell: error: cannot start: {error}");
            ExitCode::from(Exit::Internal.code())
        }
    }
}
