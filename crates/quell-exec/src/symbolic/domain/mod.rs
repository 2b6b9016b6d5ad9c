//! Values of the symbolic machine, and what a run knows about them.
//!
//! A word is a term with a mask of undefined bits ([`Word`]), a pointer a choice between objects, each with
//! an offset ([`Ptr`]). [`Symbolic`] builds them: it owns the term pool, the path condition of the running
//! state, the condition under which inputs are excluded, and the interned log of observable events. Objects
//! have names here ([`ObjectId`]) and no contents: those belong to the room `memory`.
//!
//! * **Undefined behaviour is a condition** (`traps`). In the original it excludes inputs. In a mutant, whose
//!   arithmetic wraps, it is a trap, unless the condition is excluded already. The path condition does not
//!   change: what follows does not matter on these inputs, and on all others the terms of a mutant stay those
//!   of the original.
//! * **A construct without a term**, such as x87 arithmetic, ends the exploration as unsupported and is
//!   named.
//! * **Addresses are almost unconstrained variables** (`addresses`): each is aligned as its object requires,
//!   and objects do not overlap. Every query contains these facts.
//! * **Sums that cannot wrap have a normal form.** The path condition bounds the values of terms
//!   (`intervals`); where it rules out that a sum wraps, comparisons are rewritten (`linear`), so that `a - b
//!   < c` and `a < b + c` are one term. Such a term is valid on its path only.
//! * **Output is a log of events** (`events`) with the arguments, not the bytes that are printed. Logs are
//!   interned: equal names mean equal logs, and others are compared event by event. A call of an external
//!   function is an event too. Its result is an input of the run, chosen among variables by the number of the
//!   call among those of its function, a term that follows from the log.
//!
//! * **A run on one input has its values at hand** (`concrete_input`): under [`TrapPolicy::Require`] the path condition also
//!   says that the behaviour is defined, and a model that needs a concrete value gets that of the input.
//!
//! Door: [`Symbolic`], [`Word`], [`Ptr`], [`PathCondition`], [`Trap`], [`Bound`], [`Events`], and the
//! functions on words and pointers in `arithmetic`, `intervals` and `pointer`. This is the lowest room: it
//! uses no other.

mod addresses;
pub(crate) mod arithmetic;
mod bounds;
mod concrete_input;
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
pub use concrete_input::ConcreteInput;
pub use events::{Event, Events, Log};
pub use path_condition::PathCondition;
pub use pointer::{Alternative, ObjectId, Ptr};
pub(crate) use symbolic::DomainOptions;
pub use symbolic::{Simplification, Symbolic, TrapPolicy};
pub(crate) use traps::is_imprecise;
pub use traps::{Suspended, Trap};
pub use word::Word;
