//! What can be observed of a run, as data.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Something that can be observed, by its name.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Observable {
    /// How the run ended.
    End,
    /// The result, a buffer or a global, or a part of it: `result`, `a[2]`, `global counter`.
    Value {
        name: String,
    },
    /// A part of the heap that no name leads to directly.
    Memory {
        /// The value that it is reached from, where that is known.
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
        /// Absent if it differs which function is called.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        function: Option<String>,
        /// Counted from 1, with the part of it that differs; absent if the number of arguments differs.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        argument: Option<String>,
    },
}

impl Observable {
    pub fn value(name: impl Into<String>) -> Self {
        Self::Value { name: name.into() }
    }
}

/// The name of it.
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
                write!(f, ":{path}")
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
        }
    }
}

/// How a run ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Ending {
    Returned {
        /// As it is shown; absent where there is none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        value: Option<String>,
    },
    Exited {
        status: i32,
    },
    Aborted,
    Trapped {
        signal: String,
    },
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
            Self::OutOfWork => f.write_str("was stopped after far more work"),
            Self::OverLimit { limit } => write!(f, "went over a limit ({limit})"),
            Self::Missing { symbol } => write!(f, "reached the undefined symbol {symbol}"),
        }
    }
}

/// A buffer or global whose value a run changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Changed {
    pub name: String,
    /// As it is shown; long ones are cut off.
    pub value: String,
}

/// What a run was seen to do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Outcome {
    pub end: Ending,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub buffers: Vec<Changed>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub globals: Vec<Changed>,
    /// What it printed, escaped; long texts are cut off.
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
