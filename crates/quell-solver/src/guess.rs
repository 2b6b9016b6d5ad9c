//! A stage that finds models of easy queries by trying values.

mod domain;
mod relation;
mod values;

use quell_bitwuzla::ThreadTime;
use quell_term::{Assignment, Evaluator, Pool, Term};

use crate::cone::Cone;
use crate::conjuncts::conjuncts;
use crate::statistics::{self, Statistics};
use crate::{Answer, Limit, Solver, SolverError};

use domain::Domains;
use relation::Relation;
use values::Candidates;

/// Bounds for one query: assignments tried, terms evaluated for all of them, and relations applied to find them.
const MAX_ATTEMPTS: usize = 16;
const MAX_EVALUATIONS: usize = 40_000;
const MAX_RELATIONS_APPLIED: usize = 5_000;

/// More assignments are tried for queries with products and quotients, which are hard for the solver.
const MAX_ATTEMPTS_WITH_PRODUCTS: usize = 256;

/// After this many queries in a row without success, fewer assignments are tried: a series of unsatisfiable queries should
/// not pay for guesses.
const MISSES_BEFORE_FEWER_ATTEMPTS: u32 = 8;
const FEW_ATTEMPTS: usize = 2;

/// Queries with more variables than this are passed on at once.
const MAX_VARIABLES: usize = 200;

/// Tries assignments, and answers only if one satisfies the query. Relations between variables and constants in the query
/// narrow the domain of each variable; values are taken from the smallest domain first, each narrowing the others.
#[derive(Debug)]
pub struct Guess<S> {
    inner: S,
    cone: Cone,
    evaluator: Evaluator,
    /// Queries passed on since the last success.
    misses: u32,
    statistics: Statistics,
}

impl<S> Guess<S> {
    #[must_use]
    pub fn new(inner: S) -> Guess<S> {
        Guess {
            inner,
            cone: Cone::default(),
            evaluator: Evaluator::new(),
            misses: 0,
            statistics: Statistics::new("guess"),
        }
    }

    fn guess(&mut self, pool: &Pool, assertions: &[Term]) -> Option<Assignment> {
        let conjuncts = conjuncts(pool, assertions)?;
        self.cone.walk(pool, &conjuncts);
        let variables = self.cone.variables().to_vec();
        if variables.len() > MAX_VARIABLES {
            return None;
        }
        let relations: Vec<Relation> = conjuncts
            .iter()
            .filter_map(|conjunct| Relation::of(pool, *conjunct))
            .collect();
        let attempts = self.attempts(variables.len() * relations.len());
        if attempts == 0 {
            return None;
        }
        // An empty domain leaves nothing to try. It would prove unsatisfiability, which only Bitwuzla does.
        let domains = Domains::new(pool, &variables).narrowed(&relations)?;
        let candidates = Candidates::new(pool, self.cone.constants());
        (0..attempts).find_map(|attempt| {
            let model = domains.assignment(&relations, &candidates, attempt)?;
            self.holds(pool, &conjuncts, &model).then_some(model)
        })
    }

    /// How many assignments are tried, given how many relations are applied for each.
    fn attempts(&self, relations_applied: usize) -> usize {
        let max = if self.cone.has_products() {
            MAX_ATTEMPTS_WITH_PRODUCTS
        } else if self.misses < MISSES_BEFORE_FEWER_ATTEMPTS {
            MAX_ATTEMPTS
        } else {
            FEW_ATTEMPTS
        };
        let by_evaluations = MAX_EVALUATIONS / self.cone.size().max(1);
        let by_relations = MAX_RELATIONS_APPLIED / relations_applied.max(1);
        max.min(by_evaluations).min(by_relations)
    }

    fn holds(&mut self, pool: &Pool, conjuncts: &[Term], model: &Assignment) -> bool {
        self.evaluator.clear();
        conjuncts
            .iter()
            .all(|conjunct| self.evaluator.is_true(pool, model, *conjunct))
    }
}

impl<S: Solver> Solver for Guess<S> {
    fn check(
        &mut self,
        pool: &Pool,
        assertions: &[Term],
        limit: Limit<'_>,
    ) -> Result<Answer, SolverError> {
        let start = ThreadTime::now();
        let answer = match self.guess(pool, assertions) {
            Some(model) => {
                self.misses = 0;
                self.statistics.own += 1;
                Ok(Answer::Sat(model))
            }
            None => {
                self.misses = self.misses.saturating_add(1);
                self.inner.check(pool, assertions, limit)
            }
        };
        self.statistics.record(start, &answer);
        answer
    }

    fn statistics(&self) -> Vec<Statistics> {
        statistics::before(self.statistics, self.inner.statistics())
    }
}
