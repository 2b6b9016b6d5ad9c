//! Fuzzes the IR parser with damaged texts.
//!
//! There is no sanitizer and no coverage feedback, so that a stable compiler is enough. Texts of the
//! corpus are damaged pseudo-randomly from a seed, so that every run can be repeated. Modules that
//! are read are also verified and printed, and printing must not change a valid module.

mod check;
mod corpus;
mod mutate;
mod random;

pub use check::{Failure, Outcome, check};
pub use corpus::Corpus;
pub use mutate::damaged;
pub use random::Random;

use std::time::{Duration, Instant};

/// Texts are small, so this is far more time than any needs.
const TIME_LIMIT: Duration = Duration::from_secs(10);

/// How often each outcome occurred.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub refused: u64,
    pub invalid: u64,
    pub valid: u64,
}

/// Checks the damaged text number `round` of a run.
pub fn round(corpus: &Corpus, seed: u64, round: u64, tally: &mut Tally) -> Result<(), Failure> {
    let text = damaged(corpus, &mut Random::new(seed, round));
    let start = Instant::now();
    match check(&text)? {
        Outcome::Refused => tally.refused += 1,
        Outcome::Invalid => tally.invalid += 1,
        Outcome::Valid => tally.valid += 1,
    }
    let taken = start.elapsed();
    if taken < TIME_LIMIT {
        Ok(())
    } else {
        Err(Failure::Slow(taken))
    }
}
