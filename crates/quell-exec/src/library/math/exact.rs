//! Functions with an exactly defined result, computed on the bits of any format.

use std::cmp::Ordering;

use quell_bits::{Bits, FloatFormat, float};

/// A finite number other than zero: `significand * 2^(exponent - precision + 1)`, where the significand has
/// as many bits as the precision of the format.
struct Parts {
    negative: bool,
    significand: u128,
    exponent: i64,
}

const fn bias(format: FloatFormat) -> i64 {
    (1 << (format.exponent_bits() - 1)) - 1
}

/// The number of bits below the exponent field.
const fn field_bits(format: FloatFormat) -> u32 {
    format.width() - 1 - format.exponent_bits()
}

const fn stores_leading_bit(format: FloatFormat) -> bool {
    matches!(format, FloatFormat::X87)
}

const fn leading_bit(format: FloatFormat) -> u128 {
    1 << (format.significand_bits() - 1)
}

fn sign(format: FloatFormat, negative: bool) -> u128 {
    u128::from(negative) << (format.width() - 1)
}

fn parts(format: FloatFormat, a: &Bits) -> Option<Parts> {
    if !float::is_finite(format, a) || float::is_zero(format, a) {
        return None;
    }
    let raw = a.low_u128();
    let field = (raw >> field_bits(format)) as i64 & ((1 << format.exponent_bits()) - 1);
    let stored = raw & ((1 << field_bits(format)) - 1);
    let implied = if field == 0 || stores_leading_bit(format) {
        0
    } else {
        leading_bit(format)
    };
    let significand = stored | implied;
    let missing = significand.leading_zeros() - leading_bit(format).leading_zeros();
    Some(Parts {
        negative: float::sign(format, a),
        significand: significand << missing,
        exponent: field.max(1) - bias(format) - i64::from(missing),
    })
}

/// The bits of a number, rounded to nearest, ties to even.
fn pack(format: FloatFormat, parts: &Parts) -> Bits {
    let sign = sign(format, parts.negative);
    let least = 1 - bias(format);
    let magnitude = if parts.exponent > bias(format) {
        infinity(format)
    } else if parts.exponent >= least {
        normal(format, parts.significand, parts.exponent)
    } else {
        let kept = shift_rounded(parts.significand, least - parts.exponent);
        if kept == leading_bit(format) {
            normal(format, kept, least)
        } else {
            kept
        }
    };
    Bits::from_u128(format.width(), sign | magnitude)
}

fn normal(format: FloatFormat, significand: u128, exponent: i64) -> u128 {
    let stored = significand & ((1 << field_bits(format)) - 1);
    ((exponent + bias(format)) as u128) << field_bits(format) | stored
}

fn infinity(format: FloatFormat) -> u128 {
    let leading = if stores_leading_bit(format) {
        leading_bit(format)
    } else {
        0
    };
    ((1u128 << format.exponent_bits()) - 1) << field_bits(format) | leading
}

fn shift_rounded(significand: u128, shift: i64) -> u128 {
    let Ok(shift @ 1..=126) = u32::try_from(shift) else {
        return 0;
    };
    let (kept, half) = (significand >> shift, 1u128 << (shift - 1));
    let lost = significand & ((1 << shift) - 1);
    kept + u128::from(lost > half || lost == half && kept & 1 == 1)
}

/// A NaN is made quiet, as by arithmetic; other values are unchanged.
fn passed_on(format: FloatFormat, a: &Bits) -> Bits {
    if float::is_nan(format, a) {
        float::add(format, a, a)
    } else {
        a.clone()
    }
}

/// `a * 2^exponent`, rounded once.
pub fn scale(format: FloatFormat, a: &Bits, exponent: i64) -> Bits {
    match parts(format, a) {
        None => passed_on(format, a),
        Some(parts) => {
            let exponent = parts.exponent.saturating_add(exponent);
            // Larger exponents give zero or infinity as well.
            let exponent = exponent.clamp(-100_000, 100_000);
            pack(format, &Parts { exponent, ..parts })
        }
    }
}

/// A fraction in [0.5, 1) and the power of two to scale it by.
pub fn fraction_and_exponent(format: FloatFormat, a: &Bits) -> (Bits, i64) {
    match parts(format, a) {
        None => (passed_on(format, a), 0),
        Some(parts) => {
            let exponent = -1;
            let fraction = pack(format, &Parts { exponent, ..parts });
            (fraction, parts.exponent + 1)
        }
    }
}

/// The fractional and the integral part, both with the sign of the number.
pub fn fraction_and_whole(format: FloatFormat, a: &Bits) -> (Bits, Bits) {
    let whole = float::trunc(format, a);
    if float::is_nan(format, a) {
        return (whole.clone(), whole);
    }
    let fraction = if float::is_inf(format, a) {
        Bits::zero(format.width())
    } else {
        float::sub(format, a, &whole)
    };
    (float::copysign(format, &fraction, a), whole)
}

/// The exponent of a finite number other than zero.
pub fn exponent(format: FloatFormat, a: &Bits) -> Option<i64> {
    parts(format, a).map(|parts| parts.exponent)
}

/// `logb`.
pub fn exponent_as_float(format: FloatFormat, a: &Bits) -> Bits {
    match exponent(format, a) {
        Some(exponent) => float::from_int(format, &Bits::from_i64(64, exponent), true),
        None if float::is_zero(format, a) => {
            Bits::from_u128(format.width(), sign(format, true) | infinity(format))
        }
        None if float::is_inf(format, a) => float::abs(format, a),
        None => passed_on(format, a),
    }
}

/// The next number upwards or downwards.
fn step(format: FloatFormat, a: &Bits, upwards: bool) -> Bits {
    if float::is_zero(format, a) {
        return Bits::from_u128(format.width(), sign(format, !upwards) | 1);
    }
    let negative = float::sign(format, a);
    let magnitude = a.low_u128() & (sign(format, true) - 1);
    let rank = rank(format, magnitude);
    let rank = if upwards == negative {
        rank - 1
    } else {
        rank + 1
    };
    let magnitude = unrank(format, rank);
    Bits::from_u128(format.width(), sign(format, negative) | magnitude)
}

/// The number of smaller magnitudes; the encoding has gaps only in the format that stores its leading bit.
fn rank(format: FloatFormat, magnitude: u128) -> u128 {
    if !stores_leading_bit(format) {
        return magnitude;
    }
    let below_leading = leading_bit(format) - 1;
    (magnitude >> field_bits(format)) << (field_bits(format) - 1) | magnitude & below_leading
}

fn unrank(format: FloatFormat, rank: u128) -> u128 {
    if !stores_leading_bit(format) {
        return rank;
    }
    let exponent = rank >> (field_bits(format) - 1);
    let leading = if exponent == 0 {
        0
    } else {
        leading_bit(format)
    };
    exponent << field_bits(format) | leading | rank & (leading_bit(format) - 1)
}

/// The number next to `a` in the direction of `towards`, which may be of a wider format.
pub fn next_after(format: FloatFormat, a: &Bits, (wider, towards): (FloatFormat, &Bits)) -> Bits {
    let wide = float::convert(format, wider, a);
    match float::compare(wider, &wide, towards) {
        // For two NaNs, glibc adds the second one first.
        None => float::convert(wider, format, &float::add(wider, towards, &wide)),
        Some(Ordering::Equal) => float::convert(wider, format, towards),
        Some(order) => step(format, a, order == Ordering::Less),
    }
}
