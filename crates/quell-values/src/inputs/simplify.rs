//! Simplification of values, as long as a condition still holds.

use quell_bits::{Bits, FloatFormat};

use super::InputSpace;
use super::leaf::{Leaf, LeafKind, Valid};
use super::written::is_printable;
use crate::numbers::{float_bits, float_text, signed_value};

/// Floats that are easy to read, the easiest first.
const FLOATS: &[&str] = &[
    "0", "1", "-1", "2", "-2", "0.5", "3", "4", "5", "10", "-10", "100", "inf", "-inf", "nan", "-0",
];

/// Integers up to this are easier than any other.
const SMALL: i128 = 16;

/// Leaves with their replacements.
type Replaced = Vec<(usize, Bits)>;

/// The cost of reading a value: first by its kind, then by its size.
type Cost = (Class, u128);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    Simple,
    /// It is a constant of the program.
    OfProgram,
    /// It is next to a constant of the program.
    NextToProgram,
    Other,
}

impl InputSpace {
    /// Simplifies values one by one, as long as the condition holds for all of them together. The condition is evaluated at
    /// most `attempts` times.
    pub fn simplified(
        &self,
        values: Vec<Bits>,
        attempts: usize,
        mut holds: impl FnMut(&[Bits]) -> bool,
    ) -> Vec<Bits> {
        let mut values = values;
        let mut left = attempts;
        let mut holds = |values: &[Bits]| {
            left = left.saturating_sub(1);
            (left > 0).then(|| holds(values))
        };
        // Only values that cannot be simplified alone are moved with others.
        let ways = [Self::alone, Self::together];
        while ways
            .iter()
            .any(|way| self.pass(&mut values, *way, &mut holds))
        {}
        values
    }

    /// Simplifies each value once; returns whether any changed while attempts are left.
    fn pass(
        &self,
        values: &mut Vec<Bits>,
        way: fn(&Self, usize, &[Bits]) -> Vec<Replaced>,
        holds: &mut impl FnMut(&[Bits]) -> Option<bool>,
    ) -> bool {
        let mut changed = false;
        for index in 0..self.leaves.len().min(values.len()) {
            for replacement in way(self, index, values) {
                let mut candidate = values.clone();
                for (leaf, value) in replacement {
                    candidate[leaf] = value;
                }
                match holds(&candidate) {
                    None => return false,
                    Some(false) => {}
                    Some(true) => {
                        *values = candidate;
                        changed = true;
                        break;
                    }
                }
            }
        }
        changed
    }

    /// Simpler values for a leaf, each for it alone and then for all leaves with the same value, which may have to stay equal.
    fn alone(&self, index: usize, values: &[Bits]) -> Vec<Replaced> {
        let same = self.within(0, index, values);
        let mut replacements = Vec::new();
        for simpler in self.simpler(index, &values[index]) {
            replacements.push(vec![(index, simpler.clone())]);
            if same.len() > 1 {
                let each = same.iter().map(|&leaf| (leaf, simpler.clone()));
                replacements.push(each.collect());
            }
        }
        replacements
    }

    /// Simpler values for a number, with all numbers near it moved by the same distance, as differences may matter.
    fn together(&self, index: usize, values: &[Bits]) -> Vec<Replaced> {
        let leaf = &self.leaves[index];
        let near = self.within(SMALL, index, values);
        if near.len() < 2 || !matches!(leaf.kind, LeafKind::Int { .. }) {
            return Vec::new();
        }
        let number = |value: &Bits| read(leaf, value.low_u128());
        let moved = |by: i128| -> Replaced {
            let each = near.iter().map(|&of| {
                let value = number(&values[of]).wrapping_add(by);
                (of, Bits::from_u128(leaf.width, value as u128))
            });
            each.collect()
        };
        // None of them may become harder to read, for termination.
        let is_simpler = |(of, value): &(usize, Bits)| {
            let leaf = &self.leaves[*of];
            leaf.admits(value) && self.cost(leaf, value) <= self.cost(leaf, &values[*of])
        };
        let simpler = self.simpler(index, &values[index]).into_iter();
        simpler
            .map(|simpler| moved(number(&simpler).wrapping_sub(number(&values[index]))))
            .filter(|each| each.iter().all(is_simpler))
            .collect()
    }

    /// The leaves of the same kind whose values are within a distance of that of a leaf.
    fn within(&self, distance: i128, index: usize, values: &[Bits]) -> Vec<usize> {
        let leaf = &self.leaves[index];
        let number = |at: usize| read(leaf, values[at].low_u128());
        let is_near = |other: &usize| {
            let of = &self.leaves[*other];
            let is_alike = leaf.kind == of.kind && leaf.valid == of.valid && leaf.width == of.width;
            let far = number(*other).saturating_sub(number(index));
            is_alike && far.saturating_abs() <= distance
        };
        let all = 0..self.leaves.len().min(values.len());
        all.filter(is_near).collect()
    }

    /// Values of a leaf that are easier to read, the easiest first.
    pub fn simpler(&self, index: usize, value: &Bits) -> Vec<Bits> {
        let Some(leaf) = self.leaves.get(index) else {
            return Vec::new();
        };
        let cost = self.cost(leaf, value);
        let candidates = self.candidates(leaf, value).into_iter();
        let candidates = candidates.chain(ends(leaf));
        let candidates = candidates.map(|number| Bits::from_u128(leaf.width, number));
        let mut simpler: Vec<(Cost, Bits)> = candidates
            .filter(|candidate| leaf.admits(candidate))
            .map(|candidate| (self.cost(leaf, &candidate), candidate))
            .filter(|(of_candidate, _)| *of_candidate < cost)
            .collect();
        simpler.sort_by_key(|candidate| candidate.0);
        simpler.dedup();
        simpler.into_iter().map(|candidate| candidate.1).collect()
    }

    fn candidates(&self, leaf: &Leaf, value: &Bits) -> Vec<u128> {
        let number = value.low_u128();
        match &leaf.kind {
            LeafKind::Bool | LeafKind::Present { .. } => vec![0],
            LeafKind::Length { .. } => (0..number.min(64)).collect(),
            LeafKind::Float(format) => self.simple_floats(*format, number),
            LeafKind::Char { .. } | LeafKind::Unicode => {
                let constants = self.constants.integers.iter().map(|&of| of as u128);
                constants.chain([0]).chain(0x20..0x7f).collect()
            }
            LeafKind::Enum { values, .. } => {
                let mask = u128::MAX >> (128 - leaf.width.clamp(1, 128));
                values.iter().map(|of| of.1 as u128 & mask).collect()
            }
            LeafKind::Int { .. } => self.simple_integers(leaf, number),
        }
    }

    fn simple_integers(&self, leaf: &Leaf, number: u128) -> Vec<u128> {
        let value = read(leaf, number);
        let constants = self.constants.integers.iter();
        let near = constants.flat_map(|&of| [of, of.saturating_add(1), of.saturating_sub(1)]);
        let halves = (1..leaf.width.min(127)).map(|shift| value >> shift);
        let numbers = (-SMALL..=SMALL).chain(near).chain(halves);
        let mask = u128::MAX >> (128 - leaf.width.clamp(1, 128));
        numbers.map(|number| number as u128 & mask).collect()
    }

    fn simple_floats(&self, format: FloatFormat, number: u128) -> Vec<u128> {
        let known = FLOATS.iter().filter_map(|text| float_bits(format, text));
        let constants = self.constants.floats.iter();
        let constants = constants.filter(|bits| bits.width() == format.width());
        let text = float_text(format, number);
        let whole = text.split(['.', 'e']).next().unwrap_or("0").to_owned();
        let whole = float_bits(format, &whole);
        known
            .chain(constants.map(Bits::low_u128))
            .chain(whole)
            .collect()
    }

    fn cost(&self, leaf: &Leaf, value: &Bits) -> Cost {
        let number = value.low_u128();
        match &leaf.kind {
            LeafKind::Bool | LeafKind::Present { .. } | LeafKind::Length { .. } => {
                (Class::Simple, number)
            }
            LeafKind::Float(format) => self.float_cost(*format, value),
            LeafKind::Char { .. } | LeafKind::Unicode => self.character_cost(leaf, number),
            LeafKind::Enum { values, signed } => {
                let number = match signed {
                    true => signed_value(number, leaf.width),
                    false => number as i128,
                };
                match values.iter().position(|of| of.1 == number) {
                    Some(at) => (Class::Simple, at as u128),
                    None => (Class::Other, size(number)),
                }
            }
            LeafKind::Int { .. } => self.integer_cost(read(leaf, number)),
        }
    }

    fn integer_cost(&self, value: i128) -> Cost {
        let class = match value {
            _ if value.unsigned_abs() <= SMALL.unsigned_abs() => Class::Simple,
            _ => self.class(value),
        };
        (class, size(value))
    }

    fn class(&self, value: i128) -> Class {
        let is_constant = |value: i128| self.constants.integers.contains(&value);
        let neighbours = [value.saturating_add(1), value.saturating_sub(1)];
        match value {
            _ if is_constant(value) => Class::OfProgram,
            _ if neighbours.into_iter().any(is_constant) => Class::NextToProgram,
            _ => Class::Other,
        }
    }

    /// A NUL ends a text, `a` is a letter like any other.
    fn character_cost(&self, leaf: &Leaf, number: u128) -> Cost {
        match u8::try_from(number) {
            Ok(0) => (Class::Simple, 0),
            Ok(b'a') => (Class::Simple, 1),
            Ok(byte) if byte.is_ascii_alphanumeric() => (Class::Simple, number),
            Ok(byte) if is_printable(byte) => (Class::NextToProgram, number),
            _ => (self.class(read(leaf, number)).max(Class::OfProgram), number),
        }
    }

    fn float_cost(&self, format: FloatFormat, value: &Bits) -> Cost {
        let number = value.low_u128();
        let mut known = FLOATS.iter();
        let known = known.position(|text| float_bits(format, text) == Some(number));
        match known {
            Some(at) => (Class::Simple, at as u128),
            None if self.constants.floats.contains(value) => (Class::OfProgram, 0),
            None => (Class::Other, float_text(format, number).len() as u128),
        }
    }
}

/// The ends of the first ranges that a number is in.
fn ends(leaf: &Leaf) -> Vec<u128> {
    const MAX_RANGES: usize = 16;
    match &leaf.valid {
        Valid::Ranges(ranges) if leaf.is_number() => {
            let ranges = ranges.iter().take(MAX_RANGES);
            ranges.flat_map(|of| [*of.start(), *of.end()]).collect()
        }
        _ => Vec::new(),
    }
}

/// Of two numbers of the same magnitude the positive one is simpler.
fn size(value: i128) -> u128 {
    let magnitude = value.unsigned_abs();
    magnitude.saturating_mul(2) + u128::from(value < 0 && magnitude < 1 << 126)
}

/// A number by the sign of its leaf.
fn read(leaf: &Leaf, number: u128) -> i128 {
    let is_unsigned = matches!(
        leaf.kind,
        LeafKind::Int {
            signed: Some(false)
        } | LeafKind::Char { signed: false }
            | LeafKind::Unicode
    );
    match is_unsigned && leaf.width < 128 {
        true => number as i128,
        false => signed_value(number, leaf.width),
    }
}
