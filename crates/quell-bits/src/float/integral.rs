//! Rounding to an integer in the same format.
//!
//! A zero result has the sign of the operand; a NaN comes out quieted.

use super::arith::by_format;
use super::unpack::{self, Magnitude, Unpacked, unpack};
use super::{FloatFormat, nan, native};
use crate::Bits;

/// Rounds down.
#[must_use]
pub fn floor(format: FloatFormat, a: &Bits) -> Bits {
    by_format!(format, floor(a), |f, a| to_integral(f, a, down))
}

/// Rounds up.
#[must_use]
pub fn ceil(format: FloatFormat, a: &Bits) -> Bits {
    by_format!(format, ceil(a), |f, a| to_integral(f, a, up))
}

/// Rounds towards zero.
#[must_use]
pub fn trunc(format: FloatFormat, a: &Bits) -> Bits {
    by_format!(format, trunc(a), |f, a| to_integral(f, a, |_| false))
}

/// Rounds to nearest, ties away from zero.
#[must_use]
pub fn round(format: FloatFormat, a: &Bits) -> Bits {
    by_format!(format, round(a), |f, a| to_integral(f, a, half_up))
}

/// Rounds to nearest, ties to even.
#[must_use]
pub fn roundeven(format: FloatFormat, a: &Bits) -> Bits {
    by_format!(format, roundeven(a), |f, a| to_integral(f, a, half_even))
}

/// Rounds as the rounding mode says, which is always to nearest with ties to even.
#[must_use]
pub fn rint(format: FloatFormat, a: &Bits) -> Bits {
    roundeven(format, a)
}

/// As [`rint`], from which it differs only in the inexact flag, which is not modelled.
#[must_use]
pub fn nearbyint(format: FloatFormat, a: &Bits) -> Bits {
    roundeven(format, a)
}

/// A value between two integers, with the properties that rounding modes depend on.
struct BetweenIntegers {
    negative: bool,
    /// Whether the integer of lesser magnitude is odd.
    odd: bool,
    fraction: u128,
    /// The fraction of a value halfway between both integers.
    half: u128,
}

fn down(value: &BetweenIntegers) -> bool {
    value.negative && value.fraction != 0
}

fn up(value: &BetweenIntegers) -> bool {
    !value.negative && value.fraction != 0
}

fn half_up(value: &BetweenIntegers) -> bool {
    value.fraction >= value.half
}

fn half_even(value: &BetweenIntegers) -> bool {
    value.fraction > value.half || value.fraction == value.half && value.odd
}

/// Rounds to an integer; `away` says whether the magnitude is rounded up.
fn to_integral(format: FloatFormat, raw: u128, away: impl Fn(&BetweenIntegers) -> bool) -> u128 {
    let (negative, significand, exponent) = match unpack(format, raw) {
        Unpacked::Nan => return nan::quieted(format, raw),
        Unpacked::Finite {
            negative,
            significand,
            exponent,
        } if exponent < 0 => (negative, significand, exponent),
        _ => return raw,
    };
    // No significand has more than 113 bits: a greater shift leaves a fraction below a half too.
    let shift = exponent.unsigned_abs().min(120) as u32;
    let (whole, fraction) = (significand >> shift, significand & ((1 << shift) - 1));
    let value = BetweenIntegers {
        negative,
        odd: whole & 1 == 1,
        fraction,
        half: 1 << (shift - 1),
    };
    let whole = whole + u128::from(away(&value));
    unpack::round(format, negative, Magnitude::exact(whole, 0)).raw
}

#[cfg(test)]
mod tests {
    //! The path for all formats, on doubles, against the host.

    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        #[test]
        fn agrees_with_the_host(exponent in 1000..1100u64, rest: u64, cut in 0..52u32) {
            // Few significant bits make ties likely.
            let raw = exponent << 52 | (rest >> 12) >> cut << cut | rest << 63;
            let got = |away: fn(&BetweenIntegers) -> bool| {
                to_integral(FloatFormat::Double, raw.into(), away)
            };
            prop_assert_eq!(got(down), native::floor::<f64>(raw).into());
            prop_assert_eq!(got(up), native::ceil::<f64>(raw).into());
            prop_assert_eq!(got(|_| false), native::trunc::<f64>(raw).into());
            prop_assert_eq!(got(half_up), native::round::<f64>(raw).into());
            prop_assert_eq!(got(half_even), native::roundeven::<f64>(raw).into());
        }
    }
}
