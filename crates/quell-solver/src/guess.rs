//! A stage that finds easy models by itself.

mod domain;
mod relation;
mod values;

use quell_bitwuzla::Moment;
use quell_term::{Assignment, Evaluator, Pool, Term};

use crate::cone::Cone;
use crate::conjuncts::conjuncts;
use crate::statistics::{self, Statistics};
use crate::{Answer, Limit, Solver, SolverError};

use domain::Domains;
use relation::Relation;
use values::Candidates;

/// How many assignments are tried at most, how many terms are evaluated for them altogether, and how often relations are
/// looked at to find them.
const MOST_TRIES: usize = 16;
const MOST_EVALUATIONS: usize = 40_000;
const MOST_LOOKS: usize = 5_000;

/// More are tried where products and quotients make it hard to find a model otherwise.
const MOST_TRIES_OF_PRODUCTS: usize = 256;

/// After so many questions in a row that were not guessed, fewer assignments are tried: a run of proofs should not pay for
/// guesses.
const PATIENCE: u32 = 8;
const FEW_TRIES: usize = 2;

/// Questions with more variables than this are passed on at once.
const MOST_VARIABLES: usize = 200;

/// Guesses values and keeps a guess only if the question holds under it; everything else is passed on. What is guessed
/// comes from the question: relations between variables and constants narrow the domain of each variable, and values are
/// taken from the smallest domain first, each narrowing those that are left.
#[derive(Debug)]
pub struct Guess<S> {
    inner: S,
    cone: Cone,
    evaluator: Evaluator,
    /// Questions that were not guessed since the last one that was.
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
        if variables.len() > MOST_VARIABLES {
            return None;
        }
        let relations: Vec<Relation> = conjuncts
            .iter()
            .filter_map(|conjunct| Relation::of(pool, *conjunct))
            .collect();
        let tries = self.tries(variables.len() * relations.len());
        if tries == 0 {
            return None;
        }
        // Domains that contradict each other leave nothing to try; whether that is a proof is for others to say.
        let domains = Domains::new(pool, &variables).narrowed(&relations)?;
        let candidates = Candidates::new(pool, self.cone.constants());
        (0..tries).find_map(|attempt| {
            let model = domains.assignment(&relations, &candidates, attempt)?;
            self.holds(pool, &conjuncts, &model).then_some(model)
        })
    }

    /// How many assignments are worth trying, given how often relations are looked at for each.
    fn tries(&self, looks: usize) -> usize {
        let most = match self.cone.has_products() {
            true => MOST_TRIES_OF_PRODUCTS,
            false if self.misses < PATIENCE => MOST_TRIES,
            false => FEW_TRIES,
        };
        let by_evaluation = MOST_EVALUATIONS / self.cone.size().max(1);
        most.min(by_evaluation).min(MOST_LOOKS / looks.max(1))
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
        let start = Moment::now();
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
