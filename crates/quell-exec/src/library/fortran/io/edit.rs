//! Formatted output of one item by one edit descriptor.

use super::format::{Descriptor, Node};
use super::output::{Item, Output, Real};
use super::real::{self, Edit, fit};
use super::walk::{Step, Walk};

/// Why an item cannot be written.
pub type FormatError = String;

/// Writes an item by the format; a complex number takes two descriptors.
pub fn put(walk: &mut Walk, out: &mut Output, item: &Item) -> Result<(), FormatError> {
    match item {
        Item::Complex(re, im) => {
            put_one(walk, out, &Item::Real(*re))?;
            put_one(walk, out, &Item::Real(*im))
        }
        item => put_one(walk, out, item),
    }
}

/// Nested groups without data edit descriptors would take too long.
const MAX_STEPS: usize = 1_000_000;

fn put_one(walk: &mut Walk, out: &mut Output, item: &Item) -> Result<(), FormatError> {
    for _ in 0..MAX_STEPS {
        match walk.step_with_item() {
            Step::Data(descriptor) => {
                let field = field(item, descriptor, walk)?;
                out.put(&field);
                return Ok(());
            }
            Step::Control(node) => control(out, &node),
            Step::Revert => out.advance(),
            Step::Endless => break,
        }
    }
    Err("FORMAT has no data edit descriptor for an item".to_owned())
}

/// Performs the rest of the format after the last item.
pub fn finish(walk: &mut Walk, out: &mut Output) {
    for _ in 0..MAX_STEPS {
        match walk.step() {
            Some(Step::Control(node)) if node != Node::Colon => control(out, &node),
            _ => return,
        }
    }
}

fn control(out: &mut Output, node: &Node) {
    match node {
        Node::Literal(text) => out.put(text),
        Node::Right(count) => out.move_to(out.position() + count),
        Node::Left(count) => out.move_to(out.position().saturating_sub(*count)),
        Node::Column(column) => out.move_to(column.saturating_sub(1)),
        Node::Slash => out.advance(),
        _ => {}
    }
}

fn field(item: &Item, descriptor: Descriptor, walk: &Walk) -> Result<Vec<u8>, FormatError> {
    let width = descriptor.width.unwrap_or(0);
    let text = match (item, descriptor.letter) {
        (Item::Integer(value, _), b'I' | b'G') => integer(*value, descriptor, walk.plus),
        (Item::Integer(value, bits), b'B' | b'O' | b'Z') => {
            unsigned(magnitude(*value, *bits), descriptor)
        }
        (Item::Real(real), b'F' | b'E' | b'D' | b'G') => {
            let edit = Edit {
                descriptor,
                plus: walk.plus,
                scale: walk.scale,
            };
            real::field(*real, edit)
        }
        (Item::Real(real), b'B' | b'O' | b'Z') => unsigned(bits_of(*real), descriptor),
        (Item::Logical(value), b'L' | b'G') => fit(if *value { "T" } else { "F" }, width.max(1)),
        (Item::Character(text), b'A' | b'G') => return Ok(characters(text, descriptor.width)),
        _ => {
            let letter = descriptor.letter as char;
            return Err(format!(
                "Data edit descriptor '{letter}' may not be used with this item"
            ));
        }
    };
    Ok(text.into_bytes())
}

fn integer(value: i128, descriptor: Descriptor, plus: bool) -> String {
    let sign = match (value < 0, plus) {
        (true, _) => "-",
        (false, true) => "+",
        (false, false) => "",
    };
    let digits = match (value, descriptor.digits) {
        (0, Some(0)) => String::new(),
        (value, least) => format!("{:01$}", value.unsigned_abs(), least.unwrap_or(1)),
    };
    fit(&format!("{sign}{digits}"), descriptor.width.unwrap_or(0))
}

fn magnitude(value: i128, bits: u32) -> u128 {
    (value as u128) & (u128::MAX >> (128 - bits))
}

fn bits_of(real: Real) -> u128 {
    match real.width {
        32 => u128::from((real.value as f32).to_bits()),
        _ => u128::from(real.value.to_bits()),
    }
}

fn unsigned(value: u128, descriptor: Descriptor) -> String {
    let least = descriptor.digits.unwrap_or(1);
    let digits = match descriptor.letter {
        b'B' => format!("{value:0least$b}"),
        b'O' => format!("{value:0least$o}"),
        _ => format!("{value:0least$X}"),
    };
    fit(&digits, descriptor.width.unwrap_or(0))
}

/// Right-justified; a text that is too long is truncated at its end.
fn characters(text: &[u8], width: Option<usize>) -> Vec<u8> {
    let Some(width) = width.filter(|&width| width > 0) else {
        return text.to_vec();
    };
    let kept = &text[..text.len().min(width)];
    let mut field = vec![b' '; width - kept.len()];
    field.extend_from_slice(kept);
    field
}
