//! Rules for bitwise operators and shifts.

use super::{Action, Rule};
use crate::op::Op;
use crate::pool::{Pool, Term};
use quell_bits::Bits;

pub(super) const NOT: &[Rule] = &[
    Rule::new(
        "bvnot-bvnot",
        Action::One(bvnot_bvnot),
        &["(bvnot (bvnot x))"],
    ),
    Rule::new("bvnot-neg", Action::One(bvnot_neg), &["(bvnot (bvneg x))"]),
    Rule::new(
        "bvnot-sum",
        Action::One(bvnot_sum),
        &["(bvnot (bvadd x k))"],
    ),
];

pub(super) const AND: &[Rule] = &[
    Rule::new(
        "bvand-constant",
        Action::Two(bvand_constant),
        &["(bvand x {w:0})", "(bvand x {w:-1})"],
    ),
    Rule::new(
        "bvand-same",
        Action::Either(bvand_same),
        &[
            "(bvand x x)",
            "(bvand x (bvnot x))",
            "(bvand x (bvand x y))",
            "(bvand x (bvor x y))",
        ],
    ),
    Rule::new(
        "bvand-constants",
        Action::Two(chain),
        &["(bvand (bvand x k) l)"],
    ),
    Rule::new("bvand-mask", Action::Two(bvand_mask), &["(bvand x k)"]),
    Rule::new(
        "bvand-extended",
        Action::Two(both_extended),
        &["(bvand ((_ zero_extend 2) x) ((_ zero_extend 2) y))"],
    ),
];

pub(super) const OR: &[Rule] = &[
    Rule::new(
        "bvor-constant",
        Action::Two(bvor_constant),
        &["(bvor x {w:0})", "(bvor x {w:-1})"],
    ),
    Rule::new(
        "bvor-same",
        Action::Either(bvor_same),
        &[
            "(bvor x x)",
            "(bvor x (bvnot x))",
            "(bvor x (bvor x y))",
            "(bvor x (bvand x y))",
        ],
    ),
    Rule::new(
        "bvor-constants",
        Action::Two(chain),
        &["(bvor (bvor x k) l)"],
    ),
    Rule::new(
        "bvor-disjoint",
        Action::Either(join_disjoint),
        &[
            "(bvor (concat x {w:0}) ((_ zero_extend {w}) y))",
            "(bvor (concat x (concat y {w+1:0})) ((_ zero_extend {2w}) (concat z {1:0})))",
        ],
    ),
    Rule::new(
        "bvor-extended",
        Action::Two(both_extended),
        &["(bvor ((_ zero_extend 2) x) ((_ zero_extend 2) y))"],
    ),
];

pub(super) const XOR: &[Rule] = &[
    Rule::new(
        "bvxor-constant",
        Action::Two(bvxor_constant),
        &["(bvxor x {w:0})", "(bvxor x {w:-1})"],
    ),
    Rule::new(
        "bvxor-same",
        Action::Either(bvxor_same),
        &[
            "(bvxor x x)",
            "(bvxor x (bvnot x))",
            "(bvxor x (bvxor x y))",
            "(bvxor x (bvxor y x))",
        ],
    ),
    Rule::new(
        "bvxor-constants",
        Action::Two(chain),
        &["(bvxor (bvxor x k) l)"],
    ),
    Rule::new(
        "bvxor-not",
        Action::Either(bvxor_not),
        &["(bvxor (bvnot x) y)", "(bvxor (bvnot x) k)"],
    ),
    Rule::new(
        "bvxor-disjoint",
        Action::Either(join_disjoint),
        &["(bvxor (concat x {w:0}) ((_ zero_extend {w}) y))"],
    ),
    Rule::new(
        "bvxor-extended",
        Action::Two(both_extended),
        &["(bvxor ((_ zero_extend 2) x) ((_ zero_extend 2) y))"],
    ),
];

pub(super) const SHL: &[Rule] = &[
    Rule::new("shl-constant", Action::Two(shl_constant), &["(bvshl x k)"]),
    Rule::new("shl-zero", Action::Two(shift_of_zero), &["(bvshl {w:0} x)"]),
];

pub(super) const LSHR: &[Rule] = &[
    Rule::new(
        "lshr-constant",
        Action::Two(lshr_constant),
        &["(bvlshr x k)"],
    ),
    Rule::new(
        "lshr-zero",
        Action::Two(shift_of_zero),
        &["(bvlshr {w:0} x)"],
    ),
];

pub(super) const ASHR: &[Rule] = &[
    Rule::new(
        "ashr-constant",
        Action::Two(ashr_constant),
        &["(bvashr x k)"],
    ),
    Rule::new(
        "ashr-unchanged",
        Action::Two(ashr_unchanged),
        &["(bvashr {w:0} x)", "(bvashr {w:-1} x)"],
    ),
];

fn bvnot_bvnot(p: &mut Pool, _: Op, a: Term) -> Option<Term> {
    p.under(a, Op::BvNot)
}

fn bvnot_neg(p: &mut Pool, _: Op, a: Term) -> Option<Term> {
    let x = p.under(a, Op::BvNeg)?;
    let minus_one = p.ones_of(x);
    Some(p.add(x, minus_one))
}

/// The complement of `x + k` is `-x - (k + 1)`.
fn bvnot_sum(p: &mut Pool, _: Op, a: Term) -> Option<Term> {
    let (x, k) = p.with_constant(a, Op::Add)?;
    let constant = p.mapped(k, Bits::not)?;
    let negated = p.neg(x);
    Some(p.add(negated, constant))
}

/// Two constants under one associative operator.
fn chain(p: &mut Pool, op: Op, a: Term, b: Term) -> Option<Term> {
    let (x, k) = p.with_constant(a, op)?;
    p.as_bits(b)?;
    let constant = p.make(op, &[k, b]);
    Some(p.make(op, &[x, constant]))
}

fn bvand_constant(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    if p.is_zero(b) {
        return Some(b);
    }
    p.is_ones(b).then_some(a)
}

fn bvor_constant(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    if p.is_zero(b) {
        return Some(a);
    }
    p.is_ones(b).then_some(b)
}

fn bvxor_constant(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    if p.is_zero(b) {
        return Some(a);
    }
    p.is_ones(b).then(|| p.bvnot(a))
}

fn bvand_same(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    if a == b || p.partner(b, Op::BvOr, a).is_some() {
        return Some(a);
    }
    if p.are_complements(a, b) {
        return Some(p.zero_of(a));
    }
    p.partner(b, Op::BvAnd, a).map(|_| b)
}

fn bvor_same(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    if a == b || p.partner(b, Op::BvAnd, a).is_some() {
        return Some(a);
    }
    if p.are_complements(a, b) {
        return Some(p.ones_of(a));
    }
    p.partner(b, Op::BvOr, a).map(|_| b)
}

fn bvxor_same(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    if a == b {
        return Some(p.zero_of(a));
    }
    if p.are_complements(a, b) {
        return Some(p.ones_of(a));
    }
    p.partner(b, Op::BvXor, a)
}

fn bvxor_not(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let x = p.under(a, Op::BvNot)?;
    if let Some(constant) = p.mapped(b, Bits::not) {
        return Some(p.bvxor(x, constant));
    }
    let inner = p.bvxor(x, b);
    Some(p.bvnot(inner))
}

/// A mask of contiguous bits selects a slice, with zeros around it.
fn bvand_mask(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let mask = p.as_bits(b)?;
    let (width, low) = (mask.width(), mask.trailing_zeros());
    let length = mask.count_ones();
    if length == 0 || mask.bit_length() != low + length {
        return None;
    }
    let piece = p.extract(a, low + length - 1, low);
    let piece = padded_right(p, piece, low);
    Some(p.zext_to(piece, width))
}

/// The term followed by zeros.
fn padded_right(p: &mut Pool, term: Term, zeros: u32) -> Term {
    if zeros == 0 {
        return term;
    }
    let zeros = p.number(zeros, 0);
    p.concat(term, zeros)
}

/// A bitwise operator on two terms that are extended from the same width.
fn both_extended(p: &mut Pool, op: Op, a: Term, b: Term) -> Option<Term> {
    let (x, y) = (p.zero_extended(a)?, p.zero_extended(b)?);
    if p.width(x) != p.width(y) {
        return None;
    }
    let narrow = p.make(op, &[x, y]);
    Some(p.zext_to(narrow, p.width(a)))
}

/// How many of the lowest bits of a term are known to be zeros.
fn trailing_zeros(p: &Pool, term: Term) -> u32 {
    let (mut term, mut zeros) = (term, 0);
    // Follows the low operands of concatenations.
    for _ in 0..16 {
        if let Some(bits) = p.as_bits(term) {
            return zeros + bits.trailing_zeros();
        }
        match p.pair(term, Op::Concat) {
            Some((high, low)) if p.is_zero(low) => {
                zeros += p.width(low);
                term = high;
            }
            Some((_, low)) => term = low,
            None => match p.zero_extended(term) {
                Some(inner) => term = inner,
                None => return zeros,
            },
        }
    }
    zeros
}

/// `or`, `xor` and `+` of terms, one of which is zero in the low bits and the other in the high bits,
/// are a concatenation.
pub(super) fn join_disjoint(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    if p.as_bits(a).is_some() {
        return None;
    }
    let (width, cut) = (p.width(a), p.unsigned_bits(b));
    if cut == 0 || cut >= width || trailing_zeros(p, a) < cut {
        return None;
    }
    let (high, low) = (p.extract(a, width - 1, cut), p.extract(b, cut - 1, 0));
    Some(p.concat(high, low))
}

/// The amount of a shift by a constant, clamped to the width.
fn constant_amount(p: &Pool, amount: Term) -> Option<u32> {
    let bits = p.as_bits(amount)?;
    let width = bits.width();
    let amount = bits.to_u64().and_then(|amount| u32::try_from(amount).ok());
    Some(amount.unwrap_or(width).min(width))
}

fn shl_constant(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let (width, by) = (p.width(a), constant_amount(p, b)?);
    match by {
        0 => Some(a),
        _ if by == width => Some(p.zero_of(a)),
        _ => {
            let kept = p.extract(a, width - 1 - by, 0);
            Some(padded_right(p, kept, by))
        }
    }
}

fn lshr_constant(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let (width, by) = (p.width(a), constant_amount(p, b)?);
    match by {
        0 => Some(a),
        _ if by == width => Some(p.zero_of(a)),
        _ => {
            let kept = p.extract(a, width - 1, by);
            Some(p.zext_to(kept, width))
        }
    }
}

fn ashr_constant(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let (width, by) = (p.width(a), constant_amount(p, b)?);
    if by == 0 {
        return Some(a);
    }
    let kept = p.extract(a, width - 1, by.min(width - 1));
    Some(p.sext_to(kept, width))
}

fn shift_of_zero(p: &mut Pool, _: Op, a: Term, _: Term) -> Option<Term> {
    p.is_zero(a).then_some(a)
}

fn ashr_unchanged(p: &mut Pool, _: Op, a: Term, _: Term) -> Option<Term> {
    (p.is_zero(a) || p.is_ones(a)).then_some(a)
}
