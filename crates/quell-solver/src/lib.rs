//! Questions about terms: is there a value for each variable such that all these hold?
//!
//! [`Solver`] is the question, [`Bitwuzla`] answers it. Stages are solvers around another solver: each does one thing
//! and passes on what it cannot answer itself.

mod bitwuzla;
mod cache;
mod cone;
mod conjuncts;
mod error;
mod guess;
mod limit;
mod log;
mod model;
mod second_opinion;
mod slices;
mod stack;
mod statistics;
mod translate;
mod validate;

use std::fmt::Debug;

use quell_term::{Assignment, Pool, Term};

pub use bitwuzla::{Bitwuzla, Preprocess, Settings};
pub use cache::Cache;
pub use error::SolverError;
pub use guess::Guess;
pub use limit::Limit;
pub use log::{Log, QUERY_HEADER};
pub use second_opinion::{Opinion, Program, SecondOpinion, opinion, opinion_on};
pub use slices::Slices;
pub use stack::{Standard, standard};
pub use statistics::Statistics;
pub use validate::Validate;

/// What a solver found out.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Answer {
    /// All assertions hold under this assignment; variables without a value are zero.
    Sat(Assignment),
    /// No assignment makes all assertions hold.
    Unsat,
    /// Nothing was found out.
    Unknown(Reason),
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Reason {
    /// The time was up.
    Time,
    /// Somebody raised the flag.
    Stopped,
    /// The process used as much memory as it may.
    Memory,
    /// The solver gave up by itself.
    Incomplete,
}

/// Answers questions about terms.
pub trait Solver: Debug {
    /// Is there an assignment under which all assertions, which are Bool terms of the pool, hold?
    fn check(
        &mut self,
        pool: &Pool,
        assertions: &[Term],
        limit: Limit<'_>,
    ) -> Result<Answer, SolverError>;

    /// What it has done so far: its own statistics and those of the solvers it is built around, outermost first.
    fn statistics(&self) -> Vec<Statistics> {
        Vec::new()
    }
}

impl<S: Solver + ?Sized> Solver for Box<S> {
    fn check(
        &mut self,
        pool: &Pool,
        assertions: &[Term],
        limit: Limit<'_>,
    ) -> Result<Answer, SolverError> {
        (**self).check(pool, assertions, limit)
    }

    fn statistics(&self) -> Vec<Statistics> {
        (**self).statistics()
    }
}
