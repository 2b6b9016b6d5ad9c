//! Statuses and levels in words.

use quell_results::{Level, Status};

pub fn status(status: Status) -> &'static str {
    match status {
        Status::Killed => "killed",
        Status::Covered => "covered",
        Status::Equivalent => "equivalent",
        Status::Uncoverable => "uncoverable",
        Status::Unreached => "unreached",
        Status::Timeout => "timeout",
        Status::Duplicate => "duplicate",
        Status::Suppressed => "suppressed",
        Status::Survived => "survived",
        Status::Unknown => "unknown",
    }
}

/// How far the tests got with a survivor.
pub fn level(level: Level) -> &'static str {
    match level {
        Level::NotExecuted => "no test executes it",
        Level::Executed => "executed, but its state never differed",
        Level::WeaklyKilled => "its state differed, but nothing that can be observed",
    }
}
