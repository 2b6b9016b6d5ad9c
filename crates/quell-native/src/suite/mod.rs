//! A test suite of the user's own, in any framework, on a program that was built with its mutants or labels.
//!
//! * [`object_file`]: the object that `quell cc` makes, with a runtime of its own (`runtime/program.c`);
//!   [`carried`]: its description of its mutants.
//! * [`workspace`]: copies of the working directory; [`launch`]: one run of a command in one of them;
//!   [`recording`]: what its processes recorded.
//! * [`labels`]: the labels of all units. [`subjects`]: their mutants; [`baseline`]: a command on the original; [`compare`]: the difference of a
//!   mutant's run; [`finding`]: the results of a mutant; [`campaign`]: all runs, as a stream of events; `records`: records of the
//!   score. [`journal`]: results for a resumed campaign; [`fingerprint`]: identifies the campaign.
//!
//! Decisions:
//!
//! - **Objects stand alone.** Each has its own selector, tables and runtime, made local by `ld -r` and `objcopy`, and its mutants
//!   as JSON in a section that linkers join. So any build system, archive or shared library will do. The names of mutants are an
//!   ELF note, by which an object finds out whether any other in the process holds the selected mutant.
//! - **Equal code is compared by `quell cc`,** which has the module; objects carry the marks. A mutant in several units has a mark
//!   only if they agree.
//! - **An error of Quell is no verdict.** A command that was not started, or not confined, is an error and no kill. A command that
//!   kills has to pass again without a mutant after 1, 2, 4, 8 kills and so on, or it is flaky.

pub mod baseline;
pub mod campaign;
pub mod carried;
pub mod compare;
pub mod disk;
mod error;
pub mod finding;
pub mod fingerprint;
pub mod journal;
pub mod labels;
pub mod launch;
pub mod object_file;
pub mod recording;
mod records;
pub mod subjects;
mod tasks;
pub mod workspace;

pub use baseline::Baseline;
pub use campaign::{Suite, SuiteOptions, TimeLimits};
pub use carried::{CarriedLabels, CarriedMutant, CodePlace, SameCode, Unit, read_all};
pub use error::{SuiteError, unusable};
pub use finding::{Finding, MutantRun};
pub use journal::{Journal, Known};
pub use labels::SuiteLabels;
pub use subjects::Subject;
