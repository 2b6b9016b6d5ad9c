//! The machine: runs IR exactly, over a value domain.
//!
//! * [`domain`], [`memory`]: what the semantics asks of values and of memory.
//! * [`semantics`]: what each operation means, a small function each, generic over the domain.
//! * [`concrete`]: the domain of numbers. [`symbolic`]: the domain of terms, and the exploration of all paths.
//! * [`program`]: a module lowered to operations on registers.
//! * [`placing`]: a call given as data, put into a machine.
//! * [`machine`]: frames, calls, control flow. [`frames`]: where a run stopped, in terms of the source.
//! * [`intrinsics`], [`library`]: functions the module declares and does not define.

pub mod concrete;
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
