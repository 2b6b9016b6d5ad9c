//! The final state of a run, as a test expects it.

use serde_json::Value;

use super::observable::{Changed, Outcome};
use super::text;
use super::world::{World, WorldView};
use crate::call::Target;
use crate::constants::initial_bytes;
use crate::image::Image;
use crate::objects::Role;
use crate::observed::{End, Observed};
use crate::prepare::{Callee, Prepared};
use crate::render::Renderer;
use crate::shown::{Shown, escaped};

/// Longer texts are cut off.
const LONGEST: usize = 240;

/// The end of a run, its changes of buffers and globals, and its output.
pub fn all(callee: &Callee<'_>, call: &Prepared, world: &World<'_>) -> Outcome {
    let mut outcome = Outcome::from(text::ending(callee, call, world));
    let observed = world.observed;
    if observed.end == End::Returned {
        outcome.buffers = buffers(callee, call, world);
        outcome.globals = globals(callee, call, world);
    }
    outcome.stdout = short(escaped(&observed.stdout));
    outcome.stderr = short(escaped(&observed.steady_stderr()));
    outcome
}

/// The result in the notation of tests, if it is a single value.
pub fn result(callee: &Callee<'_>, call: &Prepared, world: &World<'_>) -> Option<Value> {
    if world.observed.end != End::Returned {
        return None;
    }
    match text::result(callee, call, world) {
        Shown::Bool(value) => Some(value.into()),
        Shown::Integer(text) | Shown::Enumerator(_, text) | Shown::Char(_, text) => {
            serde_json::from_str(&text).ok()
        }
        Shown::Float(text) => Some(serde_json::from_str(&text).unwrap_or(Value::String(text))),
        _ => None,
    }
}

/// The changed buffers.
fn buffers(callee: &Callee<'_>, call: &Prepared, world: &World<'_>) -> Vec<Changed> {
    let mut changed = Vec::new();
    let images = call.objects.iter().zip(&call.image.objects);
    for (index, (shape, object)) in images.enumerate() {
        let after = world.object(index);
        if shape.role != Role::Buffer || after.is_empty() {
            continue;
        }
        let before = placed(Image::from(object.content.clone()), world.observed);
        let after = Image::of(after.to_vec());
        let mut view = WorldView(world);
        let mut renderer = Renderer::new(callee.types, &mut view);
        let [before, after] = [before, after].map(|image| renderer.content(&image, &shape.content));
        if before != after {
            changed.push(Changed {
                name: shape.label.clone(),
                value: short(after.to_string()),
            });
        }
    }
    changed
}

/// The changed globals, among those with a known initial value.
fn globals(callee: &Callee<'_>, call: &Prepared, world: &World<'_>) -> Vec<Changed> {
    let mut changed = Vec::new();
    for (index, (shape, given)) in callee.globals.iter().zip(&call.image.globals).enumerate() {
        let after = world.global(index);
        let before = match &given.content {
            Some(content) => placed(Image::from(content.clone()), world.observed),
            None => match initial_bytes(callee.types.module, shape.id) {
                Some(bytes) => Image::of(bytes),
                None => continue,
            },
        };
        // Most are unchanged, and some of them are large.
        if after.is_empty() || before.bytes == after {
            continue;
        }
        let images = [before, Image::of(after.to_vec())];
        let mut view = WorldView(world);
        let mut renderer = Renderer::new(callee.types, &mut view);
        for part in &shape.parts {
            let bit = part.offset.saturating_mul(8);
            let [before, after] = images
                .each_ref()
                .map(|image| renderer.value(image, bit, part.ty));
            if before != after {
                changed.push(Changed {
                    name: part.name.clone(),
                    value: short(after.to_string()),
                });
            }
        }
    }
    changed
}

/// The image with the addresses of the run filled into its pointers.
fn placed(mut image: Image, observed: &Observed) -> Image {
    for pointer in std::mem::take(&mut image.pointers) {
        let (addresses, index) = match pointer.target {
            Target::Object(index) => (&observed.object_addresses, index),
            Target::Global(index) => (&observed.global_addresses, index),
            Target::Symbol(index) => (&observed.symbol_addresses, index),
        };
        if let Some(address) = addresses.get(index as usize) {
            let address = address.wrapping_add_signed(pointer.offset);
            image.set_bytes(pointer.at, &address.to_le_bytes());
        }
    }
    image
}

fn short(text: String) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}
