//! Values worth trying: small ones, the ends of a domain, and the constants of the question with their neighbours.

use quell_bits::{Bits, FloatFormat, word};
use quell_term::{Pool, Term, pattern_width};
use rustc_hash::FxHashMap;

use super::domain::Domain;

/// Constants of a question, by width.
#[derive(Debug, Default)]
pub(crate) struct Candidates {
    words: FxHashMap<u32, Vec<u64>>,
    wide: FxHashMap<u32, Vec<Bits>>,
}

/// Constants beyond this number are not tried.
const MOST_CONSTANTS: usize = 32;

/// Attempts after these take values as if by chance: in turns any, small ones, which are below the number, and those worth
/// trying.
const IN_TURN: usize = super::MOST_TRIES;
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
            if words.len() < MOST_CONSTANTS {
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

    /// A value of a domain. The first attempt takes the simplest value there is, later ones go through all that are
    /// worth trying, each variable at its own pace, and in the end in no order.
    pub(crate) fn choose(&self, domain: &Domain, attempt: usize, variable: usize) -> Option<u64> {
        let constants = self.words.get(&domain.width).map_or(&[][..], Vec::as_slice);
        let mask = word::mask(domain.width);
        let ends = [
            word::from_signed(domain.width, domain.signed.0),
            word::from_signed(domain.width, domain.signed.1),
            domain.unsigned.0,
            domain.unsigned.1,
        ];
        // Beside the ends: they may be exceptions.
        let beside = ends.map(|end| word::sub(domain.width, end, 1));
        let beyond = ends.map(|end| word::add(domain.width, end, 1));
        let values = [0, 1, mask]
            .into_iter()
            .chain(ends)
            .chain(constants.iter().copied())
            .chain(multiples(domain.unsigned.0, constants))
            .chain(beside)
            .chain(beyond)
            .map(|value| value & mask);
        let possible: Vec<u64> = values.filter(|value| domain.contains(*value)).collect();
        if attempt >= IN_TURN {
            return by_chance(domain, &possible, mixed(attempt, variable), attempt % 3);
        }
        let pace = attempt * (1 + variable % 7);
        possible.get(pace % possible.len().max(1)).copied()
    }

    /// The pattern of a float: 0, 1, -1, constants of the question, and the odd ones.
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

/// The first multiples of constants from a number on: what is asked for a remainder of zero. Divisibility by powers of two
/// is asked without naming them, as bits that are zero.
fn multiples(from: u64, constants: &[u64]) -> impl Iterator<Item = u64> {
    let powers = [4, 16].into_iter();
    let wanted = powers.chain(constants.iter().copied().filter(|constant| *constant > 1));
    wanted.filter_map(move |constant| from.div_ceil(constant).checked_mul(constant))
}

/// One of the values, a small one, or any at all, as the kind says; one of the values where that is not in the domain.
fn by_chance(domain: &Domain, values: &[u64], number: u64, kind: usize) -> Option<u64> {
    let high = number >> 33;
    let drawn = match kind {
        0 => number & word::mask(domain.width),
        _ => high % SMALL,
    };
    match kind < 2 && domain.contains(drawn) {
        true => Some(drawn),
        false => values.get(high as usize % values.len().max(1)).copied(),
    }
}

/// A number that looks as if it had nothing to do with others.
fn mixed(attempt: usize, variable: usize) -> u64 {
    let mut number = (attempt as u64) << 32 | variable as u64 & 0xffff_ffff;
    for _ in 0..3 {
        number = (number ^ number >> 31).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
    number ^ number >> 29
}
