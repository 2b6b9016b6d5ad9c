//! Traversals of terms: substitution, conjuncts, variables, size.

use crate::map::TermMap;
use crate::op::Op;
use crate::pool::{MAX_ARITY, Pool, Term};
use quell_bits::Bits;
use rustc_hash::{FxHashMap, FxHashSet};

/// Simultaneous substitution of terms by others. Replacements are not substituted again.
pub fn substitute(pool: &mut Pool, map: &FxHashMap<Term, Term>, root: Term) -> Term {
    Substitution::new(map.clone()).apply(pool, root)
}

/// A substitution of terms by others that caches its results, for many roots.
#[derive(Clone, Debug, Default)]
pub struct Substitution {
    done: FxHashMap<Term, Term>,
}

impl Substitution {
    /// The substitution of the keys by the values.
    #[must_use]
    pub fn new(map: FxHashMap<Term, Term>) -> Substitution {
        Substitution { done: map }
    }

    /// The term after the substitution.
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

    /// The term made of the substituted operands.
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

/// The conjuncts of terms, each once and in order, without `true`; none if there are more than `max`.
pub(crate) fn conjuncts(pool: &Pool, terms: &[Term], max: usize) -> Option<Vec<Term>> {
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
        if found.len() > max {
            return None;
        }
    }
    Some(found)
}

/// A node of a tree of choices between constants, in postorder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Case {
    /// A leaf.
    Constant(Bits),
    /// A choice by this condition between the two preceding subtrees.
    Choice(Term),
}

/// The nodes of a term that is a tree of choices between at most 255 constants, in postorder; none for
/// other terms. A read at such an offset needs to consider only these constants.
#[must_use]
pub fn cases(pool: &Pool, term: Term) -> Option<Vec<Case>> {
    if pool.leaves(term) == 0 {
        return None;
    }
    let mut cases = Vec::new();
    // The preorder is reversed below.
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

/// The variables that occur in terms, in the order of their creation.
#[must_use]
pub fn variables(pool: &Pool, roots: &[Term]) -> Vec<Term> {
    let mut found: Vec<Term> = reachable(pool, roots)
        .into_iter()
        .filter(|&term| pool.is_var(term))
        .collect();
    found.sort_unstable();
    found
}

/// Whether terms have more than `limit` distinct subterms, themselves included.
#[must_use]
pub fn are_made_of_more(pool: &Pool, roots: &[Term], limit: usize) -> bool {
    has_more(pool, roots, limit, |_| true)
}

/// Whether terms have more than `limit` distinct products among their subterms (see [`is_product`]).
#[must_use]
pub fn have_more_products(pool: &Pool, roots: &[Term], limit: usize) -> bool {
    has_more(pool, roots, limit, |term| is_product(pool, term))
}

/// Whether a term multiplies or divides two bit vectors that are not constants, which solvers are slow
/// at.
#[must_use]
pub fn is_product(pool: &Pool, term: Term) -> bool {
    let multiplies = matches!(
        pool.op(term),
        Op::Mul | Op::UDiv | Op::URem | Op::SDiv | Op::SRem
    );
    multiplies && !pool.args(term).iter().any(|arg| pool.is_const(*arg))
}

/// Whether more than `limit` distinct subterms are counted.
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

/// All distinct subterms, the terms themselves included, operands before the terms made of them.
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
    // A term has a greater index than its operands.
    terms.sort_unstable();
    terms
}
