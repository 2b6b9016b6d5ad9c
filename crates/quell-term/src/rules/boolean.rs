//! Rules for the connectives. `or` and `xor` are expressed with `and`, `=` and `not`.

use super::{Action, Rule};
use crate::op::Op;
use crate::pool::{Pool, Term};

pub(super) const NOT: &[Rule] = &[Rule::new(
    "not-not",
    Action::One(not_not),
    &["(not (not p))"],
)];

pub(super) const AND: &[Rule] = &[
    Rule::new(
        "and-constant",
        Action::Either(and_constant),
        &["(and p true)", "(and p false)"],
    ),
    Rule::new("and-self", Action::Two(and_self), &["(and p p)"]),
    Rule::new(
        "and-complement",
        Action::Two(and_complement),
        &["(and p (not p))"],
    ),
    Rule::new(
        "and-repeated",
        Action::Either(and_repeated),
        &["(and p (and p q))", "(and p (and q (not p)))"],
    ),
    Rule::new(
        "and-absorbs",
        Action::Either(and_absorbs),
        &[
            "(and p (not (and p q)))",
            "(and p (not (and (not p) q)))",
            "(and (not p) (not (and p q)))",
            "(and (and p q) (not (and r q)))",
            "(and (and p q) (not (and r (not p))))",
        ],
    ),
    Rule::new(
        "and-resolution",
        Action::Two(and_resolution),
        &["(and (not (and p q)) (not (and p (not q))))"],
    ),
    Rule::new(
        "and-equal-constant",
        Action::Either(and_equal_constant),
        &[
            "(and (= x k) (= x l))",
            "(and (= x k) (not (= x l)))",
            "(and (= x k) (bvult x l))",
            "(and (= x k) (not (bvslt x l)))",
        ],
    ),
    Rule::new(
        "and-bounds",
        Action::Either(and_bounds),
        &[
            "(and (bvult x k) (bvult x l))",
            "(and (bvslt x k) (bvslt x l))",
            "(and (not (bvult x k)) (bvult x l))",
            "(and (not (bvslt x k)) (bvslt x l))",
            "(and (not (bvult x k)) (not (bvult x l)))",
        ],
    ),
    Rule::new(
        "and-orders",
        Action::Either(and_orders),
        &[
            "(and (bvult x y) (bvult y x))",
            "(and (bvult x y) (= x y))",
            "(and (bvslt x y) (= y x))",
            "(and (not (bvslt x y)) (not (= y x)))",
            "(and (not (bvult x y)) (not (bvult y x)))",
        ],
    ),
];

pub(super) const OR: &[Rule] = &[Rule::new(
    "or-as-and",
    Action::Two(or_as_and),
    &["(or p q)"],
)];

pub(super) const XOR: &[Rule] = &[Rule::new(
    "xor-as-eq",
    Action::Two(xor_as_eq),
    &["(xor p q)"],
)];

fn not_not(p: &mut Pool, _: Op, a: Term) -> Option<Term> {
    p.under(a, Op::Not)
}

fn and_constant(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    p.as_bool(a).map(|value| if value { b } else { a })
}

fn and_self(_: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    (a == b).then_some(a)
}

fn and_complement(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    p.are_complements(a, b).then(|| p.bool(false))
}

/// A conjunct that also occurs in the other operand, or whose negation does.
fn and_repeated(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let (c, d) = p.pair(b, Op::And)?;
    if a == c || a == d {
        return Some(b);
    }
    (p.are_complements(a, c) || p.are_complements(a, d)).then(|| p.bool(false))
}

/// `a & !(a & b)` is `a & !b`, and `a & !(!a & b)` is `a`; also where `a` is a conjunct of the left
/// side.
fn and_absorbs(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let inner = p.under(b, Op::Not)?;
    let (c, d) = p.pair(inner, Op::And)?;
    let (x, y) = p.pair(a, Op::And).unwrap_or((a, a));
    let known = [a, x, y];
    let is_false = |part| known.iter().any(|&fact| p.are_complements(fact, part));
    if is_false(c) || is_false(d) {
        return Some(a);
    }
    let rest = known
        .iter()
        .find_map(|&fact| p.partner(inner, Op::And, fact))?;
    let not_rest = p.not(rest);
    Some(p.and(a, not_rest))
}

/// `!(a & b) & !(a & !b)` is `!a`.
fn and_resolution(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let (left, right) = (p.under(a, Op::Not)?, p.under(b, Op::Not)?);
    let (c, d) = p.pair(left, Op::And)?;
    let common = [(c, d), (d, c)].into_iter().find(|&(common, rest)| {
        p.partner(right, Op::And, common)
            .is_some_and(|other| p.are_complements(rest, other))
    })?;
    Some(p.not(common.0))
}

/// The equality of a term with a constant decides every other comparison of that term with a
/// constant.
fn and_equal_constant(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let (x, constant) = p.with_constant(a, Op::Eq)?;
    let (test, positive) = unsigned_literal(p, b);
    let op = p.op(test);
    if !matches!(op, Op::Eq | Op::Ult | Op::Slt) || test == a {
        return None;
    }
    let (y, limit) = p.with_constant(test, op)?;
    if x != y {
        return None;
    }
    let holds = p.make(op, &[constant, limit]);
    let holds = if positive { holds } else { p.not(holds) };
    Some(p.and(a, holds))
}

/// The term without its outermost negation, and whether it had none.
fn unsigned_literal(p: &Pool, term: Term) -> (Term, bool) {
    p.under(term, Op::Not)
        .map_or((term, true), |inner| (inner, false))
}

/// Two bounds of one term: the stronger one, or `false` if they contradict each other.
fn and_bounds(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let ((left, a_positive), (right, b_positive)) =
        (unsigned_literal(p, a), unsigned_literal(p, b));
    let op = p.op(left);
    if !matches!(op, Op::Ult | Op::Slt) || left == right {
        return None;
    }
    let ((x, k), (y, l)) = (p.with_constant(left, op)?, p.with_constant(right, op)?);
    if x != y {
        return None;
    }
    let (k, l) = (p.as_bits(k)?, p.as_bits(l)?);
    let at_most = if op == Op::Ult { k.ule(l) } else { k.sle(l) };
    match (a_positive, b_positive) {
        (true, true) => Some(if at_most { a } else { b }),
        (false, false) => Some(if at_most { b } else { a }),
        // At least `k` and below `l`: contradictory unless `k` is less than `l`.
        (false, true) if !at_most || k == l => Some(p.bool(false)),
        _ => None,
    }
}

/// Comparisons of the same two terms that exclude or imply each other.
fn and_orders(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let ((left, a_positive), (right, b_positive)) =
        (unsigned_literal(p, a), unsigned_literal(p, b));
    let op = p.op(left);
    if !matches!(op, Op::Ult | Op::Slt) {
        return None;
    }
    let (x, y) = p.pair(left, op)?;
    let reversed = p.pair(right, op) == Some((y, x));
    let equal = p.partner(right, Op::Eq, x) == Some(y) && p.is_vector(x);
    match (a_positive, b_positive) {
        (true, true) if reversed || equal => Some(p.bool(false)),
        (true, false) if reversed || equal => Some(a),
        (false, false) if reversed => Some(p.eq(x, y)),
        // Not less and not equal: greater.
        (false, false) if equal => Some(p.make(op, &[y, x])),
        _ => None,
    }
}

/// Whether two comparisons of the same terms never hold at once.
pub(super) fn exclude_each_other(p: &mut Pool, a: Term, b: Term) -> bool {
    let rules = [and_equal_constant, and_bounds, and_orders];
    let pairs = [(a, b), (b, a)];
    let mut both = pairs
        .into_iter()
        .flat_map(|pair| rules.map(|rule| (rule, pair)));
    both.any(|(rule, (a, b))| {
        rule(p, Op::And, a, b).is_some_and(|both| p.as_bool(both) == Some(false))
    })
}

fn or_as_and(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let (not_a, not_b) = (p.not(a), p.not(b));
    let neither = p.and(not_a, not_b);
    Some(p.not(neither))
}

fn xor_as_eq(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let same = p.eq(a, b);
    Some(p.not(same))
}
