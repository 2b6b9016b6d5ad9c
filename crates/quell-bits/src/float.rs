//! Floating point on bit patterns: IEEE 754 in four sizes, bfloat and the x87 extended format.
//!
//! Every operation takes and returns bit patterns, rounds to nearest with ties to even, and agrees
//! bit for bit with the x86-64 machine, NaNs included (see [`nan`]). `float` and `double` use the
//! arithmetic of the host; [`native`] has the same functions on plain words. The other formats use
//! a soft-float library and exact integers.
//!
//! A pattern whose width is not that of the format is zero-extended or truncated to it.

mod arith;
mod classify;
mod convert;
mod decimal;
pub mod format;
mod integral;
pub mod llvm_text;
mod minmax;
pub mod nan;
pub mod native;
pub mod parse;
mod soft;
mod unpack;

pub use arith::{abs, add, copysign, div, fma, mul, neg, rem, sqrt, sub};
pub use classify::{
    compare, is_finite, is_inf, is_nan, is_normal, is_signaling, is_subnormal, is_zero, sign,
};
pub use convert::{ToInt, convert, from_int, to_int};
pub use integral::{ceil, floor, nearbyint, rint, round, roundeven, trunc};
pub use llvm_text::ParseFloatError;
pub use minmax::{maximum, maximumnum, maxnum, minimum, minimumnum, minnum};

pub use parse::RangeStatus;

use crate::Bits;

/// The floating-point formats of the IR.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum FloatFormat {
    /// IEEE binary16.
    Half,
    /// The upper half of an IEEE binary32.
    BFloat,
    /// IEEE binary32.
    Single,
    /// IEEE binary64.
    Double,
    /// The 80-bit format of the x87, with an explicit integer bit.
    X87,
    /// IEEE binary128.
    Quad,
}

impl FloatFormat {
    /// All formats, narrowest first.
    pub const ALL: [FloatFormat; 6] = [
        Self::Half,
        Self::BFloat,
        Self::Single,
        Self::Double,
        Self::X87,
        Self::Quad,
    ];

    /// Size of the bit pattern: 80 for `X87`.
    #[must_use]
    pub const fn width(self) -> u32 {
        match self {
            Self::Half | Self::BFloat => 16,
            Self::Single => 32,
            Self::Double => 64,
            Self::X87 => 80,
            Self::Quad => 128,
        }
    }

    /// The name of the type in the IR.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Half => "half",
            Self::BFloat => "bfloat",
            Self::Single => "float",
            Self::Double => "double",
            Self::X87 => "x86_fp80",
            Self::Quad => "fp128",
        }
    }

    /// Number of bits of the exponent field.
    #[must_use]
    pub const fn exponent_bits(self) -> u32 {
        match self {
            Self::Half => 5,
            Self::BFloat | Self::Single => 8,
            Self::Double => 11,
            Self::X87 | Self::Quad => 15,
        }
    }

    /// Precision: bits of the significand including the leading one, stored or not.
    #[must_use]
    pub const fn significand_bits(self) -> u32 {
        match self {
            Self::Half => 11,
            Self::BFloat => 8,
            Self::Single => 24,
            Self::Double => 53,
            Self::X87 => 64,
            Self::Quad => 113,
        }
    }
}

/// The layout of the bit pattern.
impl FloatFormat {
    /// Width of the stored significand field.
    const fn field_bits(self) -> u32 {
        self.width() - 1 - self.exponent_bits()
    }

    /// Whether the leading bit of the significand is stored.
    const fn has_integer_bit(self) -> bool {
        matches!(self, Self::X87)
    }

    /// The leading bit of the significand, stored or not.
    const fn leading_bit(self) -> u128 {
        1 << (self.significand_bits() - 1)
    }

    /// The bit that distinguishes a quiet NaN from a signaling one.
    const fn quiet_bit(self) -> u128 {
        self.leading_bit() >> 1
    }

    const fn sign_mask(self) -> u128 {
        1 << (self.width() - 1)
    }

    const fn field_mask(self) -> u128 {
        (1 << self.field_bits()) - 1
    }

    /// The exponent field of infinities and NaNs.
    const fn top_exponent(self) -> u32 {
        (1 << self.exponent_bits()) - 1
    }

    /// The bias of the exponent field.
    const fn bias(self) -> i64 {
        (1 << (self.exponent_bits() - 1)) - 1
    }

    /// The exponent of the least normal value.
    const fn min_exponent(self) -> i64 {
        1 - self.bias()
    }

    /// The pattern as an integer, truncated to the width.
    fn raw(self, bits: &Bits) -> u128 {
        let raw = bits.low_u128();
        if self.width() < 128 {
            raw & ((1 << self.width()) - 1)
        } else {
            raw
        }
    }

    /// An integer as a pattern.
    fn bits(self, raw: u128) -> Bits {
        Bits::from_u128(self.width(), raw)
    }
}
