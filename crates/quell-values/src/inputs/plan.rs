//! A literal with holes: the form of an argument before its leaves have values.

use quell_bits::Bits;

use super::leaf::LeafKind;
use super::written::{character, is_printable, literal, number};
use crate::literal::{Element, Items, Kind, Literal};

#[derive(Clone, Debug)]
pub enum Plan {
    Null,
    /// An enumerator or variant without data.
    Name(String),
    Leaf {
        leaf: usize,
        kind: LeafKind,
    },
    List {
        items: Vec<Plan>,
        /// The leaf for the number of items.
        length: Option<usize>,
        element: Option<Element>,
    },
    Text {
        chars: Vec<TextByte>,
        signed: bool,
        length: Option<usize>,
        end: TextEnd,
    },
    /// Fields with and without names.
    Record(Vec<(Option<String>, Plan)>),
    /// A variant whose fields have no names.
    Variant(String, Vec<Plan>),
    /// Null if the leaf is 0.
    Pointer {
        present: usize,
        to: Box<Plan>,
    },
    /// `None` if the leaf is 0, else `Some`.
    Optional {
        present: usize,
        to: Box<Plan>,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextByte {
    Leaf(usize),
    Nul,
}

/// The end of a text in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextEnd {
    /// Nothing.
    Exact,
    /// One NUL. Without it, it is no text and is written as a list.
    Terminated,
    /// NULs up to the end of the object.
    Padded,
}

impl Plan {
    /// The literal that has these values for its leaves.
    pub fn literal(&self, values: &[Bits]) -> Literal {
        match self {
            Self::Null => literal(Kind::Null),
            Self::Name(name) => named(name, None),
            Self::Leaf { leaf, kind } => match values.get(*leaf) {
                Some(value) => number(kind, value),
                None => literal(Kind::Uninitialised(None)),
            },
            Self::List {
                items,
                length,
                element,
            } => {
                let items = &items[..length_of(values, *length, items.len())];
                list(*element, items.iter().map(|item| item.literal(values)))
            }
            Self::Text {
                chars,
                signed,
                length,
                end,
            } => {
                let chars = &chars[..length_of(values, *length, chars.len())];
                let bytes = chars.iter().map(|byte| byte.value(values)).collect();
                text(bytes, *signed, *end)
            }
            Self::Record(fields) => {
                let fields = fields.iter();
                let fields = fields.map(|(name, plan)| (name.clone(), plan.literal(values)));
                literal(Kind::Record(fields.collect()))
            }
            Self::Variant(name, data) => {
                let data = data.iter().map(|plan| plan.literal(values)).collect();
                named(name, Some(data))
            }
            Self::Pointer { present, to } => match is_present(values, *present) {
                true => to.literal(values),
                false => literal(Kind::Null),
            },
            Self::Optional { present, to } => match is_present(values, *present) {
                true => named("Some", Some(vec![to.literal(values)])),
                false => named("None", None),
            },
        }
    }
}

impl TextByte {
    fn value(self, values: &[Bits]) -> u8 {
        match self {
            Self::Nul => 0,
            Self::Leaf(leaf) => values.get(leaf).map_or(0, |value| value.low_u64() as u8),
        }
    }
}

/// The first items, as many as the length.
fn length_of(values: &[Bits], leaf: Option<usize>, all: usize) -> usize {
    let wanted = leaf.and_then(|leaf| values.get(leaf));
    let wanted = wanted.and_then(|value| usize::try_from(value.low_u64()).ok());
    wanted.map_or(all, |wanted| wanted.min(all))
}

fn is_present(values: &[Bits], leaf: usize) -> bool {
    values.get(leaf).is_some_and(|value| !value.is_zero())
}

fn named(name: &str, data: Option<Vec<Literal>>) -> Literal {
    literal(Kind::Name {
        name: name.to_owned(),
        data,
    })
}

fn list(element: Option<Element>, items: impl Iterator<Item = Literal>) -> Literal {
    literal(Kind::List {
        element,
        items: Items::Each(items.collect()),
    })
}

fn text(mut bytes: Vec<u8>, signed: bool, end: TextEnd) -> Literal {
    let is_text = match end {
        TextEnd::Exact => true,
        TextEnd::Terminated => bytes.pop_if(|last| *last == 0).is_some(),
        TextEnd::Padded => {
            let used = bytes
                .iter()
                .rposition(|&byte| byte != 0)
                .map_or(0, |last| last + 1);
            let is_text = bytes[..used].iter().all(|&byte| is_printable(byte));
            bytes.truncate(if is_text { used } else { bytes.len() });
            is_text
        }
    };
    if is_text {
        return literal(Kind::Text(bytes));
    }
    let chars = bytes.iter().map(|&byte| literal(character(byte, signed)));
    list(None, chars)
}
