//! Numbers as the literals of their kind.

use quell_bits::{Bits, FloatFormat};

use super::leaf::LeafKind;
use crate::literal::{BITS, Kind, Literal};
use crate::numbers::{float_bits, float_text, signed_value};

/// A literal that was not read from anywhere.
pub fn literal(kind: Kind) -> Literal {
    Literal { kind, span: 0..0 }
}

/// The value of a leaf as a literal. Lengths and pointers are written as numbers.
pub fn number(kind: &LeafKind, value: &Bits) -> Literal {
    let bits = value.low_u128();
    let width = value.width();
    literal(match kind {
        LeafKind::Bool => Kind::Bool(bits & 1 == 1),
        LeafKind::Char { signed } => character(bits as u8, *signed),
        LeafKind::Unicode => Kind::Char(bits as u32),
        LeafKind::Float(format) => float(*format, bits),
        LeafKind::Enum { values, signed } => enumerator(values, bits, width, *signed),
        LeafKind::Int { signed } => integer(bits, width, *signed == Some(true)),
        LeafKind::Length { .. } | LeafKind::Present { .. } => integer(bits, width, false),
    })
}

/// Values without a readable literal are written as numbers.
pub fn character(byte: u8, signed: bool) -> Kind {
    match is_printable(byte) {
        true => Kind::Char(byte.into()),
        false => integer(byte.into(), 8, signed),
    }
}

pub fn is_printable(byte: u8) -> bool {
    (0x20..0x7f).contains(&byte)
}

fn integer(bits: u128, width: u32, signed: bool) -> Kind {
    let value = signed_value(bits, width);
    match signed && value < 0 {
        true => Kind::Integer {
            negative: true,
            magnitude: value.unsigned_abs(),
        },
        false => Kind::Integer {
            negative: false,
            magnitude: bits,
        },
    }
}

/// The shortest decimal, unless reading it gives other bits.
fn float(format: FloatFormat, bits: u128) -> Kind {
    if !is_remote(format, bits) {
        let text = float_text(format, bits);
        if float_bits(format, &text) == Some(bits) {
            return Kind::Float(text);
        }
    }
    let magnitude = literal(Kind::Integer {
        negative: false,
        magnitude: bits,
    });
    Kind::Name {
        name: BITS.to_owned(),
        data: Some(vec![magnitude]),
    }
}

fn enumerator(values: &[(String, i128)], bits: u128, width: u32, signed: bool) -> Kind {
    let value = match signed {
        true => signed_value(bits, width),
        false => bits as i128,
    };
    match values.iter().find(|known| known.1 == value) {
        Some((name, _)) => Kind::Name {
            name: name.clone(),
            data: None,
        },
        None => integer(bits, width, signed),
    }
}

/// Whether a number is so far outside the range of a double that its decimal has too many digits.
fn is_remote(format: FloatFormat, bits: u128) -> bool {
    const EXPONENT: u128 = 0x7fff;
    const BIAS: u128 = 0x3fff;
    const NEAR: u128 = 1100;
    if !matches!(format, FloatFormat::X87 | FloatFormat::Quad) {
        return false;
    }
    let exponent = bits >> (format.width() - 16) & EXPONENT;
    let is_zero = bits << (129 - format.width()) == 0;
    !is_zero && exponent != EXPONENT && exponent.abs_diff(BIAS) > NEAR
}
