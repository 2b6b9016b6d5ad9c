//! Words and pointers of the concrete domain.

use std::rc::Rc;

use quell_bits::{Bits, word};

use super::space::{NO_OBJECT, NOTHING, ObjectName};

/// A number. At most 64 bits stand in place; wider ones and partly undefined ones are boxed.
///
/// The tag leaves room for the name in a [`Ptr`], so that a register holds either in 16 bytes.
#[derive(Debug, PartialEq)]
#[repr(u32)]
pub enum Word {
    /// Up to 64 bits; bits above the width are zero.
    Bits(u64),
    Wide(Rc<Bits>),
    /// No bit has a value. Frequent: every local variable starts like this.
    Undefined,
    Partly(Rc<Partial>),
}

/// A word some of whose bits have no value.
#[derive(Clone, Debug, PartialEq)]
pub struct Partial {
    /// Zero where undefined.
    pub bits: Bits,
    /// One where undefined; neither all zero nor all one.
    pub undef: Bits,
}

impl Clone for Word {
    /// Numbers in place are what registers hold nearly always.
    #[inline(always)]
    fn clone(&self) -> Self {
        match self {
            Self::Bits(value) => Self::Bits(*value),
            other => other.clone_rare(),
        }
    }
}

impl Word {
    #[cold]
    #[inline(never)]
    fn clone_rare(&self) -> Self {
        match self {
            Self::Bits(value) => Self::Bits(*value),
            Self::Undefined => Self::Undefined,
            Self::Wide(bits) => Self::Wide(bits.clone()),
            Self::Partly(partial) => Self::Partly(partial.clone()),
        }
    }

    pub fn from_bits(bits: Bits) -> Self {
        if bits.width() <= 64 {
            Self::Bits(bits.low_u64())
        } else {
            Self::Wide(Rc::new(bits))
        }
    }

    /// A word from its bits and the mask of undefined ones.
    pub fn from_parts(bits: Bits, undef: Bits) -> Self {
        if undef.is_zero() {
            return Self::from_bits(bits);
        }
        if undef.is_ones() {
            return Self::Undefined;
        }
        let bits = bits.and(&undef.not());
        Self::Partly(Rc::new(Partial { bits, undef }))
    }

    /// The value (zero where undefined) and the mask of undefined bits.
    pub fn parts(&self, width: u32) -> (Bits, Bits) {
        match self {
            Self::Bits(value) => (Bits::from_u64(width, *value), Bits::zero(width)),
            Self::Wide(bits) => ((**bits).clone(), Bits::zero(width)),
            Self::Undefined => (Bits::zero(width), Bits::ones(width)),
            Self::Partly(partial) => (partial.bits.clone(), partial.undef.clone()),
        }
    }

    /// The value, when every bit has one.
    pub fn defined(&self, width: u32) -> Option<Bits> {
        match self {
            Self::Bits(value) => Some(Bits::from_u64(width, *value)),
            Self::Wide(bits) => Some((**bits).clone()),
            Self::Undefined | Self::Partly(_) => None,
        }
    }

    pub fn is_undefined(&self) -> bool {
        matches!(self, Self::Undefined | Self::Partly(_))
    }

    pub const fn bool(value: bool) -> Self {
        Self::Bits(value as u64)
    }
}

/// An address, and the object it was made to point into. Arithmetic changes the address alone: a
/// pointer that leaves its object comes back to it, and never gets into another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, packed(4))]
pub struct Ptr {
    object: ObjectName,
    address: u64,
}

impl Ptr {
    pub const NULL: Self = Self::new(NO_OBJECT, 0);
    /// A pointer without a value.
    pub const UNDEF: Self = Self::new(NOTHING, 0);

    pub const fn new(object: ObjectName, address: u64) -> Self {
        Self { object, address }
    }

    #[inline(always)]
    pub const fn object(self) -> ObjectName {
        self.object
    }

    #[inline(always)]
    pub const fn address(self) -> u64 {
        self.address
    }

    #[inline(always)]
    pub const fn moved(self, offset: i64) -> Self {
        Self::new(self.object, self.address.wrapping_add(offset as u64))
    }

    #[inline(always)]
    pub const fn is_undefined(self) -> bool {
        self.object == NOTHING
    }

    /// The address as a word.
    #[inline(always)]
    pub const fn word(self) -> Word {
        if self.is_undefined() {
            Word::Undefined
        } else {
            Word::Bits(self.address)
        }
    }
}

/// The two's complement reading of a word of at most 64 bits.
#[inline(always)]
pub fn signed(width: u32, value: u64) -> i64 {
    word::sign_extend(width, value)
}
