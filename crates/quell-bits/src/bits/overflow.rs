//! Overflow and exactness predicates (the flags `nuw`, `nsw` and `exact`), and saturating arithmetic.

use super::Bits;
use crate::word;

/// Signed overflow of a sum: both operands differ in sign from it.
fn wide_sadd(a: &Bits, b: &Bits) -> bool {
    let sign = a.add(b).sign_bit();
    a.sign_bit() != sign && b.sign_bit() != sign
}

/// Signed overflow of a difference: the left operand differs in sign from both.
fn wide_ssub(a: &Bits, b: &Bits) -> bool {
    a.sign_bit() != b.sign_bit() && a.sign_bit() != a.sub(b).sign_bit()
}

/// Unsigned overflow of a product, computed in twice the width.
fn wide_umul(a: &Bits, b: &Bits) -> bool {
    let double = a.width.saturating_mul(2);
    let product = a.resize_unsigned(double).mul(&b.resize_unsigned(double));
    product.leading_zeros() < double - a.width
}

/// Signed overflow of a product, computed in twice the width.
fn wide_smul(a: &Bits, b: &Bits) -> bool {
    let double = a.width.saturating_mul(2);
    let product = a.resize_signed(double).mul(&b.resize_signed(double));
    product.trunc(a.width).resize_signed(double) != product
}

/// Predicates.
impl Bits {
    /// Whether the unsigned sum leaves the width.
    #[must_use]
    pub fn uadd_overflows(&self, rhs: &Bits) -> bool {
        self.dispatch(rhs, word::uadd_overflows, |a, b| a.add(b).ult(a))
    }

    /// Whether the signed sum leaves the width.
    #[must_use]
    pub fn sadd_overflows(&self, rhs: &Bits) -> bool {
        self.dispatch(rhs, word::sadd_overflows, wide_sadd)
    }

    /// Whether the unsigned difference is negative.
    #[must_use]
    pub fn usub_overflows(&self, rhs: &Bits) -> bool {
        self.ult(rhs)
    }

    /// Whether the signed difference leaves the width.
    #[must_use]
    pub fn ssub_overflows(&self, rhs: &Bits) -> bool {
        self.dispatch(rhs, word::ssub_overflows, wide_ssub)
    }

    /// Whether the unsigned product leaves the width.
    #[must_use]
    pub fn umul_overflows(&self, rhs: &Bits) -> bool {
        self.dispatch(rhs, word::umul_overflows, wide_umul)
    }

    /// Whether the signed product leaves the width.
    #[must_use]
    pub fn smul_overflows(&self, rhs: &Bits) -> bool {
        self.dispatch(rhs, word::smul_overflows, wide_smul)
    }

    /// Whether the signed quotient leaves the width: the least value by -1.
    #[must_use]
    pub fn sdiv_overflows(&self, rhs: &Bits) -> bool {
        self.dispatch(rhs, word::sdiv_overflows, |a, b| {
            b.is_ones() && *a == Bits::min_signed(a.width)
        })
    }

    /// Whether shifting left loses a set bit.
    #[must_use]
    pub fn shl_overflows_unsigned(&self, amount: &Bits) -> bool {
        self.shl(amount).lshr(amount) != *self
    }

    /// Whether shifting left changes the signed value other than by the power of two: a lost bit
    /// differs from the resulting sign.
    #[must_use]
    pub fn shl_overflows_signed(&self, amount: &Bits) -> bool {
        self.shl(amount).ashr(amount) != *self
    }

    /// Whether an unsigned division leaves a remainder; false for a zero divisor.
    #[must_use]
    pub fn udiv_inexact(&self, rhs: &Bits) -> bool {
        self.urem(rhs).is_some_and(|remainder| !remainder.is_zero())
    }

    /// Whether a signed division leaves a remainder; false for a zero divisor.
    #[must_use]
    pub fn sdiv_inexact(&self, rhs: &Bits) -> bool {
        self.srem(rhs).is_some_and(|remainder| !remainder.is_zero())
    }

    /// Whether a logical shift right drops a set bit.
    #[must_use]
    pub fn lshr_inexact(&self, amount: &Bits) -> bool {
        !self.is_zero() && self.trailing_zeros() < amount.saturated_u32()
    }

    /// Whether an arithmetic shift right drops a set bit.
    #[must_use]
    pub fn ashr_inexact(&self, amount: &Bits) -> bool {
        self.lshr_inexact(amount)
    }
}

/// Saturating arithmetic.
impl Bits {
    /// Unsigned sum, clamped to the greatest value.
    #[must_use]
    pub fn uadd_sat(&self, rhs: &Bits) -> Bits {
        if self.uadd_overflows(rhs) {
            Bits::ones(self.width)
        } else {
            self.add(rhs)
        }
    }

    /// Unsigned difference, clamped to 0.
    #[must_use]
    pub fn usub_sat(&self, rhs: &Bits) -> Bits {
        if self.usub_overflows(rhs) {
            Bits::zero(self.width)
        } else {
            self.sub(rhs)
        }
    }

    /// Signed sum, clamped to the signed range.
    #[must_use]
    pub fn sadd_sat(&self, rhs: &Bits) -> Bits {
        if self.sadd_overflows(rhs) {
            self.signed_bound()
        } else {
            self.add(rhs)
        }
    }

    /// Signed difference, clamped to the signed range.
    #[must_use]
    pub fn ssub_sat(&self, rhs: &Bits) -> Bits {
        if self.ssub_overflows(rhs) {
            self.signed_bound()
        } else {
            self.sub(rhs)
        }
    }

    /// Shift left, clamped to the greatest unsigned value when a set bit is lost.
    #[must_use]
    pub fn ushl_sat(&self, amount: &Bits) -> Bits {
        if self.shl_overflows_unsigned(amount) {
            Bits::ones(self.width)
        } else {
            self.shl(amount)
        }
    }

    /// Shift left, clamped to the signed range when it overflows as a signed multiplication would.
    #[must_use]
    pub fn sshl_sat(&self, amount: &Bits) -> Bits {
        if self.shl_overflows_signed(amount) {
            self.signed_bound()
        } else {
            self.shl(amount)
        }
    }

    /// The signed bound on the side of this value.
    fn signed_bound(&self) -> Bits {
        if self.sign_bit() {
            Bits::min_signed(self.width)
        } else {
            Bits::max_signed(self.width)
        }
    }
}
