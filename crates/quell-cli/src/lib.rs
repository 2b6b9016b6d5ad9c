//! The command `quell`: arguments, display, exit codes.
//!
//! * [`args`]: the command line; [`exit`]: the exit codes; [`error`]: errors before a run.
//! * [`exec`]: loads a file, runs it in the machine, and gives an [`outcome`], plain data that [`report`] turns into text or JSON.
//!   [`calls`]: calls of external functions.
//! * [`units`]: the files of a command, compiled; [`diff`]: functions that have changed; [`project`]: several files, decided one after
//!   the other; [`progress`]: what is shown meanwhile.
//! * [`target`]: a file with its mutants or labels; [`code`]: its functions by digests of their code. [`choose`]: some of its mutants;
//!   [`from_score`]: those that a suite kills.
//!   [`mutants`] lists mutants and writes them as IR, [`score`] runs tests natively,
//!   [`decide`] has an engine decide them, [`explain`] shows the constraints of one of them, and [`cover`] does so with labels of coverage criteria. [`times`]: time limits; [`config`]: settings of functions from `quell.toml`.
//! * [`exchange`]: files of LTest.
//! * [`campaign`]: verdicts that are kept in a folder.
//! * [`cc`]: replaces the C compiler; [`suite`]: the user's own tests of programs that it built.
//! * [`cflags`]: flags of the compiler that leave no mutants.
//! * [`output`]: files that the user asks for, which replace only files that Quell wrote.
//!
//! Decisions:
//!
//! - **Exit codes are one table** ([`exit`]); the book is tested against it.
//! - **The compiler runs first.** [`cc`] lets it do all that it was asked to, and then replaces objects by those with mutants: messages,
//!   status and dependencies are the compiler's, and there is always a plain object to fall back on.
//! - **Settings are layers of one form.** Command line, table of a function and table of all functions; the first that has a key
//!   has precedence, and determines the settings of every function.
//! - **An unknown name is an error,** unless it is in the table of all functions: a restriction without effect would otherwise
//!   go unnoticed.
//! - **An interrupt also ends the tools.** A signal that reaches Quell alone is passed on to compilers, as a terminal would do, so that
//!   the user does not wait for them.
//! - **Commands are test data.** Commands and their output are in `tests/commands`, in the README and in the book, and tests run
//!   them from there.
//! - **The short help fits a screen.** Long texts and rare options are for `--help`, exit codes and operators for `quell help`.

pub mod args;
pub mod calls;
pub mod campaign;
pub mod cc;
pub mod cflags;
pub mod choose;
pub mod code;
pub mod config;
pub mod confine;
pub mod console;
pub mod cover;
pub mod decide;
pub mod diff;
pub mod error;
pub mod exchange;
pub mod exec;
pub mod exit;
pub mod explain;
pub mod from_score;
pub mod interrupt;
pub mod load;
pub mod mutants;
pub mod objects;
pub mod outcome;
pub mod output;
pub mod progress;
pub mod project;
pub mod report;
pub mod score;
mod seeds;
pub mod suite;
pub mod target;
pub mod times;
pub mod units;

use std::ffi::OsString;

use clap::Parser as _;
use clap::error::ErrorKind;

use quell_native::sandbox::{CANNOT_LAUNCH, Launched, launch};

use crate::args::{Cli, Command, Exec, split_cflags};
use crate::decide::{Decided, Decisions};
use crate::exit::Exit;
use crate::report::project::Listed;

/// Runs a command line, the name of the program first, and gives the status of the process.
pub fn run(args: impl IntoIterator<Item = OsString>) -> u8 {
    interrupt::survive_large_files();
    let args: Vec<OsString> = args.into_iter().collect();
    if args.get(1).is_some_and(|command| command == "cc") {
        return cc::run(&args[2..]);
    }
    let split = split_cflags(args);
    match Cli::try_parse_from(split.rest) {
        Ok(cli) => match &cli.command {
            Command::Exec(exec) => run_exec(exec, &split.cflags),
            Command::Mutants(args) => run_mutants(args, &split.cflags),
            Command::Score(args) if !args.test_cmd.is_empty() => suite::score(args),
            Command::Score(args) => run_score(args, &split.cflags),
            Command::Run(args) => run_engine(args, &split.cflags),
            Command::Cover(args) => run_cover(args, &split.cflags),
            Command::Status(args) => print_found(campaign::status(args)),
            Command::Cache(args) => print_found(campaign::cache(args)),
            Command::Explain(args) => run_explain(args, &split.cflags),
            Command::Cc { args } => cc::run(args),
            Command::ExitCodes => print_topic(&exit::help()),
            Command::Operators => print_topic(&mutants::help()),
            Command::Criteria => print_topic(&cover::help()),
            Command::Engines => print_topic(&args::engines_help()),
        },
        Err(error) => {
            // If standard error is closed, there is no place for a message.
            let _ = match error.kind() {
                ErrorKind::DisplayHelp
                | ErrorKind::DisplayVersion
                | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => error.print(),
                _ => report::print_usage(&error.render()),
            };
            match error.use_stderr() {
                true => Exit::Usage.code(),
                false => Exit::Success.code(),
            }
        }
    }
}

fn print_topic(text: &str) -> u8 {
    match report::print_text(text) {
        Ok(()) => Exit::Success.code(),
        Err(error) => unwritable(&error),
    }
}

/// Prints what a store says.
fn print_found(found: Result<String, quell_campaign::StoreError>) -> u8 {
    match found {
        Ok(text) => print_topic(&text),
        Err(error) => {
            let error = error::CliError::from(error);
            report::print_error(&error);
            error.exit().code()
        }
    }
}

fn run_exec(exec: &Exec, cflags: &[OsString]) -> u8 {
    interrupt::end_cleanly();
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
            interrupt::let_signal_end();
            if exec.json {
                // The message and the status say so as well.
                let _ = report::print_json_error(&error);
            }
            report::print_error(&error);
            error.exit().code()
        }
    }
}

fn run_mutants(args: &args::Mutants, cflags: &[OsString]) -> u8 {
    interrupt::end_cleanly();
    match mutants::mutants(args, cflags) {
        Ok(listings) => {
            let written = match args.json {
                true => report::mutants::print_json(&listings),
                false => report::mutants::print(&listings),
            };
            match written {
                Ok(()) => listings.exit.unwrap_or(Exit::Success).code(),
                Err(error) => unwritable(&error),
            }
        }
        Err(error) => {
            interrupt::let_signal_end();
            report::print_error(&error);
            error.exit().code()
        }
    }
}

fn run_explain(args: &args::Explain, cflags: &[OsString]) -> u8 {
    interrupt::end_cleanly();
    match explain::explain(args, cflags) {
        Ok(explained) => match report::explain::print(&explained) {
            Ok(()) => Exit::Success.code(),
            Err(error) => unwritable(&error),
        },
        Err(error) => {
            interrupt::let_signal_end();
            report::print_error(&error);
            error.exit().code()
        }
    }
}

fn run_score(args: &args::Score, cflags: &[OsString]) -> u8 {
    match score::run(args, cflags) {
        Ok(scored) => {
            let written = match args.json {
                true => report::score::print_json(&scored.score),
                false => report::score::print(&scored.score, args.matrix),
            };
            report::print_notes(&scored.notes);
            if let Err(error) = scored.exchange.write(&scored.score.objectives) {
                report::print_error(&error);
                return error.exit().code();
            }
            match written {
                Ok(()) if scored.score.interrupted => Exit::Interrupted.code(),
                Ok(()) => Exit::Success.code(),
                Err(error) => unwritable(&error),
            }
        }
        Err(error) => failed(&error),
    }
}

/// Reports an error, unless an interrupt caused it.
fn failed(error: &error::CliError) -> u8 {
    if interrupt::is_interrupted() {
        report::print_warning("interrupted: nothing was found yet");
        return Exit::Interrupted.code();
    }
    if interrupt::is_time_up() {
        report::print_error(&error::CliError::TimeUp);
        return error::CliError::TimeUp.exit().code();
    }
    report::print_error(error);
    error.exit().code()
}

fn run_engine(args: &args::Run, cflags: &[OsString]) -> u8 {
    let listed = report::run::Listed::from(args.survivors);
    let of_project = match args.survivors {
        true => Listed::Alive,
        false => Listed::Undecided,
    };
    match decide::run(args, cflags) {
        Ok(decided) => finish(&decided, &args.decide, |result| match result {
            Decisions::File(run) => report::run::print(run, listed),
            Decisions::Project(run) => report::project::print(run, of_project),
        }),
        Err(error) => failed(&error),
    }
}

fn run_cover(args: &args::Cover, cflags: &[OsString]) -> u8 {
    let listed = report::cover::ListedLabels::from(args.all);
    match cover::run(args, cflags) {
        Ok(decided) => finish(&decided, &args.decide, |result| match result {
            Decisions::File(run) => report::cover::print(run, listed),
            Decisions::Project(run) => report::project::print(run, Listed::Undecided),
        }),
        Err(error) => failed(&error),
    }
}

/// Writes the files and the report of a run.
fn finish(
    decided: &Decided,
    args: &args::Decide,
    print: impl FnOnce(&Decisions) -> std::io::Result<()>,
) -> u8 {
    // The files first: printing may end with a closed pipe.
    let result = &decided.result;
    let files = decided.files.write(result);
    let files = files.and(decided.exchange.write(result.objectives()));
    let printed = match () {
        () if args.prints_json() => output::print(&result.to_json()),
        () if args.prints_tests() => output::print(&result.tests_json()),
        () => print(result),
    };
    report::print_notes(&decided.notes);
    match (files, printed) {
        (Err(error), _) => {
            report::print_error(&error);
            error.exit().code()
        }
        (_, Err(error)) => unwritable(&error),
        _ if result.is_interrupted() => {
            report::print_warning("interrupted: what is left is unknown");
            Exit::Interrupted.code()
        }
        // The display has reported failures, and the results of other functions are kept.
        _ => decided.exit.unwrap_or(Exit::Success).code(),
    }
}

/// Confines a program and runs it, if this is the command line of the sandbox; the status to end with. Namespaces can
/// only be made while there is no other thread.
pub fn run_sandbox(mut args: impl Iterator<Item = OsString>) -> Option<u8> {
    args.nth(1).filter(|command| command == confine::SANDBOX)?;
    let status = match launch(args) {
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
    Some(status as u8)
}

fn unwritable(error: &std::io::Error) -> u8 {
    console::end_at_closed_pipe(error);
    report::print_unwritable(error);
    Exit::Unwritable.code()
}
