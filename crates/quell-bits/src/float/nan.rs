//! The NaN that an operation yields, as in x86-64 code.
//!
//! An operation with a NaN operand yields a quieted NaN operand, and an invalid operation on numbers
//! yields the default NaN, whose sign bit is *set*. The host's own choice is never used, since a
//! compiler that folds constants may choose differently.
//!
//! Of two NaN operands, SSE (`half`, `bfloat`, `float` and `double`) takes the first. The x87 takes
//! a quiet one before a signaling one, then the one with the greater significand, then the positive
//! one. The software of `fp128` takes the greater significand, then the first (of a difference or
//! quotient the second).

use super::FloatFormat;
use super::unpack::{exponent_field, is_negative, is_unsupported};
use crate::Bits;

/// The NaN that invalid operations produce: quiet, no payload, sign bit set.
#[must_use]
pub fn default_nan(format: FloatFormat) -> Bits {
    format.bits(default_raw(format))
}

/// The NaN with its quiet bit set. Only meaningful for NaNs.
#[must_use]
pub fn quiet(format: FloatFormat, bits: &Bits) -> Bits {
    format.bits(quieted(format, format.raw(bits)))
}

pub(super) fn default_raw(format: FloatFormat) -> u128 {
    super::unpack::infinity(format, true) | format.quiet_bit()
}

/// Whether a pattern is a NaN or an x87 pattern that the machine does not accept as a number.
pub(super) fn is_nan(format: FloatFormat, raw: u128) -> bool {
    let fraction = raw & (format.leading_bit() - 1);
    let top = exponent_field(format, raw) == format.top_exponent();
    top && fraction != 0 || is_unsupported(format, raw)
}

pub(super) fn is_signaling(format: FloatFormat, raw: u128) -> bool {
    is_nan(format, raw) && (raw & format.quiet_bit() == 0 || is_unsupported(format, raw))
}

/// Sets the quiet bit; an x87 pattern that is an invalid operand becomes the default NaN.
pub(super) fn quieted(format: FloatFormat, raw: u128) -> u128 {
    if is_unsupported(format, raw) {
        default_raw(format)
    } else {
        raw | format.quiet_bit()
    }
}

/// The NaN that an operation on these operands yields when its result is a NaN.
#[cold]
pub(super) fn propagate(format: FloatFormat, operands: &[u128]) -> u128 {
    if operands.iter().any(|&raw| is_unsupported(format, raw)) {
        return default_raw(format);
    }
    let mut nans = operands.iter().copied().filter(|&raw| is_nan(format, raw));
    let chosen = match format {
        FloatFormat::X87 => nans.reduce(|a, b| if x87_rank(a) >= x87_rank(b) { a } else { b }),
        FloatFormat::Quad => nans.reduce(|a, b| if quad_rank(a) >= quad_rank(b) { a } else { b }),
        _ => nans.next(),
    };
    chosen.map_or(default_raw(format), |raw| quieted(format, raw))
}

/// The key by which the x87 chooses between two NaNs: the greater one is taken.
fn x87_rank(raw: u128) -> (bool, u128, bool) {
    let format = FloatFormat::X87;
    (
        !is_signaling(format, raw),
        raw & format.field_mask(),
        !is_negative(format, raw),
    )
}

/// The key by which the software of `fp128` chooses between two NaNs: the greater one is taken.
fn quad_rank(raw: u128) -> u128 {
    raw & FloatFormat::Quad.field_mask()
}

/// Moves a NaN to another format, and says whether payload bits were lost. The sign and the upper
/// bits of the payload stay; it is not quieted.
pub(super) fn reformat(from: FloatFormat, to: FloatFormat, raw: u128) -> (u128, bool) {
    let payload = raw & (from.leading_bit() - 1);
    let shift = i64::from(to.significand_bits()) - i64::from(from.significand_bits());
    let (moved, lost) = if shift >= 0 {
        (payload << shift, false)
    } else {
        (payload >> -shift, payload & ((1 << -shift) - 1) != 0)
    };
    (
        super::unpack::infinity(to, is_negative(from, raw)) | moved,
        lost,
    )
}
