//! Memory of the symbolic machine: objects with symbolic contents.
//!
//! An object is a row of cells. Each cell keeps what was stored there as a whole, so that a pointer that is
//! stored and loaded stays a pointer. States share objects until one of them writes ([`SymbolicMemory`]). An
//! access through a pointer with several alternatives, or at a symbolic offset, reads a choice between
//! contents and writes each candidate under its condition; if the offset is a choice among few constants
//! (`offsets`), only these are candidates.
//!
//! * **Pointers stay whole when states are merged** (`Object::split_alike`), even if one of them wrote null
//!   byte by byte.
//! * **A variable that is too large for terms exists without contents**: only an access to it ends the
//!   exploration as unsupported. Heap blocks are observable, so allocating one that is too large ends it at
//!   once.
//!
//! Door: [`SymbolicMemory`], which implements the crate's `Memory`, with [`Object`], [`Cell`] and
//! [`Content`]. Uses the room `domain`.

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
