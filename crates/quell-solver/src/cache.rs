//! A stage that remembers answers.

use std::collections::VecDeque;

use quell_bitwuzla::Moment;
use quell_term::{Assignment, Evaluator, Pool, PoolId, Term};
use rustc_hash::FxHashMap;

use crate::cone::Cone;
use crate::conjuncts::conjuncts;
use crate::statistics::{self, Statistics};
use crate::{Answer, Limit, Solver, SolverError};

/// Models that are tried on new questions. Each remembers what it makes of the terms it was tried on.
const RECENT_MODELS: usize = 8;

/// More answers than this are not kept: then all are forgotten.
const MOST_ANSWERS: usize = 1 << 16;

/// Remembers answers by the set of assertions. A question has no model if a part of it has none; whether one of the
/// last models fits is computed.
#[derive(Debug)]
pub struct Cache<S> {
    inner: S,
    pool: Option<PoolId>,
    answers: FxHashMap<Box<[Term]>, Known>,
    /// Sets without a model by their largest term, which every superset has too.
    unsatisfiable: FxHashMap<Term, Vec<Box<[Term]>>>,
    models: VecDeque<Recent>,
    cone: Cone,
    statistics: Statistics,
}

#[derive(Clone, Debug)]
enum Known {
    Sat(Assignment),
    Unsat,
}

#[derive(Debug)]
struct Recent {
    model: Assignment,
    evaluator: Evaluator,
}

impl Recent {
    /// Newer terms first: they are what the last models were not asked about.
    fn satisfies(&mut self, pool: &Pool, assertions: &[Term]) -> bool {
        let Recent { model, evaluator } = self;
        assertions
            .iter()
            .rev()
            .all(|assertion| evaluator.is_true(pool, model, *assertion))
    }
}

impl<S> Cache<S> {
    #[must_use]
    pub fn new(inner: S) -> Cache<S> {
        Cache {
            inner,
            pool: None,
            answers: FxHashMap::default(),
            unsatisfiable: FxHashMap::default(),
            models: VecDeque::new(),
            cone: Cone::default(),
            statistics: Statistics::new("cache"),
        }
    }

    fn forget(&mut self) {
        self.answers.clear();
        self.unsatisfiable.clear();
        self.models.clear();
    }

    fn known(&mut self, pool: &Pool, set: &[Term]) -> Option<Answer> {
        match self.answers.get(set) {
            Some(Known::Unsat) => return Some(Answer::Unsat),
            Some(Known::Sat(model)) => return Some(Answer::Sat(model.clone())),
            None => {}
        }
        if self.contains_unsatisfiable(set) {
            return Some(Answer::Unsat);
        }
        self.recent(pool, set).map(Answer::Sat)
    }

    fn contains_unsatisfiable(&self, set: &[Term]) -> bool {
        let candidates = set.iter().filter_map(|term| self.unsatisfiable.get(term));
        candidates.flatten().any(|part| is_subset(part, set))
    }

    /// One of the last models, if it fits, cut down to the variables of the question.
    fn recent(&mut self, pool: &Pool, set: &[Term]) -> Option<Assignment> {
        let place = self
            .models
            .iter_mut()
            .position(|recent| recent.satisfies(pool, set))?;
        let found = self.models.remove(place)?;
        self.cone.walk(pool, set);
        let variables = self.cone.variables().iter();
        let values =
            variables.filter_map(|variable| Some((*variable, found.model.get(*variable)?.clone())));
        let model = values.collect();
        self.models.push_front(found);
        Some(model)
    }

    fn remember(&mut self, set: Vec<Term>, answer: &Answer) {
        let known = match answer {
            Answer::Unknown(_) => return,
            Answer::Unsat => Known::Unsat,
            Answer::Sat(model) => Known::Sat(model.clone()),
        };
        if self.answers.len() >= MOST_ANSWERS {
            self.forget();
        }
        let set = set.into_boxed_slice();
        match (&known, set.last()) {
            (Known::Unsat, Some(last)) => self
                .unsatisfiable
                .entry(*last)
                .or_default()
                .push(set.clone()),
            (Known::Sat(model), _) => self.remember_model(model.clone()),
            (Known::Unsat, None) => {}
        }
        self.answers.insert(set, known);
    }

    fn remember_model(&mut self, model: Assignment) {
        // The memory of the evaluator that goes is used again.
        let evaluator = match self.models.len() < RECENT_MODELS {
            true => Evaluator::new(),
            false => self
                .models
                .pop_back()
                .map_or_else(Evaluator::new, |oldest| oldest.evaluator),
        };
        let mut recent = Recent { model, evaluator };
        recent.evaluator.clear();
        self.models.push_front(recent);
    }
}

impl<S: Solver> Cache<S> {
    fn answer(
        &mut self,
        pool: &Pool,
        assertions: &[Term],
        limit: Limit<'_>,
    ) -> Result<Answer, SolverError> {
        if self.pool != Some(pool.id()) {
            self.forget();
            self.pool = Some(pool.id());
        }
        let set = conjuncts(pool, assertions);
        let known = match &set {
            Some(set) => self.known(pool, set),
            None => Some(Answer::Unsat),
        };
        if let Some(answer) = known {
            self.statistics.own += 1;
            return Ok(answer);
        }
        let answer = self.inner.check(pool, assertions, limit)?;
        self.remember(set.unwrap_or_default(), &answer);
        Ok(answer)
    }
}

impl<S: Solver> Solver for Cache<S> {
    fn check(
        &mut self,
        pool: &Pool,
        assertions: &[Term],
        limit: Limit<'_>,
    ) -> Result<Answer, SolverError> {
        let start = Moment::now();
        let answer = self.answer(pool, assertions, limit);
        self.statistics.record(start, &answer);
        answer
    }

    fn statistics(&self) -> Vec<Statistics> {
        statistics::before(self.statistics, self.inner.statistics())
    }
}

/// Both are sorted.
fn is_subset(part: &[Term], whole: &[Term]) -> bool {
    let mut rest = whole.iter();
    part.iter().all(|term| rest.any(|other| other == term))
}

#[cfg(test)]
mod tests {
    use super::*;
    use quell_term::Sort;

    #[test]
    fn subsets_of_sorted_sets() {
        let mut pool = Pool::new();
        let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| pool.var(name, Sort::Bool));
        assert!(is_subset(&[], &[a]) && is_subset(&[a, c], &[a, b, c]) && is_subset(&[d], &[a, d]));
        assert!(
            !is_subset(&[a, d], &[a, b, c]) && !is_subset(&[a], &[]) && !is_subset(&[a, b], &[b])
        );
    }
}
