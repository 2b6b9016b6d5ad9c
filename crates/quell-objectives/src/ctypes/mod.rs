//! The types of C expressions, by the rules of C, from the source tree and the debug information.
//!
//! * this file: types and conversions (integer promotion, usual arithmetic conversions).
//! * `dictionary`: the meanings of names of types, functions and enumeration constants.
//! * `typing`: the type of every expression.
//! * `constants`: the values of constant expressions.
//! * `effects`: side effects that are not sequenced.
//! * `around`: the effect of a changed type on the enclosing expressions.
//! * `exact`: whether a changed text computes what the edits of a mutant compute.
//!
//! - **The text is the definition of a mutant.** The changed text is typed by the rules of C like the original text. Where its
//!   type or the order of its side effects makes it compute something else than the edits, the mutant is not made. Types are
//!   not inferred from flags of instructions.

mod around;
mod constants;
pub mod dictionary;
mod effects;
pub(crate) mod exact;
mod literals;
mod members;
pub(crate) mod typing;

use std::hash::{Hash, Hasher};
use std::rc::Rc;

use quell_bits::FloatFormat;
use quell_ir::MdId;
use rustc_hash::FxHasher;

/// The kind of integer; conversions treat each kind differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    Plain,
    Bool,
    /// A bit-field of this width.
    Field(u32),
}

/// An integer type. `long` and `long long` are the same: they have the same values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Integer {
    pub width: u32,
    pub signed: bool,
    pub form: Form,
}

/// The type of an expression.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum CType {
    Int(Integer),
    Float(FloatFormat),
    /// A pointer, array, structure, union or function of the debug information, without typedefs and qualifiers.
    Debug(MdId),
    /// A pointer that the source spells.
    Pointer(Rc<CType>),
    Void,
    /// A type that is not known, but the same wherever this number occurs.
    Opaque(u64),
    /// A type that is not known and equals no other.
    Unknown,
}

pub(crate) const INT_WIDTH: u32 = 32;

impl CType {
    pub const INT: Self = Self::int(INT_WIDTH, true);

    pub const fn int(width: u32, signed: bool) -> Self {
        Self::Int(Integer {
            width,
            signed,
            form: Form::Plain,
        })
    }

    pub(crate) const BOOL: Self = Self::Int(Integer {
        width: 8,
        signed: false,
        form: Form::Bool,
    });

    /// A type that only its description identifies.
    pub(crate) fn opaque(description: impl Hash) -> Self {
        let mut hasher = FxHasher::default();
        description.hash(&mut hasher);
        Self::Opaque(hasher.finish())
    }

    pub fn integer(&self) -> Option<Integer> {
        match self {
            Self::Int(integer) => Some(*integer),
            _ => None,
        }
    }

    pub fn is_signed(&self) -> Option<bool> {
        self.integer().map(|integer| integer.signed)
    }

    pub(crate) fn width(&self) -> Option<u32> {
        self.integer().map(|integer| integer.width)
    }

    pub(crate) fn is_unknown(&self) -> bool {
        matches!(self, Self::Opaque(_) | Self::Unknown)
    }

    /// The type after integer promotion.
    pub fn promoted(&self) -> Self {
        match self {
            Self::Int(integer) => Self::Int(integer.promoted()),
            Self::Opaque(number) => Self::opaque(("promoted", number)),
            other => other.clone(),
        }
    }

    /// The common type of two operands (the usual arithmetic conversions).
    pub fn common(&self, other: &Self) -> Self {
        match (self.promoted(), other.promoted()) {
            (Self::Unknown, _) | (_, Self::Unknown) => Self::Unknown,
            (Self::Float(a), Self::Float(b)) => Self::Float(wider_float(a, b)),
            (Self::Int(a), Self::Int(b)) => Self::Int(a.common(b)),
            (Self::Float(format), Self::Int(_)) | (Self::Int(_), Self::Float(format)) => {
                Self::Float(format)
            }
            (a, b) if a == b => a,
            (a, b) => {
                let mut both = [hash_of(&a), hash_of(&b)];
                both.sort_unstable();
                Self::opaque(("common", both))
            }
        }
    }
}

fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

fn wider_float(a: FloatFormat, b: FloatFormat) -> FloatFormat {
    let rank = |format| match format {
        FloatFormat::Half => 0,
        FloatFormat::BFloat => 1,
        FloatFormat::Single => 2,
        FloatFormat::Double => 3,
        FloatFormat::X87 => 4,
        FloatFormat::Quad => 5,
    };
    if rank(a) >= rank(b) { a } else { b }
}

impl Integer {
    /// The type without the restriction to a bit-field.
    pub(crate) fn whole(self) -> Self {
        match self.form {
            Form::Field(_) => Self {
                form: Form::Plain,
                ..self
            },
            _ => self,
        }
    }

    fn promoted(self) -> Self {
        let plain = |width, signed| Self {
            width,
            signed,
            form: Form::Plain,
        };
        match self.form {
            Form::Bool => plain(INT_WIDTH, true),
            Form::Field(bits) if bits < INT_WIDTH => plain(INT_WIDTH, true),
            Form::Field(INT_WIDTH) => plain(INT_WIDTH, self.signed),
            Form::Field(_) => plain(self.width, self.signed),
            Form::Plain if self.width < INT_WIDTH => plain(INT_WIDTH, true),
            Form::Plain => self,
        }
    }

    fn common(self, other: Self) -> Self {
        match self.width.cmp(&other.width) {
            std::cmp::Ordering::Greater => self,
            std::cmp::Ordering::Less => other,
            std::cmp::Ordering::Equal => Self {
                signed: self.signed && other.signed,
                ..self
            },
        }
    }

    /// Whether a number is a value of the type.
    pub(crate) fn holds(self, number: i128) -> bool {
        let bits = match self.form {
            Form::Bool => 1,
            Form::Field(bits) => bits,
            Form::Plain => self.width,
        };
        match (self.signed, bits) {
            (_, 127..) => self.signed || number >= 0,
            (true, bits) => {
                let limit = 1i128 << (bits - 1);
                (-limit..limit).contains(&number)
            }
            (false, bits) => (0..1i128 << bits).contains(&number),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNSIGNED: CType = CType::int(32, false);
    const LONG: CType = CType::int(64, true);

    #[test]
    fn small_integers_become_int() {
        assert_eq!(CType::BOOL.promoted(), CType::INT);
        assert_eq!(CType::int(8, false).promoted(), CType::INT);
        assert_eq!(UNSIGNED.promoted(), UNSIGNED);
        let field = |width, signed, bits| {
            CType::Int(Integer {
                width,
                signed,
                form: Form::Field(bits),
            })
        };
        assert_eq!(field(32, false, 5).promoted(), CType::INT);
        assert_eq!(field(32, false, 32).promoted(), UNSIGNED);
        assert_eq!(field(64, false, 40).promoted(), CType::int(64, false));
    }

    #[test]
    fn the_wider_operand_decides_and_unsigned_wins_among_equals() {
        assert_eq!(CType::INT.common(&UNSIGNED), UNSIGNED);
        assert_eq!(LONG.common(&UNSIGNED), LONG);
        assert_eq!(
            CType::int(8, false).common(&CType::int(16, true)),
            CType::INT
        );
        let double = CType::Float(FloatFormat::Double);
        assert_eq!(LONG.common(&double), double);
    }

    #[test]
    fn what_is_not_known_equals_only_itself() {
        let (a, b) = (CType::opaque("a"), CType::opaque("b"));
        assert_eq!(a.common(&CType::INT), CType::INT.common(&a));
        assert_ne!(a.common(&CType::INT), b.common(&CType::INT));
        assert_eq!(a.common(&CType::Unknown), CType::Unknown);
    }
}
