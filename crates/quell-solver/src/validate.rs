//! A stage that checks every model by evaluation.

use quell_bitwuzla::ThreadTime;
use quell_term::{Assignment, Evaluator, Pool, Term};

use crate::statistics::{self, Statistics};
use crate::{Answer, Limit, Solver, SolverError};

/// Evaluates the assertions of a query under every model. If one is false, an inner stage is broken: that is an error.
#[derive(Debug)]
pub struct Validate<S> {
    inner: S,
    evaluator: Evaluator,
    statistics: Statistics,
}

impl<S> Validate<S> {
    #[must_use]
    pub fn new(inner: S) -> Validate<S> {
        Validate {
            inner,
            evaluator: Evaluator::new(),
            statistics: Statistics::new("validate"),
        }
    }

    fn validate(
        &mut self,
        pool: &Pool,
        assertions: &[Term],
        model: &Assignment,
    ) -> Result<(), SolverError> {
        self.evaluator.clear();
        for (index, assertion) in assertions.iter().enumerate() {
            if !self.evaluator.is_true(pool, model, *assertion) {
                return Err(SolverError::WrongModel {
                    number: index + 1,
                    count: assertions.len(),
                    model: Box::new(model.clone()),
                });
            }
        }
        Ok(())
    }
}

impl<S: Solver> Solver for Validate<S> {
    fn check(
        &mut self,
        pool: &Pool,
        assertions: &[Term],
        limit: Limit<'_>,
    ) -> Result<Answer, SolverError> {
        let start = ThreadTime::now();
        let answer = self.inner.check(pool, assertions, limit);
        let checked = match &answer {
            Ok(Answer::Sat(model)) => self.validate(pool, assertions, model),
            _ => Ok(()),
        };
        let answer = checked.and(answer);
        self.statistics.record(start, &answer);
        answer
    }

    fn statistics(&self) -> Vec<Statistics> {
        statistics::before(self.statistics, self.inner.statistics())
    }
}
