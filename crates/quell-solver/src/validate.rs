//! A stage that believes no model before it has computed it through.

use quell_bitwuzla::Moment;
use quell_term::{Assignment, Evaluator, Pool, Term};

use crate::statistics::{self, Statistics};
use crate::{Answer, Limit, Solver, SolverError};

/// Evaluates every model against the question. A wrong one is an error: something within is broken.
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
        let start = Moment::now();
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
