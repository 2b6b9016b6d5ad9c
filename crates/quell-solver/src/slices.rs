//! A stage that takes questions apart into independent ones.

use quell_bitwuzla::Moment;
use quell_term::{Assignment, Pool, Term, TermMap};
use rustc_hash::FxHashMap;

use crate::conjuncts::conjuncts;
use crate::statistics::{self, Statistics};
use crate::{Answer, Limit, Solver, SolverError};

/// Splits a question into parts that share no variable, asks for each, and joins the models. One part without a model
/// is enough for the whole to have none.
#[derive(Debug)]
pub struct Slices<S> {
    inner: S,
    groups: Groups,
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
            groups: Groups::default(),
            statistics: Statistics::new("slices"),
        }
    }

    /// The parts, those with few assertions first.
    fn split(&mut self, pool: &Pool, conjuncts: &[Term]) -> Vec<Slice> {
        let variables = self.groups.form(pool, conjuncts);
        let mut slices: FxHashMap<usize, Slice> = FxHashMap::default();
        for (number, (conjunct, variables)) in conjuncts.iter().zip(variables).enumerate() {
            let slice = slices.entry(self.groups.leader(number)).or_default();
            slice.assertions.push(*conjunct);
            slice.variables.extend(variables);
        }
        let mut slices: Vec<Slice> = slices.into_values().collect();
        // The second key makes the order, and with it what is asked, the same in every run.
        slices.sort_by_key(|slice| (slice.assertions.len(), slice.assertions.first().copied()));
        slices
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

/// Sets of conjuncts that belong together, by their numbers.
#[derive(Debug, Default)]
struct Groups {
    parents: Vec<usize>,
    /// The conjunct that was first found to be made of a term.
    owners: TermMap<usize>,
    pending: Vec<Term>,
}

impl Groups {
    /// Brings those together that share a term that is no constant; the variables that each has and none before it. Every term is
    /// looked at once, however many conjuncts share it.
    fn form(&mut self, pool: &Pool, conjuncts: &[Term]) -> Vec<Vec<Term>> {
        self.owners.clear();
        self.parents = (0..conjuncts.len()).collect();
        let numbered = conjuncts.iter().enumerate();
        numbered
            .map(|(number, conjunct)| self.add(pool, number, *conjunct))
            .collect()
    }

    fn add(&mut self, pool: &Pool, number: usize, conjunct: Term) -> Vec<Term> {
        let mut variables = Vec::new();
        self.pending.push(conjunct);
        while let Some(term) = self.pending.pop() {
            if pool.is_const(term) {
                continue;
            }
            if let Some(owner) = self.owners.get(term) {
                self.join(owner, number);
                continue;
            }
            self.owners.insert(term, number);
            self.pending.extend_from_slice(pool.args(term));
            if pool.is_var(term) {
                variables.push(term);
            }
        }
        variables
    }

    /// The conjunct that stands for the set of this one.
    fn leader(&mut self, number: usize) -> usize {
        let mut current = number;
        while self.parents[current] != current {
            // Halving the way keeps later ones short.
            self.parents[current] = self.parents[self.parents[current]];
            current = self.parents[current];
        }
        current
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.leader(one), self.leader(other));
        self.parents[other] = one;
    }
}
