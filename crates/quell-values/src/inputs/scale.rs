//! The values of a leaf in their order: each has a rank, and a range of ranks is at most two ranges of bit patterns.

use std::ops::RangeInclusive;

use quell_bits::FloatFormat;

use super::error::ValuesError;
use super::leaf::{Leaf, LeafKind};
use super::restrict::shown;
use crate::literal::Kind;
use crate::numbers::{float_bits, integer_bits, range};

/// The interpretation of the bits of a leaf.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale<'l> {
    leaf: &'l Leaf,
    reading: Reading,
}

#[derive(Clone, Copy, Debug)]
enum Reading {
    Integer { signed: bool },
    Float(FloatFormat),
}

impl<'l> Scale<'l> {
    /// If the type does not determine the sign, the listed values do.
    pub fn of<'k>(leaf: &'l Leaf, mut mentioned: impl Iterator<Item = &'k Kind>) -> Self {
        let is_negative = |kind: &Kind| matches!(kind, Kind::Integer { negative: true, .. });
        let reading = match leaf.kind {
            LeafKind::Float(format) => Reading::Float(format),
            LeafKind::Int { signed: None } => Reading::Integer {
                signed: mentioned.any(is_negative),
            },
            LeafKind::Int { signed } => Reading::Integer {
                signed: signed == Some(true),
            },
            LeafKind::Char { signed } | LeafKind::Enum { signed, .. } => {
                Reading::Integer { signed }
            }
            _ => Reading::Integer { signed: false },
        };
        Self { leaf, reading }
    }

    /// The upper half of the patterns, which are the negative ones of signed kinds.
    fn half(&self) -> u128 {
        1 << (self.leaf.width.clamp(1, 128) - 1)
    }

    /// The rank of infinity without its sign, the greatest float.
    fn infinity(format: FloatFormat) -> u128 {
        float_bits(format, "inf").unwrap_or(0)
    }

    /// The rank of the least value: beyond the infinities are NaNs.
    pub fn first(&self) -> u128 {
        match self.reading {
            Reading::Integer { .. } => 0,
            Reading::Float(format) => self.half() - 1 - Self::infinity(format),
        }
    }

    /// The rank of the greatest value.
    pub fn last(&self) -> u128 {
        match self.reading {
            Reading::Integer { .. } => self.leaf.mask(),
            Reading::Float(format) => self.above_zero(Self::infinity(format)),
        }
    }

    /// The rank of a non-negative float. Both zeros have the same rank, with as many floats below as above.
    fn above_zero(&self, magnitude: u128) -> u128 {
        self.half() - 1 + magnitude
    }

    pub fn rank(&self, value: &Kind) -> Result<u128, ValuesError> {
        match self.reading {
            Reading::Integer { signed } => {
                let bits = self.integer(value, signed)?;
                Ok(if signed { bits ^ self.half() } else { bits })
            }
            Reading::Float(format) => {
                let bits = self.float(value, format)?;
                let magnitude = bits & (self.half() - 1);
                let is_negative = bits & self.half() != 0;
                Ok(match is_negative {
                    true => self.half() - 1 - magnitude,
                    false => self.above_zero(magnitude),
                })
            }
        }
    }

    fn integer(&self, value: &Kind, signed: bool) -> Result<u128, ValuesError> {
        let (negative, magnitude) = match (value, &self.leaf.kind) {
            (&Kind::Integer { .. }, LeafKind::Bool) | (&Kind::Bool(_), _) => self.truth(value)?,
            (
                &Kind::Integer {
                    negative,
                    magnitude,
                },
                _,
            ) => (negative, magnitude),
            (&Kind::Char(code), _) => (false, code.into()),
            (Kind::Name { name, .. }, LeafKind::Enum { values, .. }) => {
                let named = values.iter().find(|known| known.0 == *name);
                let value = named.ok_or_else(|| no_enumerator(name, values))?.1;
                (value < 0, value.unsigned_abs())
            }
            _ => {
                let value = shown(value);
                return Err(ValuesError::NoInteger { value });
            }
        };
        let bits = integer_bits(negative, magnitude, self.leaf.width, Some(signed));
        bits.ok_or_else(|| {
            let all = range(self.leaf.width, Some(signed));
            let value = shown(value);
            ValuesError::OutOfRange { value, all }
        })
    }

    fn truth(&self, value: &Kind) -> Result<(bool, u128), ValuesError> {
        match (value, &self.leaf.kind) {
            (Kind::Bool(value), LeafKind::Bool) => Ok((false, (*value).into())),
            (
                &Kind::Integer {
                    negative: false,
                    magnitude: magnitude @ (0 | 1),
                },
                _,
            ) => Ok((false, magnitude)),
            (Kind::Bool(_), _) => Err(ValuesError::NoInteger {
                value: shown(value),
            }),
            _ => Err(ValuesError::NoTruth {
                value: shown(value),
            }),
        }
    }

    /// The nearest representable float.
    fn float(&self, value: &Kind, format: FloatFormat) -> Result<u128, ValuesError> {
        let text = match value {
            Kind::Float(text) => text.clone(),
            Kind::Integer { .. } => shown(value),
            _ => {
                let value = shown(value);
                return Err(ValuesError::NoNumber { value });
            }
        };
        match float_bits(format, &text) {
            Some(_) if self.is_nan(value) => Err(ValuesError::NanInRange),
            Some(bits) => Ok(bits),
            None => Err(ValuesError::TooGreat {
                value: text,
                ty: format.name().to_owned(),
            }),
        }
    }

    pub fn is_nan(&self, value: &Kind) -> bool {
        let Reading::Float(format) = self.reading else {
            return false;
        };
        let bits = match value {
            Kind::Float(text) => float_bits(format, text),
            _ => None,
        };
        bits.is_some_and(|bits| bits & (self.half() - 1) > Self::infinity(format))
    }

    /// All NaNs, whose payloads cannot be given.
    pub fn nans(&self) -> Vec<RangeInclusive<u128>> {
        let Reading::Float(format) = self.reading else {
            return Vec::new();
        };
        let (first, half) = (Self::infinity(format) + 1, self.half());
        vec![first..=half - 1, (first | half)..=self.leaf.mask()]
    }

    /// The bit patterns of these ranks, of which the first is not greater than the last.
    pub fn patterns(&self, first: u128, last: u128) -> Vec<RangeInclusive<u128>> {
        let half = self.half();
        let (others, negative) = match self.reading {
            Reading::Integer { signed: false } => (Some(first..=last), None),
            Reading::Integer { signed: true } => {
                let others = || (first.max(half) - half)..=(last - half);
                let negative = || (first + half)..=(last.min(half - 1) + half);
                ((last >= half).then(others), (first < half).then(negative))
            }
            Reading::Float(_) => {
                let zero = half - 1;
                let others = || (first.max(zero) - zero)..=(last - zero);
                // The bit patterns of negative floats are in reverse order.
                let negative = || (half + zero - last.min(zero))..=(half + zero - first);
                ((last >= zero).then(others), (first <= zero).then(negative))
            }
        };
        others.into_iter().chain(negative).collect()
    }
}

fn no_enumerator(name: &str, values: &[(String, i128)]) -> ValuesError {
    ValuesError::NoEnumerator {
        name: name.to_owned(),
        known: values.iter().map(|value| value.0.clone()).collect(),
    }
}
