//! What can go wrong; none of it is an answer.

use std::io;
use std::path::PathBuf;

use quell_term::{Assignment, Sort};
use thiserror::Error;

use crate::Program;

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
    #[error("cannot write {}: {source}", path.display())]
    Log { path: PathBuf, source: io::Error },
    #[error("there is no second solver {0}; there are cvc5 and z3")]
    NoSuchProgram(String),
    #[error("no second opinion of {program}: {message}")]
    Program { program: Program, message: String },
    #[error(
        "{program} finds a model where Bitwuzla proved that there is none; the question:\n{script}"
    )]
    Disagreement { program: Program, script: String },
}

impl SolverError {
    pub(crate) fn cannot_run(program: Program, error: &io::Error) -> Self {
        Self::Program {
            program,
            message: error.to_string(),
        }
    }
}
