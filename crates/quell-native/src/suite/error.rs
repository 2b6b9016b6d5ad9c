//! What keeps a suite from being run.

use std::io;
use std::path::PathBuf;

use quell_results::{Ending, Observable, Seen, UnusableCommand};
use thiserror::Error;

use crate::NativeError;

#[derive(Debug, Error)]
pub enum SuiteError {
    #[error("cannot read {}: {source}", path.display())]
    Read { path: PathBuf, source: io::Error },

    #[error("cannot write {}: {source}", path.display())]
    Write { path: PathBuf, source: io::Error },

    #[error(
        "{} is no program or library that was built with `quell cc`: {source}",
        path.display()
    )]
    NoProgram {
        path: PathBuf,
        source: object::Error,
    },

    #[error(
        "{} has no mutants and no labels in it; compile it with `quell cc`, as in `make clean` and `make CC=\"quell cc\"`: \
         what was compiled before stays as it is. QUELL_ONLY and QUELL_FUNCTIONS must not leave out all of it, and a shared library is named by itself",
        .0.display()
    )]
    NoMutants(PathBuf),

    #[error(
        "{} is an archive; name the programs and shared libraries that it is linked into",
        .0.display()
    )]
    Archive(PathBuf),

    #[error("the mutants in {} cannot be read: {reason}", path.display())]
    Unreadable { path: PathBuf, reason: String },

    #[error("cannot run {tool}: {source}")]
    Tool { tool: String, source: io::Error },

    #[error("{tool} failed\n{excerpt}")]
    Build { tool: String, excerpt: String },

    #[error("{}", unusable(command, why))]
    Unusable {
        command: String,
        why: Box<UnusableCommand>,
    },

    #[error("the command could not be started: {0}")]
    Sandbox(String),

    #[error(transparent)]
    Unprotected(Box<NativeError>),

    #[error(
        "cannot resume from {}: {reason}; without --resume the campaign starts anew",
        path.display()
    )]
    Journal { path: PathBuf, reason: String },

    #[error("interrupted")]
    Interrupted,
}

/// Why a command is of no use, as people read it.
pub fn unusable(command: &str, why: &UnusableCommand) -> String {
    match why {
        UnusableCommand::Fails { ended, output } => {
            let (status, output) = (end(ended), shown(output));
            format!("`{command}` fails without any mutant: {status}{output}")
        }
        UnusableCommand::Flaky {
            what,
            first,
            second,
        } => {
            let place = match what {
                Observable::End => String::new(),
                what => format!("{what}: "),
            };
            let (first, second) = (seen(first), seen(second));
            format!(
                "`{command}` is flaky: without any mutant, another run gave {place}{second} instead of {first}"
            )
        }
        UnusableCommand::Endless => {
            format!("`{command}` does not end without any mutant, within the time for it")
        }
    }
}

fn seen(seen: &Seen) -> String {
    match seen {
        Seen::End { end: ended } => end(ended),
        other => other.to_string(),
    }
}

fn end(ended: &Ending) -> String {
    match ended {
        Ending::Exited { status } => format!("exit status {status}"),
        Ending::Signalled { signal } => format!("signal {signal}"),
        other => other.to_string(),
    }
}

fn shown(output: &str) -> String {
    match output.trim_end() {
        "" => "; it printed nothing".to_owned(),
        output => format!("; the end of its output:\n{output}"),
    }
}
