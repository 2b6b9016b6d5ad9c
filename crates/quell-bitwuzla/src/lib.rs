//! The SMT solver Bitwuzla behind a safe interface.
//!
//! A [`Session`] owns terms and a solver over them. Terms are [`Node`]s, numbers that mean something in their session
//! only; whatever Bitwuzla refuses comes back as an [`Error`]. All unsafe code of Quell is in this crate.

mod abort;
mod control;
mod kind;
pub mod memory;
mod moment;
mod raw;
mod session;
mod value;

use thiserror::Error;

pub use control::Stop;
pub use kind::{Kind, Rounding};
pub use moment::Moment;
pub use session::{Node, Options, Session, Sort, Verdict};
pub use value::ArrayValue;

/// Why Bitwuzla did not do what it was asked.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum Error {
    #[error("Bitwuzla refuses: {0}")]
    Refused(String),
    #[error("a term of another session was used")]
    ForeignNode,
    #[error("Bitwuzla reports version {found}, but this is built for {expected}")]
    Version {
        found: String,
        expected: &'static str,
    },
    #[error("Bitwuzla failed before and cannot go on")]
    Broken,
    #[error("Bitwuzla gave a value that is none: {0}")]
    Value(String),
}
