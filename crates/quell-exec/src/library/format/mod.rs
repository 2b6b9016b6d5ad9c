//! The format language of `printf`.
//!
//! * [`spec`]: reading a format.
//! * [`values`]: fetching the arguments it asks for.
//! * [`number`], [`float`]: the text of a value.

mod float;
mod number;
mod render;
pub(crate) mod spec;
mod values;

pub(super) use render::{Rendered, render};
