//! Errors that do not end a run.

use crate::error::EngineError;

/// An error that ended the work on one function.
#[derive(Debug)]
pub struct Failure {
    pub function: String,
    pub error: EngineError,
}
