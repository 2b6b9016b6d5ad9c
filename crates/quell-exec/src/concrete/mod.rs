//! The concrete domain: words are numbers, with a mask of the bits that have no value.

mod access;
pub mod carry;
mod domain;
mod float;
mod machine;
mod memory;
mod object;
mod outside;
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

/// Computes. What a broken promise leads to is its only setting.
#[derive(Debug, Clone, Copy, Default)]
pub struct Concrete {
    pub ub_mode: UbMode,
}

/// The value type of the concrete machine.
pub type Value = crate::value::Val<Concrete>;

// Registers are copied all the time: two machine words each, and no more.
const _: () = assert!(size_of::<Value>() == 16);
