//! SMT-LIB 2: scripts written for other solvers, and read back.

mod heads;
mod parse;
mod print;
mod sexp;
mod symbols;

pub use parse::{ParseError, Script, parse, parse_term};
pub use print::{script, sort_text, term_text};
