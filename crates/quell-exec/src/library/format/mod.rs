//! The format language of `printf`.
//!
//! * [`spec`]: parses a format.
//! * [`values`]: fetches the arguments that it takes.
//! * [`number`], [`float`]: the text of a value.

mod float;
mod number;
mod render;
pub(crate) mod spec;
mod values;

pub(super) use render::{Rendered, render};
