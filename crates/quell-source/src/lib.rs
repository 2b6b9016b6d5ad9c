//! Source text as a tree: C, Rust and Fortran in one vocabulary, with exact spans.
//!
//! * [`node`]: what the tree is made of; [`ops`]: the operators of the three languages.
//! * [`SourceFile`]: a file with its tree, and the ways to find one's way in it.

mod c;
mod c_casts;
mod c_dialect;
mod c_directives;
mod c_words;
mod expansion;
mod file;
mod fingerprint;
mod fixed_form;
mod fortran;
mod fortran_blocks;
mod language;
mod lines;
mod macros;
mod mapping;
mod names;
pub mod node;
pub mod ops;
mod order;
mod outline;
mod parens;
mod parse;
mod render;
mod rust;
mod rust_macros;
mod rust_patterns;
mod shared;
mod spelling;
mod survey;

pub use expansion::{Expansion, Written};
pub use file::{Descend, SourceFile};
pub use language::Language;
pub use macros::MacroCall;
pub use node::{Kind, Node, NodeId, Span};
pub use ops::{BinaryOp, LogicalOp, UnaryOp};
pub use render::Rendered;
pub use spelling::{Spelling, Style, spell_binary, spell_logical, spell_unary};
