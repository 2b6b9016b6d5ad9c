//! Minimum and maximum, in the three variants of LLVM.

use super::FloatFormat;
use super::classify::compare_raw;
use super::nan;
use super::unpack::is_negative;
use crate::Bits;
use std::cmp::Ordering;

/// `llvm.minnum`: a number is preferred to a NaN. Of two zeros the first, and of two NaNs the second
/// is returned unchanged, as by the code generated for x86-64.
///
/// Formats above `double` behave as the C library's `fmin`, which returns a signaling NaN quieted,
/// and one of two quiet NaNs; `fmaxl` returns the second of two zeros.
#[must_use]
pub fn minnum(format: FloatFormat, a: &Bits, b: &Bits) -> Bits {
    number(format, a, b, Ordering::Less)
}

/// `llvm.maxnum`: a number is preferred to a NaN. See [`minnum`] for zeros and NaNs.
#[must_use]
pub fn maxnum(format: FloatFormat, a: &Bits, b: &Bits) -> Bits {
    number(format, a, b, Ordering::Greater)
}

/// `llvm.minimum`: a NaN is returned unchanged, and -0 is less than 0. Of two NaNs the first is
/// returned if its sign bit is clear, as by the code generated for x86-64.
#[must_use]
pub fn minimum(format: FloatFormat, a: &Bits, b: &Bits) -> Bits {
    extreme(format, a, b, Ordering::Less)
}

/// `llvm.maximum`: a NaN is returned unchanged, and -0 is less than 0. Of two NaNs the first is
/// returned if its sign bit is set, as by the code generated for x86-64.
#[must_use]
pub fn maximum(format: FloatFormat, a: &Bits, b: &Bits) -> Bits {
    extreme(format, a, b, Ordering::Greater)
}

/// `llvm.minimumnum`: a number is preferred to a NaN, and -0 is less than 0.
#[must_use]
pub fn minimumnum(format: FloatFormat, a: &Bits, b: &Bits) -> Bits {
    extreme_number(format, a, b, Ordering::Less)
}

/// `llvm.maximumnum`: a number is preferred to a NaN, and -0 is less than 0.
#[must_use]
pub fn maximumnum(format: FloatFormat, a: &Bits, b: &Bits) -> Bits {
    extreme_number(format, a, b, Ordering::Greater)
}

fn number(format: FloatFormat, a: &Bits, b: &Bits, wanted: Ordering) -> Bits {
    let (x, y) = (format.raw(a), format.raw(b));
    let library = format.width() > 64;
    let signaling = nan::is_signaling(format, x) || nan::is_signaling(format, y);
    if library && signaling {
        return format.bits(nan::propagate(format, &[x, y]));
    }
    let second = match (nan::is_nan(format, x), nan::is_nan(format, y)) {
        (true, true) if library => return format.bits(quiet_pair(format, x, y)),
        (true, _) => true,
        (false, true) => false,
        (false, false) => match compare_raw(format, y, x) {
            Some(Ordering::Equal) => format == FloatFormat::X87 && wanted == Ordering::Greater,
            order => order == Some(wanted),
        },
    };
    format.bits(if second { y } else { x })
}

/// The one of two quiet NaNs that the C library returns.
fn quiet_pair(format: FloatFormat, x: u128, y: u128) -> u128 {
    if format == FloatFormat::X87 {
        nan::propagate(format, &[x, y])
    } else {
        x
    }
}

fn extreme(format: FloatFormat, a: &Bits, b: &Bits, wanted: Ordering) -> Bits {
    let (x, y) = (format.raw(a), format.raw(b));
    // Generated code puts the operand with the preferred sign first and then tests it for NaN.
    let signed_first = is_negative(format, x) == (wanted == Ordering::Less);
    let first = match (nan::is_nan(format, x), nan::is_nan(format, y)) {
        (true, true) => !signed_first,
        (false, false) => match compare_raw(format, x, y) {
            // Zeros of both signs compare equal: there the sign decides.
            Some(Ordering::Equal) | None => signed_first,
            Some(order) => order == wanted,
        },
        (first, _) => first,
    };
    format.bits(if first { x } else { y })
}

fn extreme_number(format: FloatFormat, a: &Bits, b: &Bits, wanted: Ordering) -> Bits {
    let (x, y) = (format.raw(a), format.raw(b));
    match (nan::is_nan(format, x), nan::is_nan(format, y)) {
        (true, false) => format.bits(y),
        (false, true) => format.bits(x),
        _ => extreme(format, a, b, wanted),
    }
}
