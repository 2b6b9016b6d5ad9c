//! Numbers of any format with arithmetic operators, so that formulas are readable.

use std::cmp::Ordering;
use std::ops::{Add, Div, Mul, Sub};

use quell_bits::{Bits, FloatFormat, float};

use crate::library::math::values::milestones;

#[derive(Clone, Debug)]
pub struct Real {
    format: FloatFormat,
    bits: Bits,
}

impl Real {
    pub fn new(format: FloatFormat, bits: Bits) -> Self {
        Self { format, bits }
    }

    pub fn whole(format: FloatFormat, value: i64) -> Self {
        let bits = float::from_int(format, &Bits::from_i64(64, value), true);
        Self { format, bits }
    }

    pub fn infinity(format: FloatFormat) -> Self {
        let [_, _, _, infinity, ..] = milestones(format);
        Self::new(format, infinity)
    }

    /// The smallest positive normal number.
    pub fn least(format: FloatFormat) -> Self {
        let [_, _, least, ..] = milestones(format);
        Self::new(format, least)
    }

    /// The largest finite number.
    pub fn greatest(format: FloatFormat) -> Self {
        let infinity = Self::infinity(format).bits.low_u128();
        // The x87 format stores its leading bit, which must stay set.
        let below = match format {
            FloatFormat::X87 => (infinity - (1 << 64)) | u128::from(u64::MAX),
            _ => infinity - 1,
        };
        Self::new(format, Bits::from_u128(format.width(), below))
    }

    pub fn bits(self) -> Bits {
        self.bits
    }

    pub fn convert(&self, to: FloatFormat) -> Self {
        Self::new(to, float::convert(self.format, to, &self.bits))
    }

    pub fn abs(&self) -> Self {
        Self::new(self.format, float::abs(self.format, &self.bits))
    }

    pub fn is_nan(&self) -> bool {
        float::is_nan(self.format, &self.bits)
    }

    pub fn is_infinite(&self) -> bool {
        float::is_inf(self.format, &self.bits)
    }

    pub fn is_finite(&self) -> bool {
        float::is_finite(self.format, &self.bits)
    }

    pub fn is_zero(&self) -> bool {
        float::is_zero(self.format, &self.bits)
    }

    pub fn less_than(&self, other: &Self) -> bool {
        float::compare(self.format, &self.bits, &other.bits) == Some(Ordering::Less)
    }

    /// This magnitude with the sign of another number.
    pub fn signed_as(&self, sign: &Self) -> Self {
        let bits = float::copysign(self.format, &self.bits, &sign.bits);
        Self::new(self.format, bits)
    }

    /// Infinity in the same format.
    pub fn infinite(&self) -> Self {
        Self::infinity(self.format)
    }

    /// One for an infinite number and zero for others, with the same sign.
    pub fn boxed(&self) -> Self {
        Self::whole(self.format, i64::from(self.is_infinite())).signed_as(self)
    }

    /// Zero of the same sign if this is a NaN, else the number.
    pub fn zero_if_nan(&self) -> Self {
        if self.is_nan() {
            Self::whole(self.format, 0).signed_as(self)
        } else {
            self.clone()
        }
    }
}

macro_rules! operators {
    ($($trait:ident $method:ident),*) => {
        $(impl $trait for &Real {
            type Output = Real;
            fn $method(self, other: &Real) -> Real {
                Real::new(self.format, float::$method(self.format, &self.bits, &other.bits))
            }
        })*
    };
}

operators! { Add add, Sub sub, Mul mul, Div div }
