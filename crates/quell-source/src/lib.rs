//! Source files of C, Rust and Fortran as trees of one vocabulary, with exact spans.
//!
//! [`SourceFile::parse`] makes a tree of [`Node`]s with the tree-sitter grammar of the language. The modules `c`, `rust` and
//! `fortran` are tables that map the grammar's kinds of nodes to [`Kind`]s; `mapping` applies them. [`ops`] has the operators
//! of the three languages. A file then finds nodes at a position, and gives the order of evaluation (`order`), the expansion
//! of a macro (`expansion`), a change as one line of text (`render`), whether a replacement needs parentheses (`parens`),
//! the spelling of operators (`spelling`), and identifiers of nodes that survive edits elsewhere (`fingerprint`).
//!
//! - Every text has a tree. What does not parse is [`Kind::Other`] with its children, and [`SourceFile::errors`] has its
//!   spans. Spans nest and siblings do not overlap, whatever the text.
//! - Every span refers to the file. Where a grammar lacks a construct, it parses another text of the same length:
//!   Fortran's fixed form as free form (`fixed_form`), casts to a `typedef` as operators (`c_casts`), and only the first
//!   alternative of conditional lines that are not whole statements (`c_directives`).
//! - Arguments of Rust's macros are expressions if they can be parsed as such (`rust_macros`).

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
