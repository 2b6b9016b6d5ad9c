//! Accesses at a symbolic offset: the offsets that it can have.

use quell_term::Term;
use quell_values::unsupported::UnsupportedAccess;

use super::object::{self, Content};
use super::offsets::{congruence, few_values};
use crate::stop::Stop;
use crate::symbolic::domain::Symbolic;

/// An access at a symbolic offset has at most this many candidates.
const MAX_CANDIDATES: usize = 4096;

/// The offsets in an object that an access may have.
pub struct CandidateOffsets {
    pub starts: Vec<u64>,
    /// The bits of the offset that are the number of the start.
    index: Option<Term>,
    /// The starts that the offset can have, where they are few.
    possible: Option<Vec<u64>>,
}

impl CandidateOffsets {
    fn only(at: u64) -> Self {
        Self {
            starts: vec![at],
            index: None,
            possible: None,
        }
    }

    /// The start of this number; another possible one if the offset never has this one.
    pub fn start(&self, number: usize) -> u64 {
        let start = self.starts[number];
        match &self.possible {
            Some(possible) if !possible.contains(&start) => possible[0],
            _ => start,
        }
    }

    /// Whether the access is at the start of this number, given that it is at one of them.
    pub fn is_at(&self, domain: &mut Symbolic, number: usize) -> Term {
        match self.index {
            None => domain.pool.bool(true),
            Some(_) if self.start(number) != self.starts[number] => domain.pool.bool(false),
            Some(index) => {
                let width = domain.pool.width(index);
                let number = domain.pool.number(width, number as u64);
                domain.pool.eq(index, number)
            }
        }
    }
}

/// The candidates of an access that is in bounds.
pub fn candidate_offsets(
    domain: &mut Symbolic,
    offset: Term,
    size: u64,
    len: u64,
) -> Result<CandidateOffsets, Stop> {
    if let Some(at) = domain.pool.as_word(offset) {
        return Ok(CandidateOffsets::only(at));
    }
    let known = congruence(&domain.pool, offset);
    let step = 1u64 << known.zeros;
    let last = size.saturating_sub(len);
    let starts: Vec<u64> = (0..)
        .map(|number| known.residue.saturating_add(step.saturating_mul(number)))
        .take_while(|&start| start <= last)
        .take(MAX_CANDIDATES + 1)
        .collect();
    if starts.len() > MAX_CANDIDATES {
        return Err(UnsupportedAccess::SymbolicOffset { bytes: size }.into());
    }
    if starts.len() <= 1 {
        return Ok(CandidateOffsets::only(starts.first().copied().unwrap_or(0)));
    }
    let possible = few_values(&domain.pool, offset).map(|mut values| {
        values.retain(|value| starts.binary_search(value).is_ok());
        values
    });
    let possible = possible.filter(|values| !values.is_empty());
    let pool = &mut domain.pool;
    let residue = pool.number(64, known.residue);
    let above = pool.sub(offset, residue);
    let width = usize::BITS - (starts.len() - 1).leading_zeros();
    let index = pool.extract(above, known.zeros + width - 1, known.zeros);
    Ok(CandidateOffsets {
        starts,
        index: Some(index),
        possible,
    })
}

/// The content of the candidate that the offset has, chosen by the bits of its number.
pub fn select_candidate(
    domain: &mut Symbolic,
    candidates: &CandidateOffsets,
    contents: &[Content],
) -> Content {
    let Some(index) = candidates.index else {
        return contents[0].clone();
    };
    let width = domain.pool.width(index);
    let mut level: Vec<Content> = contents.to_vec();
    for bit in 0..width {
        let set = domain.pool.bit(index, bit);
        let pairs = level.chunks(2);
        level = pairs
            .map(|pair| match pair {
                [low, high] if low == high => low.clone(),
                [low, high] => {
                    object::choose(&mut domain.pool, set, high, low, &mut domain.addresses)
                }
                rest => rest[0].clone(),
            })
            .collect();
    }
    level.swap_remove(0)
}
