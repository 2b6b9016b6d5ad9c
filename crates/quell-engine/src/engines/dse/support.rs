//! The variables of conditions. Conditions that share none are independent of each other: where the input of an earlier run
//! satisfies one of them, a query about the other leaves it out.

use quell_term::{Pool, Term, TermMap};
use rustc_hash::FxHashMap;

/// A set of variables, by their numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VariableSet(Vec<u64>);

impl VariableSet {
    fn insert(&mut self, number: usize) {
        let place = number / 64;
        if place >= self.0.len() {
            self.0.resize(place + 1, 0);
        }
        self.0[place] |= 1 << (number % 64);
    }

    fn contains(&self, number: usize) -> bool {
        let word = self.0.get(number / 64).copied().unwrap_or(0);
        word >> (number % 64) & 1 == 1
    }

    pub fn meets(&self, other: &Self) -> bool {
        let mut words = self.0.iter().zip(&other.0);
        words.any(|(a, b)| a & b != 0)
    }

    pub fn extend(&mut self, other: &Self) {
        if other.0.len() > self.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (own, other) in self.0.iter_mut().zip(&other.0) {
            *own |= other;
        }
    }
}

/// The variables of each condition that was asked about so far.
#[derive(Debug, Default)]
pub struct Support {
    variables: Vec<Term>,
    numbers: FxHashMap<Term, usize>,
    known: FxHashMap<Term, VariableSet>,
    seen: TermMap<()>,
    pending: Vec<Term>,
}

impl Support {
    /// The variables of a condition.
    pub fn of(&mut self, pool: &Pool, condition: Term) -> &VariableSet {
        if !self.known.contains_key(&condition) {
            let set = self.compute(pool, condition);
            self.known.insert(condition, set);
        }
        &self.known[&condition]
    }

    fn compute(&mut self, pool: &Pool, condition: Term) -> VariableSet {
        let mut set = VariableSet::default();
        self.seen.clear();
        self.pending.push(condition);
        while let Some(term) = self.pending.pop() {
            if !self.seen.insert(term, ()) {
                continue;
            }
            if pool.is_var(term) {
                let next = self.variables.len();
                let number = *self.numbers.entry(term).or_insert(next);
                if number == next {
                    self.variables.push(term);
                }
                set.insert(number);
            }
            self.pending.extend_from_slice(pool.args(term));
        }
        set
    }

    /// The variables of a set.
    pub fn variables<'s>(&'s self, set: &'s VariableSet) -> impl Iterator<Item = Term> + 's {
        let numbered = self.variables.iter().enumerate();
        let own = numbered.filter(|(number, _)| set.contains(*number));
        own.map(|(_, variable)| *variable)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quell_term::Sort;

    #[test]
    fn conditions_without_common_variables_are_independent() {
        let mut pool = Pool::new();
        let [a, b, c] = ["a", "b", "c"].map(|name| pool.var(name, Sort::Bv(8)));
        let (ab, bc) = (pool.ult(a, b), pool.eq(b, c));
        let (zero, twice) = (pool.number(8, 0), pool.add(c, c));
        let only_c = pool.eq(twice, zero);
        let mut support = Support::default();
        let of_ab = support.of(&pool, ab).clone();
        let of_c = support.of(&pool, only_c).clone();
        assert!(!of_ab.meets(&of_c));
        let mut all = support.of(&pool, bc).clone();
        assert!(all.meets(&of_ab) && all.meets(&of_c));
        all.extend(&of_ab);
        let mut variables: Vec<Term> = support.variables(&all).collect();
        variables.sort_unstable();
        assert_eq!(variables, [a, b, c]);
    }
}
