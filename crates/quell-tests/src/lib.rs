//! Shows that Quell runs programs as the processor does: the same source goes through the same
//! compiler to IR and to native code, both run, and what they print and how they end must agree.
//!
//! * [`quell`], [`native`]: the two runs. [`outcome`]: what both give.
//! * [`sanitized`]: tests that Quell writes, run on originals that clang's sanitizers watch.
//! * [`expectation`], [`suite`]: source files that carry what is expected in comments.
//! * [`csmith`]: random C programs. [`real`]: real programs from Debian.
//! * [`texts`]: mutants against their own descriptions; [`corpus`]: generated programs to do so with.

pub mod corpus;
pub mod csmith;
pub mod expectation;
pub mod native;
pub mod outcome;
pub mod parallel;
pub mod quell;
pub mod real;
pub mod sanitized;
pub mod suite;
pub mod texts;

use std::path::{Path, PathBuf};

/// Anything that keeps a comparison from being made or from agreeing, as text for the log.
pub type Failure = String;

/// The repository's root.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_path_buf()
}
