//! Rules for sums and products.

use super::{Action, Rule};
use crate::op::Op;
use crate::pool::{Pool, Term};
use quell_bits::Bits;

pub(super) const NEG: &[Rule] = &[
    Rule::new("neg-neg", Action::One(neg_neg), &["(bvneg (bvneg x))"]),
    Rule::new("neg-not", Action::One(neg_not), &["(bvneg (bvnot x))"]),
    Rule::new(
        "neg-sum",
        Action::One(neg_sum),
        &["(bvneg (bvadd x k))", "(bvneg (bvadd x (bvneg y)))"],
    ),
    Rule::new(
        "neg-product",
        Action::One(neg_product),
        &["(bvneg (bvmul x k))"],
    ),
    Rule::new(
        "neg-above-zeros",
        Action::One(neg_above_zeros),
        &["(bvneg (concat x {2:0}))"],
    ),
    Rule::new(
        "neg-one-bit",
        Action::One(neg_one_bit),
        &["(bvneg ((_ extract 0 0) x))"],
    ),
];

pub(super) const ADD: &[Rule] = &[
    Rule::new("add-zero", Action::Two(add_zero), &["(bvadd x {w:0})"]),
    Rule::new(
        "add-constants",
        Action::Two(add_constants),
        &["(bvadd (bvadd x k) l)"],
    ),
    Rule::new(
        "add-negated",
        Action::Either(add_negated),
        &["(bvadd x (bvneg x))", "(bvadd x (bvnot x))"],
    ),
    Rule::new(
        "add-cancels",
        Action::Either(add_cancels),
        &[
            "(bvadd x (bvadd y (bvneg x)))",
            "(bvadd (bvneg x) (bvadd x y))",
        ],
    ),
    Rule::new(
        "add-constant-outwards",
        Action::Either(add_constant_outwards),
        &["(bvadd x (bvadd y k))", "(bvadd (bvadd x k) (bvadd y l))"],
    ),
    Rule::new(
        "add-multiples",
        Action::Two(add_multiples),
        &[
            "(bvadd x x)",
            "(bvadd (bvmul x k) x)",
            "(bvadd (bvmul x k) (bvmul x l))",
            "(bvadd (bvmul x k) (bvneg x))",
        ],
    ),
    Rule::new(
        "add-not-constant",
        Action::Two(add_not_constant),
        &["(bvadd (bvnot x) k)"],
    ),
    Rule::new(
        "add-above-end",
        Action::Two(add_above_end),
        &[
            "(bvadd (concat x {2:0}) {w+2:7})",
            "(bvadd (concat x {2:3}) {w+2:-2})",
            "(bvadd (concat x {2:0}) (concat y {2:0}))",
        ],
    ),
    Rule::new(
        "add-disjoint",
        Action::Either(super::bitwise::join_disjoint),
        &["(bvadd (concat x {3:0}) ((_ zero_extend {w}) {3:5}))"],
    ),
];

pub(super) const SUB: &[Rule] = &[Rule::new(
    "sub-as-add",
    Action::Two(sub_as_add),
    &["(bvsub x y)"],
)];

pub(super) const MUL: &[Rule] = &[
    Rule::new(
        "mul-zero-one",
        Action::Two(mul_zero_one),
        &["(bvmul x {w:0})", "(bvmul x {w:1})", "(bvmul x {w:-1})"],
    ),
    Rule::new(
        "mul-constants",
        Action::Two(mul_constants),
        &["(bvmul (bvmul x k) l)"],
    ),
    Rule::new("mul-sum", Action::Two(mul_sum), &["(bvmul (bvadd x k) l)"]),
    Rule::new("mul-power", Action::Two(mul_power), &["(bvmul x k)"]),
    Rule::new(
        "mul-negated",
        Action::Either(mul_negated),
        &["(bvmul (bvneg x) y)", "(bvmul (bvneg x) k)"],
    ),
    Rule::new(
        "mul-one-bit",
        Action::Two(mul_one_bit),
        &["(bvmul ((_ extract 0 0) x) ((_ extract 0 0) y))"],
    ),
];

fn neg_neg(p: &mut Pool, _: Op, a: Term) -> Option<Term> {
    p.under(a, Op::BvNeg)
}

fn neg_not(p: &mut Pool, _: Op, a: Term) -> Option<Term> {
    let x = p.under(a, Op::BvNot)?;
    let one = p.one_of(x);
    Some(p.add(x, one))
}

/// Negates the operands of a sum, if one of them does not grow by that.
fn neg_sum(p: &mut Pool, _: Op, a: Term) -> Option<Term> {
    let (x, y) = p.pair(a, Op::Add)?;
    let absorbs = |term| p.as_bits(term).is_some() || p.op(term) == Op::BvNeg;
    if !absorbs(x) && !absorbs(y) {
        return None;
    }
    let (x, y) = (p.neg(x), p.neg(y));
    Some(p.add(x, y))
}

fn neg_product(p: &mut Pool, _: Op, a: Term) -> Option<Term> {
    let (x, k) = p.with_constant(a, Op::Mul)?;
    let negated = p.mapped(k, Bits::neg)?;
    Some(p.mul(x, negated))
}

fn neg_one_bit(p: &mut Pool, _: Op, a: Term) -> Option<Term> {
    (p.width(a) == 1).then_some(a)
}

fn add_zero(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    p.is_zero(b).then_some(a)
}

fn add_constants(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let (x, k) = p.with_constant(a, Op::Add)?;
    let sum = p.combined(k, b, Bits::add)?;
    Some(p.add(x, sum))
}

fn add_negated(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    if p.under(b, Op::BvNeg) == Some(a) {
        return Some(p.zero_of(a));
    }
    (p.under(b, Op::BvNot) == Some(a)).then(|| p.ones_of(a))
}

/// A sum with the negation of one of its operands.
fn add_cancels(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let (x, y) = p.pair(b, Op::Add)?;
    let opposite = |x: Term| p.under(x, Op::BvNeg) == Some(a) || p.under(a, Op::BvNeg) == Some(x);
    if opposite(x) {
        return Some(y);
    }
    opposite(y).then_some(x)
}

fn add_constant_outwards(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    if p.as_bits(a).is_some() {
        return None;
    }
    let (x, k) = p.with_constant(b, Op::Add)?;
    let sum = p.add(a, x);
    Some(p.add(sum, k))
}

/// The term that a term is a constant multiple of; itself if there is no other.
fn base(p: &Pool, term: Term) -> Term {
    p.with_constant(term, Op::Mul)
        .or_else(|| shifted_left(p, term).map(|(x, _)| (x, x)))
        .map(|(x, _)| x)
        .or_else(|| p.under(term, Op::BvNeg))
        .unwrap_or(term)
}

/// The factor of a term with respect to its [`base`].
fn factor(p: &Pool, term: Term) -> Bits {
    let width = p.width(term);
    if let Some((_, k)) = p.with_constant(term, Op::Mul)
        && let Some(bits) = p.as_bits(k)
    {
        return bits.clone();
    }
    if p.op(term) == Op::BvNeg {
        return Bits::ones(width);
    }
    let by = shifted_left(p, term).map_or(0, |(_, by)| by);
    Bits::one(width).shl_u32(by)
}

/// Of a term that is another one shifted left by a constant: that one, and the amount.
fn shifted_left(p: &Pool, term: Term) -> Option<(Term, u32)> {
    let (high, low) = p.pair(term, Op::Concat)?;
    let Op::Extract { low: 0, .. } = p.op(high) else {
        return None;
    };
    let whole = p.args(high)[0];
    (p.is_zero(low) && p.width(whole) == p.width(term)).then(|| (whole, p.width(low)))
}

fn add_multiples(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let common = base(p, a);
    if common != base(p, b) || p.as_bits(common).is_some() {
        return None;
    }
    let sum = factor(p, a).add(&factor(p, b));
    let sum = p.bits(&sum);
    Some(p.mul(common, sum))
}

fn add_not_constant(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let x = p.under(a, Op::BvNot)?;
    let less = p.mapped(b, |bits| bits.sub(&Bits::one(bits.width())))?;
    let negated = p.neg(x);
    Some(p.add(negated, less))
}

/// The parts of a concatenation with a constant at its low end; none for a term that was shifted as
/// a whole, which is a multiple.
fn with_constant_end(p: &Pool, term: Term) -> Option<(Term, Term)> {
    p.with_constant(term, Op::Concat)
        .filter(|_| shifted_left(p, term).is_none())
}

/// If the low ends are constants, so is their carry, and the high parts are added alone.
fn add_above_end(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let (x, end) = with_constant_end(p, a)?;
    let cut = p.width(end);
    if let Some((y, other)) = with_constant_end(p, b) {
        if p.width(other) != cut || !p.is_zero(end) || !p.is_zero(other) {
            return None;
        }
        let sum = p.add(x, y);
        return Some(p.concat(sum, end));
    }
    let bits = p.as_bits(b)?;
    let (high, low) = (
        bits.lshr_u32(cut).trunc(bits.width() - cut),
        bits.trunc(cut),
    );
    let end = p.as_bits(end)?.clone();
    let carry = Bits::from_u64(high.width(), u64::from(end.uadd_overflows(&low)));
    let (high, low) = (p.bits(&high.add(&carry)), p.bits(&end.add(&low)));
    let sum = p.add(x, high);
    Some(p.concat(sum, low))
}

fn neg_above_zeros(p: &mut Pool, _: Op, a: Term) -> Option<Term> {
    let (x, end) = with_constant_end(p, a).filter(|&(_, end)| p.is_zero(end))?;
    let negated = p.neg(x);
    Some(p.concat(negated, end))
}

fn sub_as_add(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let negated = p.neg(b);
    Some(p.add(a, negated))
}

fn mul_zero_one(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    if p.is_zero(b) {
        return Some(b);
    }
    if p.is_one(b) {
        return Some(a);
    }
    p.is_ones(b).then(|| p.neg(a))
}

fn mul_constants(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let (x, k) = p.with_constant(a, Op::Mul)?;
    let product = p.combined(k, b, Bits::mul)?;
    Some(p.mul(x, product))
}

fn mul_sum(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let (x, k) = p.with_constant(a, Op::Add)?;
    let constant = p.combined(k, b, Bits::mul)?;
    let product = p.mul(x, b);
    Some(p.add(product, constant))
}

fn mul_power(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let by = p.log2(b)?;
    let amount = super::division::shift_amount(p, a, by);
    Some(p.shl(a, amount))
}

fn mul_negated(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let x = p.under(a, Op::BvNeg)?;
    if let Some(negated) = p.mapped(b, Bits::neg) {
        return Some(p.mul(x, negated));
    }
    let product = p.mul(x, b);
    Some(p.neg(product))
}

fn mul_one_bit(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    (p.width(a) == 1).then(|| p.bvand(a, b))
}
