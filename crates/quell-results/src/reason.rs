//! Reasons, proof methods and protections: data that the CLI renders.

use quell_values::inputs::{InputError, InputObstacle};
use quell_values::scope::{Assumption, Bound, SourceLine};
use quell_values::{Ending, Observable, Seen, UndefinedBehaviour, Unsupported};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::run::Inputs;

/// Why an objective is not decided, or not decided beyond the bounds of a proof.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Reason {
    /// No engine tried it.
    NotTried,
    /// A comment in the source excludes it, for this reason.
    Comment {
        text: String,
    },
    /// The run was interrupted.
    Interrupted,
    OutOfTime {
        limit: TimeLimit,
    },
    /// The run would have used more than half of the memory.
    OutOfMemory,
    /// The solver gave up for an internal reason.
    SolverIncomplete,
    /// An error ended the work on the function.
    Failed {
        error: WorkError,
    },
    /// None of the random inputs killed the mutant, which proves nothing.
    RandomInputs {
        /// The number of inputs on which the mutant was compared with the original.
        compared: u64,
    },
    /// None of the tests of the explored paths meets the objective, which proves nothing.
    ExploredPaths {
        paths: u64,
    },
    /// Paths were followed with concrete values only, so that paths with other values are not known.
    Concretised {
        values: Vec<ConcreteValue>,
    },
    /// The constraints of the mutant gave no test that kills it, which proves nothing.
    Constraints {
        /// Constraint systems, one for each path to the mutant and each of its constraints.
        systems: u64,
        /// Those whose constraints contradict each other.
        unsolvable: u64,
        /// Those for which no values were found, though there may be some.
        given_up: u64,
        /// Tests that satisfy one of the systems.
        tests: u64,
        /// How often values were chosen for each system.
        tries: u32,
        /// How often a path takes the back branches of a loop, at most.
        passes: u32,
    },
    /// The original's behaviour is undefined on every input of this space.
    NoValidInput {
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        assumptions: Vec<Assumption>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        bounds: Vec<Bound>,
    },
    /// On no input the original ends within the bounds.
    NoInputWithinBounds {
        /// The number of calls that may be too small.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        calls: Option<Bound>,
    },
    /// A label that is only a part of others, all of which are decided without it.
    NotNeeded,
    /// A label that no native run can record: its function takes any number of arguments, or has blocks with addresses.
    NotRecorded,
    /// Of a hyperlabel: no alternative is covered, and some are not proved impossible.
    OpenLabels {
        /// Labels that are not decided.
        labels: Vec<String>,
    },
    /// No valid input within the bounds and assumptions of a proof executes the objective, but this test does.
    ExecutedBeyondBounds {
        test: String,
    },
    /// The mutant continues beyond the bounds, and no test shows a difference there.
    BeyondBounds,
    /// The machine reached an internal limit.
    MachineLimit {
        limit: MachineLimit,
    },
    Unsupported {
        construct: Construct,
    },
    /// The solver predicts that a test kills the mutant, and the native run does not confirm it.
    Unconfirmed {
        test: Box<Inputs>,
        /// Why the test is invalid; absent if it ran and showed no difference.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        invalid: Option<InvalidTest>,
    },
    /// The mutant differs only where its own behaviour is undefined, and native runs do not confirm it.
    UnconfirmedTrap {
        /// Some of its traps.
        traps: Vec<UndefinedBehaviour>,
        /// The number of further traps.
        more: u64,
    },
}

/// A value that was taken from a test because something has no symbolic model.
#[derive(
    Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
pub struct ConcreteValue {
    /// What it is.
    pub what: String,
    /// The library function that needs it, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<SourceLine>,
}

/// The time limit that was reached.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum TimeLimit {
    /// Of the whole run.
    Run,
    /// The function's share of the time of the whole run.
    Share,
    Function,
    Mutant,
    Query,
    /// For exploring a function symbolically.
    Exploration,
}

/// A limit of the machine.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(tag = "of", rename_all = "snake_case")]
pub enum MachineLimit {
    Steps { limit: u64 },
    NestedCalls { limit: u64 },
    NestedCallbacks { limit: u64 },
    Memory { bytes: u64 },
}

/// A construct that Quell does not support.
#[derive(
    Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(tag = "of", rename_all = "snake_case")]
pub enum Construct {
    /// An undefined symbol that is called and has no model.
    Function {
        symbol: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<SourceLine>,
    },
    /// An undefined symbol that is read or written and has no model.
    Variable { symbol: String },
    /// An instruction, a type, an access or a use of a library function.
    Code {
        code: Unsupported,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<SourceLine>,
    },
    /// A model needs a concrete value for this.
    SymbolicValue {
        name: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<SourceLine>,
    },
    /// The values of a parameter or global cannot be enumerated.
    Input {
        place: String,
        obstacle: InputObstacle,
    },
    /// The inputs of a function cannot be made for another reason.
    Inputs { message: String },
    /// The condition of an objective, which the machine cannot evaluate.
    Condition,
    /// The observables of a function cannot be enumerated.
    Observables { message: String },
    /// The mutant cannot be applied to the module.
    Mutant { message: String },
    /// The machine stopped for another reason.
    Other { message: String },
}

impl From<InputError> for Construct {
    fn from(error: InputError) -> Self {
        match error {
            InputError::Unsupported { place, obstacle } => Self::Input { place, obstacle },
            other => Self::Inputs {
                message: other.to_string(),
            },
        }
    }
}

/// Why an input is an invalid test.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum InvalidTest {
    /// It cannot be written as a test.
    NotWritable,
    /// Two runs of the original differ.
    Flaky,
    /// The original does not end on it.
    Endless,
    /// The original reaches an undefined symbol.
    UndefinedSymbol { symbol: String },
    /// The original's behaviour is undefined.
    UndefinedBehaviour {
        rule: UndefinedBehaviour,
        /// Where, if it is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<SourceLine>,
    },
    /// The original's behaviour depends on the addresses of objects.
    AddressDependent,
    /// An observable of the original depends on uninitialised memory.
    Uninitialised { observable: Observable },
    /// The original ends differently natively than in the machine.
    EndsDifferently,
    /// The original ends by a signal, and the machine cannot check whether that is defined.
    UncheckedSignal { signal: String, reason: Box<Reason> },
}

/// An error that ended work early.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct WorkError {
    pub kind: WorkErrorKind,
    /// The error as people read it, with texts of tools and of the operating system.
    pub message: String,
}

/// What an error is about.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum WorkErrorKind {
    /// A compiler or another tool could not make the native program.
    Build,
    /// A file cannot be read or written.
    File,
    /// The sandbox cannot protect runs.
    Sandbox,
    /// The native harness could not be started, or ended during a run.
    Harness,
    /// A test does not fit its function, is flaky, or reaches an undefined symbol.
    Test,
    Interrupted,
    OutOfTime,
    /// The solver, or a second solver that was asked.
    Solver,
    /// Results contradict each other: no verdict can be trusted.
    Contradiction,
    /// The engine does not decide such objectives.
    Unsupported,
    /// The operating system refused a thread, or an invariant of Quell is broken.
    Internal,
}

/// Why a command of a suite cannot tell mutants from the original.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum UnusableCommand {
    /// It fails on the original.
    Fails {
        ended: Ending,
        /// The end of what it printed.
        output: String,
    },
    /// Two runs on the original differ.
    Flaky {
        what: Observable,
        first: Seen,
        second: Seen,
    },
    /// It does not end on the original.
    Endless,
}

/// How an equivalence was proved.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum ProofMethod {
    /// Every state of the mutant becomes one of the original's.
    Convergence,
    /// A query for a distinguishing input is unsatisfiable.
    Query,
    /// No model of the formula of all mutants selects this one.
    Formula,
}

/// Why a second solver did not confirm a query.
#[derive(
    Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Unanswered {
    /// The proof rests on no query.
    NoQuery,
    /// The query was not passed to the second solver.
    NotAsked,
    Interrupted,
    /// The time of the whole run, or that of the second solver, has passed.
    OutOfTime,
    /// The output of the second solver.
    Solver {
        answer: String,
    },
    /// Without rewrite rules the site of the mutant is not reached.
    NotReached,
    /// Without rewrite rules the query is too large.
    TooLarge,
    /// Without rewrite rules the exploration takes too long.
    ExplorationTooLong,
    /// Without rewrite rules a construct is not supported.
    Unsupported {
        construct: Construct,
    },
}

/// A protection of the sandbox that was in force.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Protection {
    /// Landlock refuses writes outside the scratch directory.
    WritesConfined {
        landlock: u32,
    },
    /// Seccomp refuses sockets.
    NetworkFiltered,
    /// Other files are mounted read-only, and disk space is limited.
    FilesReadOnly,
    /// Seccomp refuses to change modes, owners and times of files.
    FileAttributesFiltered,
    /// Processes and IPC are in separate namespaces.
    ProcessesIsolated,
    /// Seccomp refuses access to other processes and IPC.
    ProcessesFiltered,
    NoCapabilities,
    /// Time, memory and file sizes are limited.
    ResourcesLimited,
    /// The kernel limits the processes of the user.
    ProcessesLimitedPerUser,
    /// A control group limits the processes.
    ProcessesLimitedByGroup,
    /// Runs make no processes.
    NoProcesses,
}
