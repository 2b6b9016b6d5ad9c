//! Fault models: operators, the sites they apply to, and mutants as small edits over a shared module.
//!
//! * [`edit`]: what a mutant does differently. [`mutant`]: a mutant, as the user sees it.
//! * [`apply`]: the module with a mutant's edits made.
//! * [`harden`]: IR whose meaning does not depend on undefined behaviour.
//! * [`support`]: constants and functions that edits may use.

pub mod apply;
mod build;
pub mod edit;
pub mod harden;
pub mod mutant;
pub mod support;

pub use edit::{Change, Edit, NewInst, Replacement};
pub use mutant::{Mutant, MutantId, SourceDiff, SourceSpan};
