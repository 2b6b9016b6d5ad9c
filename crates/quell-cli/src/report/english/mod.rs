//! Results in words: the only place where assumptions, bounds, reasons and protections become sentences.

mod reason;
mod scope;

pub use reason::{method, outcome, protections, reason, unanswered};
pub use scope::{assumption, bound};
