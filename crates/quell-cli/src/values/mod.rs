//! Values between the user and the machine: literals become bytes in memory, and bytes in memory
//! become text again, both by the type that the source gives them.
//!
//! Nothing here knows the machine: [`Heap`] and [`View`] are all it asks for.

mod descriptor;
mod encode;
mod image;
mod numbers;
mod pointers;
mod render;
mod shown;
mod types;

pub use encode::{Content, Encoder, Heap, NewBuffer};
pub use image::Image;
pub use render::{Pointee, Renderer, View};
pub use shown::Shown;
pub use types::{Array, Form, TypeRef, Types};
