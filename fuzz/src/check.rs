//! What must hold of every text.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use quell_ir::compare::{Difference, same_module};
use quell_ir::parse::{ParseError, parse_module};
use quell_ir::print::{Dialect, PrintOptions, print_module, print_module_with};
use quell_ir::verify::verify;

/// What became of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The parser found an error.
    Refused,
    /// The verifier did.
    Invalid,
    Valid,
}

/// What must not happen.
#[derive(Clone, Debug)]
pub enum Trouble {
    Panic(String),
    /// The printer wrote what the parser does not read.
    Unreadable(ParseError),
    /// What was read back is not what was printed.
    Changed(Difference),
    Slow(Duration),
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Panic(message) => write!(f, "panic: {message}"),
            Self::Unreadable(error) => write!(f, "printed text is not read: {error}"),
            Self::Changed(difference) => write!(f, "printing changed the module: {difference}"),
            Self::Slow(taken) => write!(f, "took {taken:?}"),
        }
    }
}

impl std::error::Error for Trouble {}

/// Reads, verifies, prints, reads again and compares.
pub fn check(text: &[u8]) -> Result<Verdict, Trouble> {
    let outcome = catch_unwind(AssertUnwindSafe(|| check_unguarded(text)));
    outcome.unwrap_or_else(|payload| {
        let message = payload.downcast_ref::<String>().cloned();
        let literal = payload
            .downcast_ref::<&str>()
            .map(|text| (*text).to_owned());
        Err(Trouble::Panic(message.or(literal).unwrap_or_default()))
    })
}

fn check_unguarded(text: &[u8]) -> Result<Verdict, Trouble> {
    let module = match parse_module(text, "damaged.ll") {
        Ok(module) => module,
        Err(error) => {
            // Messages are made of the text, so they are put to the test as well.
            let _ = error.to_string();
            return Ok(Verdict::Refused);
        }
    };
    let valid = verify(&module).is_empty();
    let dialect = Dialect::Newest;
    let printed = print_module_with(&module, PrintOptions { dialect });
    if !valid {
        return Ok(Verdict::Invalid);
    }
    parse_module(print_module(&module), "printed.ll").map_err(Trouble::Unreadable)?;
    let again = parse_module(&printed, "printed.ll").map_err(Trouble::Unreadable)?;
    same_module(&module, &again).map_err(Trouble::Changed)?;
    Ok(Verdict::Valid)
}
