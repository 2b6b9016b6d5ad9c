//! Assertions as a set of conjuncts.

use quell_term::{Op, Pool, Term};
use rustc_hash::FxHashSet;

/// What assertions demand, taken apart at every `and`: sorted, each once, without those that are true. None if one of
/// them is false.
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
    Some(found)
}
