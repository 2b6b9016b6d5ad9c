//! The properties that must hold for every text.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use quell_ir::compare::{Difference, same_module};
use quell_ir::parse::{ParseError, parse_module};
use quell_ir::print::{Dialect, PrintOptions, print_module, print_module_with};
use quell_ir::verify::verify;

/// The result for a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The parser reported an error.
    Refused,
    /// The verifier reported an error.
    Invalid,
    Valid,
}

/// A violated property.
#[derive(Clone, Debug)]
pub enum Failure {
    Panic(String),
    /// The parser refuses the printed text.
    Unreadable(ParseError),
    /// The module that was read back differs from the printed one.
    Changed(Difference),
    Slow(Duration),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Panic(message) => write!(f, "panic: {message}"),
            Self::Unreadable(error) => write!(f, "the parser refuses the printed text: {error}"),
            Self::Changed(difference) => write!(f, "printing changed the module: {difference}"),
            Self::Slow(taken) => write!(f, "took {taken:?}"),
        }
    }
}

impl std::error::Error for Failure {}

/// Reads, verifies, prints, reads again and compares.
pub fn check(text: &[u8]) -> Result<Outcome, Failure> {
    let outcome = catch_unwind(AssertUnwindSafe(|| check_unguarded(text)));
    outcome.unwrap_or_else(|payload| {
        let message = payload.downcast_ref::<String>().cloned();
        let literal = payload
            .downcast_ref::<&str>()
            .map(|text| (*text).to_owned());
        Err(Failure::Panic(message.or(literal).unwrap_or_default()))
    })
}

fn check_unguarded(text: &[u8]) -> Result<Outcome, Failure> {
    let module = match parse_module(text, "damaged.ll") {
        Ok(module) => module,
        Err(error) => {
            // Messages quote the text, so formatting them is tested too.
            let _ = error.to_string();
            return Ok(Outcome::Refused);
        }
    };
    let valid = verify(&module).is_empty();
    let dialect = Dialect::Newest;
    let printed = print_module_with(&module, PrintOptions { dialect });
    if !valid {
        return Ok(Outcome::Invalid);
    }
    parse_module(print_module(&module), "printed.ll").map_err(Failure::Unreadable)?;
    let again = parse_module(&printed, "printed.ll").map_err(Failure::Unreadable)?;
    same_module(&module, &again).map_err(Failure::Changed)?;
    Ok(Outcome::Valid)
}
