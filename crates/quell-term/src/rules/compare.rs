//! Rules for the orders. `<=` is expressed with `<`, and constants stand on the right.

use super::{Action, Rule};
use crate::op::Op;
use crate::pool::{Pool, Term};
use crate::semantics::total;
use quell_bits::Bits;

pub(super) const ULE: &[Rule] = &[Rule::new(
    "ule-as-ult",
    Action::Two(ule_as_ult),
    &["(bvule x y)"],
)];
pub(super) const SLE: &[Rule] = &[Rule::new(
    "sle-as-slt",
    Action::Two(sle_as_slt),
    &["(bvsle x y)"],
)];

pub(super) const ULT: &[Rule] = &[
    Rule::new("ult-self", Action::Two(less_than_self), &["(bvult x x)"]),
    Rule::new(
        "ult-constant-left",
        Action::Two(ult_constant_left),
        &["(bvult k x)"],
    ),
    Rule::new(
        "ult-bounds",
        Action::Two(ult_bounds),
        &["(bvult x k)", "(bvult ((_ zero_extend 2) x) {w+2:-2})"],
    ),
    Rule::new(
        "ult-greatest-left",
        Action::Two(ult_greatest_left),
        &["(bvult ((_ zero_extend 2) x) (bvnot ((_ zero_extend 2) y)))"],
    ),
    Rule::new(
        "ult-extended",
        Action::Two(ult_extended),
        &[
            "(bvult ((_ zero_extend 2) x) ((_ zero_extend 2) y))",
            "(bvult ((_ sign_extend 2) x) ((_ sign_extend 2) y))",
            "(bvult ((_ zero_extend 2) x) {w+2:1})",
        ],
    ),
    Rule::new(
        "ult-constant-end",
        Action::Two(less_constant_end),
        &[
            "(bvult (concat x {2:1}) {w+2:max})",
            "(bvult (concat x {2:2}) {w+2:5})",
            "(bvult (concat x {2:2}) {w+2:-1})",
        ],
    ),
    Rule::new(
        "ult-quotient",
        Action::Two(ult_quotient),
        &["(bvult (bvurem x k) l)", "(bvult (bvudiv x k) l)"],
    ),
    Rule::new(
        "ult-pieces",
        Action::Two(less_pieces),
        &[
            "(bvult (concat x y) (concat x z))",
            "(bvult (concat x y) (concat z y))",
        ],
    ),
];

pub(super) const SLT: &[Rule] = &[
    Rule::new("slt-self", Action::Two(less_than_self), &["(bvslt x x)"]),
    Rule::new(
        "slt-one-bit",
        Action::Two(slt_one_bit),
        &["(bvslt ((_ extract 0 0) x) ((_ extract 0 0) y))"],
    ),
    Rule::new(
        "slt-constant-left",
        Action::Two(slt_constant_left),
        &["(bvslt k x)"],
    ),
    Rule::new(
        "slt-bounds",
        Action::Two(slt_bounds),
        &[
            "(bvslt x k)",
            "(bvslt ((_ sign_extend 2) x) {w+2:max})",
            "(bvslt ((_ sign_extend 2) x) {w+2:min})",
        ],
    ),
    Rule::new(
        "slt-natural",
        Action::Two(slt_natural),
        &[
            "(bvslt ((_ zero_extend 1) x) ((_ zero_extend 1) y))",
            "(bvslt ((_ zero_extend 1) x) {w+1:1})",
            "(bvslt ((_ zero_extend 1) x) {w+1:-1})",
        ],
    ),
    Rule::new(
        "slt-extended",
        Action::Two(slt_extended),
        &[
            "(bvslt ((_ sign_extend 2) x) ((_ sign_extend 2) y))",
            "(bvslt ((_ sign_extend 2) x) {w+2:-1})",
        ],
    ),
    Rule::new(
        "slt-constant-end",
        Action::Two(less_constant_end),
        &[
            "(bvslt (concat x {2:1}) {w+2:max})",
            "(bvslt (concat x {2:2}) {w+2:5})",
            "(bvslt (concat x {2:2}) {w+2:-1})",
        ],
    ),
    Rule::new(
        "slt-remainder",
        Action::Two(slt_remainder),
        &["(bvslt (bvsrem x k) l)"],
    ),
    Rule::new(
        "slt-sign-of-piece",
        Action::Two(slt_sign_of_piece),
        &["(bvslt (concat x y) {2w:0})", "(bvslt (bvnot x) {w:0})"],
    ),
];

fn ule_as_ult(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let greater = p.ult(b, a);
    Some(p.not(greater))
}

fn sle_as_slt(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let greater = p.slt(b, a);
    Some(p.not(greater))
}

fn less_than_self(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    (a == b).then(|| p.bool(false))
}

/// `k < x` is `not (x < k + 1)`.
fn ult_constant_left(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    if p.as_bits(b).is_some() {
        return None;
    }
    let bits = p.as_bits(a)?;
    if bits.is_ones() {
        return Some(p.bool(false));
    }
    let next = p.mapped(a, |bits| bits.add(&Bits::one(bits.width())))?;
    let at_most = p.ult(b, next);
    Some(p.not(at_most))
}

fn slt_constant_left(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    if p.as_bits(b).is_some() {
        return None;
    }
    let bits = p.as_bits(a)?;
    if *bits == Bits::max_signed(bits.width()) {
        return Some(p.bool(false));
    }
    let next = p.mapped(a, |bits| bits.add(&Bits::one(bits.width())))?;
    let at_most = p.slt(b, next);
    Some(p.not(at_most))
}

/// Comparisons with constants at the ends of the range: `x < 1` is `x = 0`, and less than the
/// greatest value is different from it.
fn ult_bounds(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let bits = p.as_bits(b)?;
    if bits.is_zero() {
        return Some(p.bool(false));
    }
    if p.unsigned_bits(b) > p.unsigned_bits(a) {
        return Some(p.bool(true));
    }
    if p.is_one(b) {
        let zero = p.zero_of(a);
        return Some(p.eq(a, zero));
    }
    bits.is_ones().then(|| p.ne(a, b))
}

fn slt_bounds(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let bits = p.as_bits(b)?;
    let (least, greatest) = (
        Bits::min_signed(bits.width()),
        Bits::max_signed(bits.width()),
    );
    if *bits == least {
        return Some(p.bool(false));
    }
    if p.signed_bits(b) > p.signed_bits(a) {
        let negative = bits.sign_bit();
        return Some(p.bool(!negative));
    }
    if *bits == greatest {
        return Some(p.ne(a, b));
    }
    if *bits == least.add(&Bits::one(bits.width())) {
        let least = p.bits(&least);
        return Some(p.eq(a, least));
    }
    None
}

/// A term whose highest bit is zero is less than one whose highest bit is one.
fn ult_greatest_left(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let inner = p.under(b, Op::BvNot)?;
    let bits = p.unsigned_bits(a).max(p.unsigned_bits(inner));
    (bits < p.width(a)).then(|| p.bool(true))
}

/// The operands of two extensions of one kind from one width; the second may be a constant that is
/// an extension.
fn without_extension(p: &mut Pool, a: Term, b: Term) -> Option<(Term, Term)> {
    let op = p.op(a);
    if !matches!(op, Op::ZeroExtend(_) | Op::SignExtend(_)) {
        return None;
    }
    let x = p.args(a)[0];
    if let Some(y) = p.under(b, op) {
        return Some((x, y));
    }
    let bits = p.as_bits(b)?;
    let narrow = bits.trunc(p.width(x));
    let back = match op {
        Op::ZeroExtend(_) => narrow.zext(bits.width()),
        _ => narrow.sext(bits.width()),
    };
    (back == *bits).then(|| (x, p.bits(&narrow)))
}

/// Extensions of both kinds keep the unsigned order.
fn ult_extended(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let (x, y) = without_extension(p, a, b)?;
    Some(p.ult(x, y))
}

fn slt_extended(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    p.sign_extended(a)?;
    let (x, y) = without_extension(p, a, b)?;
    Some(p.slt(x, y))
}

fn slt_one_bit(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    (p.width(a) == 1).then(|| p.ult(b, a))
}

/// Where no sign is set both orders are the same.
fn slt_natural(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let non_negative = |term| p.unsigned_bits(term) < p.width(term);
    if !non_negative(a) {
        return None;
    }
    if p.as_bits(b).is_some_and(Bits::sign_bit) {
        return Some(p.bool(false));
    }
    non_negative(b).then(|| p.ult(a, b))
}

/// Concatenations of equal shape with a common high or low part.
fn less_pieces(p: &mut Pool, op: Op, a: Term, b: Term) -> Option<Term> {
    let ((x, y), (u, v)) = (p.pair(a, Op::Concat)?, p.pair(b, Op::Concat)?);
    if p.width(y) != p.width(v) {
        return None;
    }
    if x == u {
        return Some(p.ult(y, v));
    }
    (y == v).then(|| p.make(op, &[x, u]))
}

/// A term with a constant low end, compared with a constant: the ends decide if the rest is equal.
fn less_constant_end(p: &mut Pool, op: Op, a: Term, b: Term) -> Option<Term> {
    let (x, end) = p.pair(a, Op::Concat)?;
    let (end, limit) = (p.as_bits(end)?, p.as_bits(b)?);
    let cut = end.width();
    let (high, low) = (
        limit.lshr_u32(cut).trunc(limit.width() - cut),
        limit.trunc(cut),
    );
    if !end.ult(&low) {
        let high = p.bits(&high);
        return Some(p.make(op, &[x, high]));
    }
    let greatest = match op {
        Op::Ult => Bits::ones(high.width()),
        _ => Bits::max_signed(high.width()),
    };
    if high == greatest {
        return Some(p.bool(true));
    }
    let next = p.bits(&high.add(&Bits::one(high.width())));
    Some(p.make(op, &[x, next]))
}

/// A remainder is less than the divisor, a quotient at most the greatest value divided by it.
fn ult_quotient(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let (op, limit) = (p.op(a), p.as_bits(b)?);
    if !matches!(op, Op::URem | Op::UDiv) {
        return None;
    }
    let (_, divisor) = p.with_constant(a, op)?;
    let divisor = p.as_bits(divisor).filter(|bits| !bits.is_zero())?;
    let always = match op {
        Op::URem => divisor.ule(limit),
        _ => total::wide_udiv(&Bits::ones(limit.width()), divisor).ult(limit),
    };
    always.then(|| p.bool(true))
}

/// A signed remainder has a smaller magnitude than the divisor.
fn slt_remainder(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let (_, divisor) = p.with_constant(a, Op::SRem)?;
    let (divisor, limit) = (p.as_bits(divisor)?, p.as_bits(b)?);
    // The least value has no magnitude of its width.
    let magnitude = divisor.abs();
    if magnitude.is_zero() || magnitude.sign_bit() {
        return None;
    }
    if magnitude.sle(limit) {
        return Some(p.bool(true));
    }
    limit
        .sle(&magnitude.neg().add(&Bits::one(limit.width())))
        .then(|| p.bool(false))
}

/// The sign of a concatenation is that of its high part, that of a complement the opposite.
fn slt_sign_of_piece(p: &mut Pool, op: Op, a: Term, b: Term) -> Option<Term> {
    if !p.is_zero(b) {
        return None;
    }
    if let Some((high, _)) = p.pair(a, Op::Concat) {
        let zero = p.zero_of(high);
        return Some(p.make(op, &[high, zero]));
    }
    let inner = p.under(a, Op::BvNot)?;
    let negative = p.make(op, &[inner, b]);
    Some(p.not(negative))
}
