//! Order, minimum and maximum, unsigned and signed.

use super::Bits;
use crate::word;
use std::cmp::Ordering;

/// Unsigned order of two wide values.
fn wide_unsigned(a: &Bits, b: &Bits) -> Ordering {
    a.limbs.iter().rev().cmp(b.limbs.iter().rev())
}

/// Signed order of two wide values: a negative one is less, otherwise the bits decide.
fn wide_signed(a: &Bits, b: &Bits) -> Ordering {
    b.sign_bit()
        .cmp(&a.sign_bit())
        .then_with(|| wide_unsigned(a, b))
}

impl Bits {
    /// Unsigned order.
    #[must_use]
    pub fn cmp_unsigned(&self, rhs: &Bits) -> Ordering {
        self.dispatch(rhs, word::cmp_unsigned, wide_unsigned)
    }

    /// Signed order.
    #[must_use]
    pub fn cmp_signed(&self, rhs: &Bits) -> Ordering {
        self.dispatch(rhs, word::cmp_signed, wide_signed)
    }

    /// Unsigned less than.
    #[must_use]
    pub fn ult(&self, rhs: &Bits) -> bool {
        self.cmp_unsigned(rhs).is_lt()
    }

    /// Unsigned less than or equal.
    #[must_use]
    pub fn ule(&self, rhs: &Bits) -> bool {
        self.cmp_unsigned(rhs).is_le()
    }

    /// Signed less than.
    #[must_use]
    pub fn slt(&self, rhs: &Bits) -> bool {
        self.cmp_signed(rhs).is_lt()
    }

    /// Signed less than or equal.
    #[must_use]
    pub fn sle(&self, rhs: &Bits) -> bool {
        self.cmp_signed(rhs).is_le()
    }

    /// The smaller unsigned value.
    #[must_use]
    pub fn umin(&self, rhs: &Bits) -> Bits {
        self.choose(rhs, self.ult(rhs))
    }

    /// The greater unsigned value.
    #[must_use]
    pub fn umax(&self, rhs: &Bits) -> Bits {
        self.choose(rhs, !self.ult(rhs))
    }

    /// The smaller signed value.
    #[must_use]
    pub fn smin(&self, rhs: &Bits) -> Bits {
        self.choose(rhs, self.slt(rhs))
    }

    /// The greater signed value.
    #[must_use]
    pub fn smax(&self, rhs: &Bits) -> Bits {
        self.choose(rhs, !self.slt(rhs))
    }

    /// The left or the right operand, in the width of the left one.
    fn choose(&self, rhs: &Bits, left: bool) -> Bits {
        if left {
            self.clone()
        } else {
            rhs.resize_unsigned(self.width)
        }
    }
}
