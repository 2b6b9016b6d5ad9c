//! Shifts, rotations and funnel shifts.
//!
//! Amounts may have any width of their own. A shift by the width or more gives 0 (or all sign
//! bits for `ashr`); rotations and funnel shifts count modulo the width.

use super::{Bits, Limbs};
use crate::word;

impl Bits {
    /// Shift left.
    #[must_use]
    pub fn shl(&self, amount: &Bits) -> Bits {
        self.shl_u32(amount.saturated_u32())
    }

    /// Logical shift right.
    #[must_use]
    pub fn lshr(&self, amount: &Bits) -> Bits {
        self.lshr_u32(amount.saturated_u32())
    }

    /// Arithmetic shift right.
    #[must_use]
    pub fn ashr(&self, amount: &Bits) -> Bits {
        self.ashr_u32(amount.saturated_u32())
    }

    /// Rotate left.
    #[must_use]
    pub fn rotl(&self, amount: &Bits) -> Bits {
        self.rotl_u32(amount.modulo(self.width))
    }

    /// Rotate right.
    #[must_use]
    pub fn rotr(&self, amount: &Bits) -> Bits {
        self.rotr_u32(amount.modulo(self.width))
    }

    /// Funnel shift left: the high half of `self:low` shifted left.
    #[must_use]
    pub fn fshl(&self, low: &Bits, amount: &Bits) -> Bits {
        self.fshl_u32(low, amount.modulo(self.width))
    }

    /// Funnel shift right: the low half of `self:low` shifted right.
    #[must_use]
    pub fn fshr(&self, low: &Bits, amount: &Bits) -> Bits {
        self.fshr_u32(low, amount.modulo(self.width))
    }

    /// Shift left.
    #[must_use]
    pub fn shl_u32(&self, amount: u32) -> Bits {
        if self.width <= 64 {
            let value = word::shl(self.width, self.low_u64(), u64::from(amount));
            return Bits::from_word(self.width, value);
        }
        self.wide_shl(amount)
    }

    /// Logical shift right.
    #[must_use]
    pub fn lshr_u32(&self, amount: u32) -> Bits {
        if self.width <= 64 {
            let value = word::lshr(self.width, self.low_u64(), u64::from(amount));
            return Bits::from_word(self.width, value);
        }
        self.wide_lshr(amount)
    }

    /// Arithmetic shift right.
    #[must_use]
    pub fn ashr_u32(&self, amount: u32) -> Bits {
        if self.width <= 64 {
            let value = word::ashr(self.width, self.low_u64(), u64::from(amount));
            return Bits::from_word(self.width, value);
        }
        self.wide_ashr(amount)
    }

    /// Rotate left.
    #[must_use]
    pub fn rotl_u32(&self, amount: u32) -> Bits {
        self.fshl_u32(self, amount)
    }

    /// Rotate right.
    #[must_use]
    pub fn rotr_u32(&self, amount: u32) -> Bits {
        self.fshr_u32(self, amount)
    }

    /// Funnel shift left: the high half of `self:low` shifted left.
    #[must_use]
    pub fn fshl_u32(&self, low: &Bits, amount: u32) -> Bits {
        let Some(amount) = amount.checked_rem(self.width) else {
            return self.clone();
        };
        let low = low.resize_unsigned(self.width);
        self.shl_u32(amount).or(&low.lshr_u32(self.width - amount))
    }

    /// Funnel shift right: the low half of `self:low` shifted right.
    #[must_use]
    pub fn fshr_u32(&self, low: &Bits, amount: u32) -> Bits {
        let Some(amount) = amount.checked_rem(self.width) else {
            return self.clone();
        };
        let low = low.resize_unsigned(self.width);
        low.lshr_u32(amount).or(&self.shl_u32(self.width - amount))
    }

    /// The unsigned value, clamped to the greatest `u32`: enough for a shift amount.
    pub(super) fn saturated_u32(&self) -> u32 {
        self.to_u64()
            .and_then(|value| u32::try_from(value).ok())
            .unwrap_or(u32::MAX)
    }

    /// The unsigned value modulo a width; 0 for width 0.
    fn modulo(&self, width: u32) -> u32 {
        if width == 0 {
            return 0;
        }
        let step = |rest: u128, &limb: &u64| (rest << 64 | u128::from(limb)) % u128::from(width);
        self.limbs.iter().rev().fold(0, step) as u32
    }
}

/// Shifts limb by limb, correct at any width.
impl Bits {
    pub(super) fn wide_shl(&self, amount: u32) -> Bits {
        if amount >= self.width {
            return Bits::zero(self.width);
        }
        let (whole, part) = ((amount / 64) as usize, amount % 64);
        let limb = |index: usize| {
            let source = |back: usize| index.checked_sub(whole + back).map_or(0, |i| self.limb(i));
            join(source(0), source(1), part)
        };
        let limbs: Limbs = (0..self.limbs.len()).map(limb).collect();
        Bits {
            width: self.width,
            limbs,
        }
        .normalised()
    }

    pub(super) fn wide_lshr(&self, amount: u32) -> Bits {
        if amount >= self.width {
            return Bits::zero(self.width);
        }
        let (whole, part) = ((amount / 64) as usize, amount % 64);
        let limb = |index: usize| match part {
            0 => self.limb(index + whole),
            _ => join(
                self.limb(index + whole + 1),
                self.limb(index + whole),
                64 - part,
            ),
        };
        let limbs: Limbs = (0..self.limbs.len()).map(limb).collect();
        Bits {
            width: self.width,
            limbs,
        }
    }

    pub(super) fn wide_ashr(&self, amount: u32) -> Bits {
        // The complement of a negative value has zeros where sign bits must come in.
        if self.sign_bit() {
            return self.not().wide_lshr(amount).not();
        }
        self.wide_lshr(amount)
    }
}

/// The limb made of `high` shifted left by `part` (below 64) and the top bits of `low`.
fn join(high: u64, low: u64, part: u32) -> u64 {
    match part {
        0 => high,
        _ => high << part | low >> (64 - part),
    }
}
