//! Errors in the name of a function or in its arguments.

use std::fmt::Write as _;

use thiserror::Error;

use crate::literal::LiteralError;

/// Why a name does not identify a function.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum LookupError {
    #[error("there is no function `{wanted}` in {file}{}", suggest(nearest, all))]
    Unknown {
        wanted: String,
        file: String,
        nearest: Vec<String>,
        all: Vec<String>,
    },
    #[error("{file} is not a program, it has no `main`; choose one of its functions with --function{}", suggest(&[], all))]
    NoMain { file: String, all: Vec<String> },
    #[error("the function `{wanted}` is only declared in {file}, not defined")]
    OnlyDeclared { wanted: String, file: String },
    #[error(
        "`{wanted}` can be any of these, which one is meant?{}",
        list(candidates)
    )]
    Ambiguous {
        wanted: String,
        candidates: Vec<String>,
    },
}

/// Why a function cannot be called with some arguments.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CallError {
    #[error("{given} given, but the function is\n  {signature}")]
    WrongNumber { given: String, signature: String },
    #[error("{place}: {}\n{}", error.message, pointed(text, error))]
    BadLiteral {
        /// `argument 2 (b: int)`, `global x`.
        place: String,
        text: String,
        error: LiteralError,
    },
    #[error("{place} is not supported: {reason}\n  {signature}")]
    Unsupported {
        place: String,
        reason: String,
        signature: String,
    },
    #[error("there is no mutable global `{name}`{}", known_globals(known))]
    UnknownGlobal { name: String, known: Vec<String> },
    #[error(
        "several globals are called `{name}`, name one of these symbols instead:{}",
        list(symbols)
    )]
    AmbiguousGlobal { name: String, symbols: Vec<String> },
    #[error("what calls of `{name}` return cannot be said: {reason}")]
    NotOutside { name: String, reason: String },
}

pub fn list<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    items.into_iter().fold(String::new(), |mut list, item| {
        // Writing to a string cannot fail.
        let _ = write!(list, "\n  {}", item.to_string());
        list
    })
}

/// The number of names in a message.
const MAX_NAMED: usize = 10;

fn suggest(nearest: &[String], all: &[String]) -> String {
    if !nearest.is_empty() {
        return format!("; did you mean {}?", nearest.join(" or "));
    }
    match all {
        [] => "; it defines none".to_owned(),
        _ => format!("; it defines{}", first_names(all)),
    }
}

fn known_globals(known: &[String]) -> String {
    match known {
        [] => "; the file has none".to_owned(),
        _ => format!("; there are{}", first_names(known)),
    }
}

fn first_names(all: &[String]) -> String {
    let more = all.len().saturating_sub(MAX_NAMED);
    let more = (more > 0).then(|| format!("and {more} more"));
    list(all.iter().take(MAX_NAMED).cloned().chain(more))
}

/// The argument with its bad part underlined.
fn pointed(text: &str, error: &LiteralError) -> String {
    let before = text.get(..error.span.start).unwrap_or(text);
    let marked = text.get(error.span.clone()).unwrap_or_default();
    let indent = " ".repeat(before.chars().count());
    let carets = "^".repeat(marked.chars().count().max(1));
    format!("  {text}\n  {indent}{carets}")
}
