//! The bytes of one object in two runs.

use quell_bits::{Bits, FloatFormat, float};
use quell_ir::debug::VariantPart;

use crate::image::{Image, POINTER};

/// The same object in both runs.
#[derive(Clone, Copy, Debug)]
pub struct Pair<'p> {
    pub a: &'p [u8],
    pub b: &'p [u8],
}

pub fn byte(bytes: &[u8], at: u64) -> Option<u8> {
    bytes.get(usize::try_from(at).ok()?).copied()
}

impl Pair<'_> {
    pub fn longer(&self) -> u64 {
        self.a.len().max(self.b.len()) as u64
    }

    pub fn byte_differs(&self, at: u64) -> bool {
        byte(self.a, at) != byte(self.b, at)
    }

    /// Whether whole bytes from a bit on exist on both sides and are equal.
    pub fn is_equal(&self, bit: u64, bytes: u64) -> bool {
        let range = usize::try_from(bit / 8)
            .ok()
            .zip(usize::try_from(bytes).ok());
        let range = range.and_then(|(start, bytes)| Some(start..start.checked_add(bytes)?));
        let Some(range) = range.filter(|_| bit.is_multiple_of(8)) else {
            return false;
        };
        let part = self.a.get(range.clone());
        part.is_some() && part == self.b.get(range)
    }

    /// Bits that are missing on one side differ.
    pub fn same_bits(&self, bit: u64, width: u64) -> bool {
        let read = |bytes: &[u8], at: u64| Some(byte(bytes, at / 8)? >> (at % 8) & 1);
        let mut at = bit;
        let end = bit.saturating_add(width);
        while at < end {
            let whole = at.is_multiple_of(8) && end - at >= 8;
            let (same, step) = match whole {
                true => (!self.byte_differs(at / 8), 8),
                false => (read(self.a, at) == read(self.b, at), 1),
            };
            if !same {
                return false;
            }
            at += step;
        }
        true
    }

    /// Eight bytes of each; those beyond the end are zero.
    pub fn words(&self, at: u64) -> [u64; 2] {
        [self.a, self.b].map(|bytes| {
            let all = (0..POINTER).map(|index| byte(bytes, at.saturating_add(index)).unwrap_or(0));
            all.rev().fold(0, |word, byte| word << 8 | u64::from(byte))
        })
    }
}

pub fn same_float(pair: Pair<'_>, bit: u64, format: FloatFormat) -> bool {
    let is_nan = |bytes: &[u8]| {
        let value = Image::of(bytes.to_vec()).bits(bit, format.width());
        value.is_some_and(|value| float::is_nan(format, &Bits::from_u128(format.width(), value)))
    };
    pair.same_bits(bit, u64::from(format.width())) || is_nan(pair.a) && is_nan(pair.b)
}

/// The variant of a Rust enum that the bytes hold.
pub fn chosen(part: &VariantPart<'_>, bytes: &[u8], bit: u64) -> Option<usize> {
    let Some(field) = &part.discriminator else {
        return (part.variants.len() == 1).then_some(0);
    };
    let bits = u32::try_from(field.bits).ok()?.clamp(1, 128);
    let tag = bits_of(bytes, bit.saturating_add(field.bit_offset), bits)?;
    let mask = u128::MAX >> (128 - bits);
    let mut variants = part.variants.iter();
    let exact = variants.position(|variant| {
        variant
            .value
            .is_some_and(|value| value as u128 & mask == tag)
    });
    exact.or_else(|| {
        part.variants
            .iter()
            .position(|variant| variant.value.is_none())
    })
}

fn bits_of(bytes: &[u8], bit: u64, bits: u32) -> Option<u128> {
    let first = bit / 8;
    let count = (bit % 8 + u64::from(bits)).div_ceil(8);
    let part: Option<Vec<u8>> = (first..first.checked_add(count)?)
        .map(|at| byte(bytes, at))
        .collect();
    Image::of(part?).bits(bit % 8, bits)
}
