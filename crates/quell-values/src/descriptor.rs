//! The descriptor by which flang passes arrays whose shape is not in their type: `CFI_cdesc_t` of
//! the Fortran standard, as LLVM lays it out.

use quell_bits::FloatFormat;

use crate::call::Target;
use crate::image::Image;
use crate::types::Form;

/// `CFI_VERSION` of LLVM 15 to 19; no generated code reads it.
const VERSION: u32 = 20_180_515;
const HEADER: usize = 24;
const PER_DIMENSION: usize = 24;
const TYPE_OTHER: u8 = 255;

/// A descriptor of elements that lie one after the other, the first index moving fastest.
pub fn descriptor(target: Target, size: u64, form: &Form<'_>, lengths: &[u64]) -> Image {
    let mut image = Image::uninitialised(HEADER + PER_DIMENSION * lengths.len());
    image.set_pointer(0, target);
    image.set_bytes(8, &size.to_le_bytes());
    image.set_bytes(16, &VERSION.to_le_bytes());
    // Rank, type, attribute (CFI_attribute_other), extra.
    image.set_bytes(20, &[lengths.len() as u8, type_code(form), 0, 0]);
    let mut stride = size;
    for (index, length) in lengths.iter().enumerate() {
        let at = (HEADER + PER_DIMENSION * index) as u64;
        image.set_bytes(at, &1u64.to_le_bytes());
        image.set_bytes(at + 8, &length.to_le_bytes());
        image.set_bytes(at + 16, &stride.to_le_bytes());
        stride = stride.saturating_mul(*length);
    }
    image
}

/// `CFI_type_*` of the elements.
fn type_code(form: &Form<'_>) -> u8 {
    match form {
        Form::Int { bits: 8, .. } => 7,
        Form::Int { bits: 16, .. } => 8,
        Form::Int { bits: 32, .. } => 9,
        Form::Int { bits: 64, .. } => 10,
        Form::Int { bits: 128, .. } => 11,
        Form::Float(FloatFormat::Half) => 24,
        Form::Float(FloatFormat::BFloat) => 25,
        Form::Float(FloatFormat::Single) => 27,
        Form::Float(FloatFormat::Double) => 28,
        Form::Float(FloatFormat::X87) => 29,
        Form::Float(FloatFormat::Quad) => 31,
        Form::Complex(FloatFormat::Single) => 34,
        Form::Complex(FloatFormat::Double) => 35,
        Form::Characters(_) => 40,
        Form::Bool { bits: 8 } => 39,
        Form::Bool { bits: 16 } => 13,
        Form::Bool { bits: 32 } => 14,
        Form::Bool { .. } => 15,
        _ => TYPE_OTHER,
    }
}
