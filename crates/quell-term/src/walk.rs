//! Walks over terms: substitution, free variables, size.

use crate::map::TermMap;
use crate::op::Op;
use crate::pool::{MAX_ARITY, Pool, Term};
use quell_bits::Bits;
use rustc_hash::{FxHashMap, FxHashSet};

/// The term with terms replaced by others, all at once. What is put in is not looked into again.
pub fn substitute(pool: &mut Pool, map: &FxHashMap<Term, Term>, root: Term) -> Term {
    Substitution::new(map.clone()).apply(pool, root)
}

/// A replacement of terms by others that remembers what it has done, for many roots.
#[derive(Clone, Debug, Default)]
pub struct Substitution {
    done: FxHashMap<Term, Term>,
}

impl Substitution {
    /// Replaces the keys by the values.
    #[must_use]
    pub fn new(map: FxHashMap<Term, Term>) -> Substitution {
        Substitution { done: map }
    }

    /// The term with everything replaced.
    pub fn apply(&mut self, pool: &mut Pool, root: Term) -> Term {
        let mut pending = vec![root];
        while let Some(&term) = pending.last() {
            if self.done.contains_key(&term) {
                pending.pop();
                continue;
            }
            let before = pending.len();
            let missing = |arg: &&Term| !self.done.contains_key(arg);
            pending.extend(pool.args(term).iter().filter(missing));
            if pending.len() == before {
                pending.pop();
                let result = self.rebuilt(pool, term);
                self.done.insert(term, result);
            }
        }
        self.done[&root]
    }

    /// The term made of what its operands have become.
    fn rebuilt(&self, pool: &mut Pool, term: Term) -> Term {
        let mut args = [term; MAX_ARITY];
        let count = pool.args(term).len();
        let mut changed = false;
        for (slot, arg) in args.iter_mut().zip(pool.args(term)) {
            *slot = self.done[arg];
            changed |= *slot != *arg;
        }
        if changed {
            pool.make(pool.op(term), &args[..count])
        } else {
            term
        }
    }
}

/// What conjunctions are made of, each part once and in the order in which they stand, without those that are true; nothing
/// if there are more than so many parts.
pub(crate) fn conjuncts(pool: &Pool, terms: &[Term], most: usize) -> Option<Vec<Term>> {
    let (mut found, mut seen) = (Vec::new(), FxHashSet::default());
    let mut pending: Vec<Term> = terms.iter().rev().copied().collect();
    while let Some(term) = pending.pop() {
        if !seen.insert(term) {
            continue;
        }
        match (pool.op(term), pool.args(term)) {
            (Op::And, &[a, b]) => pending.extend([b, a]),
            (Op::Bool(true), _) => {}
            _ => found.push(term),
        }
        if found.len() > most {
            return None;
        }
    }
    Some(found)
}

/// A part of a term that is a choice between constants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Case {
    /// A constant.
    Constant(Bits),
    /// Of the two parts before: the first if the condition holds, else the second.
    Choice(Term),
}

/// The parts of a term that is chosen from at most 255 constants by conditions, each after what it is
/// made of: so a table is read at each of the constants instead of everywhere. Nothing for other terms.
#[must_use]
pub fn cases(pool: &Pool, term: Term) -> Option<Vec<Case>> {
    if pool.leaves(term) == 0 {
        return None;
    }
    let mut cases = Vec::new();
    // Read backwards, a choice comes before its parts.
    let mut pending = vec![term];
    while let Some(part) = pending.pop() {
        match *pool.args(part) {
            [condition, then, otherwise] => {
                cases.push(Case::Choice(condition));
                pending.extend([then, otherwise]);
            }
            _ => cases.push(Case::Constant(pool.as_bits(part)?.clone())),
        }
    }
    cases.reverse();
    Some(cases)
}

/// The variables that terms depend on, in the order of their making.
#[must_use]
pub fn variables(pool: &Pool, roots: &[Term]) -> Vec<Term> {
    let mut found: Vec<Term> = reachable(pool, roots)
        .into_iter()
        .filter(|&term| pool.is_var(term))
        .collect();
    found.sort_unstable();
    found
}

/// Whether terms are made of more than so many.
#[must_use]
pub fn are_made_of_more(pool: &Pool, roots: &[Term], limit: usize) -> bool {
    has_more(pool, roots, limit, |_| true)
}

/// Whether terms are made of more products than so many.
#[must_use]
pub fn have_more_products(pool: &Pool, roots: &[Term], limit: usize) -> bool {
    has_more(pool, roots, limit, |term| is_product(pool, term))
}

/// Whether a term multiplies or divides bit vectors neither of which is a constant: solvers need long for such.
#[must_use]
pub fn is_product(pool: &Pool, term: Term) -> bool {
    let multiplies = matches!(
        pool.op(term),
        Op::Mul | Op::UDiv | Op::URem | Op::SDiv | Op::SRem
    );
    multiplies && !pool.args(term).iter().any(|arg| pool.is_const(*arg))
}

/// Whether more of the terms that terms are made of are of some kind than so many.
fn has_more(pool: &Pool, roots: &[Term], limit: usize, is_counted: impl Fn(Term) -> bool) -> bool {
    let mut seen = TermMap::default();
    let mut pending = roots.to_vec();
    let mut count = 0;
    while let Some(term) = pending.pop() {
        if seen.insert(term, ()) {
            count += usize::from(is_counted(term));
            pending.extend_from_slice(pool.args(term));
        }
        if count > limit {
            return true;
        }
    }
    false
}

/// All terms that terms are made of, themselves included, operands before what is made of them.
#[must_use]
pub fn reachable(pool: &Pool, roots: &[Term]) -> Vec<Term> {
    let mut seen = FxHashSet::default();
    let mut pending = roots.to_vec();
    while let Some(term) = pending.pop() {
        if seen.insert(term) {
            pending.extend_from_slice(pool.args(term));
        }
    }
    let mut terms: Vec<Term> = seen.into_iter().collect();
    // A term is made after its operands.
    terms.sort_unstable();
    terms
}
