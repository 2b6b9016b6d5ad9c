//! What keeps a suite from being run.

use std::io;
use std::path::PathBuf;

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

    #[error("`{command}` fails without any mutant: {status}{}", shown(output))]
    FailsOnOriginal {
        command: String,
        status: String,
        /// The end of what it printed.
        output: String,
    },

    #[error("`{command}` is flaky: without any mutant, {difference}")]
    Flaky { command: String, difference: String },

    #[error("`{0}` does not end without any mutant, within the time for it")]
    NeverEnds(String),

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

fn shown(output: &str) -> String {
    match output.trim_end() {
        "" => "; it printed nothing".to_owned(),
        output => format!("; the end of its output:\n{output}"),
    }
}

impl SuiteError {
    /// Whether the command itself is to blame, so that others may still be of use.
    pub fn is_about_command(&self) -> bool {
        matches!(
            self,
            Self::FailsOnOriginal { .. } | Self::Flaky { .. } | Self::NeverEnds(_)
        )
    }
}
