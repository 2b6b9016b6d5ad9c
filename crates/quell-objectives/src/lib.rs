//! Test objectives: mutation operators, the sites they apply to, mutants as small edits over a shared module, labels, and
//! conditions at sites.
//!
//! * [`catalogue`]: the operators, a row each, and how a user chooses among them.
//! * [`sources`], [`tree`] and [`grafts`]: the user's text, with expanded macros. [`align`]: the expression that an instruction
//!   implements.
//! * [`operators`]: the rules of the catalogue, applied to the sites of a function; [`code`] and [`rewrite`]
//!   build the new instructions and the new text. [`generate`]: the list of mutants.
//! * [`ctypes`]: the types of C expressions, and whether a changed text computes what the edits do.
//! * `distinct`: each change once.
//! * `bare`: mutants of functions without a source, described by instructions.
//! * [`higher`]: mutants of higher order, which combine several.
//! * [`objective`]: mutants, labels and pairs. [`edit`]: the edits of a mutant. [`pair`]: a function against another.
//! * [`condition`]: when a run infects a mutant or covers a label, as data.
//! * [`criteria`]: coverage criteria, a row each, and the labels that they put into a function.
//! * [`apply`]: the module with a mutant's edits applied.
//! * [`harden`]: IR whose meaning does not depend on undefined behaviour.
//! * [`meta`]: one module with the original and all mutants. [`meta_program`]: the original with a branch for each weak kill.
//! * [`rules`]: what C requires of shifts beyond the IR.
//! * [`support`]: constants and functions that edits may use.

pub mod align;
mod annotated;
pub mod apply;
mod bare;
pub mod catalogue;
mod checksum;
pub mod code;
pub mod condition;
pub mod criteria;
pub mod ctypes;
mod distinct;
mod doubts;
pub mod edit;
mod fortran_texts;
pub mod generate;
pub mod grafts;
pub mod harden;
pub mod higher;
mod idle;
pub mod meta;
pub mod meta_program;
pub mod objective;
pub mod operators;
pub mod pair;
pub mod rewrite;
pub mod rules;
mod rust_types;
pub mod sources;
pub mod support;
pub mod suppressed;
pub mod tree;
mod vectors;

pub use catalogue::{CATALOGUE, GROUPS, Group, Operator, Selection, SelectionError};
pub use edit::{Change, Edit, NewInst, Replacement};
pub use generate::{Mutants, Skipped, Wanted, generate};
pub use objective::{
    HyperLabel, Label, LabelRole, Mutant, Objective, ObjectiveId, ObjectiveKind, Pair, QualifiedId,
    Site, Source, SourceDiff, SourceSpan, SourceText,
};
pub use rules::{SignedOverflow, language_rules};
pub use sources::Sources;
