//! Integer literals, and errors in literals.

use quell_bits::float::ParseFloatError;
use quell_bits::{Bits, ParseBitsError};

use super::names::hex_digit;

/// Why a literal is invalid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LiteralError {
    OutOfRange,
    Malformed,
}

/// A decimal integer of `width` bits, which must fit as an unsigned or as a signed number.
pub(super) fn decimal_int(text: &[u8], width: u32) -> Result<Bits, LiteralError> {
    let (negative, digits) = match text {
        [b'-', digits @ ..] => (true, digits),
        [b'+', digits @ ..] => (false, digits),
        digits => (false, digits),
    };
    match super::parser::parse_u64(digits) {
        Some(value) if width <= 64 => word_int(value, negative, width),
        _ => {
            let signed = &text[usize::from(text.starts_with(b"+"))..];
            let text = std::str::from_utf8(signed).map_err(|_| LiteralError::Malformed)?;
            Ok(Bits::parse_decimal(width, text)?)
        }
    }
}

/// `u0x...` and `s0x...`; the latter is negative if its first digit has the top bit set.
pub(super) fn hex_int(text: &[u8], width: u32) -> Result<Bits, LiteralError> {
    let digits = text.get(3..).unwrap_or_default();
    let negative = text.starts_with(b"s") && digits.first().and_then(|&d| hex_digit(d)) >= Some(8);
    let digits = std::str::from_utf8(digits).map_err(|_| LiteralError::Malformed)?;
    let written = u32::try_from(digits.len()).map_or(u32::MAX, |n| n.saturating_mul(4));
    if negative && written < width {
        return Ok(Bits::parse_hex(written, digits)?.sext(width));
    }
    Ok(Bits::parse_hex(width, digits)?)
}

impl From<ParseBitsError> for LiteralError {
    fn from(error: ParseBitsError) -> Self {
        match error {
            ParseBitsError::OutOfRange { .. } => Self::OutOfRange,
            _ => Self::Malformed,
        }
    }
}

impl From<ParseFloatError> for LiteralError {
    fn from(error: ParseFloatError) -> Self {
        match error {
            ParseFloatError::Malformed => Self::Malformed,
            ParseFloatError::Pattern(error) => error.into(),
            _ => Self::OutOfRange,
        }
    }
}

fn word_int(value: u64, negative: bool, width: u32) -> Result<Bits, LiteralError> {
    let fits = if negative {
        value <= 1 << (width - 1)
    } else {
        width == 64 || value >> width == 0
    };
    if !fits {
        return Err(LiteralError::OutOfRange);
    }
    let value = if negative {
        value.wrapping_neg()
    } else {
        value
    };
    Ok(Bits::from_u64(width, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_of_eight_bits() {
        for value in -300i64..600 {
            let read = decimal_int(value.to_string().as_bytes(), 8);
            if (-128..256).contains(&value) {
                assert_eq!(read, Ok(Bits::from_i64(8, value)), "{value}")
            } else {
                assert_eq!(read, Err(LiteralError::OutOfRange), "{value}")
            }
        }
    }

    #[test]
    fn word_and_wide_literals_agree() {
        for text in [
            "0",
            "1",
            "-1",
            "9223372036854775807",
            "-9223372036854775808",
        ] {
            let narrow = decimal_int(text.as_bytes(), 64).expect("64 bits");
            let wide = decimal_int(text.as_bytes(), 65).expect("65 bits");
            assert_eq!(wide, narrow.sext(65), "{text}");
        }
        let large = decimal_int(b"18446744073709551615", 64);
        assert_eq!(large, Ok(Bits::ones(64)));
        assert_eq!(
            decimal_int(b"18446744073709551616", 64),
            Err(LiteralError::OutOfRange)
        );
        assert_eq!(
            decimal_int(b"-9223372036854775809", 64),
            Err(LiteralError::OutOfRange)
        );
        assert_eq!(decimal_int(b"+5", 70), Ok(Bits::from_u64(70, 5)));
    }

    #[test]
    fn hexadecimal_integers() {
        assert_eq!(hex_int(b"u0xFF", 8), Ok(Bits::from_u64(8, 255)));
        assert_eq!(hex_int(b"u0xFF", 16), Ok(Bits::from_u64(16, 255)));
        assert_eq!(hex_int(b"s0xFF", 16), Ok(Bits::from_i64(16, -1)));
        assert_eq!(hex_int(b"s0x7F", 16), Ok(Bits::from_i64(16, 127)));
        assert_eq!(hex_int(b"u0x100", 8), Err(LiteralError::OutOfRange));
        assert_eq!(hex_int(b"u0x", 8), Err(LiteralError::Malformed));
        assert_eq!(hex_int(b"u0xG", 8), Err(LiteralError::Malformed));
    }
}
