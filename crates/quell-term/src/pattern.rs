//! The bit patterns that represent values of floats: IEEE bits with one NaN.
//!
//! They are the patterns of `quell_bits::float`, except that the x87 format has no integer bit here
//! (see [`crate::pattern_width`]).

use crate::sort::pattern_width;
use quell_bits::{Bits, FloatFormat, float};

/// The one NaN: positive, quiet, no payload.
#[must_use]
pub fn canonical_nan(format: FloatFormat) -> Bits {
    let fraction = format.significand_bits() - 1;
    let ones = Bits::ones(format.exponent_bits() + 1).zext(pattern_width(format));
    ones.shl_u32(fraction - 1)
}

/// The pattern, with every NaN replaced by the one NaN.
pub(crate) fn canonical(format: FloatFormat, bits: &Bits) -> Bits {
    if float::is_nan(format, &unpack(format, bits)) {
        canonical_nan(format)
    } else {
        bits.zext(pattern_width(format))
    }
}

/// The pattern as stored in memory.
pub(crate) fn unpack(format: FloatFormat, bits: &Bits) -> Bits {
    if format != FloatFormat::X87 {
        return bits.clone();
    }
    let exponent = bits.extract(77, 63);
    let leading = Bits::from_bool(!exponent.is_zero());
    let top = bits.extract(78, 78).concat(&exponent);
    top.concat(&leading).concat(&bits.extract(62, 0))
}

/// The pattern of a value stored in memory, with every NaN replaced by the one NaN.
pub(crate) fn pack(format: FloatFormat, memory: &Bits) -> Bits {
    if float::is_nan(format, memory) {
        return canonical_nan(format);
    }
    if format != FloatFormat::X87 {
        return memory.clone();
    }
    memory.extract(79, 64).concat(&memory.extract(62, 0))
}
