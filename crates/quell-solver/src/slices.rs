//! A stage that splits queries into independent ones.

use quell_bitwuzla::ThreadTime;
use quell_term::{Assignment, Pool, Term, TermMap};
use rustc_hash::FxHashMap;

use crate::conjuncts::conjuncts;
use crate::statistics::{self, Statistics};
use crate::{Answer, Limit, Solver, SolverError};

/// Splits a query into slices that share no variable, solves each, and combines the models. A query is unsatisfiable if
/// one of its slices is.
#[derive(Debug)]
pub struct Slices<S> {
    inner: S,
    groups: Groups,
    statistics: Statistics,
}

/// A part of a query that shares no variable with the rest.
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

    /// The slices, those with few assertions first.
    fn split(&mut self, pool: &Pool, conjuncts: &[Term]) -> Vec<Slice> {
        let variables = self.groups.form(pool, conjuncts);
        let mut slices: FxHashMap<usize, Slice> = FxHashMap::default();
        for (number, (conjunct, variables)) in conjuncts.iter().zip(variables).enumerate() {
            let slice = slices.entry(self.groups.leader(number)).or_default();
            slice.assertions.push(*conjunct);
            slice.variables.extend(variables);
        }
        let mut slices: Vec<Slice> = slices.into_values().collect();
        // The second key makes the order deterministic.
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
                Answer::Sat(part) => extend(&mut model, &part, &slice.variables),
            }
        }
        Ok(unknown.map_or(Answer::Sat(model), Answer::Unknown))
    }
}

/// Adds the values of the slice's variables to a model. The slice's model may have values for other variables too.
fn extend(model: &mut Assignment, part: &Assignment, variables: &[Term]) {
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
        let start = ThreadTime::now();
        let answer = self.answer(pool, assertions, limit);
        self.statistics.record(start, &answer);
        answer
    }

    fn statistics(&self) -> Vec<Statistics> {
        statistics::before(self.statistics, self.inner.statistics())
    }
}

/// Disjoint sets of conjuncts, which are identified by their positions: a union-find structure.
#[derive(Debug, Default)]
struct Groups {
    parents: Vec<usize>,
    /// The first conjunct in which a term was found.
    owners: TermMap<usize>,
    pending: Vec<Term>,
}

impl Groups {
    /// Joins the sets of conjuncts that share a non-constant term, and returns for each conjunct the variables that no
    /// earlier one has. Every term is visited once, however many conjuncts share it.
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

    /// The representative of the set of a conjunct.
    fn leader(&mut self, number: usize) -> usize {
        let mut current = number;
        while self.parents[current] != current {
            // Path halving.
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
