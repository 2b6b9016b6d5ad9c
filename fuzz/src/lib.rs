//! Feeds the reader of IR with damaged texts and checks that it stands up to them.
//!
//! No sanitizer and no coverage, so that a stable compiler is enough: texts of the corpus are
//! damaged at random, from a seed, so that every run can be repeated. What is read is verified and
//! printed as well, and what is valid must survive printing unchanged.

mod check;
mod corpus;
mod mutate;
mod random;

pub use check::{Trouble, Verdict, check};
pub use corpus::Corpus;
pub use mutate::damaged;
pub use random::Random;

use std::time::{Duration, Instant};

/// No damaged text is large, so this is far more than any needs.
const PATIENCE: Duration = Duration::from_secs(10);

/// How often each outcome came up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub refused: u64,
    pub invalid: u64,
    pub valid: u64,
}

/// Checks the damaged text number `round` of a run.
pub fn round(corpus: &Corpus, seed: u64, round: u64, tally: &mut Tally) -> Result<(), Trouble> {
    let text = damaged(corpus, &mut Random::new(seed, round));
    let start = Instant::now();
    match check(&text)? {
        Verdict::Refused => tally.refused += 1,
        Verdict::Invalid => tally.invalid += 1,
        Verdict::Valid => tally.valid += 1,
    }
    let taken = start.elapsed();
    match taken < PATIENCE {
        true => Ok(()),
        false => Err(Trouble::Slow(taken)),
    }
}
