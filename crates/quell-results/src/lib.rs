//! Results and tests as plain data, with versioned schemas.
//!
//! * [`record`]: an objective and its verdict, the same in all results; [`totals`]: totals of records.
//! * [`listing`], [`run`], [`score`]: the results of the commands, which are lists of records with what belongs to them.
//! * [`hyper_labels`]: what labels say of their combinations.
//! * [`ltest`]: files by which tools of LTest exchange what is known of labels.
//! * [`matrix`]: smallest suites, and mutants that others subsume.
//! * [`decisions`]: the decisions of a source file, and the independence of their conditions.
//! * [`event`]: events of a run, sent the moment they happen.
//! * [`reason`]: why an objective is not decided.
//! * [`tests`]: a test is arguments, globals and input for one function; [`read`]: suites from files.
//! * [`schema`]: the JSON schemas of all of these.
//!
//! * **Data, not sentences.** What a program may read later is an enum; the CLI renders it. Text is text of the user's program,
//!   or of a tool that Quell ran. Messages of errors, and the rules that undefined behaviour violates, are still text.
//! * **The schemas are generated from the types**, so they cannot disagree with the output.
//!
//! Decisions:
//!
//! - **Values are JSON, and have no types.** The types of the function give a test's arguments their meaning, so a suite can be read
//!   without the program, and numbers keep all their digits.
//! - **One order.** A finished score has its mutants in the order of the source and its tests in the order in which they were given,
//!   so that two reports of one campaign are equal byte by byte.
//! - **Each file names its schema.** A schema changes when a field changes its meaning, not when one is added.

pub mod decisions;
pub mod event;
pub mod hyper_labels;
pub mod listing;
pub mod ltest;
pub mod matrix;
pub mod read;
pub mod reason;
pub mod record;
pub mod run;
pub mod schema;
pub mod score;
pub mod tests;
mod text;
pub mod totals;

pub use decisions::{ConditionReport, DecisionReport, Independence, IndependencePair, Witness};
pub use event::{Event, Recorder, Warning};
pub use listing::{Listing, Place, Skipped};
pub use quell_values::scope::{
    AllowedValues, Assumption, Bound, Buffer, BufferUnit, FixedResult, Scope, SourceLine,
};
pub use quell_values::{Changed, Ending, Observable, Outcome, Seen, Stream};
pub use read::{SuiteError, read_suite};
pub use reason::{
    ConcreteValue, Construct, InvalidTest, MachineLimit, ProofMethod, Protection, Reason,
    TimeLimit, Unanswered,
};
pub use record::{
    Confirmation, Decision, Evidence, Level, Record, RecordKind, Sight, SourceText, Span, Status,
};
pub use run::{
    Inputs, MutantStatistics, PathStatistics, Run, Statistics, SubsumingMutant, WrittenTest,
};
pub use score::{Count, Coverage, Kill, Score, TestReport, UsedSymbol};
pub use tests::{Expected, TestCase, TestSuite};
pub use totals::{
    Counts, CriterionSummary, Equivalences, FunctionSummary, Percent, Survivors, Totals,
    Uncoverables,
};

/// As it is written to files and printed.
fn to_json(value: &impl serde::Serialize) -> String {
    // Maps have keys of text and nothing else can fail.
    let text = serde_json::to_string_pretty(value).unwrap_or_default();
    text + "\n"
}
