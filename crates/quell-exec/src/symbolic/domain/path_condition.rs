//! Path conditions: the condition under which a state is reached, as the list of decisions that led to it.

use quell_term::{Pool, Term};

use super::intervals::{Interval, implied_intervals};

/// Decisions from the first to the last. Forked states share a prefix.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PathCondition {
    /// Each decision, and the conjunction of all up to it.
    steps: Vec<(Term, Term)>,
    /// The intervals that decisions imply for terms, each with the number of the decision.
    intervals: Vec<(usize, Term, Interval)>,
}

impl PathCondition {
    /// The whole condition.
    pub fn condition(&self, pool: &mut Pool) -> Term {
        match self.steps.last() {
            Some((_, all)) => *all,
            None => pool.bool(true),
        }
    }

    /// Adds a decision; false if the condition is infeasible now without a query.
    pub fn push(&mut self, pool: &mut Pool, decision: Term) -> bool {
        if pool.as_bool(decision) == Some(true) {
            return true;
        }
        let all = self.condition(pool);
        let all = pool.and(all, decision);
        let number = self.steps.len();
        let implied_intervals = implied_intervals(pool, decision).into_iter();
        self.intervals
            .extend(implied_intervals.map(|(term, interval)| (number, term, interval)));
        self.steps.push((decision, all));
        pool.as_bool(all) != Some(false)
    }

    /// The path condition of two merged states, and the condition that distinguishes the first from the second where one of
    /// them is reached.
    pub fn merge(&self, pool: &mut Pool, other: &Self) -> (Self, Term) {
        let pairs = self.steps.iter().zip(&other.steps);
        let common = pairs.take_while(|(a, b)| a == b).count();
        let (first, second) = (self.rest(pool, common), other.rest(pool, common));
        let mut merged = Self {
            steps: self.steps[..common].to_vec(),
            intervals: self.intervals.clone(),
        };
        merged.intervals.retain(|known| known.0 < common);
        let either = pool.or(first, second);
        merged.push(pool, either);
        (merged, first)
    }

    /// The intervals that decisions imply for a term.
    pub fn known_intervals(&self, term: Term) -> impl Iterator<Item = Interval> {
        let known = self.intervals.iter().filter(move |known| known.1 == term);
        known.map(|known| known.2)
    }

    /// The decisions, from the first to the last.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Term> {
        self.steps.iter().map(|step| step.0)
    }

    /// The number of decisions.
    pub fn decisions(&self) -> usize {
        self.steps.len()
    }

    /// The conjunction of all decisions from number `from` on.
    pub fn rest(&self, pool: &mut Pool, from: usize) -> Term {
        let rest: Vec<_> = self.steps.iter().skip(from).map(|step| step.0).collect();
        pool.and_all(&rest)
    }
}
