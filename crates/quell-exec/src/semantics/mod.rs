//! The meaning of each operation: one small function each, generic over the value domain. There is no second
//! implementation of the instruction semantics: the concrete and the symbolic machine both use this one.

/// The version of the semantics, of the memory model, of library models and of what is observed. It changes with every change
/// that may change a verdict: verdicts that are kept from earlier runs are decided anew then.
pub const SEMANTICS_VERSION: u32 = 1;

pub mod address;
pub mod aggregate;
pub mod atomic;
pub mod cast;
pub mod float;
pub mod int;
pub mod lanes;
pub mod memory;
pub mod rules;
pub mod select;
