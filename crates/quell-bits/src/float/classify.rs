//! Classification and comparison of patterns.

use super::FloatFormat;
use super::nan;
use super::unpack::{self, Unpacked, exponent_field, is_negative, unpack};
use crate::Bits;
use std::cmp::Ordering;

/// Whether the value is a NaN. The x87 patterns that are invalid operands count as signaling NaNs.
#[must_use]
pub fn is_nan(format: FloatFormat, bits: &Bits) -> bool {
    nan::is_nan(format, format.raw(bits))
}

/// Whether the value is a signaling NaN.
#[must_use]
pub fn is_signaling(format: FloatFormat, bits: &Bits) -> bool {
    nan::is_signaling(format, format.raw(bits))
}

/// Whether the value is infinite.
#[must_use]
pub fn is_inf(format: FloatFormat, bits: &Bits) -> bool {
    let raw = format.raw(bits);
    raw == unpack::infinity(format, is_negative(format, raw))
}

/// Whether the value is neither infinite nor a NaN.
#[must_use]
pub fn is_finite(format: FloatFormat, bits: &Bits) -> bool {
    matches!(unpack(format, format.raw(bits)), Unpacked::Finite { .. })
}

/// Whether the value is 0 or -0.
#[must_use]
pub fn is_zero(format: FloatFormat, bits: &Bits) -> bool {
    format.raw(bits) & !format.sign_mask() == 0
}

/// Whether the value is non-zero and its exponent field is zero (x87 pseudo-denormals included).
#[must_use]
pub fn is_subnormal(format: FloatFormat, bits: &Bits) -> bool {
    exponent_field(format, format.raw(bits)) == 0 && !is_zero(format, bits)
}

/// Whether the value is finite, non-zero and not subnormal.
#[must_use]
pub fn is_normal(format: FloatFormat, bits: &Bits) -> bool {
    is_finite(format, bits) && exponent_field(format, format.raw(bits)) != 0
}

/// Whether the sign bit is set; NaNs and zeros have one too.
#[must_use]
pub fn sign(format: FloatFormat, bits: &Bits) -> bool {
    is_negative(format, format.raw(bits))
}

/// Orders two values; `None` when one is a NaN. Zeros are equal whatever their sign.
#[must_use]
pub fn compare(format: FloatFormat, a: &Bits, b: &Bits) -> Option<Ordering> {
    compare_raw(format, format.raw(a), format.raw(b))
}

pub(super) fn compare_raw(format: FloatFormat, a: u128, b: u128) -> Option<Ordering> {
    if nan::is_nan(format, a) || nan::is_nan(format, b) {
        return None;
    }
    Some(signed_magnitude(format, a).cmp(&signed_magnitude(format, b)))
}

/// A key that orders patterns like their values: of equal sign, greater magnitudes have greater
/// patterns. The magnitude has no sign bit, so it fits an `i128`.
fn signed_magnitude(format: FloatFormat, raw: u128) -> i128 {
    let magnitude = (normal_form(format, raw) & !format.sign_mask()) as i128;
    if is_negative(format, raw) {
        -magnitude
    } else {
        magnitude
    }
}

/// Gives an x87 pseudo-denormal the exponent field of the normal number with the same value.
pub(super) fn normal_form(format: FloatFormat, raw: u128) -> u128 {
    let pseudo = format.has_integer_bit()
        && exponent_field(format, raw) == 0
        && raw & format.leading_bit() != 0;
    if pseudo {
        raw | 1 << format.field_bits()
    } else {
        raw
    }
}
