//! Literals: arguments as the user writes them, before any type is known.
//!
//! ```text
//! 42  -7  0x1f  'a'            integers
//! 2.5  -1e9  0x1.8p3  nan  inf  floats
//! bits(0x7fa00000)             a float by its bits
//! true  false  null  RED  Some(3)
//! "text"                       text, NUL-terminated where the language does that
//! [1, 2, 3]  [0; 100]          buffers and arrays
//! i16[1, 2]                    a buffer that says its element type
//! {1, 2.5}  {x: 1, y: 2}       structs
//! ?  ?16                       not initialised: a value, a buffer of 16 elements
//! ```

mod json;
mod parse;
mod write;

use std::ops::Range;

pub use json::from_json;
pub(crate) use json::read as read_within;
pub use parse::parse;
pub(crate) use write::{BITS, exact_bits};
pub use write::{to_json, to_text};

/// A literal and the bytes of the argument that it was read from.
#[derive(Clone, Debug, PartialEq)]
pub struct Literal {
    pub kind: Kind,
    pub span: Range<usize>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    Integer {
        negative: bool,
        magnitude: u128,
    },
    /// In a spelling that `strtod` reads.
    Float(String),
    /// A code point between quotes.
    Char(u32),
    Bool(bool),
    Null,
    Text(Vec<u8>),
    /// A string of a format without other syntax, such as JSON: text if the type is text, otherwise a
    /// literal.
    Plain(String),
    /// A name: an enumerator, a function, a variant, perhaps with data.
    Name {
        name: String,
        data: Option<Vec<Literal>>,
    },
    List {
        /// `i16` of `i16[1, 2]`.
        element: Option<Element>,
        items: Items,
    },
    Record(Vec<(Option<String>, Literal)>),
    /// `?` without a number is a single value.
    Uninitialised(Option<u64>),
}

impl Literal {
    /// The same with another place.
    pub fn at(self, span: &Range<usize>) -> Self {
        let each = |literals: Vec<Self>| literals.into_iter().map(|of| of.at(span)).collect();
        let kind = match self.kind {
            Kind::Name { name, data } => Kind::Name {
                name,
                data: data.map(each),
            },
            Kind::List { element, items } => Kind::List {
                element,
                items: match items {
                    Items::Each(items) => Items::Each(each(items)),
                    Items::Repeated(item, count) => Items::Repeated(Box::new(item.at(span)), count),
                },
            },
            Kind::Record(fields) => {
                let fields = fields.into_iter();
                Kind::Record(fields.map(|(name, value)| (name, value.at(span))).collect())
            }
            kind => kind,
        };
        let span = span.clone();
        Self { kind, span }
    }
}

/// The members of a list: written out, or one of them repeated.
#[derive(Clone, Debug, PartialEq)]
pub enum Items {
    Each(Vec<Literal>),
    Repeated(Box<Literal>, u64),
}

impl Items {
    pub fn len(&self) -> u64 {
        match self {
            Self::Each(items) => items.len() as u64,
            Self::Repeated(_, count) => *count,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn get(&self, index: u64) -> Option<&Literal> {
        match self {
            Self::Each(items) => items.get(usize::try_from(index).ok()?),
            Self::Repeated(item, count) => (index < *count).then_some(item),
        }
    }
}

/// An element type that a list states itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Element {
    Int { bits: u32, signed: bool },
    Float { bits: u32 },
}

impl Element {
    /// `i8` to `i128`, `u8` to `u128`, `f32`, `f64`.
    pub fn named(name: &str) -> Option<Self> {
        let (letter, bits) = name.split_at_checked(1)?;
        let bits: u32 = bits.parse().ok()?;
        match (letter, bits) {
            ("i" | "u", 8 | 16 | 32 | 64 | 128) => Some(Self::Int {
                bits,
                signed: letter == "i",
            }),
            ("f", 32 | 64) => Some(Self::Float { bits }),
            _ => None,
        }
    }
}

/// An error in a literal, and the part of the text that it concerns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiteralError {
    pub message: String,
    pub span: Range<usize>,
}

impl LiteralError {
    pub fn new(message: impl Into<String>, span: Range<usize>) -> Self {
        Self {
            message: message.into(),
            span,
        }
    }
}
