//! Assertions as a set of conjuncts.

use quell_term::{Op, Pool, Term};
use rustc_hash::FxHashSet;

/// What assertions demand, taken apart at every `and`: sorted, each once, without those that are true. None if one of
/// them is false, or denies another.
pub(crate) fn conjuncts(pool: &Pool, assertions: &[Term]) -> Option<Vec<Term>> {
    let mut found = Vec::with_capacity(assertions.len());
    let mut seen = FxHashSet::default();
    let mut pending = assertions.to_vec();
    while let Some(term) = pending.pop() {
        match pool.op(term) {
            // Conjunctions share their parts: each is taken apart once.
            Op::And if seen.insert(term) => pending.extend_from_slice(pool.args(term)),
            Op::And | Op::Bool(true) => {}
            Op::Bool(false) => return None,
            _ => found.push(term),
        }
    }
    found.sort_unstable();
    found.dedup();
    let denies = |term: &Term| match (pool.op(*term), pool.args(*term)) {
        (Op::Not, [denied]) => seen.contains(denied) || found.binary_search(denied).is_ok(),
        _ => false,
    };
    let contradicted = found.iter().any(denies);
    (!contradicted).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quell_term::Sort;

    #[test]
    fn what_denies_another_is_noticed() {
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
