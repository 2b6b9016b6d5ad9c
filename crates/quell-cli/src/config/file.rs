//! The contents of `quell.toml`.

use std::collections::BTreeMap;
use std::fmt;
use std::num::{NonZeroU32, NonZeroU64};

use quell_values::inputs::{Restriction, Which};
use serde::de::{Error as _, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use toml::Spanned;

use crate::args::RunUb;

/// The whole file.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct File {
    /// Of all functions.
    pub inputs: Table,
    /// Of single ones, by their names.
    pub functions: BTreeMap<Spanned<String>, Table>,
}

/// The settings in a table; other tables provide missing ones.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Table {
    pub capacity: Option<Elements>,
    pub capacities: BTreeMap<Spanned<String>, Elements>,
    pub depth: Option<Depth>,
    pub calls: Option<Times>,
    pub unroll: Option<Times>,
    pub null: Option<Switch>,
    pub text: Option<Switch>,
    pub globals: Option<Globals>,
    pub ub: Option<RunUb>,
    pub values: BTreeMap<Spanned<String>, Values>,
    /// Predicates over the parameters, for the criterion IDC.
    pub partitions: Vec<Spanned<String>>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(untagged, expecting = "a number from 1 on was expected")]
pub enum Elements {
    Are(NonZeroU64),
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(untagged, expecting = "a number from 1 to 4294967295 was expected")]
pub enum Times {
    Are(NonZeroU32),
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(untagged, expecting = "a number from 0 to 4294967295 was expected")]
pub enum Depth {
    Is(u32),
}

/// All of them, none, or those with these names.
#[derive(Clone, Debug)]
pub enum Choice {
    All(bool),
    Named(Vec<Spanned<String>>),
}

impl Choice {
    pub fn names(&self) -> &[Spanned<String>] {
        match self {
            Self::All(_) => &[],
            Self::Named(names) => names,
        }
    }
}

impl From<&Choice> for Which {
    fn from(choice: &Choice) -> Self {
        match choice {
            Choice::All(true) => Self::All,
            Choice::All(false) => Self::None,
            Choice::Named(names) => {
                Self::Named(names.iter().map(|name| name.get_ref().clone()).collect())
            }
        }
    }
}

/// `true`, `false`, or names.
#[derive(Clone, Debug)]
pub struct Switch(pub Choice);

/// `"any"`, `"initial"`, or names of those that hold any value.
#[derive(Clone, Debug)]
pub struct Globals(pub Choice);

/// A value, a range, or a list of them.
#[derive(Clone, Debug)]
pub struct Values(pub Restriction);

/// What is wrong, and where in the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wrong {
    pub at: usize,
    pub message: String,
}

impl File {
    pub fn parse(text: &str) -> Result<Self, Wrong> {
        toml::from_str(text)
            .map_err(|error| {
                let at = error.span().map_or(0, |span| span.start.min(text.len()));
                let message = error.message().replace('\n', ", ");
                let message = match line_around(text, at) {
                    "" => message,
                    line => format!("`{line}`: {message}"),
                };
                Wrong { at, message }
            })
            .and_then(Self::with_partitions_of_functions)
    }

    /// A partition names parameters, so it can only be of one function.
    fn with_partitions_of_functions(self) -> Result<Self, Wrong> {
        match self.inputs.partitions.first() {
            None => Ok(self),
            Some(first) => Err(Wrong {
                at: first.span().start,
                message: "partitions belong to one function: put them into [functions.NAME]"
                    .to_owned(),
            }),
        }
    }
}

/// The head of a function's table.
pub fn head(function: &str) -> String {
    let is_bare = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    match !function.is_empty() && function.chars().all(is_bare) {
        true => format!("[functions.{function}]"),
        false => format!("[functions.{function:?}]"),
    }
}

/// The line shows the key, which the message of a wrong value does not.
fn line_around(text: &str, at: usize) -> &str {
    let before = text.get(..at).unwrap_or_default();
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    let line = text.get(start..).and_then(|rest| rest.lines().next());
    line.unwrap_or_default().trim()
}

struct SwitchVisitor;

impl<'de> Visitor<'de> for SwitchVisitor {
    type Value = Switch;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("true, false or a list of names")
    }

    fn visit_bool<E>(self, all: bool) -> Result<Switch, E> {
        Ok(Switch(Choice::All(all)))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, names: A) -> Result<Switch, A::Error> {
        named(names).map(Switch)
    }
}

impl<'de> Deserialize<'de> for Switch {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(SwitchVisitor)
    }
}

struct GlobalsVisitor;

impl<'de> Visitor<'de> for GlobalsVisitor {
    type Value = Globals;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"any\", \"initial\" or a list of names of globals that hold any value")
    }

    fn visit_str<E: serde::de::Error>(self, word: &str) -> Result<Globals, E> {
        match word {
            "any" => Ok(Globals(Choice::All(true))),
            "initial" => Ok(Globals(Choice::All(false))),
            _ => Err(E::invalid_value(serde::de::Unexpected::Str(word), &self)),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, names: A) -> Result<Globals, A::Error> {
        named(names).map(Globals)
    }
}

impl<'de> Deserialize<'de> for Globals {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(GlobalsVisitor)
    }
}

fn named<'de, A: SeqAccess<'de>>(mut items: A) -> Result<Choice, A::Error> {
    let mut names = Vec::new();
    while let Some(name) = items.next_element()? {
        names.push(name);
    }
    Ok(Choice::Named(names))
}

/// One value or range.
#[derive(Debug, Deserialize)]
#[serde(
    untagged,
    expecting = "a number, a truth value or a text was expected, as in 3, true, \"RED\" or \"0..=10\""
)]
enum Item {
    Bool(bool),
    Integer(i64),
    Float(f64),
    Text(String),
}

#[derive(Debug, Deserialize)]
#[serde(
    untagged,
    expecting = "a value, a range or a list of them was expected, as in 3, \"0..=10\" or [1, \"RED\"]"
)]
enum Items {
    One(Item),
    Several(Vec<Item>),
}

impl Item {
    /// As a literal; a float in the shortest form, so that it is the nearest one in all formats.
    fn text(&self) -> String {
        match self {
            Self::Bool(value) => value.to_string(),
            Self::Integer(value) => value.to_string(),
            Self::Float(value) if value.is_nan() => "nan".to_owned(),
            Self::Float(value) => format!("{value:?}"),
            Self::Text(text) => text.clone(),
        }
    }
}

impl<'de> Deserialize<'de> for Values {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let items = match Items::deserialize(deserializer)? {
            Items::One(item) => vec![item.text()],
            Items::Several(items) => items.iter().map(Item::text).collect(),
        };
        let restriction = Restriction::read(items.iter().map(String::as_str));
        restriction.map(Self).map_err(D::Error::custom)
    }
}
