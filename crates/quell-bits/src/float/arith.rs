//! Arithmetic on patterns of any format.

use super::soft::{self, Operation};
use super::{FloatFormat, native};
use crate::Bits;

/// Calls the host's function for `float` and `double`, and another expression for other formats.
macro_rules! by_format {
    ($format:expr, $name:ident($($operand:expr),+), $other:expr) => {
        match $format {
            FloatFormat::Single => Bits::from_u64(32, native::$name::<f32>($($operand.low_u64()),+)),
            FloatFormat::Double => Bits::from_u64(64, native::$name::<f64>($($operand.low_u64()),+)),
            format => format.bits($other(format, $(format.raw($operand)),+)),
        }
    };
}
pub(super) use by_format;

/// Sum.
#[must_use]
pub fn add(format: FloatFormat, a: &Bits, b: &Bits) -> Bits {
    by_format!(format, add(a, b), |f, a, b| soft::apply(
        f,
        Operation::Add,
        &[a, b]
    ))
}

/// Difference.
#[must_use]
pub fn sub(format: FloatFormat, a: &Bits, b: &Bits) -> Bits {
    by_format!(format, sub(a, b), |f, a, b| soft::apply(
        f,
        Operation::Sub,
        &[a, b]
    ))
}

/// Product.
#[must_use]
pub fn mul(format: FloatFormat, a: &Bits, b: &Bits) -> Bits {
    by_format!(format, mul(a, b), |f, a, b| soft::apply(
        f,
        Operation::Mul,
        &[a, b]
    ))
}

/// Quotient.
#[must_use]
pub fn div(format: FloatFormat, a: &Bits, b: &Bits) -> Bits {
    by_format!(format, div(a, b), |f, a, b| soft::apply(
        f,
        Operation::Div,
        &[a, b]
    ))
}

/// Remainder of the quotient rounded towards zero, as `frem` and C's `fmod`: always exact.
#[must_use]
pub fn rem(format: FloatFormat, a: &Bits, b: &Bits) -> Bits {
    by_format!(format, rem(a, b), soft::rem)
}

/// `a * b + c`, rounded once.
#[must_use]
pub fn fma(format: FloatFormat, a: &Bits, b: &Bits, c: &Bits) -> Bits {
    by_format!(format, fma(a, b, c), |f, a, b, c| soft::apply(
        f,
        Operation::Fma,
        &[a, b, c]
    ))
}

/// Square root, correctly rounded.
#[must_use]
pub fn sqrt(format: FloatFormat, a: &Bits) -> Bits {
    by_format!(format, sqrt(a), soft::sqrt)
}

/// Flips the sign bit, of NaNs too.
#[must_use]
pub fn neg(format: FloatFormat, a: &Bits) -> Bits {
    format.bits(format.raw(a) ^ format.sign_mask())
}

/// Clears the sign bit, of NaNs too.
#[must_use]
pub fn abs(format: FloatFormat, a: &Bits) -> Bits {
    format.bits(format.raw(a) & !format.sign_mask())
}

/// The magnitude of the first with the sign bit of the second.
#[must_use]
pub fn copysign(format: FloatFormat, magnitude: &Bits, sign: &Bits) -> Bits {
    let mask = format.sign_mask();
    format.bits(format.raw(magnitude) & !mask | format.raw(sign) & mask)
}
