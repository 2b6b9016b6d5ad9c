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
        Status::Uncovered => "not covered",
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

/// How far the tests got with a label that they do not cover.
pub fn label_level(level: Level) -> &'static str {
    match level {
        Level::NotExecuted => "no test executes its place",
        Level::Executed | Level::WeaklyKilled => "its place is executed, but it never holds there",
    }
}
