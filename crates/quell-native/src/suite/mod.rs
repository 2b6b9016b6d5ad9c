//! A test suite of the user's own, in any framework, on a program that was built with its mutants.
//!
//! * [`object_file`]: the object that `quell cc` makes, with a runtime of its own (`runtime/program.c`);
//!   [`carried`]: what it says about its mutants.
//! * [`workspace`]: copies of the working directory; [`launch`]: one run of a command in one of them;
//!   [`recording`]: what its processes recorded.
//! * [`subjects`]: the mutants of all units; [`compare`]: what a mutant's run is known by; [`campaign`]: all runs.

pub mod campaign;
pub mod carried;
pub mod compare;
pub mod error;
pub mod launch;
pub mod object_file;
pub mod recording;
pub mod subjects;
pub mod workspace;

pub use campaign::{
    Baseline, Event, Finding, MutantRun, RunResult, Suite, SuiteOptions, TimeLimits,
};
pub use carried::{CarriedMutant, CodePlace, Unit, read_all};
pub use error::SuiteError;
