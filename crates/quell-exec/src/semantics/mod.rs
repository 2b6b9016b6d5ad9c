//! What the operations mean: one small function each, generic over the value domain.

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
