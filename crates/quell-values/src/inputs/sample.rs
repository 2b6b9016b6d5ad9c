//! Random values for the leaves, with a preference for those that expose faults: boundaries, constants of the program,
//! equal and neighbouring numbers, sorted arrays, and uniform random numbers.

use quell_bits::{Bits, FloatFormat};

use super::InputSpace;
use super::leaf::{Leaf, LeafKind, Place, Valid};
use crate::numbers::{float_bits, signed_value};

/// An endless sequence of values for all leaves of a space, determined by the seed.
#[derive(Clone, Debug)]
pub struct Samples<'s> {
    space: &'s InputSpace,
    random: Random,
    made: usize,
    /// Inputs whose neighbours are preferred.
    near: Vec<Vec<Bits>>,
}

impl InputSpace {
    pub fn samples(&self, seed: u64) -> Samples<'_> {
        Samples {
            space: self,
            random: Random(seed),
            made: 0,
            near: Vec::new(),
        }
    }
}

impl Samples<'_> {
    /// The same, with neighbours of inputs as every other sample: some of their leaves have other values.
    pub fn near(self, near: Vec<Vec<Bits>>) -> Self {
        Self { near, ..self }
    }
}

impl Iterator for Samples<'_> {
    type Item = Vec<Bits>;

    fn next(&mut self) -> Option<Vec<Bits>> {
        self.made += 1;
        let leaves = &self.space.leaves;
        Some(match self.made {
            1 => self.space.least(),
            2 => leaves.iter().map(Leaf::greatest_number).collect(),
            _ => {
                let mut sample = Sample {
                    space: self.space,
                    random: &mut self.random,
                    integers: Vec::new(),
                    floats: Vec::new(),
                };
                if !self.near.is_empty()
                    && self.made % 2 == 1
                    && let Some(near) = sample.random.pick(&self.near)
                {
                    return Some(sample.neighbour(near));
                }
                let mut values: Vec<Bits> = leaves.iter().map(|leaf| sample.value(leaf)).collect();
                if sample.random.one_in(4) {
                    sort_rows(leaves, &mut values);
                }
                values
            }
        })
    }
}

/// A small generator (splitmix64).
#[derive(Clone, Debug)]
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    fn wide(&mut self) -> u128 {
        u128::from(self.next()) << 64 | u128::from(self.next())
    }

    /// Less than a limit, which is not 0.
    fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit.max(1)
    }

    fn one_in(&mut self, chances: u64) -> bool {
        self.below(chances) == 0
    }

    fn pick<T: Clone>(&mut self, from: &[T]) -> Option<T> {
        from.get(self.below(from.len() as u64) as usize).cloned()
    }
}

/// A sample under construction, with the numbers chosen so far.
struct Sample<'a> {
    space: &'a InputSpace,
    random: &'a mut Random,
    integers: Vec<i128>,
    floats: Vec<(FloatFormat, u128)>,
}

const LETTERS: &[u8] = b"0123456789 azAZbB+-.,/=_\t\n\"\\";

const FLOATS: &[&str] = &[
    "0", "-0", "1", "-1", "2", "-2", "3", "0.5", "-0.5", "0.1", "4", "10", "100", "1e10", "-1e10",
    "1e-10", "1e38", "1e308", "1e-38", "1e-45", "5e-324", "1e-308", "inf", "-inf", "nan", "-nan",
    "1.5", "7", "65504",
];

impl Sample<'_> {
    /// An input of which some leaves have other values: one at least, and few in the mean.
    fn neighbour(&mut self, mut values: Vec<Bits>) -> Vec<Bits> {
        let leaves = &self.space.leaves;
        let sure = self.random.below(leaves.len() as u64) as usize;
        for (index, (leaf, value)) in leaves.iter().zip(&mut values).enumerate() {
            if index == sure || self.random.one_in(leaves.len().max(4) as u64) {
                *value = self.value(leaf);
            }
        }
        values
    }

    fn value(&mut self, leaf: &Leaf) -> Bits {
        let number = match &leaf.kind {
            LeafKind::Bool => self.random.wide(),
            LeafKind::Int { .. } => self.integer(leaf.width),
            LeafKind::Char { .. } => self.character(),
            LeafKind::Unicode => self.code_point(),
            LeafKind::Float(format) => self.float(*format),
            LeafKind::Enum { values, .. } => self.enumerator(values, leaf.width),
            LeafKind::Length { .. } => self.length(leaf),
            LeafKind::Present { .. } => u128::from(!self.random.one_in(4)),
        };
        let value = Bits::from_u128(leaf.width, number);
        if leaf.admits(&value) {
            return value;
        }
        let value = self.any_valid(leaf);
        if let LeafKind::Int { .. } = leaf.kind {
            self.integers
                .push(signed_value(value.low_u128(), leaf.width));
        }
        value
    }

    fn integer(&mut self, width: u32) -> u128 {
        let value = match self.random.below(16) {
            0..=4 => self.near_known(),
            5..=7 => self.near_constant(),
            8..=10 => self.small(),
            11 => 1i128.wrapping_shl(self.random.below(width.into()) as u32),
            12 => self.limit(width),
            // Of any magnitude: few random bits are as likely as many.
            13 => (self.random.wide() >> self.random.below(128)) as i128,
            _ => self.random.wide() as i128,
        };
        let nudged = match self.random.below(8) {
            0 => value.wrapping_add(1),
            1 => value.wrapping_sub(1),
            2 => value.wrapping_neg(),
            _ => value,
        };
        self.integers.push(signed_value(nudged as u128, width));
        nudged as u128
    }

    fn small(&mut self) -> i128 {
        i128::from(self.random.below(24)) - 4
    }

    fn limit(&mut self, width: u32) -> i128 {
        let half = 1i128.wrapping_shl(width.clamp(1, 128) - 1);
        let limits = [0, -1, half, half.wrapping_sub(1)];
        self.random.pick(&limits).unwrap_or(0)
    }

    /// A number that another leaf has.
    fn near_known(&mut self) -> i128 {
        match self.random.pick(&self.integers) {
            Some(known) => known,
            None => self.small(),
        }
    }

    fn near_constant(&mut self) -> i128 {
        match self.random.pick(&self.space.constants.integers) {
            Some(constant) => constant,
            None => self.small(),
        }
    }

    fn character(&mut self) -> u128 {
        match self.random.below(8) {
            0 => 0,
            1 | 2 => self.near_constant() as u128,
            3 => self.near_known() as u128,
            4 => self.random.wide(),
            _ => {
                let letter = self.random.pick(LETTERS).unwrap_or(b'a');
                self.integers.push(letter.into());
                letter.into()
            }
        }
    }

    fn code_point(&mut self) -> u128 {
        match self.random.below(3) {
            0 => self.random.wide() % 0x11_0000,
            _ => self.character() & 0xff,
        }
    }

    fn enumerator(&mut self, values: &[(String, i128)], width: u32) -> u128 {
        match self.random.pick(values) {
            Some((_, value)) if !self.random.one_in(4) => value as u128,
            _ => self.integer(width),
        }
    }

    fn length(&mut self, leaf: &Leaf) -> u128 {
        let greatest = leaf.greatest().low_u128();
        let length = match self.random.one_in(3) {
            true => greatest,
            false => u128::from(self.random.next()) % (greatest + 1),
        };
        self.integers.push(length as i128);
        length
    }

    fn float(&mut self, format: FloatFormat) -> u128 {
        let known: Vec<u128> = self
            .floats
            .iter()
            .filter(|of| of.0 == format)
            .map(|of| of.1)
            .collect();
        let width = format.width();
        let constants = self.space.constants.floats.iter();
        let constants: Vec<u128> = constants
            .filter(|bits| bits.width() == width)
            .map(Bits::low_u128)
            .collect();
        let chosen = match self.random.below(8) {
            0 | 1 => self.random.pick(&known),
            2 => self.random.pick(&constants),
            3 => float_bits(format, &self.small().to_string()),
            4 => Some(self.random.wide()),
            _ => None,
        };
        let special = |random: &mut Random| {
            let text = random.pick(FLOATS).unwrap_or("0");
            float_bits(format, text).unwrap_or(0)
        };
        let chosen = chosen.unwrap_or_else(|| special(self.random));
        let nudged = match self.random.below(12) {
            0 => chosen.wrapping_add(1),
            1 => chosen.wrapping_sub(1),
            2 => chosen ^ 1 << (width - 1),
            _ => chosen,
        };
        let nudged = well_formed(format, nudged);
        self.floats.push((format, nudged));
        nudged
    }

    fn any_valid(&mut self, leaf: &Leaf) -> Bits {
        let Valid::Ranges(ranges) = &leaf.valid else {
            return leaf.least();
        };
        let Some(range) = self.random.pick(ranges) else {
            return leaf.least();
        };
        let (start, end) = (*range.start(), *range.end());
        let number = match self.random.below(4) {
            0 => start,
            1 => end,
            _ => match (end - start).checked_add(1) {
                Some(count) => start + self.random.wide() % count,
                None => self.random.wide(),
            },
        };
        let number = match leaf.kind {
            LeafKind::Float(format) => well_formed(format, number),
            _ => number,
        };
        let value = Bits::from_u128(leaf.width, number);
        match leaf.admits(&value) {
            true => value,
            false => Bits::from_u128(leaf.width, start),
        }
    }
}

/// Sets the integer bit of a number of the x87 format by its exponent.
fn well_formed(format: FloatFormat, bits: u128) -> u128 {
    const LEADING: u128 = 1 << 63;
    match format {
        FloatFormat::X87 if bits >> 64 & 0x7fff == 0 => bits & !LEADING,
        FloatFormat::X87 => bits | LEADING,
        _ => bits,
    }
}

/// Sorts consecutive integers in an object, as searching and merging need it.
fn sort_rows(leaves: &[Leaf], values: &mut [Bits]) {
    let mut start = 0;
    while start < leaves.len() {
        let count = leaves[start..]
            .iter()
            .take_while(|leaf| is_same_row(&leaves[start], leaf))
            .count();
        let end = start + count.max(1);
        let signed = !matches!(
            leaves[start].kind,
            LeafKind::Int {
                signed: Some(false)
            }
        );
        let key = |value: &Bits| match signed {
            true => signed_value(value.low_u128(), value.width()) as u128 ^ 1 << 127,
            false => value.low_u128(),
        };
        if count > 1 {
            values[start..end].sort_by_key(key);
        }
        start = end;
    }
}

fn is_same_row(first: &Leaf, leaf: &Leaf) -> bool {
    let object = |leaf: &Leaf| match leaf.spots.first().map(|spot| spot.place) {
        Some(Place::Object(object)) => Some(object),
        _ => None,
    };
    let is_integer = matches!(first.kind, LeafKind::Int { .. });
    let is_alike =
        first.kind == leaf.kind && first.width == leaf.width && first.valid == leaf.valid;
    is_integer && is_alike && object(first).is_some() && object(first) == object(leaf)
}
