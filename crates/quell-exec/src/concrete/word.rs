//! Words and pointers of the concrete domain.

use std::rc::Rc;

use quell_bits::{Bits, word};

use super::space::{NO_OBJECT, ObjectName, UNDEFINED_OBJECT};

/// A number. Defined words of at most 64 bits are stored in place; wider and partly undefined ones are boxed.
///
/// The tag leaves room for the name of the object in a [`Ptr`], so that a register holds either in 16 bytes.
#[derive(Debug, PartialEq)]
#[repr(u32)]
pub enum Word {
    /// A defined word of up to 64 bits; bits above its width are zero.
    Bits(u64),
    Wide(Rc<Bits>),
    /// A word without any defined bit. Frequent: local variables start undefined.
    Undefined,
    Partly(Rc<Partial>),
}

/// A word that is wide or undefined in part.
#[derive(Clone, Debug, PartialEq)]
pub struct Partial {
    /// The value; undefined bits are zero.
    pub bits: Bits,
    /// The mask of undefined bits.
    pub undef: Bits,
}

impl Clone for Word {
    /// Nearly all registers hold words in place.
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

    /// A word from its value and the mask of undefined bits.
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

    /// The value, in which undefined bits are zero, and the mask of undefined bits.
    pub fn parts(&self, width: u32) -> (Bits, Bits) {
        match self {
            Self::Bits(value) => (Bits::from_u64(width, *value), Bits::zero(width)),
            Self::Wide(bits) => ((**bits).clone(), Bits::zero(width)),
            Self::Undefined => (Bits::zero(width), Bits::ones(width)),
            Self::Partly(partial) => (partial.bits.clone(), partial.undef.clone()),
        }
    }

    /// The value, if every bit is defined.
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

/// A pointer: an address and the object that it points into. Arithmetic changes the address alone, so a
/// pointer that leaves its object may return to it, and never gets into another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, packed(4))]
pub struct Ptr {
    object: ObjectName,
    address: u64,
}

impl Ptr {
    pub const NULL: Self = Self::new(NO_OBJECT, 0);
    /// The undefined pointer.
    pub const UNDEF: Self = Self::new(UNDEFINED_OBJECT, 0);

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
        self.object == UNDEFINED_OBJECT
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

/// A word of at most 64 bits as a signed number.
#[inline(always)]
pub fn signed(width: u32, value: u64) -> i64 {
    word::sign_extend(width, value)
}
