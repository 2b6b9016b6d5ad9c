//! The symbolic domain: words are terms, pointers choices between objects, and a run many states.

mod arithmetic;
mod checks;
mod domain;
mod explore;
mod float;
mod flow;
mod left;
mod library;
mod memory;
mod mutant;
mod object;
mod offsets;
mod path;
mod places;
mod pointer;
mod state;
mod transfer;
mod word;

pub use domain::{Fault, Role, Symbolic};
pub use explore::{Bounds, Cut, End, Explorer, Oracle, Outcome};
pub use memory::SymbolicMemory;
pub use mutant::{Comparison, Replacement};
pub use object::{Cell, Content, Object};
pub use pointer::{Alternative, ObjectId, Ptr};
pub use state::{Returned, State, Value};
pub use word::Word;
