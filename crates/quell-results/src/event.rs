//! Events of runs and scores, sent the moment they happen. Displays, results, journals and stores are subscribers of the same
//! stream. Objectives go by the ids of their records: `FILE:ID` in a suite on several files.
//!
//! A [`crate::Recorder`] builds the result of a run from its events, and a [`crate::ScoreRecorder`] that of a score, so that a
//! recorded stream is equivalent to the result. A stream that ends early gives the result so far.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::reason::{UnusableCommand, WorkError};
use crate::record::{Decision, Sight};
use crate::run::{PathStatistics, Run, WrittenTest};
use crate::score::{Coverage, Score, TestReport};

/// An event. Externally tagged, as in `{"test_found": {...}}`, so that numbers in tests keep their digits when they are read
/// again.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// The original and the mutants are being built.
    BuildStarted {
        objectives: u64,
    },
    /// Objectives are going to be decided; the result, in which all of them are unknown.
    RunStarted {
        run: Box<Run>,
    },
    FunctionStarted {
        /// The name of the function. Functions of one name, such as instances of a generic function, are numbered.
        function: String,
        /// The number of objectives to decide. Duplicates do not count.
        objectives: u64,
    },
    FunctionFinished {
        function: String,
        /// The number of objectives, with duplicates.
        objectives: u64,
        /// The number of native inputs on which equivalences were compared with the original.
        fuzzed: u64,
        /// The error that ended the work on this function. Earlier kills are kept; its other objectives are unknown.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        error: Option<WorkError>,
    },
    /// The verdict on an objective. A later verdict replaces an earlier one.
    ObjectiveDecided {
        id: String,
        decision: Box<Decision>,
    },
    /// A test that kills. A later test of the same id replaces an earlier one.
    TestFound {
        test: Box<WrittenTest>,
    },
    /// The queries for one function and the time they took.
    QueryStatistics {
        function: String,
        queries: u64,
        seconds: f64,
    },
    /// The paths of one function that were explored.
    PathsExplored {
        paths: PathStatistics,
    },
    Warning {
        warning: Warning,
    },
    /// A second solver proves equivalences again.
    SecondSolverStarted {
        equivalences: u64,
    },
    /// Tests or commands are going to be run; the score, in which nothing is known yet.
    ScoreStarted {
        score: Box<Score>,
    },
    /// A test or a command ran on the original.
    TestRecorded {
        test: Box<TestReport>,
    },
    /// What all tests together reach in the original.
    CoverageMeasured {
        coverage: Coverage,
    },
    /// Mutants are going to be run one after the other, each with the commands that infect it.
    MutantsStarted {
        /// The number of mutants whose verdicts are not known.
        objectives: u64,
    },
    /// A test ran on a mutant that it infects.
    MutantRan {
        id: String,
        test: String,
        /// The first difference that it showed; absent if it showed none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        observed: Option<Sight>,
    },
    /// A test ran on all mutants that it infects.
    TestFinished {
        test: String,
    },
    /// The last event of a score.
    ScoreFinished {
        /// The number of commands that were run, on the original and on mutants. Tests that are data do not count.
        commands: u64,
    },
    /// The last event of a run.
    RunFinished {
        /// The ids of the tests in the order of the suite. Others are not needed any more.
        tests: Vec<String>,
        seconds: f64,
    },
}

/// A limitation of the result that does not end the run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Warning {
    /// Tests that reach one of these symbols are discarded.
    UndefinedSymbols { symbols: Vec<String> },
    /// Tests of one function were not all run on mutants of others.
    TestsNotTried { error: WorkError },
    /// The optimised code of some mutants could not be compared.
    CodeNotCompared { objectives: u64 },
    /// A command of a suite is left out.
    CommandSkipped {
        command: String,
        why: UnusableCommand,
    },
    /// A command runs no code with mutants or labels.
    CommandRunsNothing { command: String },
    /// All commands of a suite are left out.
    NoCommandLeft,
}
