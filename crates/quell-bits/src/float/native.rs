//! `float` and `double` on plain words, through the arithmetic of the host.
//!
//! The type parameter is the format: `native::add::<f64>(a, b)` adds two doubles given as bit
//! patterns. Words for `f32` use the low 32 bits; the upper half is ignored, and 0 in results.

use super::{FloatFormat, nan};
use std::cmp::Ordering;
use std::ops::{Add, Div, Mul, Rem, Sub};

/// A host type: `f32` or `f64`.
pub trait Native:
    Copy
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Rem<Output = Self>
    + private::Sealed
{
    /// The format of the type.
    const FORMAT: FloatFormat;
    /// The value of a pattern.
    fn from_word(word: u64) -> Self;
    /// The pattern of a value.
    fn to_word(self) -> u64;
    /// Whether it is a NaN.
    fn is_nan(self) -> bool;
    /// Square root.
    fn sqrt(self) -> Self;
    /// `self * by + plus`, rounded once.
    fn mul_add(self, by: Self, plus: Self) -> Self;
    /// Rounds down.
    fn floor(self) -> Self;
    /// Rounds up.
    fn ceil(self) -> Self;
    /// Rounds towards zero.
    fn trunc(self) -> Self;
    /// Rounds to nearest, ties away from zero.
    fn round(self) -> Self;
    /// Rounds to nearest, ties to even.
    fn round_ties_even(self) -> Self;
    /// The nearest value to an unsigned integer.
    fn from_u64(value: u64) -> Self;
    /// The nearest value to a signed integer.
    fn from_i64(value: i64) -> Self;
    /// Truncates to an unsigned integer, saturating; 0 for a NaN.
    fn to_u64(self) -> u64;
    /// Truncates to a signed integer, saturating; 0 for a NaN.
    fn to_i64(self) -> i64;
    /// Two to the power of `exponent`, at most 64.
    fn power_of_two(exponent: u32) -> Self;
}

mod private {
    pub trait Sealed {}
    impl Sealed for f32 {}
    impl Sealed for f64 {}
}

macro_rules! host_type {
    ($type:ident, $word:ident, $format:ident) => {
        impl Native for $type {
            const FORMAT: FloatFormat = FloatFormat::$format;
            #[inline]
            fn from_word(word: u64) -> Self {
                $type::from_bits(word as $word)
            }
            #[inline]
            fn to_word(self) -> u64 {
                u64::from(self.to_bits())
            }
            #[inline]
            fn is_nan(self) -> bool {
                self.is_nan()
            }
            #[inline]
            fn sqrt(self) -> Self {
                self.sqrt()
            }
            #[inline]
            fn mul_add(self, by: Self, plus: Self) -> Self {
                self.mul_add(by, plus)
            }
            #[inline]
            fn floor(self) -> Self {
                self.floor()
            }
            #[inline]
            fn ceil(self) -> Self {
                self.ceil()
            }
            #[inline]
            fn trunc(self) -> Self {
                self.trunc()
            }
            #[inline]
            fn round(self) -> Self {
                self.round()
            }
            #[inline]
            fn round_ties_even(self) -> Self {
                self.round_ties_even()
            }
            #[inline]
            fn from_u64(value: u64) -> Self {
                value as $type
            }
            #[inline]
            fn from_i64(value: i64) -> Self {
                value as $type
            }
            #[inline]
            fn to_u64(self) -> u64 {
                self as u64
            }
            #[inline]
            fn to_i64(self) -> i64 {
                self as i64
            }
            #[inline]
            fn power_of_two(exponent: u32) -> Self {
                (1u128 << exponent.min(64)) as $type
            }
        }
    };
}

host_type!(f32, u32, Single);
host_type!(f64, u64, Double);

/// The word of a result; a NaN is replaced by the one that the machine yields for these operands.
#[inline]
fn with_machine_nan<F: Native>(result: F, operands: &[u64]) -> u64 {
    if result.is_nan() {
        nan_of::<F>(operands)
    } else {
        result.to_word()
    }
}

#[cold]
fn nan_of<F: Native>(operands: &[u64]) -> u64 {
    let width_mask = crate::word::mask(F::FORMAT.width());
    let mut raws = [0; 3];
    for (raw, &operand) in raws.iter_mut().zip(operands) {
        *raw = u128::from(operand & width_mask);
    }
    nan::propagate(F::FORMAT, &raws[..operands.len().min(3)]) as u64
}

macro_rules! unary {
    ($($(#[$doc:meta])* $name:ident => $operation:expr;)*) => {$(
        $(#[$doc])*
        #[inline]
        #[must_use]
        pub fn $name<F: Native>(a: u64) -> u64 {
            with_machine_nan($operation(F::from_word(a)), &[a])
        }
    )*};
}

macro_rules! binary {
    ($($(#[$doc:meta])* $name:ident => $operation:expr;)*) => {$(
        $(#[$doc])*
        #[inline]
        #[must_use]
        pub fn $name<F: Native>(a: u64, b: u64) -> u64 {
            with_machine_nan($operation(F::from_word(a), F::from_word(b)), &[a, b])
        }
    )*};
}

binary! {
    /// Sum.
    add => F::add;
    /// Difference.
    sub => F::sub;
    /// Product.
    mul => F::mul;
    /// Quotient.
    div => F::div;
    /// Remainder of the quotient rounded towards zero, as C's `fmod`.
    rem => F::rem;
}

unary! {
    /// Square root.
    sqrt => F::sqrt;
    /// Rounds down to an integer.
    floor => F::floor;
    /// Rounds up to an integer.
    ceil => F::ceil;
    /// Rounds towards zero to an integer.
    trunc => F::trunc;
    /// Rounds to the nearest integer, ties away from zero.
    round => F::round;
    /// Rounds to the nearest integer, ties to even.
    roundeven => F::round_ties_even;
}

/// `a * b + c`, rounded once.
#[inline]
#[must_use]
pub fn fma<F: Native>(a: u64, b: u64, c: u64) -> u64 {
    let result = F::from_word(a).mul_add(F::from_word(b), F::from_word(c));
    // The instruction takes the NaN of its second factor first.
    with_machine_nan(result, &[b, a, c])
}

/// Flips the sign bit, of NaNs too.
#[inline]
#[must_use]
pub fn neg<F: Native>(a: u64) -> u64 {
    a ^ crate::word::min_signed(F::FORMAT.width())
}

/// Orders two values; `None` when one is a NaN.
#[inline]
#[must_use]
pub fn compare<F: Native>(a: u64, b: u64) -> Option<Ordering> {
    F::from_word(a).partial_cmp(&F::from_word(b))
}

/// The nearest value to an unsigned integer.
#[inline]
#[must_use]
pub fn from_unsigned<F: Native>(value: u64) -> u64 {
    F::from_u64(value).to_word()
}

/// The nearest value to a signed integer.
#[inline]
#[must_use]
pub fn from_signed<F: Native>(value: i64) -> u64 {
    F::from_i64(value).to_word()
}

/// Truncates to an unsigned integer of at most 64 bits, and says whether it fits. If not, the
/// integer is the nearest that does, and 0 for a NaN.
#[inline]
#[must_use]
pub fn to_unsigned<F: Native>(a: u64, width: u32) -> (u64, bool) {
    let whole = F::from_word(a).trunc();
    let in_range = whole >= F::from_u64(0) && whole < F::power_of_two(width);
    (whole.to_u64().min(crate::word::mask(width)), in_range)
}

/// Truncates to a signed integer of at most 64 bits, as a word of that width, and says whether it
/// fits. If not, the integer is the nearest that does, and 0 for a NaN.
#[inline]
#[must_use]
pub fn to_signed<F: Native>(a: u64, width: u32) -> (u64, bool) {
    let whole = F::from_word(a).trunc();
    let bound = F::power_of_two(width.saturating_sub(1));
    let in_range = whole >= F::from_i64(0) - bound && whole < bound;
    let max = crate::word::max_signed(width) as i64;
    let value = whole.to_i64().clamp(-max - 1, max);
    (crate::word::from_signed(width, value), in_range)
}

/// `fpext` from `float` to `double`.
#[inline]
#[must_use]
pub fn extend(a: u64) -> u64 {
    let value = f32::from_word(a);
    if value.is_nan() {
        let raw = u128::from(a as u32);
        return super::convert::convert_raw(FloatFormat::Single, FloatFormat::Double, raw) as u64;
    }
    f64::from(value).to_bits()
}

/// `fptrunc` from `double` to `float`.
#[inline]
#[must_use]
pub fn truncate(a: u64) -> u64 {
    let value = f64::from_word(a);
    if value.is_nan() {
        return super::convert::convert_raw(FloatFormat::Double, FloatFormat::Single, a.into())
            as u64;
    }
    (value as f32).to_word()
}
