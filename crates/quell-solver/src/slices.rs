//! A stage that takes questions apart into independent ones.

use quell_bitwuzla::Moment;
use quell_term::{Assignment, Pool, PoolId, Term};
use rustc_hash::FxHashMap;

use crate::cone::Cone;
use crate::conjuncts::conjuncts;
use crate::statistics::{self, Statistics};
use crate::{Answer, Limit, Solver, SolverError};

/// Splits a question into parts that share no variable, asks for each, and joins the models. One part without a model
/// is enough for the whole to have none.
#[derive(Debug)]
pub struct Slices<S> {
    inner: S,
    cone: Cone,
    pool: Option<PoolId>,
    /// The variables of a conjunct, for those that have been asked for.
    variables: FxHashMap<Term, Box<[Term]>>,
    statistics: Statistics,
}

/// A part of a question.
#[derive(Debug, Default)]
struct Slice {
    assertions: Vec<Term>,
    variables: Vec<Term>,
}

impl<S> Slices<S> {
    #[must_use]
    pub fn new(inner: S) -> Slices<S> {
        Slices {
            inner,
            cone: Cone::default(),
            pool: None,
            variables: FxHashMap::default(),
            statistics: Statistics::new("slices"),
        }
    }

    /// The parts, those with few assertions first.
    fn split(&mut self, pool: &Pool, conjuncts: &[Term]) -> Vec<Slice> {
        if self.pool != Some(pool.id()) {
            self.pool = Some(pool.id());
            self.variables.clear();
        }
        let mut groups = Groups::default();
        for conjunct in conjuncts {
            groups.join(self.variables_of(pool, *conjunct));
        }
        let mut slices: FxHashMap<Option<Term>, Slice> = FxHashMap::default();
        for conjunct in conjuncts {
            let variables = self.variables_of(pool, *conjunct);
            let leader = variables.first().map(|variable| groups.leader(*variable));
            let slice = slices.entry(leader).or_default();
            slice.assertions.push(*conjunct);
            slice.variables.extend_from_slice(variables);
        }
        let mut slices: Vec<Slice> = slices.into_values().collect();
        // The second key makes the order, and with it what is asked, the same in every run.
        slices.sort_by_key(|slice| (slice.assertions.len(), slice.assertions.first().copied()));
        slices
    }

    fn variables_of(&mut self, pool: &Pool, conjunct: Term) -> &[Term] {
        let cone = &mut self.cone;
        self.variables.entry(conjunct).or_insert_with(|| {
            cone.walk(pool, &[conjunct]);
            cone.variables().into()
        })
    }
}

impl<S: Solver> Slices<S> {
    fn answer(
        &mut self,
        pool: &Pool,
        assertions: &[Term],
        limit: Limit<'_>,
    ) -> Result<Answer, SolverError> {
        let Some(conjuncts) = conjuncts(pool, assertions) else {
            self.statistics.own += 1;
            return Ok(Answer::Unsat);
        };
        let mut model = Assignment::new();
        let mut unknown = None;
        for slice in self.split(pool, &conjuncts) {
            match self.inner.check(pool, &slice.assertions, limit)? {
                Answer::Unsat => return Ok(Answer::Unsat),
                Answer::Unknown(reason) => unknown = unknown.or(Some(reason)),
                Answer::Sat(part) => take(&mut model, &part, &slice.variables),
            }
        }
        Ok(unknown.map_or(Answer::Sat(model), Answer::Unknown))
    }
}

/// Only the slice's own variables: a model may say more than it was asked, about variables of other slices too.
fn take(model: &mut Assignment, part: &Assignment, variables: &[Term]) {
    for variable in variables {
        if let Some(value) = part.get(*variable) {
            model.set(*variable, value.clone());
        }
    }
}

impl<S: Solver> Solver for Slices<S> {
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

/// Sets of variables that belong together.
#[derive(Debug, Default)]
struct Groups {
    parents: FxHashMap<Term, Term>,
}

impl Groups {
    /// The variable that stands for the set of this one.
    fn leader(&mut self, variable: Term) -> Term {
        let mut current = variable;
        while let Some(&parent) = self.parents.get(&current) {
            // Halving the way keeps later ones short.
            let next = self.parents.get(&parent).copied().unwrap_or(parent);
            self.parents.insert(current, next);
            current = next;
        }
        current
    }

    fn join(&mut self, variables: &[Term]) {
        let Some((&first, rest)) = variables.split_first() else {
            return;
        };
        for variable in rest {
            let (a, b) = (self.leader(first), self.leader(*variable));
            if a != b {
                self.parents.insert(a, b);
            }
        }
    }
}
