//! Source text as a tree: C, Rust and Fortran in one vocabulary, with exact spans.
//!
//! * [`node`]: what the tree is made of; [`ops`]: the operators of the three languages.

pub mod node;
pub mod ops;

pub use node::{Kind, Node, NodeId, Span};
pub use ops::{BinaryOp, LogicalOp, UnaryOp};
