//! Rules for arrays: reads of stored elements, and one order of stores.

use super::{Action, Rule};
use crate::op::Op;
use crate::pool::{Pool, Term};

pub(super) const SELECT: &[Rule] = &[
    Rule::new(
        "select-stored",
        Action::Two(select_stored),
        &[
            "(select (store a x y) x)",
            "(select (store a k y) l)",
            "(select (store (store a x y) (bvadd x k) z) x)",
        ],
    ),
    Rule::new(
        "select-constant",
        Action::Two(select_constant),
        &["(select ((as const (Array (_ BitVec {w}) (_ BitVec {w}))) y) x)"],
    ),
];

pub(super) const STORE: &[Rule] = &[
    Rule::new(
        "store-again",
        Action::Three(store_again),
        &["(store (store a x y) x z)"],
    ),
    Rule::new(
        "store-what-is-there",
        Action::Three(store_same),
        &["(store a x (select a x))"],
    ),
    Rule::new(
        "store-in-order",
        Action::Three(store_in_order),
        &["(store (store a k x) l y)"],
    ),
];

/// The array, index and element of a store.
fn store_parts(p: &Pool, term: Term) -> Option<(Term, Term, Term)> {
    match *p.args(term) {
        [array, index, element] if p.op(term) == Op::Store => Some((array, index, element)),
        _ => None,
    }
}

/// Skips stores at indices that are known to differ.
fn select_stored(p: &mut Pool, _: Op, array: Term, index: Term) -> Option<Term> {
    let mut below = array;
    while let Some((older, at, element)) = store_parts(p, below) {
        if at == index {
            return Some(element);
        }
        if !p.differ(at, index) {
            break;
        }
        below = older;
    }
    (below != array).then(|| p.select(below, index))
}

fn select_constant(p: &mut Pool, _: Op, array: Term, _: Term) -> Option<Term> {
    match (p.op(array), p.args(array)) {
        (Op::ConstArray(_), &[element]) => Some(element),
        _ => None,
    }
}

fn store_again(p: &mut Pool, _: Op, array: Term, index: Term, element: Term) -> Option<Term> {
    let (older, at, _) = store_parts(p, array)?;
    (at == index).then(|| p.store(older, index, element))
}

fn store_same(p: &mut Pool, _: Op, array: Term, index: Term, element: Term) -> Option<Term> {
    (p.pair(element, Op::Select) == Some((array, index))).then_some(array)
}

/// Stores at constant indices are ordered by index, so that their order in the program does not
/// matter.
fn store_in_order(p: &mut Pool, _: Op, array: Term, index: Term, element: Term) -> Option<Term> {
    let (older, at, other) = store_parts(p, array)?;
    if !p.as_bits(index)?.ult(p.as_bits(at)?) {
        return None;
    }
    let first = p.store(older, index, element);
    Some(p.store(first, at, other))
}
