//! Minimum and maximum in their three flavours.

use super::FloatFormat;
use super::classify::compare_raw;
use super::nan;
use super::unpack::is_negative;
use crate::Bits;
use std::cmp::Ordering;

/// `llvm.minnum`: a NaN loses against a number. Of two zeros the first, and of two NaNs the second
/// comes out unchanged, as the code generated for x86-64 does it.
#[must_use]
pub fn minnum(format: FloatFormat, a: &Bits, b: &Bits) -> Bits {
    number(format, a, b, Ordering::Less)
}

/// `llvm.maxnum`: a NaN loses against a number. See [`minnum`] for zeros and NaNs.
#[must_use]
pub fn maxnum(format: FloatFormat, a: &Bits, b: &Bits) -> Bits {
    number(format, a, b, Ordering::Greater)
}

/// `llvm.minimum`: a NaN wins, and -0 is less than 0.
#[must_use]
pub fn minimum(format: FloatFormat, a: &Bits, b: &Bits) -> Bits {
    extreme(format, a, b, Ordering::Less)
}

/// `llvm.maximum`: a NaN wins, and -0 is less than 0.
#[must_use]
pub fn maximum(format: FloatFormat, a: &Bits, b: &Bits) -> Bits {
    extreme(format, a, b, Ordering::Greater)
}

/// `llvm.minimumnum`: a NaN loses against a number, and -0 is less than 0.
#[must_use]
pub fn minimumnum(format: FloatFormat, a: &Bits, b: &Bits) -> Bits {
    extreme_number(format, a, b, Ordering::Less)
}

/// `llvm.maximumnum`: a NaN loses against a number, and -0 is less than 0.
#[must_use]
pub fn maximumnum(format: FloatFormat, a: &Bits, b: &Bits) -> Bits {
    extreme_number(format, a, b, Ordering::Greater)
}

/// The second operand if the first is a NaN or the second is on the wanted side of it.
fn number(format: FloatFormat, a: &Bits, b: &Bits, wanted: Ordering) -> Bits {
    let (x, y) = (format.raw(a), format.raw(b));
    let second = nan::is_nan(format, x) || compare_raw(format, y, x) == Some(wanted);
    format.bits(if second { y } else { x })
}

fn extreme(format: FloatFormat, a: &Bits, b: &Bits, wanted: Ordering) -> Bits {
    let (x, y) = (format.raw(a), format.raw(b));
    let first = match compare_raw(format, x, y) {
        None => return format.bits(nan::propagate(format, &[x, y])),
        // Zeros of both signs compare equal: there the sign decides.
        Some(Ordering::Equal) => is_negative(format, x) == (wanted == Ordering::Less),
        Some(order) => order == wanted,
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
