//! [`Bits`]: a bit vector value of any width.
//!
//! Values of up to 64 bits are computed by [`crate::word`], wider ones limb by limb. Where two
//! operands differ in width, the right one is zero-extended or truncated to the width of the left
//! one: nothing here panics.

mod arith;
mod compare;
mod overflow;
mod shape;
mod shift;
mod text;
mod wide;

use crate::word;
use smallvec::SmallVec;

pub use text::ParseBitsError;

pub(crate) use wide::{from_biguint, to_biguint};

/// The limbs of a value, least significant first.
type Limbs = SmallVec<[u64; 2]>;

/// The bytes of a value, least significant first.
pub type ByteVec = SmallVec<[u8; 16]>;

/// A bit vector of `width` bits. Limbs are little-endian; bits above `width` are always zero, so
/// derived equality and hashing are equality of values.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Bits {
    width: u32,
    limbs: Limbs,
}

/// How many limbs a width needs.
const fn limb_count(width: u32) -> usize {
    width.div_ceil(64) as usize
}

/// How many bits of the top limb lie above the width.
const fn spare_bits(width: u32) -> u32 {
    width.wrapping_neg() % 64
}

/// Construction.
impl Bits {
    /// The value 0.
    #[must_use]
    pub fn zero(width: u32) -> Bits {
        Bits::filled(width, 0)
    }

    /// All bits set: the greatest unsigned value, and -1.
    #[must_use]
    pub fn ones(width: u32) -> Bits {
        Bits::filled(width, u64::MAX)
    }

    /// The value 1 (0 at width 0).
    #[must_use]
    pub fn one(width: u32) -> Bits {
        Bits::from_u64(width, 1)
    }

    /// The low `width` bits of a word, zero-extended.
    #[must_use]
    pub fn from_u64(width: u32, value: u64) -> Bits {
        if width <= 64 {
            return Bits::from_word(width, word::fit(width, value));
        }
        Bits::from_limbs(width, &[value])
    }

    /// The low `width` bits of a double word, zero-extended.
    #[must_use]
    pub fn from_u128(width: u32, value: u128) -> Bits {
        Bits::from_limbs(width, &[value as u64, (value >> 64) as u64])
    }

    /// The low `width` bits of a signed word, sign-extended.
    #[must_use]
    pub fn from_i64(width: u32, value: i64) -> Bits {
        if width <= 64 {
            return Bits::from_word(width, word::from_signed(width, value));
        }
        let mut bits = Bits::filled(width, if value < 0 { u64::MAX } else { 0 });
        bits.limbs[0] = value as u64;
        bits
    }

    /// 1 as one bit for `true`, 0 for `false`.
    #[must_use]
    pub fn from_bool(value: bool) -> Bits {
        Bits::from_word(1, u64::from(value))
    }

    /// The low `width` bits of little-endian limbs; missing limbs are 0, superfluous ones dropped.
    #[must_use]
    pub fn from_limbs(width: u32, limbs: &[u64]) -> Bits {
        let count = limb_count(width);
        let mut own = Limbs::from_slice(&limbs[..count.min(limbs.len())]);
        own.resize(count, 0);
        Bits { width, limbs: own }.normalised()
    }

    /// The low `width` bits of little-endian bytes; missing bytes are 0, superfluous ones dropped.
    #[must_use]
    pub fn from_le_bytes(width: u32, bytes: &[u8]) -> Bits {
        let mut limbs = Limbs::with_capacity(limb_count(width));
        for chunk in bytes.chunks(8).take(limb_count(width)) {
            let mut whole = [0; 8];
            whole[..chunk.len()].copy_from_slice(chunk);
            limbs.push(u64::from_le_bytes(whole));
        }
        limbs.resize(limb_count(width), 0);
        Bits { width, limbs }.normalised()
    }

    /// The least signed value: only the sign bit set.
    #[must_use]
    pub fn min_signed(width: u32) -> Bits {
        Bits::zero(width).set_bit(width.wrapping_sub(1), true)
    }

    /// The greatest signed value: all bits but the sign bit set.
    #[must_use]
    pub fn max_signed(width: u32) -> Bits {
        Bits::ones(width).set_bit(width.wrapping_sub(1), false)
    }

    /// The same value with bit `index` set or cleared; unchanged when there is no such bit.
    #[must_use]
    pub fn set_bit(&self, index: u32, value: bool) -> Bits {
        let mut result = self.clone();
        if index < self.width {
            let limb = &mut result.limbs[(index / 64) as usize];
            let bit = 1 << (index % 64);
            *limb = if value { *limb | bit } else { *limb & !bit };
        }
        result
    }

    /// A value of at most 64 bits from a word that already fits.
    #[inline]
    fn from_word(width: u32, value: u64) -> Bits {
        debug_assert!(width <= 64 && word::fit(width, value) == value);
        let mut limbs = Limbs::new();
        if width > 0 {
            limbs.push(value);
        }
        Bits { width, limbs }
    }

    /// Every limb the same, cut to the width.
    fn filled(width: u32, limb: u64) -> Bits {
        let limbs = SmallVec::from_elem(limb, limb_count(width));
        Bits { width, limbs }.normalised()
    }

    /// Clears the bits of the top limb that lie above the width.
    fn normalised(mut self) -> Bits {
        let unused = spare_bits(self.width);
        if let Some(top) = self.limbs.last_mut() {
            *top &= u64::MAX >> unused;
        }
        self
    }
}

/// Access.
impl Bits {
    /// Number of bits.
    #[inline]
    #[must_use]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The limbs, least significant first; empty at width 0.
    #[inline]
    #[must_use]
    pub fn limbs(&self) -> &[u64] {
        &self.limbs
    }

    /// The low 64 bits.
    #[inline]
    #[must_use]
    pub fn low_u64(&self) -> u64 {
        self.limb(0)
    }

    /// The low 128 bits.
    #[must_use]
    pub fn low_u128(&self) -> u128 {
        u128::from(self.limb(0)) | u128::from(self.limb(1)) << 64
    }

    /// The unsigned value, if it fits a word.
    #[must_use]
    pub fn to_u64(&self) -> Option<u64> {
        self.limbs
            .iter()
            .skip(1)
            .all(|&limb| limb == 0)
            .then(|| self.low_u64())
    }

    /// The unsigned value, if it fits a double word.
    #[must_use]
    pub fn to_u128(&self) -> Option<u128> {
        self.limbs
            .iter()
            .skip(2)
            .all(|&limb| limb == 0)
            .then(|| self.low_u128())
    }

    /// The signed value, if it fits a word.
    #[must_use]
    pub fn to_i64(&self) -> Option<i64> {
        let low = word::sign_extend(self.width, self.low_u64());
        (self.width <= 64 || Bits::from_i64(self.width, low) == *self).then_some(low)
    }

    /// The value as little-endian bytes, as many as hold the width.
    #[must_use]
    pub fn to_le_bytes(&self) -> ByteVec {
        let mut bytes: ByteVec = self
            .limbs
            .iter()
            .flat_map(|limb| limb.to_le_bytes())
            .collect();
        bytes.truncate(self.width.div_ceil(8) as usize);
        bytes
    }

    /// Whether no bit is set.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.limbs.iter().all(|&limb| limb == 0)
    }

    /// Whether every bit is set.
    #[must_use]
    pub fn is_ones(&self) -> bool {
        self.count_ones() == self.width
    }

    /// Whether the topmost bit is set.
    #[must_use]
    pub fn sign_bit(&self) -> bool {
        self.bit(self.width.wrapping_sub(1))
    }

    /// Whether bit `index` is set; false above the width.
    #[must_use]
    pub fn bit(&self, index: u32) -> bool {
        index < self.width && self.limb((index / 64) as usize) >> (index % 64) & 1 == 1
    }

    /// The limb at `index`, 0 above the value.
    #[inline]
    fn limb(&self, index: usize) -> u64 {
        self.limbs.get(index).copied().unwrap_or(0)
    }
}

/// Dispatch to the word path or the wide path.
impl Bits {
    /// Applies a unary operation.
    #[inline]
    fn unary(&self, narrow: fn(u32, u64) -> u64, wide: fn(&Bits) -> Bits) -> Bits {
        if self.width <= 64 {
            return Bits::from_word(self.width, narrow(self.width, self.low_u64()));
        }
        wide(self)
    }

    /// Calls the word or the wide form of a function, after the operands are brought to one width.
    #[inline]
    fn dispatch<T>(
        &self,
        rhs: &Bits,
        narrow: impl FnOnce(u32, u64, u64) -> T,
        wide: impl FnOnce(&Bits, &Bits) -> T,
    ) -> T {
        if self.width != rhs.width {
            return self.dispatch(&rhs.resize_unsigned(self.width), narrow, wide);
        }
        if self.width <= 64 {
            return narrow(self.width, self.low_u64(), rhs.low_u64());
        }
        wide(self, rhs)
    }

    /// Applies a binary operation.
    #[inline]
    fn binary(
        &self,
        rhs: &Bits,
        narrow: impl FnOnce(u32, u64, u64) -> u64,
        wide: impl FnOnce(&Bits, &Bits) -> Bits,
    ) -> Bits {
        self.dispatch(rhs, |w, a, b| Bits::from_word(w, narrow(w, a, b)), wide)
    }

    /// Applies a binary operation that has no result for some operands.
    #[inline]
    fn partial(
        &self,
        rhs: &Bits,
        narrow: impl FnOnce(u32, u64, u64) -> Option<u64>,
        wide: impl FnOnce(&Bits, &Bits) -> Option<Bits>,
    ) -> Option<Bits> {
        self.dispatch(
            rhs,
            |w, a, b| narrow(w, a, b).map(|value| Bits::from_word(w, value)),
            wide,
        )
    }
}
