//! The result of `quell exec`: what the machine computed.

use quell_values::Shown;
use schemars::JsonSchema;
use serde::Serialize;

use crate::text::{self, Bytes};

/// Changes whenever a reader of the old form would be misled.
pub const EXEC_SCHEMA: &str = "quell-exec-1";

/// What `quell exec --json` prints.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Exec {
    Ran(Box<ExecReport>),
    /// Nothing was run.
    Failed(ExecFailure),
}

/// A run.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct ExecReport {
    #[schemars(extend("const" = EXEC_SCHEMA))]
    pub schema: String,
    pub file: String,
    pub function: String,
    pub status: ExecStatus,
    /// The exit code of the process.
    pub exit_code: u8,
    /// Of a program or function that ended by `exit` or by returning from `main`.
    pub exit_status: Option<i32>,
    pub result: Option<ExecValue>,
    pub buffers: Vec<ExecVariable>,
    pub globals: Vec<ExecVariable>,
    /// Calls of external functions.
    pub calls: Vec<ExecCall>,
    #[serde(serialize_with = "text::serialize")]
    #[schemars(with = "Bytes")]
    pub stdout: Vec<u8>,
    #[serde(serialize_with = "text::serialize")]
    #[schemars(with = "Bytes")]
    pub stderr: Vec<u8>,
    /// The number of instructions that were executed.
    pub steps: u64,
    /// Why the run ended early.
    pub stop: Option<ExecStop>,
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ExecStatus {
    Returned,
    Exited,
    Undefined,
    Aborted,
    Trapped,
    /// A limit of the machine was reached.
    Limit,
    /// An undefined symbol without a model was used.
    Unmodelled,
    Unsupported,
    /// An invariant of Quell is broken.
    Internal,
    /// Nothing was run.
    Error,
}

#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct ExecValue {
    pub r#type: String,
    pub value: Shown,
    pub text: String,
}

/// A buffer or a global before and after the run.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct ExecVariable {
    pub name: String,
    pub r#type: String,
    pub changed: bool,
    pub before: Shown,
    pub after: Shown,
}

/// A call of an external function.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct ExecCall {
    pub function: String,
    pub arguments: Vec<Shown>,
}

/// Why a run ended early, and where.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct ExecStop {
    pub kind: ExecStatus,
    pub message: String,
    /// What the user can do about it.
    pub advice: Option<String>,
    pub place: Option<ExecFrame>,
    pub stack: Vec<ExecFrame>,
    /// The number of frames that were left out of the middle of the stack.
    pub left_out: usize,
}

/// A frame of the call stack. Lines and columns count from 1.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct ExecFrame {
    pub function: String,
    pub file: Option<String>,
    pub line: Option<u32>,
    pub column: Option<u32>,
    /// Whether the compiler inlined the call of this function.
    pub inlined: bool,
    /// `file:line:column`, as far as it is known.
    pub text: Option<String>,
}

/// Why nothing was run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct ExecFailure {
    #[schemars(extend("const" = EXEC_SCHEMA))]
    pub schema: String,
    pub status: ExecStatus,
    /// The exit code of the process.
    pub exit_code: u8,
    pub error: ExecError,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct ExecError {
    pub kind: ExecErrorKind,
    pub message: String,
}

/// What an error is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ExecErrorKind {
    /// The command line or the configuration.
    Usage,
    /// A file that cannot be read.
    Unreadable,
    NoCompiler,
    DoesNotCompile,
    /// The IR has an error, or a construct that Quell does not know.
    BadIr,
    UnknownFunction,
    BadArguments,
    Internal,
}

impl Exec {
    pub fn to_json(&self) -> String {
        crate::to_json(self)
    }
}
