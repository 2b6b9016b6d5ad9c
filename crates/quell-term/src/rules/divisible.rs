//! Divisibility by a constant without a division.
//!
//! A number is a multiple of an odd `d` if its product with the inverse of `d`, modulo two to the
//! width, is one of the quotients that a multiple can have. For factors of two, the low bits of the
//! product are rotated to the top, where a bit that is set makes it too great. Tests with divisors
//! of the same odd part share the product.

use super::equality::inverse_of_odd;
use super::{Action, Rule};
use crate::op::Op;
use crate::pool::{Pool, Term};
use crate::semantics::total;
use quell_bits::Bits;

pub(super) const EQ: &[Rule] = &[
    Rule::new(
        "divisible-unsigned",
        Action::Two(divisible_unsigned),
        &["(= (bvurem x k) {w:0})"],
    ),
    Rule::new(
        "divisible-signed",
        Action::Two(divisible_signed),
        &[
            "(= (bvsrem x k) {w:0})",
            "(= (bvsrem (bvneg x) k) {w:0})",
            "(= (bvsrem (ite p x (bvneg x)) k) {w:0})",
        ],
    ),
];

/// A constant divisor without its factors of two, and the number of these.
fn divisor(p: &Pool, term: Term) -> Option<(Bits, u32)> {
    let bits = p.as_bits(term).filter(|bits| !bits.is_zero())?;
    let twos = bits.trailing_zeros();
    Some((bits.lshr_u32(twos), twos))
}

/// The term rotated right.
fn rotated_right(p: &mut Pool, term: Term, by: u32) -> Term {
    if by == 0 {
        return term;
    }
    let (low, high) = (
        p.extract(term, by - 1, 0),
        p.extract(term, p.width(term) - 1, by),
    );
    p.concat(low, high)
}

fn divisible_unsigned(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let (x, d) = p.with_constant(a, Op::URem).filter(|_| p.is_zero(b))?;
    let (odd, twos) = divisor(p, d)?;
    let greatest = p.mapped(d, |bits| total::wide_udiv(&Bits::ones(bits.width()), bits))?;
    let inverse = p.bits(&inverse_of_odd(&odd));
    let product = p.mul(x, inverse);
    let rotated = rotated_right(p, product, twos);
    Some(p.ule(rotated, greatest))
}

/// Quotients lie on both sides of zero: an offset is added, so that the least one becomes 0.
fn divisible_signed(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let (x, d) = p.with_constant(a, Op::SRem).filter(|_| p.is_zero(b))?;
    let (odd, twos) = divisor(p, d)?;
    let width = odd.width();
    // The least value is not a multiple of an odd number other than 1, and has no opposite.
    if p.as_bits(d)?.sign_bit() || odd.to_u64() == Some(1) {
        return None;
    }
    // A multiple of the factors of two, so that adding it preserves them.
    let offset = total::wide_udiv(&Bits::max_signed(width), &odd)
        .lshr_u32(twos)
        .shl_u32(twos);
    let greatest = p.bits(&offset.shl_u32(1).lshr_u32(twos));
    let (inverse, offset) = (p.bits(&inverse_of_odd(&odd)), p.bits(&offset));
    let x = p.without_sign(x);
    let product = p.mul(x, inverse);
    let sum = p.add(product, offset);
    let rotated = rotated_right(p, sum, twos);
    Some(p.ule(rotated, greatest))
}
