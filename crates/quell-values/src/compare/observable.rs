//! Observables of a run, as data.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Something that can be observed, by its name.
#[derive(
    Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Observable {
    /// The end of the run.
    End,
    /// The result, a buffer or a global, or a part of it: `result`, `a[2]`, `global counter`.
    Value {
        name: String,
    },
    /// A part of the heap that is reached only through pointers.
    Memory {
        /// The value that it is reached from, if known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<String>,
        path: String,
    },
    Stdout,
    Stderr,
    File {
        path: String,
    },
    /// A call of an external function, counted from 1.
    Call {
        number: u64,
        /// Absent if the called functions differ.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        function: Option<String>,
        /// Counted from 1, with the part of it that differs; absent if the number of arguments differs.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        argument: Option<String>,
    },
    /// A line of the output of a command, counted from 1.
    Line {
        stream: Stream,
        number: u64,
    },
    /// The number of loop iterations and calls of a command.
    Work,
    /// The running time of a command.
    Time,
}

/// An output stream of a program.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Stream {
    Stdout,
    Stderr,
}

impl fmt::Display for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Stdout => "standard output",
            Self::Stderr => "standard error",
        })
    }
}

impl Observable {
    pub fn value(name: impl Into<String>) -> Self {
        Self::Value { name: name.into() }
    }
}

/// Its name.
impl fmt::Display for Observable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::End => f.write_str("how it ended"),
            Self::Value { name } => f.write_str(name),
            Self::Memory { from, path } => {
                f.write_str("memory reached")?;
                if let Some(from) = from {
                    write!(f, " from {from}")?;
                }
                match path.is_empty() {
                    true => f.write_str(":"),
                    false => write!(f, ": {path}"),
                }
            }
            Self::Stdout => f.write_str("stdout"),
            Self::Stderr => f.write_str("stderr"),
            Self::File { path } => write!(f, "file {path}"),
            Self::Call {
                number,
                function,
                argument,
            } => {
                write!(f, "call {number} to the outside")?;
                if let Some(function) = function {
                    write!(f, ", `{function}`")?;
                }
                match argument {
                    Some(argument) => write!(f, ", argument {argument}"),
                    None => Ok(()),
                }
            }
            Self::Line { stream, number } => write!(f, "line {number} of {stream}"),
            Self::Work => f.write_str("work"),
            Self::Time => f.write_str("time"),
        }
    }
}

/// The value of a differing observable in one of two runs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Seen {
    /// The end of the run.
    End { end: Ending },
    /// A value in the syntax of literals, or the part of a printed text or a file around the difference, escaped and quoted.
    Value { text: String },
    /// The external function that is called; absent if no call is left.
    Call {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        function: Option<String>,
    },
    /// The number of arguments of a call.
    Arguments { count: u64 },
    /// The program writes a file of this name.
    File,
    /// The program writes no file of this name.
    NoFile,
    /// A line of the output of a command.
    Line { text: String },
    /// The output of a command has no such line.
    NoLine,
    /// The number of loop iterations and calls.
    Work { steps: u64 },
    /// The command ended within its time limit.
    InTime,
    /// The command was stopped after far more work or time than the original's.
    FarMore,
}

impl From<String> for Seen {
    fn from(text: String) -> Self {
        Self::Value { text }
    }
}

impl From<&str> for Seen {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl From<Ending> for Seen {
    fn from(end: Ending) -> Self {
        Self::End { end }
    }
}

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::End { end } => end.fmt(f),
            Self::Value { text } => f.write_str(text),
            Self::Call { function: None } => f.write_str("none"),
            Self::Call {
                function: Some(function),
            } => write!(f, "`{function}`"),
            Self::Arguments { count } => write!(f, "{count} arguments"),
            Self::File => f.write_str("there"),
            Self::NoFile => f.write_str("not there"),
            Self::Line { text } => write!(f, "{text:?}"),
            Self::NoLine => f.write_str("nothing"),
            Self::Work { steps } => write!(f, "{steps} steps"),
            Self::InTime => f.write_str("in time"),
            Self::FarMore => f.write_str("far more"),
        }
    }
}

/// The end of a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Ending {
    Returned {
        /// The text of the value; absent if there is none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        value: Option<String>,
    },
    Exited {
        status: i32,
    },
    Aborted,
    /// By a trap or a signal: `SIGFPE`, `division by zero`.
    Trapped {
        signal: String,
    },
    /// A command that a signal ended, by its number.
    Signalled {
        signal: i32,
    },
    /// A command that was stopped after far more time than the original's.
    OutOfTime,
    /// Stopped after far more work than the original.
    OutOfWork,
    OverLimit {
        limit: String,
    },
    /// It reached an undefined symbol.
    Missing {
        symbol: String,
    },
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Returned { value: None } => f.write_str("returned"),
            Self::Returned { value: Some(value) } => write!(f, "returned {value}"),
            Self::Exited { status } => write!(f, "exited with status {status}"),
            Self::Aborted => f.write_str("aborted"),
            Self::Trapped { signal } => write!(f, "trapped ({signal})"),
            Self::Signalled { signal } => write!(f, "ended by signal {signal}"),
            Self::OutOfTime => f.write_str("was stopped after far more time"),
            Self::OutOfWork => f.write_str("was stopped after far more work"),
            Self::OverLimit { limit } => write!(f, "went over a limit ({limit})"),
            Self::Missing { symbol } => write!(f, "reached the undefined symbol {symbol}"),
        }
    }
}

/// A buffer or global whose value a run changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Changed {
    pub name: String,
    /// The text of the value; long texts are truncated.
    pub value: String,
}

/// The observed behaviour of a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Outcome {
    pub end: Ending,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub buffers: Vec<Changed>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub globals: Vec<Changed>,
    /// The output, escaped; long texts are truncated.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub stdout: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub stderr: String,
}

impl From<Ending> for Outcome {
    fn from(end: Ending) -> Self {
        Self {
            end,
            buffers: Vec::new(),
            globals: Vec::new(),
            stdout: String::new(),
            stderr: String::new(),
        }
    }
}
