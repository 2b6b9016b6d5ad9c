//! Rules for the overflow predicates: with a constant operand they are comparisons, and operands that
//! need few bits never overflow.

use super::{Action, Rule};
use crate::op::Op;
use crate::pool::{Pool, Term};
use crate::semantics::total;
use quell_bits::Bits;

pub(super) const UADD: &[Rule] = &[
    Rule::new(
        "uadd-overflow-impossible",
        Action::Two(uadd_impossible),
        &["(bvuaddo ((_ zero_extend 1) x) ((_ zero_extend 1) y))"],
    ),
    Rule::new(
        "uadd-overflow-constant",
        Action::Two(uadd_constant),
        &["(bvuaddo x k)"],
    ),
];

pub(super) const SADD: &[Rule] = &[
    Rule::new(
        "sadd-overflow-impossible",
        Action::Two(signed_sum_impossible),
        &["(bvsaddo ((_ sign_extend 1) x) ((_ sign_extend 1) y))"],
    ),
    Rule::new(
        "sadd-overflow-constant",
        Action::Two(sadd_constant),
        &["(bvsaddo x k)"],
    ),
];

pub(super) const USUB: &[Rule] = &[Rule::new(
    "usub-overflow",
    Action::Two(usub),
    &["(bvusubo x y)"],
)];

pub(super) const SSUB: &[Rule] = &[
    Rule::new(
        "ssub-overflow-impossible",
        Action::Two(signed_sum_impossible),
        &["(bvssubo ((_ sign_extend 1) x) ((_ sign_extend 1) y))"],
    ),
    Rule::new(
        "ssub-overflow-self",
        Action::Two(ssub_self),
        &["(bvssubo x x)"],
    ),
    Rule::new(
        "ssub-overflow-constant",
        Action::Two(ssub_constant),
        &["(bvssubo x k)"],
    ),
    Rule::new(
        "ssub-overflow-of-constant",
        Action::Two(ssub_of_constant),
        &["(bvssubo k x)"],
    ),
];

pub(super) const UMUL: &[Rule] = &[
    Rule::new(
        "umul-overflow-impossible",
        Action::Two(umul_impossible),
        &["(bvumulo ((_ zero_extend {w}) x) ((_ zero_extend {w}) y))"],
    ),
    Rule::new(
        "umul-overflow-constant",
        Action::Two(umul_constant),
        &["(bvumulo x k)"],
    ),
];

pub(super) const SMUL: &[Rule] = &[
    Rule::new(
        "smul-overflow-impossible",
        Action::Two(smul_impossible),
        &["(bvsmulo ((_ sign_extend {w}) x) ((_ sign_extend {w}) y))"],
    ),
    Rule::new(
        "smul-overflow-constant",
        Action::Two(smul_constant),
        &["(bvsmulo x k)"],
    ),
];

fn uadd_impossible(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let bits = p.unsigned_bits(a).max(p.unsigned_bits(b));
    (bits < p.width(a)).then(|| p.bool(false))
}

/// `x + k` overflows if `x` is greater than the complement of `k`.
fn uadd_constant(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let greatest = p.mapped(b, Bits::not)?;
    Some(p.ult(greatest, a))
}

fn signed_sum_impossible(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let bits = p.signed_bits(a).max(p.signed_bits(b));
    (bits < p.width(a)).then(|| p.bool(false))
}

/// `term < limit` if `less`, else `term > limit`.
fn beyond(p: &mut Pool, term: Term, limit: &Bits, less: bool) -> Term {
    let limit = p.bits(limit);
    if less {
        p.slt(term, limit)
    } else {
        p.slt(limit, term)
    }
}

fn sadd_constant(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let bits = p.as_bits(b)?.clone();
    let (negative, limit) = (
        bits.sign_bit(),
        end(bits.width(), bits.sign_bit()).sub(&bits),
    );
    Some(beyond(p, a, &limit, negative))
}

/// The least signed value, or the greatest.
fn end(width: u32, least: bool) -> Bits {
    if least {
        Bits::min_signed(width)
    } else {
        Bits::max_signed(width)
    }
}

fn usub(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    Some(p.ult(a, b))
}

fn ssub_self(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    (a == b).then(|| p.bool(false))
}

/// `x - k` can only underflow if `k` is positive, and only overflow if it is negative.
fn ssub_constant(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let bits = p.as_bits(b)?.clone();
    let negative = bits.sign_bit();
    let limit = end(bits.width(), !negative).add(&bits);
    Some(beyond(p, a, &limit, !negative))
}

/// `k - x` can only overflow if `k` is not negative, and only underflow if it is.
fn ssub_of_constant(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let bits = p.as_bits(a)?.clone();
    let negative = bits.sign_bit();
    let limit = bits.sub(&end(bits.width(), negative));
    Some(beyond(p, b, &limit, !negative))
}

fn umul_impossible(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let bits = p.unsigned_bits(a).saturating_add(p.unsigned_bits(b));
    (bits <= p.width(a)).then(|| p.bool(false))
}

fn umul_constant(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let bits = p.as_bits(b)?;
    if bits.is_zero() {
        return Some(p.bool(false));
    }
    let greatest = p.mapped(b, |bits| total::wide_udiv(&Bits::ones(bits.width()), bits))?;
    Some(p.ult(greatest, a))
}

fn smul_impossible(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let bits = p.signed_bits(a).saturating_add(p.signed_bits(b));
    (bits <= p.width(a)).then(|| p.bool(false))
}

/// `x * k` fits if `x` is between both ends of the range divided by `k`.
fn smul_constant(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let bits = p.as_bits(b)?.clone();
    let width = bits.width();
    if bits.is_zero() {
        return Some(p.bool(false));
    }
    // The quotient of the least value by -1 would overflow itself.
    if bits.is_ones() {
        let least = p.bits(&Bits::min_signed(width));
        return Some(p.eq(a, least));
    }
    let negative = bits.sign_bit();
    let lower = total::wide_sdiv(&end(width, !negative), &bits);
    let upper = total::wide_sdiv(&end(width, negative), &bits);
    let (below, above) = (beyond(p, a, &lower, true), beyond(p, a, &upper, false));
    Some(p.or(below, above))
}
