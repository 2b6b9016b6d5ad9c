//! The input variables of a call (leaves): numbers, lengths, and whether a pointer is null.

use std::ops::RangeInclusive;

use quell_bits::{Bits, FloatFormat};

use crate::numbers::float_bits;

/// An input variable of a call.
#[derive(Clone, Debug, PartialEq)]
pub struct Leaf {
    /// The name as in the source, unique among all leaves: `a[2].x`.
    pub name: String,
    /// The width of its value in bits.
    pub width: u32,
    pub kind: LeafKind,
    pub valid: Valid,
    /// The positions of its bits; empty if it is not passed to the function.
    pub spots: Vec<Spot>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum LeafKind {
    Bool,
    /// `None` if the sign is unknown.
    Int {
        signed: Option<bool>,
    },
    /// `char` of C, or one of a text.
    Char {
        signed: bool,
    },
    /// `char` of Rust.
    Unicode,
    /// In the x87 format only canonical numbers: the integer bit is 0 only for the least exponent.
    Float(FloatFormat),
    Enum {
        values: Vec<(String, i128)>,
        signed: bool,
    },
    /// The number of elements of an object. In the skeleton it is the greatest; with fewer elements, the object ends earlier.
    Length {
        object: u32,
        /// Bytes of an element.
        each: u64,
    },
    /// Whether a pointer points to its object, or is null. Its spots are the pointers.
    Present {
        object: u32,
    },
}

impl Leaf {
    /// The pointer that the leaf is about, if it says whether one is null.
    pub fn pointer(&self) -> Option<&str> {
        match self.kind {
            LeafKind::Present { .. } => Some(self.name.trim_end_matches(PRESENT)),
            _ => None,
        }
    }
}

/// The end of the names of leaves that say whether a pointer is null.
pub const PRESENT: &str = " != null";

/// The position of `width` bits of a leaf, from its bit `from` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    pub place: Place,
    /// The first bit, counted from the start of the parameter, object or global.
    pub bit: u64,
    pub from: u32,
    pub width: u32,
}

/// A part of a call image, by its number there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    Param(u32),
    Object(u32),
    Global(u32),
    /// The results of calls of an external function.
    Outside(u32),
}

/// The values that a leaf may have, read as unsigned numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Valid {
    Any,
    /// Ordered and disjoint.
    Ranges(Vec<RangeInclusive<u128>>),
}

impl Valid {
    /// Single values, in any order.
    pub fn values(values: impl IntoIterator<Item = u128>) -> Self {
        let mut values: Vec<u128> = values.into_iter().collect();
        values.sort_unstable();
        values.dedup();
        Self::Ranges(values.into_iter().map(|value| value..=value).collect())
    }

    pub fn admits(&self, value: u128) -> bool {
        match self {
            Self::Any => true,
            Self::Ranges(ranges) => ranges.iter().any(|range| range.contains(&value)),
        }
    }

    /// The intersection with ranges, which are ordered and disjoint.
    pub fn within(&self, ranges: &[RangeInclusive<u128>]) -> Self {
        let Self::Ranges(own) = self else {
            return Self::Ranges(ranges.to_vec());
        };
        let common = |one: &RangeInclusive<u128>, other: &RangeInclusive<u128>| {
            let common = *one.start().max(other.start())..=*one.end().min(other.end());
            (!common.is_empty()).then_some(common)
        };
        let pairs = own
            .iter()
            .flat_map(|one| ranges.iter().filter_map(move |other| common(one, other)));
        Self::Ranges(pairs.collect())
    }

    /// The same without one value of a number of this width.
    pub fn without(&self, value: u128, width: u32) -> Self {
        let all = match self {
            Self::Any => vec![0..=u128::MAX >> (128 - width.clamp(1, 128))],
            Self::Ranges(ranges) => ranges.clone(),
        };
        Self::Ranges(all.iter().flat_map(|range| split(range, value)).collect())
    }
}

fn split(range: &RangeInclusive<u128>, value: u128) -> Vec<RangeInclusive<u128>> {
    let (&start, &end) = (range.start(), range.end());
    if !range.contains(&value) {
        return vec![start..=end];
    }
    let below = value.checked_sub(1).map(|last| start..=last);
    let above = value.checked_add(1).map(|first| first..=end);
    let parts = below.into_iter().chain(above);
    parts.filter(|part| !part.is_empty()).collect()
}

impl Leaf {
    /// Whether it is a number in the call, and not a property of its objects.
    pub fn is_number(&self) -> bool {
        !matches!(
            self.kind,
            LeafKind::Present { .. } | LeafKind::Length { .. }
        )
    }

    /// Whether it is a whole number that may be negative.
    pub fn is_signed(&self) -> bool {
        match &self.kind {
            LeafKind::Int { signed } => *signed != Some(false),
            LeafKind::Char { signed } | LeafKind::Enum { signed, .. } => *signed,
            _ => false,
        }
    }

    pub fn admits(&self, value: &Bits) -> bool {
        let number = value.low_u128();
        let well_formed = match self.kind {
            LeafKind::Float(FloatFormat::X87) => is_x87_number(number),
            _ => true,
        };
        value.width() == self.width && well_formed && self.valid.admits(number)
    }

    /// All of its bits.
    pub fn mask(&self) -> u128 {
        u128::MAX >> (128 - self.width.clamp(1, 128))
    }

    /// Removes a number from its values.
    pub fn exclude(&mut self, number: u128) {
        let fits = self.width >= 128 || number >> self.width == 0;
        if fits {
            self.valid = self.valid.without(number, self.width);
        }
    }

    pub fn least(&self) -> Bits {
        let least = match &self.valid {
            Valid::Any => 0,
            Valid::Ranges(ranges) => ranges.first().map_or(0, |range| *range.start()),
        };
        Bits::from_u128(self.width, least)
    }

    /// The greatest number; for a float it is not the greatest bit pattern, which is a NaN.
    pub(super) fn greatest_number(&self) -> Bits {
        let half = self.mask() / 2 + 1;
        let (signed, highest) = match &self.kind {
            LeafKind::Float(format) => (true, float_bits(*format, "inf").unwrap_or(half - 1)),
            _ => (self.is_signed(), half - 1),
        };
        if !signed {
            return self.greatest();
        }
        let Valid::Ranges(ranges) = self.valid.within(&[0..=highest]) else {
            return self.greatest();
        };
        let least_negative = || match self.kind {
            LeafKind::Float(_) => self.least(),
            _ => self.greatest(),
        };
        let greatest = ranges.last().map(|range| *range.end());
        greatest.map_or_else(least_negative, |bits| Bits::from_u128(self.width, bits))
    }

    pub fn greatest(&self) -> Bits {
        match &self.valid {
            Valid::Any => Bits::ones(self.width),
            Valid::Ranges(ranges) => {
                let greatest = ranges.last().map_or(0, |range| *range.end());
                Bits::from_u128(self.width, greatest)
            }
        }
    }
}

/// Whether the integer bit of an 80-bit number agrees with its exponent.
fn is_x87_number(bits: u128) -> bool {
    let exponent = bits >> 64 & 0x7fff;
    let leading = bits >> 63 & 1;
    (exponent == 0) == (leading == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Exhaustive on 8 bits.
    #[test]
    fn one_value_is_taken_out() {
        let ranges = Valid::Ranges(vec![0..=0, 3..=9, 200..=255]);
        for valid in [Valid::Any, ranges] {
            for out in 0..=255 {
                let without = valid.without(out, 8);
                for value in 0..=255 {
                    let expected = valid.admits(value) && value != out;
                    assert_eq!(without.admits(value), expected);
                }
            }
        }
    }

    #[test]
    fn the_ends_of_the_widest_range() {
        for out in [0, u128::MAX] {
            let without = Valid::Any.without(out, 128);
            assert!(!without.admits(out));
            assert!(without.admits(1 << 64));
        }
    }
}
