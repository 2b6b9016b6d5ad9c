//! Arithmetic and bitwise operations, wrapping at the width.

use super::{Bits, wide};
use crate::word;

impl Bits {
    /// Sum, wrapping.
    #[must_use]
    pub fn add(&self, rhs: &Bits) -> Bits {
        self.binary(rhs, word::add, wide::add)
    }

    /// Difference, wrapping.
    #[must_use]
    pub fn sub(&self, rhs: &Bits) -> Bits {
        self.binary(rhs, word::sub, wide::sub)
    }

    /// Product, wrapping.
    #[must_use]
    pub fn mul(&self, rhs: &Bits) -> Bits {
        self.binary(rhs, word::mul, wide::mul)
    }

    /// Two's complement negation, wrapping.
    #[must_use]
    pub fn neg(&self) -> Bits {
        self.unary(word::neg, wide::neg)
    }

    /// Complement of every bit.
    #[must_use]
    pub fn not(&self) -> Bits {
        self.unary(word::not, wide::not)
    }

    /// Bitwise and.
    #[must_use]
    pub fn and(&self, rhs: &Bits) -> Bits {
        self.binary(rhs, word::and, |a, b| wide::zip(a, b, |x, y| x & y))
    }

    /// Bitwise or.
    #[must_use]
    pub fn or(&self, rhs: &Bits) -> Bits {
        self.binary(rhs, word::or, |a, b| wide::zip(a, b, |x, y| x | y))
    }

    /// Bitwise exclusive or.
    #[must_use]
    pub fn xor(&self, rhs: &Bits) -> Bits {
        self.binary(rhs, word::xor, |a, b| wide::zip(a, b, |x, y| x ^ y))
    }

    /// Unsigned quotient; `None` when the divisor is zero.
    #[must_use]
    pub fn udiv(&self, rhs: &Bits) -> Option<Bits> {
        self.partial(rhs, word::udiv, wide::udiv)
    }

    /// Unsigned remainder; `None` when the divisor is zero.
    #[must_use]
    pub fn urem(&self, rhs: &Bits) -> Option<Bits> {
        self.partial(rhs, word::urem, wide::urem)
    }

    /// Signed quotient rounded towards zero; `None` when the divisor is zero. The least value
    /// divided by -1 wraps to itself (see [`Bits::sdiv_overflows`]).
    #[must_use]
    pub fn sdiv(&self, rhs: &Bits) -> Option<Bits> {
        self.partial(rhs, word::sdiv, wide::sdiv)
    }

    /// Signed remainder with the sign of the dividend; `None` when the divisor is zero. The least
    /// value by -1 gives 0.
    #[must_use]
    pub fn srem(&self, rhs: &Bits) -> Option<Bits> {
        self.partial(rhs, word::srem, wide::srem)
    }

    /// Absolute value; the least signed value stays itself.
    #[must_use]
    pub fn abs(&self) -> Bits {
        self.unary(word::abs, wide::abs)
    }
}
