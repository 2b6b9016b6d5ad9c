//! The parser of textual LLVM IR, versions 15 to 22.
//!
//! One pass over the bytes: a lexer without allocation, recursive descent with a depth limit, ids
//! assigned at the first mention of a name. Unknown attributes and metadata are skipped; unknown
//! instructions and types are errors with their position. Calls of `llvm.dbg.*` and `#dbg_` records
//! have one representation. No input makes the parser panic, and memory and time are bounded by the
//! size of the text.

mod attrs;
mod body;
mod call;
mod const_expr;
mod consts;
mod control;
mod error;
mod globals;
mod header;
mod inst;
mod lexer;
mod memory;
mod metadata;
mod names;
mod number;
mod parser;
mod top;
mod types;
mod words;

pub use error::{Entity, ErrorKind, ParseError};

use crate::module::Module;
use parser::Parser;

/// Parses a module. `file_name` is used in messages only.
pub fn parse_module(text: impl AsRef<[u8]>, file_name: &str) -> Result<Module, ParseError> {
    let text = text.as_ref();
    let mut parser = Parser::new(text);
    match parser.module() {
        Ok(()) => Ok(parser.module),
        Err(failure) => Err(failure.locate(text, file_name)),
    }
}
