//! The symbolic domain: words are terms, pointers choices between objects, and a run many states.

mod arithmetic;
mod calls;
mod checks;
mod domain;
mod events;
mod explore;
mod float;
mod flow;
mod guard;
mod intervals;
mod left;
mod library;
mod linear;
mod memory;
mod models;
mod mutant;
mod numbers;
mod object;
mod offsets;
mod path;
mod pieces;
mod places;
mod pointer;
mod ranges;
mod state;
mod transfer;
mod word;

pub use domain::{Fault, Role, Symbolic};
pub use events::{Events, Log};
pub use explore::{Bound, Bounds, Cut, End, Explorer, Oracle, Outcome};
pub use memory::SymbolicMemory;
pub use mutant::{Comparison, Replacement};
pub use object::{Cell, Content, Object};
pub use pointer::{Alternative, ObjectId, Ptr};
pub use state::{Returned, State, Value};
pub use word::Word;
