//! Satisfiability queries: is there a value for each variable such that all assertions hold?
//!
//! [`Solver`] is the interface, [`Bitwuzla`] the solver behind it. A stage is a solver around another solver: it does one
//! thing and passes on the queries that it cannot decide. [`Slices`] splits queries, [`Cache`] reuses answers, [`Guess`]
//! tries simple values, [`Validate`] evaluates every model, [`Log`] writes queries to files, and [`SecondOpinion`] has cvc5
//! or z3 prove unsatisfiability again. [`standard`] is the usual stack. [`satisfier`] is no stage: constraint-based testing
//! finds values by it without a solver.
//!
//! - Only Bitwuzla proves unsatisfiability: [`Cache`] only infers it from that of subsets, and [`Guess`] never claims it.
//! - A model that does not satisfy the query, and a second solver that finds a model of an unsatisfiable query, are errors
//!   that end the run, not answers.
//! - Terms are valid for one pool, so every stage that keeps data by terms compares [`quell_term::PoolId`]s.
//! - A [`Limit`] holds for a query as a whole, however many stages work on it.

mod bitwuzla;
mod cache;
mod cone;
mod conjuncts;
mod error;
mod guess;
mod limit;
mod log;
mod model;
pub mod satisfier;
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

/// The result of a query.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Answer {
    /// All assertions hold under this assignment; variables without a value are zero.
    Sat(Assignment),
    /// No assignment makes all assertions hold.
    Unsat,
    /// The solver stopped without a result.
    Unknown(Reason),
}

/// Why a solver stopped without a result.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Reason {
    /// The time limit was reached.
    Time,
    /// The flag of the limit was raised.
    Stopped,
    /// The memory limit was reached.
    Memory,
    /// The solver gave up although no limit was reached.
    Incomplete,
}

/// Decides satisfiability queries.
pub trait Solver: Debug {
    /// Whether there is an assignment under which all assertions hold. They must be Boolean terms of the pool.
    fn check(
        &mut self,
        pool: &Pool,
        assertions: &[Term],
        limit: Limit<'_>,
    ) -> Result<Answer, SolverError>;

    /// The statistics of this solver and of those that it is built around, outermost first.
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
