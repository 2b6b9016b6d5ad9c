//! Tests and verdicts as plain data, with versioned schemas.
//!
//! * [`tests`]: a test is arguments, globals and input for one function; [`read`]: suites from files.
//! * [`reason`]: why something is not known.
//! * [`run`]: what an engine decided about each mutant, and the tests it wrote.
//! * [`score`]: what became of each mutant, by which tests, and what that adds up to.
//!
//! Decisions:
//!
//! - **Values are JSON, and have no types.** The types of the function give a test's arguments their meaning, so a suite can be read
//!   without the program, and numbers keep all their digits.
//! - **One order.** A finished score has its mutants in the order of the source and its tests in the order in which they were given,
//!   so that two reports of one campaign are equal byte by byte.
//! - **Each file names its schema.** A schema changes when a field changes its meaning, not when one is added.

pub mod read;
pub mod reason;
pub mod run;
pub mod score;
pub mod tests;
mod text;

pub use quell_values::scope::{
    AllowedValues, Assumption, Bound, Buffer, BufferUnit, FixedResult, Scope, SourceLine,
};
pub use quell_values::{Changed, Ending, Observable, Outcome};
pub use read::{SuiteError, read_suite};
pub use reason::{
    Construct, InvalidTest, MachineLimit, ProofMethod, Protection, Reason, TimeLimit, Unanswered,
};
pub use run::{
    Confirmation, DecidedMutant, Decision, Evidence, Inputs, Kind, Run, RunTotals, Sight,
    Unsupported, WrittenTest,
};
pub use score::{
    Count, Coverage, Diff, Kill, MutantReport, Percent, Score, Span, TestReport, Totals, Undefined,
    Verdict, Verdicts,
};
pub use tests::{Expected, TestCase, TestSuite};
