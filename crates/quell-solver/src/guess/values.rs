//! Candidate values: small ones, the ends of a domain, and the constants of the query with their neighbours.

use quell_bits::{Bits, FloatFormat, word};
use quell_term::{Pool, Term, pattern_width};
use rustc_hash::FxHashMap;

use super::domain::Domain;

/// The constants of a query by width, and neighbours of those that fit a word.
#[derive(Debug, Default)]
pub(crate) struct Candidates {
    words: FxHashMap<u32, Vec<u64>>,
    wide: FxHashMap<u32, Vec<Bits>>,
}

/// Constants of a width are not added when there are this many values.
const MAX_CONSTANTS: usize = 32;

/// The first attempts take the candidates in order. Later ones take pseudo-random values: in turn any value, a value below
/// `SMALL`, and a candidate.
const ORDERED_ATTEMPTS: usize = super::MAX_ATTEMPTS;
const SMALL: u64 = 10;

impl Candidates {
    pub(crate) fn new(pool: &Pool, constants: &[Term]) -> Candidates {
        let mut sorted = constants.to_vec();
        sorted.sort_unstable();
        let mut candidates = Candidates::default();
        for bits in sorted.iter().filter_map(|constant| pool.as_bits(*constant)) {
            let width = bits.width();
            candidates.wide.entry(width).or_default().push(bits.clone());
            if width > 64 {
                continue;
            }
            let words = candidates.words.entry(width).or_default();
            if words.len() < MAX_CONSTANTS {
                let value = bits.low_u64();
                words.extend([
                    value,
                    word::add(width, value, 1),
                    word::sub(width, value, 1),
                ]);
            }
        }
        candidates
    }

    /// A value of a domain. The first attempt takes the simplest value, the next ones go through all candidates, with a
    /// stride that depends on the variable, and later ones take pseudo-random values.
    pub(crate) fn choose(&self, domain: &Domain, attempt: usize, variable: usize) -> Option<u64> {
        let constants = self.words.get(&domain.width).map_or(&[][..], Vec::as_slice);
        let mask = word::mask(domain.width);
        let ends = [
            word::from_signed(domain.width, domain.signed.0),
            word::from_signed(domain.width, domain.signed.1),
            domain.unsigned.0,
            domain.unsigned.1,
        ];
        // The ends themselves may be excluded.
        let below = ends.map(|end| word::sub(domain.width, end, 1));
        let above = ends.map(|end| word::add(domain.width, end, 1));
        let values = [0, 1, mask]
            .into_iter()
            .chain(ends)
            .chain(constants.iter().copied())
            .chain(multiples(domain.unsigned.0, constants))
            .chain(below)
            .chain(above)
            .map(|value| value & mask);
        let possible: Vec<u64> = values.filter(|value| domain.contains(*value)).collect();
        if attempt >= ORDERED_ATTEMPTS {
            let random = hashed(attempt, variable);
            return pseudo_random(domain, &possible, random, attempt % 3);
        }
        let index = attempt * (1 + variable % 7);
        possible.get(index % possible.len().max(1)).copied()
    }

    /// The pattern of a float: 0, 1, -1, constants of the query, and special values.
    pub(crate) fn float(&self, format: FloatFormat, attempt: usize) -> Bits {
        let width = pattern_width(format);
        let fraction = format.significand_bits() - 1;
        let exponent = Bits::ones(format.exponent_bits());
        let infinity = exponent.zext(width).shl_u32(fraction);
        let one = exponent.lshr_u32(1).zext(width).shl_u32(fraction);
        let sign = Bits::min_signed(width);
        let mut values = vec![Bits::zero(width), one.clone(), one.or(&sign)];
        values.extend(self.wide.get(&width).into_iter().flatten().cloned());
        let nan = quell_term::canonical_nan(format);
        values.extend([
            infinity.clone(),
            nan,
            Bits::one(width),
            sign.clone(),
            infinity.or(&sign),
        ]);
        values.swap_remove(attempt % values.len())
    }

    /// A bit vector of more than 64 bits.
    pub(crate) fn wide(&self, width: u32, attempt: usize) -> Bits {
        let mut values = vec![Bits::zero(width), Bits::one(width), Bits::ones(width)];
        values.extend(self.wide.get(&width).into_iter().flatten().cloned());
        values.swap_remove(attempt % values.len())
    }
}

/// The least multiples of constants that are not less than a number, for queries about a remainder of zero. Divisibility by
/// powers of two appears in queries without the power, as bits that are zero: so 4 and 16 are always included.
fn multiples(from: u64, constants: &[u64]) -> impl Iterator<Item = u64> {
    let powers = [4, 16].into_iter();
    let factors = powers.chain(constants.iter().copied().filter(|constant| *constant > 1));
    factors.filter_map(move |constant| from.div_ceil(constant).checked_mul(constant))
}

/// A value by a random number: any (kind 0), a small one (1), or one of the candidates (2). A candidate too if the drawn
/// value is not in the domain.
fn pseudo_random(domain: &Domain, candidates: &[u64], random: u64, kind: usize) -> Option<u64> {
    let high = random >> 33;
    let drawn = match kind {
        0 => random & word::mask(domain.width),
        _ => high % SMALL,
    };
    if kind < 2 && domain.contains(drawn) {
        Some(drawn)
    } else {
        candidates
            .get(high as usize % candidates.len().max(1))
            .copied()
    }
}

/// A hash of an attempt and a variable.
fn hashed(attempt: usize, variable: usize) -> u64 {
    let mut number = (attempt as u64) << 32 | variable as u64 & 0xffff_ffff;
    for _ in 0..3 {
        number = (number ^ number >> 31).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
    number ^ number >> 29
}
