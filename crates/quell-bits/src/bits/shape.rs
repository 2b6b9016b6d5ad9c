//! Resizing, extraction and concatenation, and counting or permuting bits.

use super::{Bits, spare_bits};
use crate::word;

/// Widths.
impl Bits {
    /// Zero-extends to a greater width; a smaller width truncates.
    #[must_use]
    pub fn zext(&self, width: u32) -> Bits {
        self.resize_unsigned(width)
    }

    /// Sign-extends to a greater width; a smaller width truncates.
    #[must_use]
    pub fn sext(&self, width: u32) -> Bits {
        self.resize_signed(width)
    }

    /// Keeps the low bits; a greater width zero-extends.
    #[must_use]
    pub fn trunc(&self, width: u32) -> Bits {
        self.resize_unsigned(width)
    }

    /// Zero-extends or truncates.
    #[must_use]
    pub fn resize_unsigned(&self, width: u32) -> Bits {
        if width <= 64 {
            return Bits::from_word(width, word::fit(width, self.low_u64()));
        }
        Bits::from_limbs(width, &self.limbs)
    }

    /// Sign-extends or truncates.
    #[must_use]
    pub fn resize_signed(&self, width: u32) -> Bits {
        if width <= self.width || !self.sign_bit() {
            return self.resize_unsigned(width);
        }
        self.not().resize_unsigned(width).not()
    }

    /// The bits from `low` to `high`, both included, as a value of `high - low + 1` bits. Bits
    /// above the width read as 0; an empty range gives width 0.
    #[must_use]
    pub fn extract(&self, high: u32, low: u32) -> Bits {
        let width = if high < low {
            0
        } else {
            (high - low).saturating_add(1)
        };
        self.lshr_u32(low).resize_unsigned(width)
    }

    /// This value as the high bits, followed by `low`. Widths add up.
    #[must_use]
    pub fn concat(&self, low: &Bits) -> Bits {
        let width = self.width.saturating_add(low.width);
        self.resize_unsigned(width)
            .shl_u32(low.width)
            .or(&low.resize_unsigned(width))
    }
}

/// Counting and permuting bits.
impl Bits {
    /// Zero bits above the highest set bit; the width when the value is 0.
    #[must_use]
    pub fn leading_zeros(&self) -> u32 {
        let mut zeros = 0;
        for limb in self.limbs.iter().rev() {
            zeros += limb.leading_zeros();
            if *limb != 0 {
                break;
            }
        }
        zeros.wrapping_sub(spare_bits(self.width))
    }

    /// Zero bits below the lowest set bit; the width when the value is 0.
    #[must_use]
    pub fn trailing_zeros(&self) -> u32 {
        let mut zeros = 0;
        for limb in &self.limbs {
            zeros += limb.trailing_zeros();
            if *limb != 0 {
                return zeros;
            }
        }
        self.width
    }

    /// Number of set bits.
    #[must_use]
    pub fn count_ones(&self) -> u32 {
        self.limbs.iter().map(|limb| limb.count_ones()).sum()
    }

    /// Number of bits up to and including the highest set one; 0 for the value 0.
    #[must_use]
    pub fn bit_length(&self) -> u32 {
        self.width - self.leading_zeros()
    }

    /// Reverses the bytes. A width that is no multiple of 8 is treated as if padded with zeros to
    /// whole bytes, and the result cut to the width.
    #[must_use]
    pub fn swap_bytes(&self) -> Bits {
        self.unary(word::swap_bytes, Bits::wide_swap_bytes)
    }

    /// Reverses the bits.
    #[must_use]
    pub fn reverse_bits(&self) -> Bits {
        self.unary(word::reverse_bits, Bits::wide_reverse_bits)
    }

    pub(super) fn wide_swap_bytes(&self) -> Bits {
        let mut bytes = self.to_le_bytes();
        bytes.reverse();
        Bits::from_le_bytes(self.width, &bytes)
    }

    pub(super) fn wide_reverse_bits(&self) -> Bits {
        let limbs = self
            .limbs
            .iter()
            .rev()
            .map(|limb| limb.reverse_bits())
            .collect();
        // Reversed as whole limbs, the value sits at the top: bring it down.
        let spare = spare_bits(self.width);
        let width = self.width.saturating_add(spare);
        Bits { width, limbs }
            .wide_lshr(spare)
            .resize_unsigned(self.width)
    }
}
