//! The original, explored symbolically over an input space, and what engines ask about it.
//!
//! * [`problem`]: the function with symbolic inputs in the symbolic machine.
//! * [`observables`]: when the observables of two explorations differ; [`heap_isomorphism`]: by what they left in the heap.
//! * [`samples`]: inputs that are tried on terms before the solver is asked.
//! * [`labels`]: when an input covers a label.
//! * [`prover`]: context, solver and budget together. [`original`]: explores the original. [`mutants`]: what a mutant needs to be
//!   explored beside it. [`reached`]: whether a valid input executes a mutant. [`kill`]: from a condition to a confirmed test.

pub mod heap_isomorphism;
pub mod kill;
pub mod labels;
pub mod mutants;
pub mod observables;
pub mod original;
pub mod problem;
pub mod prover;
pub mod reached;
pub mod samples;

pub use original::{Encoding, ExploredOriginal, Purpose, SpaceResult, Strategy};
pub use problem::PlacedInputs;
pub use prover::Prover;
