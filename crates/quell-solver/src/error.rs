//! Errors of solvers, none of which is an answer.

use std::io;
use std::path::PathBuf;

use quell_term::{Assignment, Sort};
use thiserror::Error;

use crate::Program;

/// Why a query could not be solved, or why its answer cannot be trusted.
#[derive(Debug, Error)]
pub enum SolverError {
    #[error(transparent)]
    Bitwuzla(#[from] quell_bitwuzla::Error),
    #[error("an assertion has sort {0:?} instead of Bool")]
    NotBoolean(Sort),
    #[error("Bitwuzla's model has an invalid value for a variable of sort {sort:?}: {text}")]
    Model { sort: Sort, text: String },
    #[error("the solver's model is wrong: assertion {number} of {count} is false under {model:?}")]
    WrongModel {
        number: usize,
        count: usize,
        model: Box<Assignment>,
    },
    #[error("cannot write {}: {source}", path.display())]
    Log { path: PathBuf, source: io::Error },
    #[error("unknown second solver {0}: use cvc5 or z3")]
    NoSuchProgram(String),
    #[error("cannot run the second solver {program}: {message}")]
    Program { program: Program, message: String },
    #[error("{program} finds a model of a query that Bitwuzla reports as unsatisfiable:\n{script}")]
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
