//! Why a suite cannot be scored.

use std::fmt::Write as _;

use quell_objectives::meta::MetaError;
use quell_values::error::{CallError, LookupError};
use thiserror::Error;

use crate::NativeError;

#[derive(Debug, Error)]
pub enum ScoreError {
    /// Nothing is scored before every test is in order.
    #[error("{}", listed(.0))]
    InvalidTests(Vec<InvalidTest>),
    #[error("the mutants cannot be built into the program: {0}")]
    Meta(#[from] MetaError),
    #[error(transparent)]
    Native(#[from] NativeError),
    #[error(
        "test {test} kills {mutant}, which the compiler makes the same code of as of {partner}: one of them is wrong; \
         please report it"
    )]
    Contradiction {
        test: String,
        mutant: String,
        partner: String,
    },
}

/// An invalid test.
#[derive(Debug)]
pub struct InvalidTest {
    pub id: String,
    pub why: WhyInvalid,
}

#[derive(Debug, Error)]
pub enum WhyInvalid {
    #[error(transparent)]
    Function(#[from] LookupError),
    #[error("it does not fit `{function}`: {error}")]
    Shape { function: String, error: CallError },
    #[error("the original has undefined behaviour on it{place}: {what}{}", advice(*overflows))]
    Undefined {
        what: String,
        place: String,
        /// Only because a number does not fit.
        overflows: bool,
    },
    #[error("what the original does on it depends on the addresses of objects")]
    Placement,
    #[error("the original fails it: {what} is {original} and not {expected}, as the test expects")]
    Fails {
        what: String,
        original: String,
        expected: String,
    },
    #[error("{0} depends on memory that was never written")]
    Unwritten(String),
    #[error("it is flaky: two runs of the original differ in {0}")]
    Flaky(&'static str),
    #[error(
        "the original reaches the undefined symbol `{0}`; score the whole program with `quell cc` and --test-cmd"
    )]
    Missing(String),
    #[error("{0}")]
    NotOutside(String),
    #[error("the original does not come to an end within the limits: {0}")]
    NoEnd(String),
}

/// More than this would only hide the first ones.
const SHOWN: usize = 10;

fn listed(tests: &[InvalidTest]) -> String {
    let mut text = match tests.len() {
        1 => "a test cannot be used".to_owned(),
        count => format!("{count} tests cannot be used"),
    };
    for InvalidTest { id, why } in tests.iter().take(SHOWN) {
        let why = why.to_string().replace('\n', "\n    ");
        // Writing to a string cannot fail.
        let _ = write!(text, "\n  {id}: {why}");
    }
    if tests.len() > SHOWN {
        let _ = write!(text, "\n  and {} more", tests.len() - SHOWN);
    }
    text
}

fn advice(overflows: bool) -> &'static str {
    match overflows {
        true => "; for code that is compiled with -fwrapv there is --ub wrap",
        false => "",
    }
}
