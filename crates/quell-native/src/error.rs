//! What can go wrong between a module and its runs.

use std::fmt::Write as _;
use std::io;
use std::path::PathBuf;

use quell_compile::CompileError;
use quell_objectives::apply::EditError;
use quell_results::WorkErrorKind;
use quell_values::Observed;
use thiserror::Error;

#[derive(Debug, Error)]
pub enum NativeError {
    #[error("no function @{0} is defined in the module")]
    NoSuchFunction(String),

    #[error("@{function} cannot be called natively: {why}")]
    CannotCall { function: String, why: String },

    #[error("the test does not fit @{function}: {what}")]
    Shape { function: String, what: String },

    #[error(
        "the program cannot be linked: undefined {}{}\n  \
         a whole program is scored with `quell cc` and --test-cmd",
        list_names(undefined),
        list_callers(undefined)
    )]
    Undefined { undefined: Vec<Undefined> },

    #[error("{tool} failed\n{excerpt}")]
    Build { tool: String, excerpt: String },

    #[error(transparent)]
    Edit(#[from] EditError),

    #[error(transparent)]
    Compiler(#[from] CompileError),

    #[error("cannot {what} {}: {source}", path.display())]
    File {
        what: &'static str,
        path: PathBuf,
        source: io::Error,
    },

    #[error("nothing is run: {0}; --unprotected runs it all the same")]
    Unprotected(String),

    #[error("the harness could not be started: {}", reason(.0))]
    Start(String),

    #[error(
        "the original reaches the undefined symbol `{0}`\n  \
         a whole program is scored with `quell cc` and --test-cmd"
    )]
    Missing(String),

    #[error(
        "the results of `{0}` cannot be given: it has no stub, because a library defines it or nothing calls it"
    )]
    NotOutside(String),

    #[error("interrupted")]
    Interrupted,

    #[error("the time for runs was up")]
    TimeUp,

    /// It is started anew for the next job.
    #[error("the harness ended during a run{}", told(said))]
    HarnessDied {
        said: String,
        /// What ended it, if it did not end by itself.
        signal: Option<i32>,
    },

    #[error(
        "two runs of the original on the same test differ: the test is flaky ({})",
        crate::outcome::first_difference(&.0.0, &.0.1)
    )]
    Flaky(Box<(Observed, Observed)>),
}

/// A function or variable that no library has, and the functions of the module that use it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Undefined {
    pub symbol: String,
    pub users: Vec<String>,
}

fn list_names(undefined: &[Undefined]) -> String {
    let names: Vec<_> = undefined.iter().map(|one| one.symbol.as_str()).collect();
    names.join(", ")
}

fn list_callers(undefined: &[Undefined]) -> String {
    let mut list = String::new();
    for Undefined { symbol, users } in undefined {
        if !users.is_empty() {
            // Writing to a string cannot fail.
            let _ = write!(list, "\n  {symbol} is used by {}", users.join(", "));
        }
    }
    list
}

impl NativeError {
    /// What the error is about.
    pub fn kind(&self) -> WorkErrorKind {
        match self {
            Self::Undefined { .. } | Self::Build { .. } | Self::Edit(_) | Self::Compiler(_) => {
                WorkErrorKind::Build
            }
            Self::File { .. } => WorkErrorKind::File,
            Self::Unprotected(_) => WorkErrorKind::Sandbox,
            Self::Start(_) | Self::HarnessDied { .. } => WorkErrorKind::Harness,
            Self::NoSuchFunction(_)
            | Self::CannotCall { .. }
            | Self::Shape { .. }
            | Self::Missing(_)
            | Self::NotOutside(_)
            | Self::Flaky(_) => WorkErrorKind::Test,
            Self::Interrupted => WorkErrorKind::Interrupted,
            Self::TimeUp => WorkErrorKind::OutOfTime,
        }
    }

    /// The harness cannot be used any more, for an internal reason.
    pub(crate) fn harness(said: &str) -> Self {
        Self::HarnessDied {
            said: said.to_owned(),
            signal: None,
        }
    }
}

fn reason(message: &str) -> &str {
    match message.trim() {
        "" => "it ended without a message",
        message => message,
    }
}

fn told(message: &str) -> String {
    match message.trim() {
        "" => String::new(),
        message => format!(": {message}"),
    }
}
