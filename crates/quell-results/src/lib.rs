//! Results and tests as plain data, with versioned schemas.
//!
//! * [`record`]: an objective and its verdict, the same in all results; [`totals`]: totals of records.
//! * [`listing`], [`run`], [`score`]: the results of the commands, which are lists of records with what belongs to them.
//!   [`project`]: those of several files as one.
//! * [`exec`]: what the machine computed.
//! * [`hyper_labels`]: what labels say of their combinations.
//! * [`ltest`]: files by which tools of LTest exchange what is known of labels.
//! * [`decisions`]: the decisions of a source file, and the independence of their conditions.
//! * [`event`]: events of runs and scores, sent the moment they happen; [`recorder`], [`score_recorder`]: results from events;
//!   [`journal`]: events in a file.
//! * [`reason`]: why an objective is not decided.
//! * [`tests`]: a test is arguments, globals and input for one function; [`read`]: suites from files.
//! * [`schema`]: the JSON schemas of all of these.
//!
//! * **Data, not sentences.** What a program may read later is an enum; the CLI renders it. Text is text of the user's program,
//!   or of a tool that Quell ran. Messages of errors are text too, with their kind beside it.
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
pub mod exec;
pub mod hyper_labels;
pub mod journal;
pub mod listing;
pub mod ltest;
pub mod project;
pub mod read;
pub mod reason;
pub mod record;
pub mod recorder;
pub mod run;
pub mod schema;
pub mod score;
pub mod score_recorder;
pub mod tests;
mod text;
pub mod totals;

pub use decisions::{ConditionReport, DecisionReport, Independence, IndependencePair, Witness};
pub use event::{Event, Warning};
pub use exec::Exec;
pub use journal::{JOURNAL_SCHEMA, JournalHead, JournalLine};
pub use listing::{Listing, Place, Skipped, SourceObstacle};
pub use project::{
    FileRun, FileSummary, LeftExternal, Linked, NotLinked, ProjectRun, SkippedFile, SkippedReason,
};
pub use quell_values::scope::{
    AllowedValues, Assumption, Bound, Buffer, BufferUnit, FixedResult, Scope, SourceLine,
};
pub use quell_values::{Changed, Ending, Observable, Outcome, Seen, Stream, UndefinedBehaviour};
pub use read::{SuiteError, read_suite};
pub use reason::{
    ConcreteValue, Construct, InvalidTest, MachineLimit, ProofMethod, Protection, Reason,
    TimeLimit, Unanswered, UnusableCommand, WorkError, WorkErrorKind,
};
pub use record::{
    Decision, Evidence, Level, Record, RecordKind, SecondSolverResult, Sight, SourceText, Span,
    Status,
};
pub use recorder::Recorder;
pub use run::{Inputs, MutantStatistics, PathStatistics, Run, Statistics, WrittenTest};
pub use score::{Count, Coverage, Kill, Score, ScoredCode, TestReport, UsedSymbol};
pub use score_recorder::ScoreRecorder;
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
