//! Sorts of terms.

use quell_bits::FloatFormat;

/// The greatest width of a bit vector.
const MAX_WIDTH: u32 = 1 << 23;

/// The sort of a term.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Sort {
    /// True or false.
    Bool,
    /// A bit vector of this width, which is at least 1.
    Bv(u32),
    /// A floating-point number, with a single NaN.
    Float(FloatFormat),
    /// A map from bit vectors to bit vectors, of these widths.
    Array {
        /// Width of an index.
        index: u32,
        /// Width of an element.
        element: u32,
    },
}

impl Sort {
    /// How many bits a value has: 1 for Booleans, [`pattern_width`] for floats, none for arrays.
    #[inline]
    #[must_use]
    pub fn width(self) -> Option<u32> {
        match self {
            Sort::Bool => Some(1),
            Sort::Bv(width) => Some(width),
            Sort::Float(format) => Some(pattern_width(format)),
            Sort::Array { .. } => None,
        }
    }

    /// Whether all widths are at least 1 and at most LLVM's maximum.
    #[inline]
    #[must_use]
    pub(crate) fn is_valid(self) -> bool {
        let possible = |width| (1..=MAX_WIDTH).contains(&width);
        match self {
            Sort::Bool | Sort::Float(_) => true,
            Sort::Bv(width) => possible(width),
            Sort::Array { index, element } => possible(index) && possible(element),
        }
    }

    /// Whether values fit a machine word.
    #[inline]
    pub(crate) fn is_word(self) -> bool {
        self.width().is_some_and(|width| width <= 64)
    }
}

/// How many bits the IEEE pattern of a format has: sign, exponent, and fraction without the leading
/// bit. This is the size in memory, except for the x87 format, which stores that bit and has 79
/// here.
#[must_use]
pub const fn pattern_width(format: FloatFormat) -> u32 {
    format.exponent_bits() + format.significand_bits()
}
