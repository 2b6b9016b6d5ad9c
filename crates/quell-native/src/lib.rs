//! The native oracle: original and mutants, compiled by a real compiler and run on a test.
//!
//! * [`session`]: a program built once, and all runs of it. [`options`]: how.
//! * `prepare`, [`thunk`], [`stub`], `ir`: prepare the module for the harness. `link`,
//!   `libraries`, `missing`: compile and link both.
//! * `worker`, `protocol`: the warm processes and the pipes to them. `wait`, `until`: deadlines. The harness itself is in C, in `runtime`.
//! * [`outcome`]: results of runs. [`sandbox`]: confines programs.
//! * `many`: many tests at once. [`sweep`]: many inputs at once, to find candidate kills.
//! * [`tce`]: mutants that compile to the same code.
//! * [`labels`]: labels among objectives, and which of them a run covers.
//! * [`score`]: what tests that are data do to mutants and labels.
//! * [`suite`]: the user's own tests of a program that was built with its mutants or labels.

mod cache;
pub mod error;
mod fit;
mod ir;
pub mod labels;
mod libraries;
mod link;
mod many;
mod missing;
pub mod options;
pub mod outcome;
mod prepare;
mod protocol;
mod reason;
mod record;
pub mod sandbox;
pub mod score;
pub mod session;
mod stream;
pub mod stub;
pub mod suite;
pub mod sweep;
pub mod tce;
pub mod thunk;
mod tool;
mod undefined;
mod until;
mod unwritten;
mod wait;
mod worker;

pub use error::{NativeError, Undefined};
pub use options::{Limits, Options, WorkLimits};
pub use outcome::{Recording, RunResult, Runs};
pub use reason::reason_of;
pub use record::{decision_reports, record_of};
pub use sandbox::{Launcher, Protection, Sandbox};
pub use session::Session;
pub use stub::Externals;
pub use until::Until;
pub use unwritten::Unwritten;
