//! The SMT solver Bitwuzla behind a safe interface.
//!
//! A [`Session`] owns terms and a solver over them. Terms are [`Node`]s, indices that are valid in their session only, so
//! that no term can be used after its session. What Bitwuzla refuses is returned as an [`Error`]; after one the session
//! cannot be used any more.
//!
//! The unsafe code is a few lines in each function that calls the library.
//!
//! The build script links a Bitwuzla of the required version if the system has one. Otherwise `vendor/build` builds a
//! static library from the sources in two crates of fixed versions and a few Debian packages, in the user's cache directory.
//! The library's directory is named after a hash of the files in `vendor`, so another clone finds it.

mod abort;
mod control;
mod kind;
pub mod memory;
mod raw;
mod session;
mod thread_time;
mod value;

use thiserror::Error;

pub use control::Stop;
pub use kind::{Kind, Rounding};
pub use session::{Node, Options, Session, Sort, Verdict};
pub use thread_time::ThreadTime;
pub use value::ArrayValue;

/// Why a call of Bitwuzla failed.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum Error {
    #[error("Bitwuzla reports an error: {0}")]
    Refused(String),
    #[error("internal error: a term was used in a Bitwuzla session that it does not belong to")]
    ForeignNode,
    #[error(
        "the linked Bitwuzla has version {found}, but Quell needs {expected}: build Quell again"
    )]
    Version {
        found: String,
        expected: &'static str,
    },
    #[error("the Bitwuzla session cannot be used after an earlier error")]
    Broken,
    #[error("Bitwuzla returned an invalid value: {0}")]
    Value(String),
}
