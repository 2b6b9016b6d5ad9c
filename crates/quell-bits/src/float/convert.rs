//! Conversions between integers and formats, and between formats.

use super::unpack::{Magnitude, Unpacked, infinity, round, unpack};
use super::{FloatFormat, nan, native};
use crate::{Bits, bits, word};

/// An integer made from a floating-point value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ToInt {
    /// The value truncated towards zero; the nearest integer of the width when it does not fit,
    /// and 0 for a NaN.
    pub value: Bits,
    /// Whether the truncated value fits the width.
    pub in_range: bool,
}

/// The nearest value to an integer.
#[must_use]
pub fn from_int(format: FloatFormat, integer: &Bits, signed: bool) -> Bits {
    if integer.width() <= 64 {
        let (width, low) = (integer.width(), integer.low_u64());
        return match (format, signed) {
            (FloatFormat::Single, false) => Bits::from_u64(32, native::from_unsigned::<f32>(low)),
            (FloatFormat::Double, false) => Bits::from_u64(64, native::from_unsigned::<f64>(low)),
            (FloatFormat::Single, true) => Bits::from_u64(
                32,
                native::from_signed::<f32>(word::sign_extend(width, low)),
            ),
            (FloatFormat::Double, true) => Bits::from_u64(
                64,
                native::from_signed::<f64>(word::sign_extend(width, low)),
            ),
            _ => from_wide_int(format, integer, signed),
        };
    }
    from_wide_int(format, integer, signed)
}

fn from_wide_int(format: FloatFormat, integer: &Bits, signed: bool) -> Bits {
    let negative = signed && integer.sign_bit();
    let magnitude = if negative {
        integer.neg()
    } else {
        integer.clone()
    };
    let exact = match magnitude.to_u128() {
        Some(value) => Magnitude::exact(value, 0),
        None => Magnitude::from_big(&bits::to_biguint(&magnitude), 0, false),
    };
    format.bits(round(format, negative, exact).raw)
}

/// Truncates to an integer of any width.
#[must_use]
pub fn to_int(format: FloatFormat, a: &Bits, width: u32, signed: bool) -> ToInt {
    let word = a.low_u64();
    let (value, in_range) = match (format, signed) {
        _ if width > 64 => return to_wide_int(format, a, width, signed),
        (FloatFormat::Single, false) => native::to_unsigned::<f32>(word, width),
        (FloatFormat::Double, false) => native::to_unsigned::<f64>(word, width),
        (FloatFormat::Single, true) => native::to_signed::<f32>(word, width),
        (FloatFormat::Double, true) => native::to_signed::<f64>(word, width),
        _ => return to_wide_int(format, a, width, signed),
    };
    ToInt {
        value: Bits::from_u64(width, value),
        in_range,
    }
}

fn to_wide_int(format: FloatFormat, a: &Bits, width: u32, signed: bool) -> ToInt {
    let (negative, magnitude) = match unpack(format, format.raw(a)) {
        Unpacked::Nan => {
            return ToInt {
                value: Bits::zero(width),
                in_range: false,
            };
        }
        Unpacked::Infinity { negative } => (negative, None),
        Unpacked::Finite {
            negative,
            significand,
            exponent,
        } => (negative, whole_part(significand, exponent, width)),
    };
    let bound = match (signed, negative) {
        (false, false) => Bits::ones(width),
        (false, true) => Bits::zero(width),
        (true, false) => Bits::max_signed(width),
        (true, true) => Bits::min_signed(width),
    };
    let fitting = magnitude.filter(|magnitude| magnitude.ule(&bound));
    let in_range = fitting.is_some();
    let magnitude = fitting.unwrap_or(bound);
    ToInt {
        value: if negative { magnitude.neg() } else { magnitude },
        in_range,
    }
}

/// The whole part of `significand * 2^exponent`, if it fits the width as an unsigned number.
fn whole_part(significand: u128, exponent: i64, width: u32) -> Option<Bits> {
    let length = 128 - i64::from(significand.leading_zeros()) + exponent;
    if length > i64::from(width) && significand != 0 {
        return None;
    }
    let room = Bits::from_u128(width.max(128), significand);
    let distance = exponent.unsigned_abs().min(u64::from(u32::MAX)) as u32;
    let shifted = if exponent < 0 {
        room.lshr_u32(distance)
    } else {
        room.shl_u32(distance)
    };
    Some(shifted.trunc(width))
}

/// Converts to another format, rounding to nearest even (`fpext`, `fptrunc`). A NaN keeps its sign
/// and the upper bits of its payload and becomes quiet. The same format gives the same pattern.
#[must_use]
pub fn convert(from: FloatFormat, to: FloatFormat, a: &Bits) -> Bits {
    match (from, to) {
        (FloatFormat::Single, FloatFormat::Double) => {
            Bits::from_u64(64, native::extend(a.low_u64()))
        }
        (FloatFormat::Double, FloatFormat::Single) => {
            Bits::from_u64(32, native::truncate(a.low_u64()))
        }
        _ => to.bits(convert_raw(from, to, from.raw(a))),
    }
}

pub(super) fn convert_raw(from: FloatFormat, to: FloatFormat, raw: u128) -> u128 {
    if from == to {
        return raw;
    }
    match unpack(from, raw) {
        Unpacked::Nan => nan::reformat(from, to, nan::quieted(from, raw)).0 | to.quiet_bit(),
        Unpacked::Infinity { negative } => infinity(to, negative),
        Unpacked::Finite {
            negative,
            significand,
            exponent,
        } => round(to, negative, Magnitude::exact(significand, exponent)).raw,
    }
}

#[cfg(test)]
mod tests {
    //! The paths for any width and format, compared with the host's where both exist.

    use super::*;
    use proptest::prelude::*;

    const HOST: [FloatFormat; 2] = [FloatFormat::Single, FloatFormat::Double];

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        #[test]
        fn integers_from_floats(
            exponent in 1000..1100u64, rest: u64, width in 1..=64u32, signed: bool
        ) {
            let double = Bits::from_u64(64, exponent << 52 | rest >> 12 | rest << 63);
            for format in HOST {
                let a = convert(FloatFormat::Double, format, &double);
                let result = to_wide_int(format, &a, width, signed);
                prop_assert_eq!(&to_int(format, &a, width, signed), &result);
                let wider = to_int(format, &a, width + 64, signed);
                if result.in_range {
                    prop_assert!(wider.in_range);
                    prop_assert_eq!(wider.value.trunc(width), result.value);
                }
            }
        }

        #[test]
        fn floats_from_integers(value: u64, width in 1..=64u32, signed: bool) {
            let integer = Bits::from_u64(width, value);
            for format in HOST {
                let want = from_int(format, &integer, signed);
                prop_assert_eq!(from_wide_int(format, &integer, signed), want.clone());
                let wide = if signed { integer.sext(200) } else { integer.zext(200) };
                prop_assert_eq!(from_int(format, &wide, true), want);
            }
        }

        #[test]
        fn floats_from_doubles(raw: u64) {
            let (double, single) = (FloatFormat::Double, FloatFormat::Single);
            prop_assert_eq!(convert_raw(double, single, raw.into()), native::truncate(raw).into());
            let raw = raw >> 32;
            prop_assert_eq!(convert_raw(single, double, raw.into()), native::extend(raw).into());
        }
    }
}
