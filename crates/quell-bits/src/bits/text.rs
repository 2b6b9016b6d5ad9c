//! Reading and writing values as decimal and hexadecimal text.

use super::{Bits, from_biguint, to_biguint};
use num_bigint::BigUint;
use std::fmt;

/// Why a text cannot be read as a value of the requested width.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseBitsError {
    /// The text has no digits.
    #[error("no digits")]
    Empty,
    /// A character is not a digit of the radix.
    #[error("invalid digit {found:?} at offset {offset}")]
    InvalidDigit {
        /// Byte offset in the text.
        offset: usize,
        /// The character there.
        found: char,
    },
    /// The number does not fit.
    #[error("number does not fit in {width} bits")]
    OutOfRange {
        /// The requested width.
        width: u32,
    },
}

impl Bits {
    /// Reads a decimal number, optionally negative. Everything from the least signed to the
    /// greatest unsigned value of the width is accepted.
    pub fn parse_decimal(width: u32, text: &str) -> Result<Bits, ParseBitsError> {
        let out_of_range = ParseBitsError::OutOfRange { width };
        let digits = text.strip_prefix('-').unwrap_or(text);
        let negative = digits.len() < text.len();
        check_digits(text, digits, 10)?;
        let significant = digits.trim_start_matches('0');
        // A digit carries more than 3.3 bits: texts that are far too long are refused unconverted.
        if significant.len() as u64 > u64::from(width) * 10 / 33 + 1 {
            return Err(out_of_range);
        }
        let value = unsigned_decimal(width, significant).ok_or(out_of_range)?;
        if !negative {
            Ok(value)
        } else if value.ule(&Bits::min_signed(width)) {
            Ok(value.neg())
        } else {
            Err(out_of_range)
        }
    }

    /// Reads an unsigned hexadecimal number without prefix.
    pub fn parse_hex(width: u32, text: &str) -> Result<Bits, ParseBitsError> {
        check_digits(text, text, 16)?;
        let significant = text.trim_start_matches('0');
        let top = significant
            .chars()
            .next()
            .and_then(|c| c.to_digit(16))
            .unwrap_or(0);
        let bits =
            significant.len().saturating_sub(1) as u64 * 4 + u64::from(32 - top.leading_zeros());
        if bits > u64::from(width) {
            return Err(ParseBitsError::OutOfRange { width });
        }
        let mut limbs = Vec::new();
        for chunk in significant.as_bytes().rchunks(16) {
            limbs.push(
                chunk
                    .iter()
                    .fold(0, |limb, &digit| limb << 4 | hex_digit(digit)),
            );
        }
        Ok(Bits::from_limbs(width, &limbs))
    }

    /// The two's complement value in decimal.
    #[must_use]
    pub fn to_signed_string(&self) -> String {
        if self.sign_bit() {
            format!("-{}", self.neg())
        } else {
            self.to_string()
        }
    }
}

/// The value of a digit that has been checked to be hexadecimal.
fn hex_digit(digit: u8) -> u64 {
    u64::from((digit as char).to_digit(16).unwrap_or(0))
}

/// Checks that `digits`, which `text` ends with, is a number of the radix.
fn check_digits(text: &str, digits: &str, radix: u32) -> Result<(), ParseBitsError> {
    if digits.is_empty() {
        return Err(ParseBitsError::Empty);
    }
    let sign = text.len() - digits.len();
    match digits.char_indices().find(|(_, c)| !c.is_digit(radix)) {
        Some((at, found)) => Err(ParseBitsError::InvalidDigit {
            offset: sign + at,
            found,
        }),
        None => Ok(()),
    }
}

/// Longest run of digits that the big-integer parser, whose cost is quadratic, reads in one piece.
const MAX_PIECE: usize = 2000;

/// The value of a run of decimal digits, if it fits the width.
fn unsigned_decimal(width: u32, digits: &str) -> Option<Bits> {
    if digits.len() < 20 {
        let value = digits
            .bytes()
            .fold(0, |value: u64, digit| value * 10 + u64::from(digit - b'0'));
        return (64 - value.leading_zeros() <= width).then(|| Bits::from_u64(width, value));
    }
    let value = decimal_magnitude(digits);
    (value.bits() <= u64::from(width)).then(|| from_biguint(width, &value))
}

/// The value of a run of decimal digits. Long runs are halved, so that the cost is that of a
/// multiplication of numbers of their size.
fn decimal_magnitude(digits: &str) -> BigUint {
    if digits.len() <= MAX_PIECE {
        return BigUint::parse_bytes(digits.as_bytes(), 10).unwrap_or_default();
    }
    let low_len = digits.len() / 2;
    let (high, low) = digits.split_at(digits.len() - low_len);
    let scale = BigUint::from(10u32).pow(low_len as u32);
    decimal_magnitude(high) * scale + decimal_magnitude(low)
}

/// Unsigned decimal.
impl fmt::Display for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.to_u128() {
            Some(value) => fmt::Display::fmt(&value, f),
            None => f.pad_integral(true, "", &to_biguint(self).to_string()),
        }
    }
}

/// Unsigned hexadecimal without leading zeros.
impl fmt::LowerHex for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.to_u128() {
            Some(value) => fmt::LowerHex::fmt(&value, f),
            None => f.pad_integral(true, "0x", &to_biguint(self).to_str_radix(16)),
        }
    }
}
