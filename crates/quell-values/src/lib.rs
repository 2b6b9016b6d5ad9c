//! Values between text, types and bytes.
//!
//! * [`call`]: a call of a function as plain data that any machine, ours or the real one, can carry out.
//! * [`observed`]: what such a call left behind.

pub mod call;
pub mod observed;

pub use call::{Bytes, CallImage, GlobalImage, ObjectImage, PointerAt, Target};
pub use observed::{End, Event, Observed};
