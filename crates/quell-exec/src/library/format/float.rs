//! The text of floating-point numbers: digits by `quell-bits`, signs and padding by this module.

use quell_bits::float::format::{Style, fixed, general, hex, scientific};
use quell_bits::{Bits, FloatFormat, float};

use super::number::{Parts, Shape, sign};

/// `%e`, `%f`, `%g`, `%a` and their upper-case forms.
pub fn float(format: FloatFormat, bits: &Bits, conversion: u8, shape: Shape) -> Parts {
    let style = Style {
        precision: shape.precision,
        alternate: shape.flags.alternate,
        uppercase: conversion.is_ascii_uppercase(),
    };
    let digits = match conversion.to_ascii_lowercase() {
        b'e' => scientific(format, bits, style),
        b'f' => fixed(format, bits, style),
        b'g' => general(format, bits, style),
        _ => hex(format, bits, style),
    };
    let mut prefix = sign(float::sign(format, bits), shape.flags).to_owned();
    let finite = float::is_finite(format, bits);
    let base = if finite && conversion.eq_ignore_ascii_case(&b'a') {
        2
    } else {
        0
    };
    let (base, digits) = digits.split_at(base);
    prefix.push_str(base);
    Parts {
        prefix,
        digits: digits.as_bytes().to_vec(),
        zeros: finite,
    }
}
