//! The concrete domain: words are numbers with a mask of undefined bits.
//!
//! * **Undefined bits are tracked one by one**, in registers and in memory: copying padding is defined, branching on it is
//!   not, and the neighbours of an uninitialised bit-field keep their values.
//! * **A pointer is an address and an object** ([`Ptr`]). Arithmetic changes the address alone, so a pointer
//!   that leaves its object may return to it, and never gets into another one.
//! * **Integers point into exposed objects only** (`pointers`). An object is exposed when a pointer to it is
//!   converted to an integer, read from memory as one, printed, or stored at an unaligned address. A pointer
//!   made from an integer points into the exposed object that contains the address or ends there. Without
//!   such an object it can be compared and moved, and its object is looked up again at each access. An access
//!   to an object that was never exposed is reported as one through a forged pointer.
//! * **Addresses** (`space`) lie between 2^44 and 2^46. Each object has pages of its own with a gap on either
//!   side: no two objects touch, tag bits fit above and below an address, and a page table leads from an
//!   integer to its object.
//! * **A test must not depend on addresses** ([`carry::validate`]). This is the one check of a test, both for
//!   tests that Quell writes and for tests that it scores. If the run exposed an object or ordered addresses
//!   of different ones, it is repeated with the other `Placement`; the path through the user's code and all
//!   observables must be the same, where addresses are compared as object and offset.
//! * **Not detected:** arithmetic on pointers to dead objects, and the order and distance of pointers that
//!   went through memory as integers.

mod access;
pub mod carry;
mod domain;
mod external_calls;
mod float;
mod machine;
mod memory;
mod object;
mod placement;
mod pointers;
mod space;
mod undef;
mod validate;
mod word;

pub use machine::{ConcreteMachine, call, new_machine, run_program};
pub use memory::{ConcreteMemory, MemoryLimits};
pub use word::{Ptr, Word};

use crate::domain::UbMode;

/// The domain of numbers; its only option is the effect of violated poison-generating flags.
#[derive(Debug, Clone, Copy, Default)]
pub struct Concrete {
    pub ub_mode: UbMode,
}

/// The value type of the concrete machine.
pub type Value = crate::value::Val<Concrete>;

// Registers are copied constantly, so a value must not take more than two machine words.
const _: () = assert!(size_of::<Value>() == 16);
