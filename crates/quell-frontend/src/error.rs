//! What keeps a file from becoming a module.

use std::io;
use std::path::PathBuf;

use quell_compile::CompileError;
use quell_ir::parse::ParseError;
use quell_ir::verify::VerifyError;
use quell_values::error::list;
use thiserror::Error;

/// Errors shown of a module with many.
const SHOWN: usize = 5;

/// Why a compile job gives no module.
#[derive(Debug, Error)]
pub enum LoadError {
    #[error(transparent)]
    Compile(#[from] CompileError),
    #[error("{0}")]
    Parse(#[from] Box<ParseError>),
    #[error("{file} is not valid IR:{}", list(errors.iter().take(SHOWN)))]
    Invalid {
        file: String,
        errors: Vec<VerifyError>,
    },
    /// Arguments or an optimisation level for a file that was compiled before.
    #[error("{} is IR already: arguments are for the compiler that made it", .0.display())]
    ArgumentsForIr(PathBuf),
}

/// The module is for another kind of machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "it is compiled for pointers of {pointer_bits} bits, and Quell runs programs with 64 bits only; leave out flags such as -m32"
)]
pub struct UnsupportedTarget {
    pub pointer_bits: u64,
}

/// Why a command of a build is no compile job.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotAJob {
    #[error("the command makes {0}, no code")]
    NoCode(crate::command::options::Product),
    #[error("it is {0}")]
    Language(&'static str),
    #[error("it is no source file that Quell compiles")]
    NoSource,
}

/// Why a compilation database cannot be read.
#[derive(Debug, Error)]
pub enum DatabaseError {
    #[error("cannot read {}: {source}", path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error("{} is no compilation database: {source}; let the build system write it again", path.display())]
    Json {
        path: PathBuf,
        source: serde_json::Error,
    },
    #[error(
        "{}: entry {number}, for {}, has neither `arguments` nor `command`",
        path.display(),
        file.display()
    )]
    NoCommand {
        path: PathBuf,
        /// From 1.
        number: usize,
        file: PathBuf,
    },
    #[error(
        "{}: entry {number}, for {}: unbalanced quotes in `command`",
        path.display(),
        file.display()
    )]
    Quotes {
        path: PathBuf,
        number: usize,
        file: PathBuf,
    },
}
