//! End-to-end tests: Quell must execute programs as the processor does. A source file is compiled to IR and
//! to native code by the same compiler, both run, and output and exit status must agree.
//!
//! * [`quell`], [`native`]: the two runs. [`outcome`]: their results.
//! * [`sanitized`]: runs tests that Quell writes on originals built with clang's sanitizers.
//! * [`expectation`], [`suite`]: source files with expectations in comments.
//! * [`csmith`]: random C programs. [`real`]: real programs from Debian.
//! * [`texts`]: compares mutants with their source texts; [`corpus`]: generates programs for that.
//!
//! The expectations are data in the repository's folder `tests`, so that a new case needs no code.

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

/// The message of a comparison that failed or could not be made.
pub type Failure = String;

/// The root directory of the repository.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_path_buf()
}
