//! Rules for `=`.

use super::{Action, Rule, boolean, float};
use crate::op::Op;
use crate::pool::{Pool, Term};
use crate::sort::Sort;
use crate::walk::conjuncts;
use quell_bits::Bits;

pub(super) const EQ: &[Rule] = &[
    Rule::new(
        "eq-self",
        Action::Two(eq_self),
        &["(= x x)", "(= p p)", "(= f f)"],
    ),
    Rule::new(
        "eq-bool",
        Action::Either(eq_bool),
        &[
            "(= p true)",
            "(= p false)",
            "(= p (not p))",
            "(= p (not q))",
        ],
    ),
    Rule::new(
        "eq-common-conjuncts",
        Action::Two(eq_common_conjuncts),
        &[
            "(= (and p q) (and p r))",
            "(= (and p q) p)",
            "(= (and q (and p r)) (and r (not p)))",
        ],
    ),
    Rule::new(
        "eq-implied",
        Action::Either(eq_implied),
        &[
            "(= (bvult x k) (bvult x l))",
            "(= (bvslt x l) (bvslt x k))",
            "(= (not (bvult x y)) (= x y))",
            "(= (bvslt x y) (not (= y x)))",
        ],
    ),
    Rule::new(
        "eq-differ",
        Action::Two(eq_differ),
        &[
            "(= (bvadd x k) x)",
            "(= (bvadd x k) (bvadd x l))",
            "(= k l)",
        ],
    ),
    Rule::new(
        "eq-one-bit",
        Action::Two(eq_one_bit),
        &["(= ((_ extract 0 0) x) #b0)"],
    ),
    Rule::new(
        "eq-sign",
        Action::Two(eq_sign),
        &["(= ((_ extract {w-1} {w-1}) x) #b1)"],
    ),
    Rule::new(
        "eq-out-of-range",
        Action::Two(eq_out_of_range),
        &[
            "(= ((_ zero_extend 2) x) {w+2:-1})",
            "(= (bvand x k) l)",
            "(= ((_ sign_extend 2) x) {w+2:max})",
        ],
    ),
    Rule::new(
        "eq-ite-constant",
        Action::Two(eq_ite_constant),
        &[
            "(= (ite p k x) l)",
            "(= (ite p x k) l)",
            "(= (ite p k l) m)",
        ],
    ),
    Rule::new(
        "eq-zero-without-sign",
        Action::Two(eq_zero_without_sign),
        &[
            "(= (ite p (bvneg x) x) {w:0})",
            "(= (bvneg (ite p x (bvneg x))) {w:0})",
        ],
    ),
    Rule::new(
        "eq-ite-branch",
        Action::Either(eq_ite_branch),
        &["(= x (ite p x y))", "(= x (ite p y x))"],
    ),
    Rule::new(
        "eq-ite-ite",
        Action::Two(eq_ite_ite),
        &[
            "(= (ite p x y) (ite p x z))",
            "(= (ite p x y) (ite p z y))",
            "(= (ite p k l) (ite q k l))",
            "(= (ite p x y) (ite q x y))",
            "(= (ite p x y) (ite q y x))",
            "(= (ite (and p q) x y) (ite (and p r) z y))",
        ],
    ),
    Rule::new(
        "eq-add-constant",
        Action::Two(eq_add_constant),
        &[
            "(= (bvadd x k) l)",
            "(= (bvxor x k) l)",
            "(= (bvnot x) l)",
            "(= (bvneg x) l)",
        ],
    ),
    Rule::new(
        "eq-same-operand",
        Action::Two(eq_same_operand),
        &[
            "(= (bvadd x y) (bvadd x z))",
            "(= (bvadd x k) (bvadd y k))",
            "(= (bvxor x y) (bvxor z x))",
            "(= (bvnot x) (bvnot y))",
            "(= (bvneg x) (bvneg y))",
        ],
    ),
    Rule::new(
        "eq-add-itself",
        Action::Either(eq_add_itself),
        &[
            "(= x (bvadd x y))",
            "(= x (bvadd y x))",
            "(= x (bvxor y x))",
        ],
    ),
    Rule::new(
        "eq-difference",
        Action::Two(eq_difference),
        &[
            "(= (bvadd x (bvneg y)) k)",
            "(= (bvadd (bvneg y) x) k)",
            "(= (bvxor x y) {w:0})",
        ],
    ),
    Rule::new(
        "eq-one-constant",
        Action::Either(eq_one_constant),
        &["(= (bvadd x k) (bvadd y l))", "(= (bvadd y k) x)"],
    ),
    Rule::new(
        "eq-mul-odd",
        Action::Two(eq_mul_odd),
        &["(= (bvmul x k) l)", "(= (bvmul x k) (bvmul y k))"],
    ),
    Rule::new(
        "eq-pieces",
        Action::Two(eq_pieces),
        &[
            "(= (concat x y) (concat z k))",
            "(= (concat x y) {2w:3})",
            "(= (concat x y) ((_ zero_extend {w}) z))",
        ],
    ),
    Rule::new(
        "eq-extended",
        Action::Two(eq_extended),
        &[
            "(= ((_ zero_extend 2) x) ((_ zero_extend 2) y))",
            "(= ((_ sign_extend 2) x) ((_ sign_extend 2) y))",
            "(= ((_ zero_extend 2) x) {w+2:1})",
            "(= ((_ sign_extend 2) x) {w+2:-1})",
        ],
    ),
    Rule::new(
        "eq-to-bits",
        Action::Two(eq_to_bits),
        &[
            "(= (to_bits f) (to_bits g))",
            "(= (to_bits f) #x7e00)",
            "(= (to_bits f) #x7e01)",
            "(= (to_bits f) #x3c00)",
        ],
    ),
    Rule::new(
        "eq-from-bits",
        Action::Two(eq_from_bits),
        &[
            "(= ((_ to_fp {format}) h) ((_ to_fp {format}) i))",
            "(= ((_ to_fp {format}) h) {float:1})",
        ],
    ),
    Rule::new(
        "eq-store",
        Action::Two(eq_store),
        &["(= (store a x y) (store a x z))"],
    ),
];

fn eq_self(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    (a == b).then(|| p.bool(true))
}

fn eq_bool(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    if p.sort(a) != Sort::Bool {
        return None;
    }
    if let Some(value) = p.as_bool(a) {
        return Some(if value { b } else { p.not(b) });
    }
    let inner = p.under(a, Op::Not)?;
    let same = p.eq(inner, b);
    Some(p.not(same))
}

/// Common conjuncts of two conjunctions become a premise. The path conditions of a mutant and of the
/// original share all conjuncts but one.
fn eq_common_conjuncts(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let (common, left, right) = without_common(p, a, b)?;
    let rest = p.eq(left, right);
    Some(p.implies(common, rest))
}

/// Conjunctions with more conjuncts are not compared.
const MAX_CONJUNCTS: usize = 32;

/// The common conjuncts of two conjunctions, and the rest of each.
fn without_common(p: &mut Pool, a: Term, b: Term) -> Option<(Term, Term, Term)> {
    if p.op(a) != Op::And && p.op(b) != Op::And {
        return None;
    }
    let left = conjuncts(p, &[a], MAX_CONJUNCTS)?;
    let right = conjuncts(p, &[b], MAX_CONJUNCTS)?;
    let split = |of: &[Term], other: &[Term]| -> (Vec<Term>, Vec<Term>) {
        of.iter().partition(|term| other.contains(term))
    };
    let ((common, left), (_, right)) = (split(&left, &right), split(&right, &left));
    if common.is_empty() {
        return None;
    }
    let (left, right) = (p.and_all(&left), p.and_all(&right));
    Some((p.and_all(&common), left, right))
}

/// If the comparison `a` implies `b`, both are equal unless only `b` holds.
fn eq_implied(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    if !is_comparison(p, a) || !is_comparison(p, b) {
        return None;
    }
    let (not_a, not_b) = (p.negation(a), p.negation(b));
    if !boolean::exclude_each_other(p, a, not_b) {
        return None;
    }
    let only_b = p.and(not_a, b);
    Some(p.not(only_b))
}

fn is_comparison(p: &Pool, term: Term) -> bool {
    let inner = p.under(term, Op::Not).unwrap_or(term);
    match p.op(inner) {
        Op::Ult | Op::Slt => true,
        Op::Eq => p.is_vector(p.args(inner)[0]),
        _ => false,
    }
}

fn eq_differ(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    (p.is_vector(a) && p.differ(a, b)).then(|| p.bool(false))
}

/// A single bit is compared with 1 only.
fn eq_one_bit(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    if p.sort(a) != Sort::Bv(1) || !p.is_zero(b) {
        return None;
    }
    let one = p.number(1, 1);
    let set = p.eq(a, one);
    Some(p.not(set))
}

/// A test of the sign bit is a comparison with 0.
fn eq_sign(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let Op::Extract { high, low } = p.op(a) else {
        return None;
    };
    let whole = p.args(a)[0];
    if high != low || high + 1 != p.width(whole) || high == 0 || !p.is_one(b) {
        return None;
    }
    let zero = p.zero_of(whole);
    Some(p.slt(whole, zero))
}

/// A constant that the other side cannot equal.
fn eq_out_of_range(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let bits = p.as_bits(b)?;
    let beyond = p.unsigned_bits(b) > p.unsigned_bits(a) || p.signed_bits(b) > p.signed_bits(a);
    let masked = p
        .with_constant(a, Op::BvAnd)
        .and_then(|(_, mask)| p.as_bits(mask))
        .is_some_and(|mask| !bits.and(&mask.not()).is_zero());
    (beyond || masked).then(|| p.bool(false))
}

fn eq_ite_constant(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let (c, x, y) = p.choice(a)?;
    if !p.is_const(b) || !(p.is_const(x) || p.is_const(y)) {
        return None;
    }
    let (yes, no) = (p.eq(x, b), p.eq(y, b));
    Some(p.ite(c, yes, no))
}

/// A term is zero if and only if its opposite is.
fn eq_zero_without_sign(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    if !p.is_zero(b) {
        return None;
    }
    let x = p.without_sign(a);
    (x != a).then(|| p.eq(x, b))
}

fn eq_ite_branch(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let (c, x, y) = p.choice(b)?;
    if x == a {
        let other = p.eq(y, a);
        return Some(p.or(c, other));
    }
    if y == a {
        let other = p.eq(x, a);
        return Some(p.implies(c, other));
    }
    None
}

fn eq_ite_ite(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let ((c, x, y), (d, u, v)) = (p.choice(a)?, p.choice(b)?);
    if c == d && (x == u || y == v) {
        let (yes, no) = (p.eq(x, u), p.eq(y, v));
        return Some(p.ite(c, yes, no));
    }
    let same_way = x == u && y == v;
    let crossed = x == v && y == u;
    if !same_way && !crossed {
        return if y == v { eq_choices(p, a, b) } else { None };
    }
    let (either, same) = (p.eq(x, y), p.eq(c, d));
    let conditions = if same_way { same } else { p.not(same) };
    Some(p.or(either, conditions))
}

/// Choices with the same second branch are equal unless the common conjuncts of their conditions
/// hold.
fn eq_choices(p: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let ((c, x, otherwise), (d, u, _)) = (p.choice(a)?, p.choice(b)?);
    let (common, c, d) = without_common(p, c, d)?;
    let (left, right) = (p.ite(c, x, otherwise), p.ite(d, u, otherwise));
    let rest = p.eq(left, right);
    Some(p.implies(common, rest))
}

/// An operation with a constant on one side is inverted on the other.
fn eq_add_constant(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    p.as_bits(b)?;
    if let Some((x, k)) = p.with_constant(a, Op::Add) {
        let other = p.combined(b, k, Bits::sub)?;
        return Some(p.eq(x, other));
    }
    if let Some((x, k)) = p.with_constant(a, Op::BvXor) {
        let other = p.combined(b, k, Bits::xor)?;
        return Some(p.eq(x, other));
    }
    let (x, f): (Term, fn(&Bits) -> Bits) = match p.op(a) {
        Op::BvNot => (p.args(a)[0], Bits::not),
        Op::BvNeg => (p.args(a)[0], Bits::neg),
        _ => return None,
    };
    let other = p.mapped(b, f)?;
    Some(p.eq(x, other))
}

/// An invertible operation with the same operand on both sides is dropped.
fn eq_same_operand(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let op = p.op(a);
    match op {
        Op::Add | Op::BvXor => {
            let (x, y) = p.pair(a, op)?;
            let (rest, other) = match (p.partner(b, op, x), p.partner(b, op, y)) {
                (Some(other), _) => (y, other),
                (_, Some(other)) => (x, other),
                _ => return None,
            };
            Some(p.eq(rest, other))
        }
        Op::BvNot | Op::BvNeg => {
            let (x, y) = (p.under(a, op)?, p.under(b, op)?);
            Some(p.eq(x, y))
        }
        _ => None,
    }
}

fn eq_add_itself(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let rest = p
        .partner(b, Op::Add, a)
        .or_else(|| p.partner(b, Op::BvXor, a))?;
    let zero = p.zero_of(rest);
    Some(p.eq(rest, zero))
}

/// `x - y = k` is `x = y + k`, and `x ^ y = 0` is `x = y`.
fn eq_difference(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    p.as_bits(b)?;
    if let Some((x, y)) = p.pair(a, Op::BvXor).filter(|_| p.is_zero(b)) {
        return Some(p.eq(x, y));
    }
    let (x, y) = p.pair(a, Op::Add)?;
    let (rest, negated) = match (p.under(x, Op::BvNeg), p.under(y, Op::BvNeg)) {
        (_, Some(negated)) => (x, negated),
        (Some(negated), _) => (y, negated),
        _ => return None,
    };
    let other = p.add(negated, b);
    Some(p.eq(rest, other))
}

/// Of two sums with a constant only one keeps it; a single one moves to the side of the older term.
fn eq_one_constant(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let (x, k) = p.with_constant(a, Op::Add)?;
    if let Some((y, l)) = p.with_constant(b, Op::Add) {
        let difference = p.combined(k, l, Bits::sub)?;
        let sum = p.add(x, difference);
        return Some(p.eq(sum, y));
    }
    if x < b {
        return None;
    }
    let opposite = p.mapped(k, Bits::neg)?;
    let sum = p.add(b, opposite);
    Some(p.eq(sum, x))
}

/// The multiplicative inverse of an odd number, by Newton's iteration: each step doubles the number
/// of correct bits.
pub(super) fn inverse_of_odd(odd: &Bits) -> Bits {
    let two = Bits::from_u64(odd.width(), 2);
    let mut inverse = odd.clone();
    let mut correct_bits = 3;
    while correct_bits < odd.width() {
        inverse = inverse.mul(&two.sub(&odd.mul(&inverse)));
        correct_bits *= 2;
    }
    inverse
}

fn eq_mul_odd(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let (x, k) = p.with_constant(a, Op::Mul)?;
    if !p.as_bits(k)?.bit(0) {
        return None;
    }
    if let Some((y, l)) = p.with_constant(b, Op::Mul) {
        return (k == l).then(|| p.eq(x, y));
    }
    let other = p.combined(b, k, |b, k| b.mul(&inverse_of_odd(k)))?;
    Some(p.eq(x, other))
}

/// A concatenation is compared slice by slice, if the other side splits at the same position.
fn eq_pieces(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let (a, b) = if p.op(a) == Op::Concat {
        (a, b)
    } else {
        (b, a)
    };
    let (high, low) = p.pair(a, Op::Concat)?;
    let cut = p.width(low);
    let splits = p.as_bits(b).is_some()
        || p.pair(b, Op::Concat)
            .is_some_and(|(_, low)| p.width(low) == cut)
        || p.zero_extended(b)
            .is_some_and(|inner| p.width(inner) <= cut);
    if !splits {
        return None;
    }
    let (top, bottom) = (p.extract(b, p.width(b) - 1, cut), p.extract(b, cut - 1, 0));
    let (highs, lows) = (p.eq(high, top), p.eq(low, bottom));
    Some(p.and(highs, lows))
}

/// Extensions of the same kind from the same width, or an extension and a constant.
fn eq_extended(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let op = p.op(a);
    if !matches!(op, Op::ZeroExtend(_) | Op::SignExtend(_)) {
        return None;
    }
    let x = p.args(a)[0];
    if let Some(y) = p.under(b, op) {
        return Some(p.eq(x, y));
    }
    let narrow = p.width(x);
    let bits = p.as_bits(b)?.trunc(narrow);
    let back = match op {
        Op::ZeroExtend(_) => bits.zext(p.width(a)),
        _ => bits.sext(p.width(a)),
    };
    if back != *p.as_bits(b)? {
        return Some(p.bool(false));
    }
    let constant = p.bits(&bits);
    Some(p.eq(x, constant))
}

fn eq_store(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    match (p.op(a), p.op(b), p.args(a), p.args(b)) {
        (Op::Store, Op::Store, &[x, i, u], &[y, j, v]) if x == y && i == j => Some(p.eq(u, v)),
        _ => None,
    }
}

/// Patterns are equal if and only if the floats are.
fn eq_to_bits(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let x = p.under(a, Op::ToBits)?;
    if let Some(y) = p.under(b, Op::ToBits) {
        return (p.sort(x) == p.sort(y)).then(|| p.eq(x, y));
    }
    let Sort::Float(format) = p.sort(x) else {
        return None;
    };
    let bits = p.as_bits(b)?.clone();
    if crate::pattern::canonical(format, &bits) != bits {
        return Some(p.bool(false));
    }
    let constant = p.float(format, &bits);
    Some(p.eq(x, constant))
}

/// Floats are equal if their patterns are, or if both are NaNs.
fn eq_from_bits(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let Sort::Float(format) = p.sort(a) else {
        return None;
    };
    let (x, y) = (float::pattern_under(p, a)?, float::pattern_under(p, b)?);
    let (nan_x, nan_y) = (
        float::is_nan_pattern(p, format, x),
        float::is_nan_pattern(p, format, y),
    );
    let (same, nans) = (p.eq(x, y), p.and(nan_x, nan_y));
    Some(p.or(same, nans))
}
