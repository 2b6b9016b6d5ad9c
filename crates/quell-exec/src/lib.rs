//! The machine: executes IR exactly, generic over a value domain.
//!
//! * [`domain`], [`memory`]: two traits, the operations on values and memory that the semantics is written
//!   in. [`value`]: contents of registers. [`stop`]: why a run ends.
//! * [`program`]: a module lowered to operations on registers; independent of the domain.
//! * [`semantics`]: the meaning of each operation, one small function each.
//! * [`machine`]: frames, calls, control flow, the interpreter loop. [`frames`]: the call stack of a stopped
//!   run in terms of the source. [`host`]: standard input and output.
//! * [`intrinsics`], [`library`]: models of functions that the module declares and does not define; a table
//!   per group.
//! * [`condition`]: whether a run satisfies the condition of an objective, on numbers and on terms.
//! * [`placing`]: sets up a call that is given as data in a machine.
//! * [`concrete`]: the domain of numbers and its memory. [`symbolic`]: the domain of terms, and the
//!   exploration of all paths.
//!
//! A run depends on its inputs alone: the clock, random numbers and addresses are deterministic.

pub mod concrete;
pub mod condition;
pub mod domain;
pub mod frames;
pub mod host;
pub mod intrinsics;
pub mod library;
pub mod machine;
pub mod memory;
pub mod placing;
pub mod program;
pub mod semantics;
pub mod stop;
pub mod symbolic;
pub mod value;

pub use concrete::Concrete;
pub use domain::{Domain, UbMode};
pub use host::{Buffered, Console, Stream};
pub use machine::{Limits, Machine};
pub use program::Program;
pub use stop::{Stop, StopKind, Ub};
pub use value::Val;
