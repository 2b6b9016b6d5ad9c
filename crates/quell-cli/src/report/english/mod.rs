//! Results in words: the only place where assumptions, bounds, reasons and protections become sentences.

mod reason;
mod scope;
mod status;

pub use reason::{label_method, method, outcome, protections, reason, unanswered};
pub use scope::{assumption, bound};
pub use status::{label_level, level, status};
