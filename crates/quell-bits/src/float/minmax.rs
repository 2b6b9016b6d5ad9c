//! Minimum and maximum in their three flavours.

use super::FloatFormat;
use super::classify::compare_raw;
use super::nan;
use super::unpack::is_negative;
use crate::Bits;
use std::cmp::Ordering;

/// `llvm.minnum`: a NaN loses against a number. Of two zeros the first, and of two NaNs the second
/// comes out unchanged, as the code generated for x86-64 does it.
///
/// Formats above `double` go to the C library's `fmin`, where a signaling NaN wins quieted, two
/// quiet NaNs give one of them, and `fmaxl` takes the second of two zeros.
#[must_use]
pub fn minnum(format: FloatFormat, a: &Bits, b: &Bits) -> Bits {
    number(format, a, b, Ordering::Less)
}

/// `llvm.maxnum`: a NaN loses against a number. See [`minnum`] for zeros and NaNs.
#[must_use]
pub fn maxnum(format: FloatFormat, a: &Bits, b: &Bits) -> Bits {
    number(format, a, b, Ordering::Greater)
}

/// `llvm.minimum`: a NaN wins unchanged, and -0 is less than 0. Of two NaNs the first comes out if
/// its sign bit is clear, as the code generated for x86-64 does it.
#[must_use]
pub fn minimum(format: FloatFormat, a: &Bits, b: &Bits) -> Bits {
    extreme(format, a, b, Ordering::Less)
}

/// `llvm.maximum`: a NaN wins unchanged, and -0 is less than 0. Of two NaNs the first comes out if
/// its sign bit is set, as the code generated for x86-64 does it.
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

/// Which of two quiet NaNs the C library takes.
fn quiet_pair(format: FloatFormat, x: u128, y: u128) -> u128 {
    if format == FloatFormat::X87 {
        nan::propagate(format, &[x, y])
    } else {
        x
    }
}

fn extreme(format: FloatFormat, a: &Bits, b: &Bits, wanted: Ordering) -> Bits {
    let (x, y) = (format.raw(a), format.raw(b));
    // Generated code puts the operand with the wanted sign first and then looks for NaNs there.
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
