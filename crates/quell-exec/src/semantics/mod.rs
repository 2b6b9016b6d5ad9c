//! The meaning of each operation: one small function each, generic over the value domain. There is no second
//! implementation of the instruction semantics: the concrete and the symbolic machine both use this one.

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
