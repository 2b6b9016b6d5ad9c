//! Restrictions of leaves by the user: single values and ranges, written as literals and not as bits.

use std::ops::RangeInclusive;

use thiserror::Error;

use super::error::ValuesError;
use super::leaf::{Leaf, Valid};
use super::scale::Scale;
use super::written::literal;
use crate::literal::{Kind, parse, to_text};
use crate::scope::{AllowedValues, Assumption};

/// Values and ranges of values, of a number whose type is not known yet.
#[derive(Clone, Debug, PartialEq)]
pub struct Restriction {
    parts: Vec<Part>,
}

#[derive(Clone, Debug, PartialEq)]
enum Part {
    One(Kind),
    /// Both ends are included; a missing one is that of the type.
    Range(Option<Kind>, Option<Kind>),
}

/// A leaf whose values the configuration restricts.
#[derive(Clone, Debug)]
pub struct RestrictedLeaf {
    /// Its index among the leaves.
    pub leaf: usize,
    /// The values that its type allows.
    pub unrestricted: Valid,
    /// The assumption that it has one of the configured values.
    pub assumption: Assumption,
}

/// Why a text is no restriction.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RestrictionError {
    #[error("there is no value in the list")]
    Empty,
    #[error("`{0}` has no end; write lo..=hi, lo.. or ..=hi")]
    Endless(String),
    #[error(
        "`{start}..{end}` does not say whether {end} belongs to it; write {start}..={end} if it does, and else end it with the last value that does"
    )]
    Exclusive { start: String, end: String },
    #[error("`{0}` is no number, character, truth value or enumerator")]
    NoValue(String),
}

impl Restriction {
    /// Each item is a value or a range: `3`, `'a'`, `RED`, `0..=10`, `-0.5..`, `..=7`.
    pub fn read<'t>(items: impl IntoIterator<Item = &'t str>) -> Result<Self, RestrictionError> {
        let parts: Result<Vec<Part>, _> = items.into_iter().map(Part::read).collect();
        let parts = parts?;
        match parts.is_empty() {
            true => Err(RestrictionError::Empty),
            false => Ok(Self { parts }),
        }
    }

    /// The values and ranges, in the syntax in which they are read.
    pub fn allowed(&self) -> Vec<AllowedValues> {
        self.parts.iter().map(Part::allowed).collect()
    }

    /// The remaining values of a leaf; `None` if it is not restricted. An error if no value remains.
    pub fn applied_to(&self, leaf: &Leaf) -> Result<Option<Valid>, ValuesError> {
        let scale = Scale::of(leaf, self.parts.iter().flat_map(Part::ends));
        let mut ranges = Vec::new();
        for part in &self.parts {
            ranges.extend(part.ranges(&scale)?);
        }
        let left = leaf.valid.within(&joined(ranges));
        match left {
            Valid::Ranges(ranges) if ranges.is_empty() => Err(ValuesError::NotOfType),
            left if left == leaf.valid.within(&[0..=leaf.mask()]) => Ok(None),
            left => Ok(Some(left)),
        }
    }
}

impl Part {
    fn read(text: &str) -> Result<Self, RestrictionError> {
        let Some((start, end)) = text.split_once("..") else {
            return Ok(Self::One(value(text)?));
        };
        let (start, end) = (start.trim(), end.trim());
        let endless = || RestrictionError::Endless(text.to_owned());
        match (end.strip_prefix('=').map(str::trim), start, end) {
            (Some(""), _, _) | (None, "", "") => Err(endless()),
            (Some(last), "", _) => Ok(Self::Range(None, Some(value(last)?))),
            (Some(last), first, _) => Ok(Self::Range(Some(value(first)?), Some(value(last)?))),
            (None, first, "") => Ok(Self::Range(Some(value(first)?), None)),
            (None, first, end) => Err(RestrictionError::Exclusive {
                start: first.to_owned(),
                end: end.to_owned(),
            }),
        }
    }

    fn ends(&self) -> impl Iterator<Item = &Kind> {
        let (first, last) = match self {
            Self::One(only) => (Some(only), None),
            Self::Range(first, last) => (first.as_ref(), last.as_ref()),
        };
        first.into_iter().chain(last)
    }

    fn allowed(&self) -> AllowedValues {
        match self {
            Self::One(only) => AllowedValues::Value { value: shown(only) },
            Self::Range(first, last) => AllowedValues::Range {
                min: first.as_ref().map(shown),
                max: last.as_ref().map(shown),
            },
        }
    }

    /// The syntax that [`Part::read`] reads.
    fn text(&self) -> String {
        match self {
            Self::One(only) => shown(only),
            Self::Range(first, last) => {
                let first = first.as_ref().map_or(String::new(), shown);
                let last = last.as_ref().map(|last| format!("={}", shown(last)));
                format!("{first}..{}", last.unwrap_or_default())
            }
        }
    }

    /// The bits of the values, read as unsigned numbers.
    fn ranges(&self, scale: &Scale<'_>) -> Result<Vec<RangeInclusive<u128>>, ValuesError> {
        let (first, last) = match self {
            Self::One(only) if scale.is_nan(only) => return Ok(scale.nans()),
            Self::One(only) => {
                let at = scale.rank(only)?;
                (at, at)
            }
            Self::Range(first, last) => (
                first
                    .as_ref()
                    .map_or(Ok(scale.first()), |first| scale.rank(first))?,
                last.as_ref()
                    .map_or(Ok(scale.last()), |last| scale.rank(last))?,
            ),
        };
        match first <= last {
            true => Ok(scale.patterns(first, last)),
            false => {
                let range = self.text();
                Err(ValuesError::EmptyRange { range })
            }
        }
    }
}

fn value(text: &str) -> Result<Kind, RestrictionError> {
    let no_value = || RestrictionError::NoValue(text.trim().to_owned());
    let kind = parse(text).map_err(|_| no_value())?.kind;
    match kind {
        Kind::Integer { .. } | Kind::Float(_) | Kind::Char(_) | Kind::Bool(_) => Ok(kind),
        Kind::Name { data: None, .. } => Ok(kind),
        _ => Err(no_value()),
    }
}

pub(super) fn shown(kind: &Kind) -> String {
    to_text(&literal(kind.clone()))
}

/// Orders and merges ranges.
fn joined(mut ranges: Vec<RangeInclusive<u128>>) -> Vec<RangeInclusive<u128>> {
    ranges.sort_by_key(|range| *range.start());
    let mut joined: Vec<RangeInclusive<u128>> = Vec::new();
    for range in ranges {
        match joined.last_mut() {
            Some(last) if range.start().saturating_sub(1) <= *last.end() => {
                *last = *last.start()..=*range.end().max(last.end());
            }
            _ => joined.push(range),
        }
    }
    joined
}
