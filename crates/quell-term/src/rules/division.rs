//! Rules for quotients and remainders. Division by a power of two becomes a shift or a mask.

use super::{Action, Rule};
use crate::op::Op;
use crate::pool::{Pool, Term};
use quell_bits::Bits;

pub(super) const UDIV: &[Rule] = &[
    Rule::new("udiv-zero", Action::Two(udiv_zero), &["(bvudiv x {w:0})"]),
    Rule::new("udiv-power", Action::Two(udiv_power), &["(bvudiv x k)"]),
    Rule::new(
        "udiv-small",
        Action::Two(udiv_small),
        &["(bvudiv ((_ zero_extend 2) x) {w+2:-2})"],
    ),
];

pub(super) const UREM: &[Rule] = &[
    Rule::new("urem-zero", Action::Two(rem_zero), &["(bvurem x {w:0})"]),
    Rule::new("urem-power", Action::Two(urem_power), &["(bvurem x k)"]),
    Rule::new(
        "urem-small",
        Action::Two(urem_small),
        &["(bvurem ((_ zero_extend 2) x) {w+2:-2})"],
    ),
    Rule::new("urem-self", Action::Two(rem_self), &["(bvurem x x)"]),
];

pub(super) const SDIV: &[Rule] = &[
    Rule::new(
        "sdiv-unit",
        Action::Two(sdiv_unit),
        &["(bvsdiv x {w:1})", "(bvsdiv x {w:-1})"],
    ),
    Rule::new(
        "sdiv-unsigned",
        Action::Two(sdiv_unsigned),
        &[
            "(bvsdiv ((_ zero_extend 1) x) ((_ zero_extend 1) y))",
            "(bvsdiv ((_ zero_extend 1) x) {w+1:1})",
        ],
    ),
    Rule::new("sdiv-power", Action::Two(sdiv_power), &["(bvsdiv x k)"]),
];

pub(super) const SREM: &[Rule] = &[
    Rule::new("srem-zero", Action::Two(rem_zero), &["(bvsrem x {w:0})"]),
    Rule::new(
        "srem-unit",
        Action::Two(srem_unit),
        &["(bvsrem x {w:1})", "(bvsrem x {w:-1})"],
    ),
    Rule::new("srem-self", Action::Two(rem_self), &["(bvsrem x x)"]),
    Rule::new(
        "srem-unsigned",
        Action::Two(srem_unsigned),
        &["(bvsrem ((_ zero_extend 1) x) ((_ zero_extend 1) y))"],
    ),
    Rule::new(
        "srem-negative",
        Action::Two(srem_negative),
        &["(bvsrem x k)"],
    ),
    Rule::new("srem-power", Action::Two(srem_power), &["(bvsrem x k)"]),
    Rule::new(
        "srem-without-sign",
        Action::Two(srem_without_sign),
        &["(bvsrem x (bvneg y))", "(bvsrem x (ite p y (bvneg y)))"],
    ),
];

/// The sign of a remainder is that of the dividend.
fn srem_without_sign(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let divisor = p.without_sign(b);
    (divisor != b).then(|| p.srem(a, divisor))
}

fn udiv_zero(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    p.is_zero(b).then(|| p.ones_of(a))
}

/// A shift amount as a constant of the same width; it fits, being less than the width.
pub(super) fn shift_amount(p: &mut Pool, like: Term, by: u32) -> Term {
    let width = p.width(like);
    p.number(width, u64::from(by))
}

fn udiv_power(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let by = p.log2(b)?;
    let amount = shift_amount(p, a, by);
    Some(p.lshr(a, amount))
}

/// Whether a dividend is always less than a constant divisor.
fn is_less(p: &Pool, a: Term, b: Term) -> bool {
    p.as_bits(b).is_some() && p.unsigned_bits(a) < p.unsigned_bits(b)
}

fn udiv_small(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    is_less(p, a, b).then(|| p.zero_of(a))
}

fn urem_small(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    is_less(p, a, b).then_some(a)
}

fn rem_zero(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    p.is_zero(b).then_some(a)
}

fn urem_power(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    p.log2(b)?;
    let mask = p.mapped(b, |bits| bits.sub(&Bits::one(bits.width())))?;
    Some(p.bvand(a, mask))
}

fn rem_self(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    (a == b).then(|| p.zero_of(a))
}

fn sdiv_unit(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    // At one bit 1 is -1, and both give the dividend.
    if p.is_ones(b) {
        return Some(p.neg(a));
    }
    p.is_one(b).then_some(a)
}

/// Whether the sign is known not to be set.
fn is_non_negative(p: &Pool, term: Term) -> bool {
    p.unsigned_bits(term) < p.width(term)
}

fn sdiv_unsigned(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    (is_non_negative(p, a) && is_non_negative(p, b)).then(|| p.udiv(a, b))
}

fn srem_unsigned(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    (is_non_negative(p, a) && is_non_negative(p, b)).then(|| p.urem(a, b))
}

/// The number to add to the dividend so that shifting rounds towards zero: 0 unless it is negative.
fn bias(p: &mut Pool, a: Term, by: u32) -> Term {
    let width = p.width(a);
    let sign = p.extract(a, width - 1, width - 1);
    let signs = p.sext_to(sign, by);
    p.zext_to(signs, width)
}

/// The exponent of a positive power of two, greater than 1.
fn positive_power(p: &Pool, b: Term) -> Option<u32> {
    p.log2(b).filter(|&by| by > 0 && by + 1 < p.width(b))
}

fn sdiv_power(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let by = positive_power(p, b)?;
    let amount = shift_amount(p, a, by);
    let bias = bias(p, a, by);
    let sum = p.add(a, bias);
    Some(p.ashr(sum, amount))
}

fn srem_unit(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    (p.is_one(b) || p.is_ones(b)).then(|| p.zero_of(a))
}

/// The sign of the divisor does not affect a remainder.
fn srem_negative(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let bits = p.as_bits(b)?;
    if !bits.sign_bit() || *bits == Bits::min_signed(bits.width()) {
        return None;
    }
    let positive = p.mapped(b, Bits::neg)?;
    Some(p.srem(a, positive))
}

fn srem_power(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let by = positive_power(p, b)?;
    let bias = bias(p, a, by);
    let sum = p.add(a, bias);
    let low = p.extract(sum, by - 1, 0);
    let low = p.zext_to(low, p.width(a));
    Some(p.sub(low, bias))
}
