//! The stages in the order that is good for most questions.

use crate::{Bitwuzla, Cache, Guess, Settings, Slices, Validate};

/// Takes a question apart, looks up what is known, tries easy models, and asks Bitwuzla for the rest. Every model is
/// computed through before it is handed out.
pub type Standard = Validate<Slices<Cache<Guess<Bitwuzla>>>>;

/// A solver with all stages that need no configuration.
#[must_use]
pub fn standard(settings: Settings) -> Standard {
    Validate::new(Slices::new(Cache::new(Guess::new(Bitwuzla::new(settings)))))
}
