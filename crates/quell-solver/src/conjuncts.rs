//! Assertions as a set of conjuncts.

use quell_term::{Op, Pool, Term};
use rustc_hash::FxHashSet;

/// The conjuncts of assertions, sorted, each once, without `true`. None if one of them is `false` or the negation of
/// another.
pub(crate) fn conjuncts(pool: &Pool, assertions: &[Term]) -> Option<Vec<Term>> {
    let mut found = Vec::with_capacity(assertions.len());
    let mut seen = FxHashSet::default();
    let mut pending = assertions.to_vec();
    while let Some(term) = pending.pop() {
        match pool.op(term) {
            // Conjunctions may share operands: each is visited once.
            Op::And if seen.insert(term) => pending.extend_from_slice(pool.args(term)),
            Op::And | Op::Bool(true) => {}
            Op::Bool(false) => return None,
            _ => found.push(term),
        }
    }
    found.sort_unstable();
    found.dedup();
    let negates_another = |term: &Term| match (pool.op(*term), pool.args(*term)) {
        (Op::Not, [negated]) => seen.contains(negated) || found.binary_search(negated).is_ok(),
        _ => false,
    };
    let is_contradictory = found.iter().any(negates_another);
    (!is_contradictory).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quell_term::Sort;

    #[test]
    fn contradictions_are_found() {
        let mut pool = Pool::new();
        let [p, q] = ["p", "q"].map(|name| pool.var(name, Sort::Bool));
        let both = pool.and(p, q);
        let not_both = pool.not(both);
        let not_q = pool.not(q);
        assert_eq!(conjuncts(&pool, &[both, not_both]), None);
        assert_eq!(conjuncts(&pool, &[both, not_q]), None);
        assert_eq!(conjuncts(&pool, &[p, not_both]), Some(vec![p, not_both]));
    }
}
