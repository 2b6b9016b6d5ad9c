//! A stage that reuses answers.

use std::collections::VecDeque;

use quell_bitwuzla::ThreadTime;
use quell_term::{Assignment, Evaluator, Pool, PoolId, Term};
use rustc_hash::FxHashMap;

use crate::cone::Cone;
use crate::conjuncts::conjuncts;
use crate::statistics::{self, Statistics};
use crate::{Answer, Limit, Solver, SolverError};

/// How many models are kept to be tried on new queries. Each keeps the values of the terms it was tried on.
const RECENT_MODELS: usize = 8;

/// The cache is cleared when it has this many answers.
const MAX_ANSWERS: usize = 1 << 16;

/// Keeps answers by the set of assertions. A query is unsatisfiable if a subset of its assertions is, and satisfiable if
/// one of the last models satisfies it, which is evaluated.
#[derive(Debug)]
pub struct Cache<S> {
    inner: S,
    pool: Option<PoolId>,
    answers: FxHashMap<Box<[Term]>, CachedAnswer>,
    /// Unsatisfiable sets by their largest term, which every superset contains too.
    unsatisfiable: FxHashMap<Term, Vec<Box<[Term]>>>,
    models: VecDeque<RecentModel>,
    cone: Cone,
    statistics: Statistics,
}

#[derive(Clone, Debug)]
enum CachedAnswer {
    Sat(Assignment),
    Unsat,
}

#[derive(Debug)]
struct RecentModel {
    model: Assignment,
    evaluator: Evaluator,
}

impl RecentModel {
    /// Evaluates newer terms first: earlier queries, which the model may satisfy, do not contain them.
    fn satisfies(&mut self, pool: &Pool, assertions: &[Term]) -> bool {
        let RecentModel { model, evaluator } = self;
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

    fn clear(&mut self) {
        self.answers.clear();
        self.unsatisfiable.clear();
        self.models.clear();
    }

    fn known(&mut self, pool: &Pool, set: &[Term]) -> Option<Answer> {
        match self.answers.get(set) {
            Some(CachedAnswer::Unsat) => return Some(Answer::Unsat),
            Some(CachedAnswer::Sat(model)) => return Some(Answer::Sat(model.clone())),
            None => {}
        }
        if self.contains_unsatisfiable(set) {
            return Some(Answer::Unsat);
        }
        self.recent_model(pool, set).map(Answer::Sat)
    }

    fn contains_unsatisfiable(&self, set: &[Term]) -> bool {
        let candidates = set.iter().filter_map(|term| self.unsatisfiable.get(term));
        candidates.flatten().any(|part| is_subset(part, set))
    }

    /// One of the last models that satisfies the query, restricted to its variables.
    fn recent_model(&mut self, pool: &Pool, set: &[Term]) -> Option<Assignment> {
        let position = self
            .models
            .iter_mut()
            .position(|recent| recent.satisfies(pool, set))?;
        let found = self.models.remove(position)?;
        self.cone.walk(pool, set);
        let variables = self.cone.variables().iter();
        let values =
            variables.filter_map(|variable| Some((*variable, found.model.get(*variable)?.clone())));
        let model = values.collect();
        self.models.push_front(found);
        Some(model)
    }

    fn remember(&mut self, set: Vec<Term>, answer: &Answer) {
        let cached = match answer {
            Answer::Unknown(_) => return,
            Answer::Unsat => CachedAnswer::Unsat,
            Answer::Sat(model) => CachedAnswer::Sat(model.clone()),
        };
        if self.answers.len() >= MAX_ANSWERS {
            self.clear();
        }
        let set = set.into_boxed_slice();
        match (&cached, set.last()) {
            (CachedAnswer::Unsat, Some(last)) => self
                .unsatisfiable
                .entry(*last)
                .or_default()
                .push(set.clone()),
            (CachedAnswer::Sat(model), _) => self.remember_model(model.clone()),
            (CachedAnswer::Unsat, None) => {}
        }
        self.answers.insert(set, cached);
    }

    fn remember_model(&mut self, model: Assignment) {
        // Reuses the memory of the evaluator of the model that is dropped.
        let evaluator = if self.models.len() < RECENT_MODELS {
            Evaluator::new()
        } else {
            self.models
                .pop_back()
                .map_or_else(Evaluator::new, |oldest| oldest.evaluator)
        };
        let mut recent = RecentModel { model, evaluator };
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
            self.clear();
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
        let start = ThreadTime::now();
        let answer = self.answer(pool, assertions, limit);
        self.statistics.record(start, &answer);
        answer
    }

    fn statistics(&self) -> Vec<Statistics> {
        statistics::before(self.statistics, self.inner.statistics())
    }
}

/// Whether a sorted set is a subset of another one.
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
