//! Fault models: operators, the sites they apply to, and mutants as small edits over a shared module.
//!
//! * [`edit`]: what a mutant does differently. [`mutant`]: a mutant, as the user sees it.

pub mod edit;
pub mod mutant;

pub use edit::{Change, Edit, NewInst, Replacement};
pub use mutant::{Mutant, MutantId, SourceDiff, SourceSpan};
