//! Conversions between bit patterns and exact values: unpacking, and rounding to a pattern.

use super::{FloatFormat, nan};
use num_bigint::BigUint;

/// The value of a bit pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unpacked {
    /// A NaN, or an x87 pattern that is an invalid operand.
    Nan,
    Infinity {
        negative: bool,
    },
    /// `significand * 2^exponent`; zero has significand 0.
    Finite {
        negative: bool,
        significand: u128,
        exponent: i64,
    },
}

/// The exponent field of a pattern.
pub(super) fn exponent_field(format: FloatFormat, raw: u128) -> u32 {
    (raw >> format.field_bits()) as u32 & format.top_exponent()
}

/// Whether the sign bit of a pattern is set.
pub(super) fn is_negative(format: FloatFormat, raw: u128) -> bool {
    raw & format.sign_mask() != 0
}

/// Whether an x87 pattern lacks the integer bit that its exponent requires (unnormals,
/// pseudo-infinities and pseudo-NaNs): the machine treats these as invalid operands.
pub(super) fn is_unsupported(format: FloatFormat, raw: u128) -> bool {
    format.has_integer_bit() && exponent_field(format, raw) != 0 && raw & format.leading_bit() == 0
}

/// The infinity with the given sign.
pub(super) fn infinity(format: FloatFormat, negative: bool) -> u128 {
    let integer_bit = if format.has_integer_bit() {
        format.leading_bit()
    } else {
        0
    };
    let sign = if negative { format.sign_mask() } else { 0 };
    sign | u128::from(format.top_exponent()) << format.field_bits() | integer_bit
}

/// The value of a pattern.
pub(super) fn unpack(format: FloatFormat, raw: u128) -> Unpacked {
    let negative = is_negative(format, raw);
    if nan::is_nan(format, raw) {
        return Unpacked::Nan;
    }
    let field = exponent_field(format, raw);
    if field == format.top_exponent() {
        return Unpacked::Infinity { negative };
    }
    let implied = if field == 0 || format.has_integer_bit() {
        0
    } else {
        format.leading_bit()
    };
    // Subnormals have the exponent of the least normal value.
    let biased = i64::from(field.max(1));
    Unpacked::Finite {
        negative,
        significand: raw & format.field_mask() | implied,
        exponent: biased - format.bias() - i64::from(format.significand_bits() - 1),
    }
}

/// An exact or nearly exact magnitude: `significand * 2^exponent`, plus less than one unit of the
/// significand when `sticky`. A sticky magnitude must have some bits more than the format it is
/// rounded to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Magnitude {
    pub significand: u128,
    pub exponent: i64,
    pub sticky: bool,
}

impl Magnitude {
    pub(super) fn exact(significand: u128, exponent: i64) -> Magnitude {
        Magnitude {
            significand,
            exponent,
            sticky: false,
        }
    }

    /// The top 128 bits of a big significand, the rest becoming sticky.
    pub(super) fn from_big(significand: &BigUint, exponent: i64, sticky: bool) -> Magnitude {
        let excess = significand.bits().saturating_sub(128);
        let lost = significand
            .trailing_zeros()
            .is_some_and(|zeros| zeros < excess);
        let top = significand >> excess;
        let significand = top
            .iter_u64_digits()
            .rev()
            .fold(0, |sum, limb| sum << 64 | u128::from(limb));
        Magnitude {
            significand,
            exponent: exponent + excess as i64,
            sticky: sticky || lost,
        }
    }
}

/// The outcome of rounding to a format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Rounded {
    pub raw: u128,
    pub inexact: bool,
    /// The result is infinite though the magnitude was not.
    pub overflow: bool,
    /// With an unbounded exponent range the rounded result would lie below the normal values.
    pub tiny: bool,
}

/// Rounds a magnitude to nearest, ties to even.
pub(super) fn round(format: FloatFormat, negative: bool, value: Magnitude) -> Rounded {
    let sign = if negative { format.sign_mask() } else { 0 };
    if value.significand == 0 {
        return Rounded {
            raw: sign,
            inexact: value.sticky,
            overflow: false,
            tiny: value.sticky,
        };
    }
    let precision = i64::from(format.significand_bits());
    let top = value.exponent + 127 - i64::from(value.significand.leading_zeros());
    let unit = top.max(format.min_exponent()) - (precision - 1);
    let shift = unit - value.exponent;
    let (kept, inexact) = shift_rounding(value.significand, shift, value.sticky);
    let below = top - format.min_exponent();
    let carries = || shift_rounding(value.significand, shift - 1, value.sticky).0 >> precision != 0;
    let tiny = below < 0 && !(below == -1 && carries());
    let (kept, unit) = if kept >> precision != 0 {
        (kept >> 1, unit + 1)
    } else {
        (kept, unit)
    };
    if kept >= format.leading_bit() && unit + precision - 1 > format.bias() {
        return Rounded {
            raw: infinity(format, negative),
            inexact: true,
            overflow: true,
            tiny,
        };
    }
    Rounded {
        raw: sign | pack(format, kept, unit),
        inexact,
        overflow: false,
        tiny,
    }
}

/// The pattern of a magnitude that has the format's precision.
fn pack(format: FloatFormat, significand: u128, unit: i64) -> u128 {
    if significand < format.leading_bit() {
        return significand;
    }
    let biased = unit + i64::from(format.significand_bits() - 1) + format.bias();
    (biased as u128) << format.field_bits() | significand & format.field_mask()
}

/// Shifts right (or exactly left, when negative) and rounds to nearest even, and says whether the
/// result is inexact.
fn shift_rounding(significand: u128, shift: i64, sticky: bool) -> (u128, bool) {
    match shift {
        ..=0 => (significand.checked_shl(-shift as u32).unwrap_or(0), sticky),
        1..=128 => {
            let kept = significand.checked_shr(shift as u32).unwrap_or(0);
            let half = 1u128 << (shift - 1);
            let lost = significand & (half | (half - 1));
            let up = lost > half || lost == half && (sticky || kept & 1 == 1);
            (kept + u128::from(up), lost != 0 || sticky)
        }
        _ => (0, true),
    }
}
