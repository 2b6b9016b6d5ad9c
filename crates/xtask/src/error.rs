//! Why a check could not be run.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

#[derive(Debug, Error)]
pub enum CheckError {
    #[error("cannot read {}: {source}", path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error("cannot run cargo metadata: {0}")]
    Cargo(String),
}

impl CheckError {
    /// Adds the path to an input/output error.
    pub(crate) fn reading(path: &Path) -> impl FnOnce(io::Error) -> CheckError + '_ {
        |source| CheckError::Read {
            path: path.to_path_buf(),
            source,
        }
    }
}
