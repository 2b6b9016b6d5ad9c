//! Arithmetic limb by limb, for values that do not fit one word.
//!
//! The functions take operands of equal width and are correct at any width, which is how they are
//! tested: exhaustively at narrow widths, against [`crate::word`].

use super::{Bits, Limbs};
use num_bigint::BigUint;

/// The unsigned value as a big integer.
pub(crate) fn to_biguint(value: &Bits) -> BigUint {
    let halves = value
        .limbs
        .iter()
        .flat_map(|&limb| [limb as u32, (limb >> 32) as u32]);
    BigUint::new(halves.collect())
}

/// The low `width` bits of a big integer.
pub(crate) fn from_biguint(width: u32, value: &BigUint) -> Bits {
    let limbs: Limbs = value
        .iter_u64_digits()
        .take(super::limb_count(width))
        .collect();
    Bits::from_limbs(width, &limbs)
}

/// Combines the limbs of two values pairwise.
pub(super) fn zip(a: &Bits, b: &Bits, f: impl Fn(u64, u64) -> u64) -> Bits {
    let limbs = a
        .limbs
        .iter()
        .zip(&b.limbs)
        .map(|(&x, &y)| f(x, y))
        .collect();
    Bits {
        width: a.width,
        limbs,
    }
    .normalised()
}

/// Combines the limbs of two values pairwise, handing a carry from each to the next.
fn zip_carry(
    a: &Bits,
    b: &Bits,
    mut carry: bool,
    f: impl Fn(u64, u64, bool) -> (u64, bool),
) -> Bits {
    let mut limbs = Limbs::with_capacity(a.limbs.len());
    for (&x, &y) in a.limbs.iter().zip(&b.limbs) {
        let (limb, out) = f(x, y, carry);
        limbs.push(limb);
        carry = out;
    }
    Bits {
        width: a.width,
        limbs,
    }
    .normalised()
}

/// The sum of two limbs and a carry, with the carry out of it.
fn add_limb(x: u64, y: u64, carry: bool) -> (u64, bool) {
    let (sum, first) = x.overflowing_add(y);
    let (sum, second) = sum.overflowing_add(u64::from(carry));
    (sum, first | second)
}

pub(super) fn add(a: &Bits, b: &Bits) -> Bits {
    zip_carry(a, b, false, add_limb)
}

pub(super) fn sub(a: &Bits, b: &Bits) -> Bits {
    zip_carry(a, b, true, |x, y, carry| add_limb(x, !y, carry))
}

pub(super) fn neg(a: &Bits) -> Bits {
    sub(&Bits::zero(a.width), a)
}

pub(super) fn not(a: &Bits) -> Bits {
    let limbs = a.limbs.iter().map(|&limb| !limb).collect();
    Bits {
        width: a.width,
        limbs,
    }
    .normalised()
}

pub(super) fn mul(a: &Bits, b: &Bits) -> Bits {
    if a.width <= 128 {
        return Bits::from_u128(a.width, a.low_u128().wrapping_mul(b.low_u128()));
    }
    let mut limbs = Limbs::from_elem(0, a.limbs.len());
    for (i, &x) in a.limbs.iter().enumerate().filter(|(_, x)| **x != 0) {
        add_multiple(&mut limbs[i..], x, &b.limbs);
    }
    Bits {
        width: a.width,
        limbs,
    }
    .normalised()
}

/// Adds `factor * limbs` to `sum`, dropping what does not fit.
fn add_multiple(sum: &mut [u64], factor: u64, limbs: &[u64]) {
    let mut carry = 0u128;
    for (slot, &limb) in sum.iter_mut().zip(limbs) {
        carry += u128::from(factor) * u128::from(limb) + u128::from(*slot);
        *slot = carry as u64;
        carry >>= 64;
    }
}

/// Unsigned quotient and remainder.
fn divide(a: &Bits, b: &Bits) -> Option<(Bits, Bits)> {
    if b.is_zero() {
        return None;
    }
    if let (Some(x), Some(y)) = (a.to_u128(), b.to_u128()) {
        return Some((
            Bits::from_u128(a.width, x / y),
            Bits::from_u128(a.width, x % y),
        ));
    }
    let (x, y) = (to_biguint(a), to_biguint(b));
    Some((
        from_biguint(a.width, &(&x / &y)),
        from_biguint(a.width, &(&x % &y)),
    ))
}

pub(super) fn udiv(a: &Bits, b: &Bits) -> Option<Bits> {
    Some(divide(a, b)?.0)
}

pub(super) fn urem(a: &Bits, b: &Bits) -> Option<Bits> {
    Some(divide(a, b)?.1)
}

pub(super) fn sdiv(a: &Bits, b: &Bits) -> Option<Bits> {
    let quotient = udiv(&abs(a), &abs(b))?;
    Some(if a.sign_bit() == b.sign_bit() {
        quotient
    } else {
        neg(&quotient)
    })
}

pub(super) fn srem(a: &Bits, b: &Bits) -> Option<Bits> {
    let remainder = urem(&abs(a), &abs(b))?;
    Some(if a.sign_bit() {
        neg(&remainder)
    } else {
        remainder
    })
}

pub(super) fn abs(a: &Bits) -> Bits {
    if a.sign_bit() { neg(a) } else { a.clone() }
}

#[cfg(test)]
mod tests {
    //! The wide path at narrow widths, exhaustively, against the word path.

    use super::*;
    use crate::word;

    fn every_pair(mut check: impl FnMut(u32, u64, u64)) {
        for width in 1..=5 {
            for a in 0..1 << width {
                for b in 0..1 << width {
                    check(width, a, b);
                }
            }
        }
    }

    #[test]
    fn arithmetic_agrees_with_words() {
        type Row = (fn(&Bits, &Bits) -> Bits, fn(u32, u64, u64) -> u64);
        const ROWS: &[Row] = &[(add, word::add), (sub, word::sub), (mul, word::mul)];
        every_pair(|width, a, b| {
            let (x, y) = (Bits::from_u64(width, a), Bits::from_u64(width, b));
            for (wide, narrow) in ROWS {
                assert_eq!(wide(&x, &y).low_u64(), narrow(width, a, b));
            }
            assert_eq!(neg(&x).low_u64(), word::neg(width, a));
            assert_eq!(not(&x).low_u64(), word::not(width, a));
            assert_eq!(abs(&x).low_u64(), word::abs(width, a));
        });
    }

    #[test]
    fn division_agrees_with_words() {
        type Row = (
            fn(&Bits, &Bits) -> Option<Bits>,
            fn(u32, u64, u64) -> Option<u64>,
        );
        const ROWS: &[Row] = &[
            (udiv, word::udiv),
            (urem, word::urem),
            (sdiv, word::sdiv),
            (srem, word::srem),
        ];
        every_pair(|width, a, b| {
            let (x, y) = (Bits::from_u64(width, a), Bits::from_u64(width, b));
            for (wide, narrow) in ROWS {
                assert_eq!(
                    wide(&x, &y).map(|value| value.low_u64()),
                    narrow(width, a, b)
                );
            }
        });
    }

    #[test]
    fn shifts_and_permutations_agree_with_words() {
        every_pair(|width, a, b| {
            let x = Bits::from_u64(width, a);
            assert_eq!(x.wide_shl(b as u32).low_u64(), word::shl(width, a, b));
            assert_eq!(x.wide_lshr(b as u32).low_u64(), word::lshr(width, a, b));
            assert_eq!(x.wide_ashr(b as u32).low_u64(), word::ashr(width, a, b));
            assert_eq!(
                x.wide_reverse_bits().low_u64(),
                word::reverse_bits(width, a)
            );
            assert_eq!(x.wide_swap_bytes().low_u64(), word::swap_bytes(width, a));
        });
    }
}
