//! The command `quell`: arguments, display, exit codes.
//!
//! * [`args`]: the command line; [`exit`]: the exit codes; [`error`]: what can go wrong before a run.
//! * [`exec`]: loads a file, runs it in the machine, and gives an [`outcome`] for the [`report`].
//! * [`mutants`]: lists the mutants of a file, and writes them as IR.

pub mod args;
pub mod console;
pub mod error;
pub mod exec;
pub mod exit;
pub mod frames;
pub mod load;
pub mod mutants;
pub mod objects;
pub mod outcome;
pub mod report;

use std::ffi::OsString;

use clap::Parser as _;

use crate::args::{Cli, Command, Exec, split_cflags};
use crate::exit::Exit;

/// Runs a command line, the name of the program first, and gives the status of the process.
pub fn run(args: impl IntoIterator<Item = OsString>) -> u8 {
    let split = split_cflags(args);
    match Cli::try_parse_from(split.rest) {
        Ok(cli) => match &cli.command {
            Command::Exec(exec) => run_exec(exec, &split.cflags),
            Command::Mutants(args) => run_mutants(args, &split.cflags),
        },
        Err(error) => {
            // Nobody is left to tell if this fails. Help and version are no errors.
            let _ = error.print();
            match error.use_stderr() {
                true => Exit::Usage.code(),
                false => Exit::Success.code(),
            }
        }
    }
}

fn run_exec(exec: &Exec, cflags: &[OsString]) -> u8 {
    match exec::exec(exec, cflags) {
        Ok(outcome) => {
            let written = match exec.json {
                true => report::print_json(&outcome),
                false => report::print_outcome(&outcome),
            };
            match written {
                Ok(()) => outcome.exit_code(),
                Err(error) => unwritable(&error),
            }
        }
        Err(error) => {
            if exec.json {
                // The message and the status tell it as well.
                let _ = report::print_json_error(&error);
            }
            report::print_error(&error);
            error.exit().code()
        }
    }
}

fn run_mutants(args: &args::Mutants, cflags: &[OsString]) -> u8 {
    match mutants::mutants(args, cflags) {
        Ok(listing) => {
            let written = match args.json {
                true => report::mutants::print_json(&listing),
                false => report::mutants::print(&listing),
            };
            match written {
                Ok(()) => Exit::Success.code(),
                Err(error) => unwritable(&error),
            }
        }
        Err(error) => {
            report::print_error(&error);
            error.exit().code()
        }
    }
}

fn unwritable(error: &std::io::Error) -> u8 {
    console::end_at_closed_pipe(error);
    report::print_unwritable(error);
    Exit::Unwritable.code()
}
