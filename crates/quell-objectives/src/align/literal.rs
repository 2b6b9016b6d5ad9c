//! Whether a literal of the source denotes a constant of the IR.

use quell_bits::{Bits, FloatFormat, float};
use quell_ir::{ConstKind, Type, Value};
use quell_source::{Kind, Language, NodeId, UnaryOp};

use super::Aligner;
use crate::tree::Tree;

/// None if the literal is not understood.
pub fn denotes(aligner: &Aligner<'_>, node: NodeId, value: Value) -> Option<bool> {
    let Value::Const(id) = value else {
        return None;
    };
    let constant = aligner.module.consts.get(id);
    let (negative, node) = match aligner.tree.kind(node) {
        Kind::Unary(UnaryOp::Neg) => (true, aligner.tree.bare(aligner.tree.child(node, 0)?)),
        _ => (false, node),
    };
    let text = aligner.tree.node_text(node);
    match (&constant.kind, aligner.tree.kind(node)) {
        (ConstKind::Int(bits), Kind::Integer | Kind::Char) => {
            let magnitude = match aligner.tree.kind(node) {
                Kind::Char => character(text)?,
                _ => integer(text)?,
            };
            Some(int_is(bits, magnitude, negative))
        }
        (ConstKind::Float(bits), Kind::Float | Kind::Integer) => {
            let number = floating(text)?;
            let number = if negative { -number } else { number };
            let Type::Float(format) = *aligner.module.types.get(constant.ty) else {
                return None;
            };
            let wanted = Bits::from_u64(64, number.to_bits());
            let wanted = float::convert(FloatFormat::Double, format, &wanted);
            (wanted == *bits).then_some(true)
        }
        _ => None,
    }
}

/// The number that a literal of an integer stands for, with its sign.
pub fn signed(tree: &Tree, node: NodeId) -> Option<i64> {
    match tree.kind(node) {
        Kind::Integer => i64::try_from(integer(tree.node_text(node))?).ok(),
        Kind::Char => i64::try_from(character(tree.node_text(node))?).ok(),
        Kind::Unary(UnaryOp::Neg) => {
            let inner = tree.bare(tree.child(node, 0)?);
            let integer =
                integer(tree.node_text(inner)).filter(|_| tree.kind(inner) == Kind::Integer);
            i64::try_from(integer?).ok()?.checked_neg()
        }
        _ => None,
    }
}

fn int_is(bits: &Bits, magnitude: u128, negative: bool) -> bool {
    let width = bits.width();
    let wanted = Bits::from_u128(128, magnitude);
    let wanted = if negative { wanted.neg() } else { wanted };
    wanted.resize_unsigned(width) == *bits
}

/// The value of an integer literal of C, Rust or Fortran.
pub fn integer(text: &str) -> Option<u128> {
    let text = text.replace(['_', '\''], "").to_ascii_lowercase();
    let (digits, radix) = match text.get(..2) {
        Some("0x") => (&text[2..], 16),
        Some("0b") => (&text[2..], 2),
        Some("0o") => (&text[2..], 8),
        _ if text.len() > 1 && text.starts_with('0') => (&text[1..], 8),
        _ => (&text[..], 10),
    };
    let end = digits.find(|c: char| !c.is_digit(radix));
    let (digits, suffix) = digits.split_at(end.unwrap_or(digits.len()));
    let known = suffix.chars().all(|c| "uliszec0123468".contains(c));
    if digits.is_empty() {
        // A plain zero with a suffix.
        return (text.starts_with('0') && known).then_some(0);
    }
    known
        .then(|| u128::from_str_radix(digits, radix).ok())
        .flatten()
}

fn character(text: &str) -> Option<u128> {
    let inner = text.trim_start_matches(['b', 'L', 'u', 'U']);
    let inner = inner.strip_prefix('\'')?.strip_suffix('\'')?;
    let mut chars = inner.chars();
    let code = match (chars.next()?, chars.next()) {
        ('\\', Some(escape)) => match (escape, chars.as_str()) {
            ('n', "") => 10,
            ('t', "") => 9,
            ('r', "") => 13,
            ('0', "") => 0,
            ('a', "") => 7,
            ('b', "") => 8,
            ('f', "") => 12,
            ('v', "") => 11,
            ('\\' | '\'' | '"' | '?', "") => escape as u128,
            ('x', digits) => u128::from_str_radix(digits, 16).ok()?,
            (first, rest) => u128::from_str_radix(&format!("{first}{rest}"), 8).ok()?,
        },
        (plain, None) => plain as u128,
        _ => return None,
    };
    Some(code)
}

/// The value of a decimal floating-point literal, as a double.
fn floating(text: &str) -> Option<f64> {
    let text = text.replace('_', "").to_ascii_lowercase();
    let text = text.trim_end_matches("f64").trim_end_matches("f32");
    let text = text.trim_end_matches(['f', 'l']).replace('d', "e");
    text.parse().ok()
}

/// What is written behind the digits of a number to give it a type: `_8` and `d0` in Fortran, `u8` and `_u8` in Rust.
pub fn suffix(language: Language, text: &str) -> &str {
    match language {
        Language::C => "",
        Language::Fortran => match text.find('_') {
            Some(at) => &text[at..],
            None if text.contains(['d', 'D']) => "d0",
            None => "",
        },
        Language::Rust => RUST_TYPES
            .iter()
            .find(|ty| text.ends_with(*ty) && !text.starts_with("0x"))
            .map_or("", |ty| &text[text.len() - ty.len()..]),
    }
}

/// The types that a number of Rust names behind its digits.
pub const RUST_TYPES: &[&str] = &[
    "i128", "u128", "isize", "usize", "i16", "u16", "i32", "u32", "i64", "u64", "f32", "f64", "i8",
    "u8",
];

/// The least and the greatest number of a type of Rust.
pub fn rust_range(ty: &str) -> Option<(i128, i128)> {
    Some(match ty {
        "i8" => (i8::MIN.into(), i8::MAX.into()),
        "i16" => (i16::MIN.into(), i16::MAX.into()),
        "i32" => (i32::MIN.into(), i32::MAX.into()),
        "i64" | "isize" => (i64::MIN.into(), i64::MAX.into()),
        "i128" => (i128::MIN, i128::MAX),
        "u8" => (0, u8::MAX.into()),
        "u16" => (0, u16::MAX.into()),
        "u32" => (0, u32::MAX.into()),
        "u64" | "usize" => (0, u64::MAX.into()),
        "u128" => (0, i128::MAX),
        _ => return None,
    })
}

/// Whether a number with a suffix is one of the type that the suffix names.
pub fn fits_kind(language: Language, text: &str) -> bool {
    let suffix = suffix(language, text);
    let digits = text[..text.len() - suffix.len()].trim_end_matches('_');
    let Ok(number) = digits.parse::<i128>() else {
        return true;
    };
    let range = match (language, suffix) {
        (Language::Rust, ty) => rust_range(ty),
        // The least number of a kind cannot be written: its digits are too large for the kind.
        (Language::Fortran, "_1") => Some((-127, 127)),
        (Language::Fortran, "_2") => Some((-32_767, 32_767)),
        (Language::Fortran, "_4" | "") => Some((-i128::from(i32::MAX), i32::MAX.into())),
        _ => None,
    };
    range.is_none_or(|(least, greatest)| (least..=greatest).contains(&number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_of_three_languages() {
        for (text, value) in [
            ("42", 42),
            ("0x1fUL", 31),
            ("017", 15),
            ("0", 0),
            ("0u", 0),
            ("1_000_u16", 1000),
            ("0b101", 5),
            ("10i64", 10),
        ] {
            assert_eq!(integer(text), Some(value), "{text}");
        }
        assert_eq!(integer("12abx"), None);
        for (text, value) in [("'a'", 97), ("'\\n'", 10), ("b'0'", 48), ("'\\x41'", 65)] {
            assert_eq!(character(text), Some(value), "{text}");
        }
        assert_eq!(floating("1.5f"), Some(1.5));
        assert_eq!(floating("1.5d0"), Some(1.5));
        assert_eq!(floating("2.0_f32"), Some(2.0));
    }
}
