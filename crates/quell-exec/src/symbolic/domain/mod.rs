//! Values of the symbolic machine, and what a run knows about them.
//!
//! A word is a term with a mask of undefined bits ([`Word`]), a pointer a choice between objects, each with an offset
//! ([`Ptr`]). [`Symbolic`] builds them: it owns the term pool, the path condition of the running state, the condition under
//! which inputs are excluded, and the interned log of observable events. Objects have names here ([`ObjectId`]) and no
//! contents: those belong to the room `memory`.
//!
//! Door: [`Symbolic`], [`Word`], [`Ptr`], [`PathCondition`], [`Trap`], [`Bound`], [`Events`], and the functions on words and
//! pointers in `arithmetic`, `intervals` and `pointer`. This is the lowest room: it uses no other.

mod addresses;
pub(crate) mod arithmetic;
mod bounds;
mod events;
pub(crate) mod float;
mod guard;
mod integer_pointers;
pub(crate) mod intervals;
pub(crate) mod linear;
mod path_condition;
pub(crate) mod pointer;
mod pointer_arithmetic;
mod symbolic;
mod traps;
pub(crate) mod word;

pub use addresses::Addresses;
pub use bounds::Bound;
pub use events::{Event, Events, Log};
pub use path_condition::PathCondition;
pub use pointer::{Alternative, ObjectId, Ptr};
pub(crate) use symbolic::DomainOptions;
pub use symbolic::{Simplification, Symbolic, TrapPolicy};
pub use traps::Trap;
pub(crate) use traps::is_imprecise;
pub use word::Word;
