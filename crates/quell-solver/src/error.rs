//! What can go wrong; none of it is an answer.

use quell_term::{Assignment, Sort};
use thiserror::Error;

/// Why a question could not be asked, or why its answer cannot be trusted.
#[derive(Debug, Error)]
pub enum SolverError {
    #[error(transparent)]
    Bitwuzla(#[from] quell_bitwuzla::Error),
    #[error("an assertion has the sort {0:?}, which is not Bool")]
    NotBoolean(Sort),
    #[error("a model has no value of sort {sort:?} where one was asked for: {text}")]
    Model { sort: Sort, text: String },
    #[error(
        "assertion {number} of {count} does not hold under the model that a solver gave: {model:?}"
    )]
    WrongModel {
        number: usize,
        count: usize,
        model: Box<Assignment>,
    },
}
