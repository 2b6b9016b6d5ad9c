//! The types of constants as C writes them.

use quell_bits::FloatFormat;

use super::CType;
use crate::align::literal;

/// The type of an integer literal.
pub(crate) fn integer(text: &str) -> CType {
    let lower = text.to_ascii_lowercase();
    let hexadecimal = lower.starts_with("0x");
    let body = if hexadecimal { &lower[2..] } else { &lower[..] };
    let digit = |c: char| c.is_ascii_digit() || c == '\'' || hexadecimal && c.is_ascii_hexdigit();
    let start = match lower.starts_with("0b") {
        true => &lower[2..],
        false => body,
    };
    let suffix = start.trim_start_matches(digit);
    let Some(number) = literal::integer(text).filter(|_| is_suffix(suffix)) else {
        return CType::Unknown;
    };
    let decimal = !lower.starts_with('0') || lower.trim_start_matches(digit).len() == lower.len();
    let (unsigned, long) = (suffix.contains('u'), suffix.contains('l'));
    let bits = 128 - number.leading_zeros();
    for width in [32, 64] {
        if width == 32 && long {
            continue;
        }
        if !unsigned && bits < width {
            return CType::int(width, true);
        }
        if (unsigned || !decimal) && bits <= width {
            return CType::int(width, false);
        }
    }
    CType::Unknown
}

fn is_suffix(suffix: &str) -> bool {
    matches!(suffix, "" | "u" | "l" | "ul" | "lu" | "ll" | "ull" | "llu")
}

pub(crate) fn floating(text: &str) -> CType {
    let lower = text.to_ascii_lowercase();
    let hexadecimal = lower.starts_with("0x");
    match lower.chars().last() {
        Some('f') if !hexadecimal || lower.contains('p') => CType::Float(FloatFormat::Single),
        Some('l') => CType::Float(FloatFormat::X87),
        Some('0'..='9' | '.') => CType::Float(FloatFormat::Double),
        _ => CType::Unknown,
    }
}

/// Plain character constants are `int`.
pub(crate) fn character(text: &str) -> CType {
    match text.starts_with('\'') {
        true => CType::INT,
        false => CType::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_have_the_types_that_c_gives_them() {
        for (text, width, signed) in [
            ("7", 32, true),
            ("0", 32, true),
            ("7u", 32, false),
            ("0x80000000", 32, false),
            ("0x7fffffff", 32, true),
            ("2147483648", 64, true),
            ("2147483648u", 32, false),
            ("017", 32, true),
            ("9UL", 64, false),
            ("2ll", 64, true),
            ("0x1ful", 64, false),
            ("18446744073709551615u", 64, false),
        ] {
            assert_eq!(integer(text), CType::int(width, signed), "{text}");
        }
        assert_eq!(integer("5wb"), CType::Unknown);
        assert_eq!(floating("1.5f"), CType::Float(FloatFormat::Single));
        assert_eq!(floating("3e1"), CType::Float(FloatFormat::Double));
    }
}
