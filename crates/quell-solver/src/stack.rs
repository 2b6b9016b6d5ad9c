//! The standard stack of stages.

use crate::{Bitwuzla, Cache, Guess, Settings, Slices, Validate};

/// Splits a query, looks up cached answers, tries simple values, and solves the rest with Bitwuzla. Every model is
/// validated.
pub type Standard = Validate<Slices<Cache<Guess<Bitwuzla>>>>;

/// A solver with all stages that need no configuration.
#[must_use]
pub fn standard(settings: Settings) -> Standard {
    Validate::new(Slices::new(Cache::new(Guess::new(Bitwuzla::new(settings)))))
}
