//! Values of terms, and assignments of values to variables.

use crate::pool::Term;
use quell_bits::Bits;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// A value of a term. The value of a float is its pattern of [`crate::pattern_width`] bits, with
/// [`crate::canonical_nan`] for the NaN.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// Of sort `Bool`.
    Bool(bool),
    /// Of a bit vector or a float.
    Bits(Bits),
    /// Of an array.
    Array(ArrayValue),
}

impl Value {
    /// The Boolean, if it is one.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// The bits of a bit vector or float.
    #[must_use]
    pub fn as_bits(&self) -> Option<&Bits> {
        match self {
            Value::Bits(bits) => Some(bits),
            _ => None,
        }
    }
}

/// An array: a default element, and entries for the indices with another one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArrayValue {
    default: Bits,
    /// No element here is the default.
    entries: FxHashMap<Bits, Bits>,
}

impl ArrayValue {
    /// The array with this element everywhere.
    #[must_use]
    pub fn filled(default: Bits) -> ArrayValue {
        ArrayValue {
            default,
            entries: FxHashMap::default(),
        }
    }

    /// The element of all indices without an entry.
    #[must_use]
    pub fn default_element(&self) -> &Bits {
        &self.default
    }

    /// The element at an index.
    #[must_use]
    pub fn get(&self, index: &Bits) -> &Bits {
        self.entries.get(index).unwrap_or(&self.default)
    }

    /// Replaces the element at an index.
    pub fn set(&mut self, index: Bits, element: Bits) {
        if element == self.default {
            self.entries.remove(&index);
        } else {
            self.entries.insert(index, element);
        }
    }

    /// The indices whose element is not the default, in order, with their elements.
    #[must_use]
    pub fn entries(&self) -> Vec<(&Bits, &Bits)> {
        let mut entries: Vec<_> = self.entries.iter().collect();
        entries.sort_by(|a, b| a.0.cmp_unsigned(b.0));
        entries
    }

    pub(crate) fn with(&self, index: &Bits, element: &Bits) -> ArrayValue {
        let mut result = self.clone();
        result.set(index.clone(), element.clone());
        result
    }

    /// Whether both have the same elements, given the width of an index.
    pub(crate) fn equals(&self, other: &ArrayValue, index_width: u32) -> bool {
        let agree = |index: &Bits| self.get(index) == other.get(index);
        if !self.entries.keys().chain(other.entries.keys()).all(agree) {
            return false;
        }
        self.default == other.default || self.covers(other, index_width)
    }

    /// Whether every index has an entry in one of the two.
    fn covers(&self, other: &ArrayValue, index_width: u32) -> bool {
        let own = |index: &&Bits| !self.entries.contains_key(*index);
        let count = self.entries.len() + other.entries.keys().filter(own).count();
        index_width < 64 && count as u64 == 1 << index_width
    }
}

/// Values of variables, in the order of the variables.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Assignment {
    values: BTreeMap<Term, Value>,
}

impl Assignment {
    /// No values: every variable counts as zero.
    #[must_use]
    pub fn new() -> Assignment {
        Assignment::default()
    }

    /// Gives a variable a value, which must be of its sort.
    pub fn set(&mut self, variable: Term, value: Value) {
        self.values.insert(variable, value);
    }

    /// The value of a variable, if it has one.
    #[must_use]
    pub fn get(&self, variable: Term) -> Option<&Value> {
        self.values.get(&variable)
    }

    /// The variables with their values.
    pub fn iter(&self) -> impl Iterator<Item = (Term, &Value)> {
        self.values.iter().map(|(&term, value)| (term, value))
    }

    /// How many variables have a value.
    #[must_use]
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether no variable has a value.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }
}

impl FromIterator<(Term, Value)> for Assignment {
    fn from_iter<I: IntoIterator<Item = (Term, Value)>>(iter: I) -> Assignment {
        Assignment {
            values: iter.into_iter().collect(),
        }
    }
}
