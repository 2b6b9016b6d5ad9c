//! Memory of the symbolic machine: objects with symbolic contents.
//!
//! An object is a row of cells; each cell keeps what was stored there as a whole, so that a pointer that is stored and loaded
//! stays a pointer. States share objects until one of them writes ([`SymbolicMemory`]). An access through a pointer with
//! several alternatives, or at a symbolic offset, reads a choice between contents and writes each candidate under its
//! condition.
//!
//! Door: [`SymbolicMemory`], which implements the crate's `Memory`, with [`Object`], [`Cell`] and [`Content`]. Uses the room
//! `domain`.

mod access_checks;
mod candidate_offsets;
mod cell_copies;
mod inbounds;
mod inspect;
mod merge;
mod object;
mod offsets;
mod symbolic_memory;
mod symbolic_ranges;

pub use inspect::HeapBlock;
pub use object::{Cell, Content, Object};
pub use symbolic_memory::SymbolicMemory;
pub(crate) use symbolic_ranges::require_disjoint;
