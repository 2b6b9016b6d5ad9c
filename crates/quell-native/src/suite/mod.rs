//! A test suite of the user's own, in any framework, on a program that was built with its mutants.
//!
//! * [`object_file`]: the object that `quell cc` makes, with a runtime of its own (`runtime/program.c`);
//!   [`carried`]: what it says about its mutants.
//! * [`workspace`]: copies of the working directory; [`launch`]: one run of a command in one of them;
//!   [`recording`]: what its processes recorded.
//! * [`subjects`]: the mutants of all units; [`baseline`]: a command on the original; [`compare`]: what a mutant's
//!   run is known by; [`finding`]: what is known of a mutant; [`campaign`]: all runs.
//! * [`journal`]: what was found, for a campaign that goes on; [`fingerprint`]: whether it is the same one.

pub mod baseline;
pub mod campaign;
pub mod carried;
pub mod compare;
pub mod disk;
mod error;
pub mod finding;
pub mod fingerprint;
pub mod journal;
pub mod launch;
pub mod object_file;
pub mod recording;
pub mod subjects;
pub mod workspace;

pub use baseline::Baseline;
pub use campaign::{Event, Suite, SuiteOptions, TimeLimits};
pub use carried::{CarriedMutant, CodePlace, SameCode, Unit, read_all};
pub use error::SuiteError;
pub use finding::{Finding, MutantRun, RunResult};
pub use journal::{Journal, Known};
pub use subjects::Subject;
