//! Reading numbers as C's `strtod` does, correctly rounded in every format.

use super::unpack::{Magnitude, Rounded, infinity, round};
use super::{FloatFormat, classify};
use crate::Bits;
use num_bigint::BigUint;

/// Whether the number was within the format's range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RangeStatus {
    /// It was; an exact subnormal number counts as in range.
    InRange,
    /// Too great: the result is infinite. C sets `errno` to `ERANGE`.
    Overflow,
    /// Below the normal values, and the result is not exact. C sets `errno` to `ERANGE`.
    Underflow,
}

/// The result of [`strtod`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parsed {
    /// The value; 0 if the text does not start with a number.
    pub bits: Bits,
    /// How many bytes were read, leading white space included; 0 if there is no number.
    pub consumed: usize,
    /// Whether the value is in the format's range.
    pub status: RangeStatus,
}

/// Reads the longest number at the beginning: white space, a sign, then a decimal or hexadecimal
/// number, `inf`, `infinity`, `nan` or `nan(...)`, in any case.
#[must_use]
pub fn strtod(format: FloatFormat, text: &[u8]) -> Parsed {
    let space = text
        .iter()
        .take_while(|byte| matches!(byte, b' ' | 9..=13))
        .count();
    let (negative, start) = match text.get(space) {
        Some(b'-') => (true, space + 1),
        Some(b'+') => (false, space + 1),
        _ => (false, space),
    };
    let found = number(format, negative, &text[start..]);
    match found {
        Some((rounded, length)) => {
            let (bits, status) = (format.bits(rounded.raw), range_status(rounded));
            Parsed {
                bits,
                consumed: start + length,
                status,
            }
        }
        None => Parsed {
            bits: format.bits(0),
            consumed: 0,
            status: RangeStatus::InRange,
        },
    }
}

fn range_status(rounded: Rounded) -> RangeStatus {
    match rounded {
        Rounded { overflow: true, .. } => RangeStatus::Overflow,
        Rounded {
            tiny: true,
            inexact: true,
            ..
        } => RangeStatus::Underflow,
        _ => RangeStatus::InRange,
    }
}

/// The value and length of the number at the beginning.
fn number(format: FloatFormat, negative: bool, text: &[u8]) -> Option<(Rounded, usize)> {
    let exact = |raw| Rounded {
        raw,
        inexact: false,
        overflow: false,
        tiny: false,
    };
    if starts_with(text, b"inf") {
        let length = if starts_with(text, b"infinity") { 8 } else { 3 };
        return Some((exact(infinity(format, negative)), length));
    }
    if starts_with(text, b"nan") {
        let (payload, length) = nan_payload(&text[3..]);
        return Some((exact(nan(format, negative, payload)), 3 + length));
    }
    let hexadecimal = if starts_with(text, b"0x") {
        Digits::scan(&text[2..], 16)
    } else {
        None
    };
    if let Some(digits) = hexadecimal {
        return Some((digits.round_hex(format, negative), 2 + digits.length));
    }
    let decimal = Digits::scan(text, 10)?;
    let rounded = decimal
        .round_by_host(format, negative, &text[..decimal.length])
        .unwrap_or_else(|| decimal.round_decimal(format, negative));
    Some((rounded, decimal.length))
}

fn starts_with(text: &[u8], word: &[u8]) -> bool {
    text.get(..word.len())
        .is_some_and(|start| start.eq_ignore_ascii_case(word))
}

/// The quiet NaN with a payload, truncated to the bits of the format.
fn nan(format: FloatFormat, negative: bool, payload: u64) -> u128 {
    let payload = u128::from(payload) & (format.quiet_bit() - 1);
    infinity(format, negative) | format.quiet_bit() | payload
}

/// The number in the parentheses after `nan`, and the length of both parentheses with what they
/// enclose. Letters, digits and underscores that do not form a number give 0.
fn nan_payload(text: &[u8]) -> (u64, usize) {
    let inner = match text.split_first() {
        Some((b'(', rest)) => rest,
        _ => return (0, 0),
    };
    let length = inner
        .iter()
        .take_while(|&&b| b.is_ascii_alphanumeric() || b == b'_')
        .count();
    if inner.get(length) != Some(&b')') {
        return (0, 0);
    }
    let word = std::str::from_utf8(&inner[..length]).unwrap_or("");
    (integer(word).unwrap_or(0), length + 2)
}

/// An integer in C notation, clamped to the greatest `u64`.
fn integer(word: &str) -> Option<u64> {
    let lower = word.to_ascii_lowercase();
    let (digits, radix) = match (lower.strip_prefix("0x"), lower.strip_prefix('0')) {
        (Some(hex), _) => (hex, 16),
        (_, Some(octal)) if !octal.is_empty() => (octal, 8),
        _ => (lower.as_str(), 10),
    };
    let valid = !digits.is_empty() && digits.chars().all(|digit| digit.is_digit(radix));
    valid.then(|| u64::from_str_radix(digits, radix).unwrap_or(u64::MAX))
}

/// A scanned number: `digits * radix^-places * base^exponent`, where the exponent counts powers of
/// ten in decimal and of two in hexadecimal numbers.
struct Digits {
    /// ASCII digits without zeros at the beginning.
    digits: Vec<u8>,
    /// How many of the digits stand behind the point.
    places: i64,
    exponent: i64,
    /// Length of the text.
    length: usize,
}

impl Digits {
    fn scan(text: &[u8], radix: u32) -> Option<Digits> {
        let run = |from: usize| {
            let rest = text.get(from..).unwrap_or(&[]);
            rest.iter()
                .take_while(|&&byte| char::from(byte).is_digit(radix))
                .count()
        };
        let whole = run(0);
        let places = if text.get(whole) == Some(&b'.') {
            run(whole + 1)
        } else {
            0
        };
        if whole + places == 0 {
            return None;
        }
        let point = usize::from(text.get(whole) == Some(&b'.'));
        let end = whole + point + places;
        let (exponent, length) = scan_exponent(&text[end..], if radix == 10 { b'e' } else { b'p' });
        let all = text[..end].iter().copied().filter(|&byte| byte != b'.');
        let digits = all.skip_while(|&byte| byte == b'0').collect();
        Some(Digits {
            digits,
            places: places as i64,
            exponent,
            length: end + length,
        })
    }

    /// Reads `float` and `double` with the standard library, which rounds correctly. It does not
    /// report underflow, so values that may have underflowed are left to [`Self::round_decimal`].
    fn round_by_host(&self, format: FloatFormat, negative: bool, text: &[u8]) -> Option<Rounded> {
        let text = std::str::from_utf8(text).ok()?;
        let magnitude = match format {
            FloatFormat::Single => u128::from(text.parse::<f32>().ok()?.to_bits()),
            FloatFormat::Double => u128::from(text.parse::<f64>().ok()?.to_bits()),
            _ => return None,
        };
        let least_normal = format.leading_bit();
        if magnitude <= least_normal && !self.digits.is_empty() {
            return None;
        }
        let overflow = classify::is_inf(format, &format.bits(magnitude));
        let sign = if negative { format.sign_mask() } else { 0 };
        Some(Rounded {
            raw: magnitude | sign,
            inexact: overflow,
            overflow,
            tiny: false,
        })
    }

    fn round_hex(&self, format: FloatFormat, negative: bool) -> Rounded {
        // 32 digits hold any significand; of the rest it only matters whether it is zero.
        let (kept, rest) = self.digits.split_at(self.digits.len().min(32));
        let sticky = rest.iter().any(|&digit| digit != b'0');
        let value = |digit: u8| u128::from(char::from(digit).to_digit(16).unwrap_or(0));
        let significand = kept.iter().fold(0, |sum, &digit| sum << 4 | value(digit));
        let dropped = rest.len() as i64 - self.places;
        let exponent = self
            .exponent
            .saturating_add(4 * dropped)
            .clamp(-BEYOND_BINARY, BEYOND_BINARY);
        round(
            format,
            negative,
            Magnitude {
                significand,
                exponent,
                sticky,
            },
        )
    }

    fn round_decimal(&self, format: FloatFormat, negative: bool) -> Rounded {
        let (kept, rest) = self.digits.split_at(self.digits.len().min(MAX_DIGITS));
        let mut kept = kept.to_vec();
        let mut exponent = self
            .exponent
            .saturating_sub(self.places)
            .saturating_add(rest.len() as i64);
        if rest.iter().any(|&digit| digit != b'0') {
            kept.push(b'1');
            exponent = exponent.saturating_sub(1);
        }
        let significand = BigUint::parse_bytes(&kept, 10).unwrap_or_default();
        // Beyond these powers the result is zero or infinite whatever the digits: clamping them
        // keeps the big integers small.
        let power = exponent.clamp(-BEYOND_DECIMAL - kept.len() as i64, BEYOND_DECIMAL);
        round(format, negative, decimal_magnitude(significand, power))
    }
}

/// More significant digits than the longest number halfway between two neighbours has (11564 for
/// quads): digits after these can only break a tie.
const MAX_DIGITS: usize = 12_000;

/// A power of ten that takes any whole number out of every format's range.
const BEYOND_DECIMAL: i64 = 5_100;

/// A power of two that takes any significand out of every format's range.
const BEYOND_BINARY: i64 = 40_000;

/// `significand * 10^power`, exactly or to at least 128 bits.
fn decimal_magnitude(significand: BigUint, power: i64) -> Magnitude {
    let ten = BigUint::from(10u32).pow(power.unsigned_abs() as u32);
    if power >= 0 {
        return Magnitude::from_big(&(significand * ten), 0, false);
    }
    let shift = (130 + ten.bits()).saturating_sub(significand.bits());
    let dividend: BigUint = significand << shift;
    let quotient = &dividend / &ten;
    let sticky = &quotient * &ten != dividend;
    Magnitude::from_big(&quotient, -(shift as i64), sticky)
}

/// The exponent after the letter, and the length of both; zeros if there are no digits.
fn scan_exponent(text: &[u8], letter: u8) -> (i64, usize) {
    if !text
        .first()
        .is_some_and(|byte| byte.eq_ignore_ascii_case(&letter))
    {
        return (0, 0);
    }
    let negative = text.get(1) == Some(&b'-');
    let start = 1 + usize::from(negative || text.get(1) == Some(&b'+'));
    let digits = text[start.min(text.len())..]
        .iter()
        .take_while(|byte| byte.is_ascii_digit());
    let count = digits.clone().count();
    if count == 0 {
        return (0, 0);
    }
    let append = |sum: i64, &byte: &u8| {
        sum.saturating_mul(10)
            .saturating_add(i64::from(byte - b'0'))
    };
    let magnitude = digits.fold(0, append);
    (if negative { -magnitude } else { magnitude }, start + count)
}
