//! The journal of a suite's campaign: a file of lines, the head first, then the runs of mutants as events.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::event::Event;

/// The version of the lines.
pub const JOURNAL_SCHEMA: &str = "quell-journal-2";

/// The first line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct JournalHead {
    #[schemars(extend("const" = JOURNAL_SCHEMA))]
    pub schema: String,
    /// The digest of everything that results depend on.
    pub campaign: String,
}

/// A line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum JournalLine {
    Head(JournalHead),
    Event(Box<Event>),
}
