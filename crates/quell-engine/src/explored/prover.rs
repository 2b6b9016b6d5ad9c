//! What an engine works with: the context of a function, a solver, and a budget.

use std::time::Duration;

use quell_exec::symbolic::Symbolic;
use quell_solver::Answer;
use quell_term::Term;

use crate::budget::Budget;
use crate::context::FunctionContext;
use crate::error::EngineError;
use crate::oracle::TestedFunction;
use crate::solving::{FeasibilityQueries, SolverSession};

/// Asks about the mutants of a function within a budget.
#[derive(Clone, Debug)]
pub struct Prover<'p> {
    pub context: &'p FunctionContext<'p>,
    pub session: &'p SolverSession,
    pub budget: Budget,
}

impl Prover<'_> {
    /// The same with another budget.
    pub fn within(&self, budget: Budget) -> Self {
        Self {
            budget,
            ..self.clone()
        }
    }

    /// Whether assertions are satisfiable, if the solver finds out in time.
    pub fn check(
        &self,
        domain: &mut Symbolic,
        assertions: &[Term],
        time: Duration,
    ) -> Result<Answer, EngineError> {
        self.session.check(domain, assertions, time, &self.budget)
    }

    /// The queries of a new exploration.
    pub fn feasibility(&self) -> FeasibilityQueries {
        self.session.feasibility(&self.budget)
    }

    /// The function as the oracle runs it within this budget.
    pub fn tested(&self) -> TestedFunction<'_> {
        self.context.tested(self.budget.native_deadline())
    }
}
