//! Floating-point constants as LLVM's textual IR writes them.
//!
//! Besides decimal numbers there are bit patterns: `0x` with the pattern of a *double* (also for
//! `float`, `half` and `bfloat`, converted exactly), and `0xK`, `0xL`, `0xH` and `0xR` with patterns
//! of the x87, quad, half and bfloat formats. The newer spellings are read too: `f0x` with the
//! pattern in the constant's own format, C's hexadecimal numbers, `+inf`, `-qnan`, `+nan(0x1)`,
//! `+snan(0x1)`. [`print`] writes spellings that every LLVM version accepts.

use super::parse::{RangeStatus, strtod};
use super::unpack::{Unpacked, infinity, unpack};
use super::{FloatFormat, convert, format, nan};
use crate::{Bits, ParseBitsError};

/// Why a text is not a constant of the requested format.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseFloatError {
    /// It is not a number in any notation.
    #[error("not a floating-point constant")]
    Malformed,
    /// The digits of a bit pattern are invalid.
    #[error("invalid bit pattern: {0}")]
    Pattern(#[from] ParseBitsError),
    /// The pattern belongs to another format than the constant.
    #[error("bit pattern of type {found} for a constant of type {wanted}")]
    OtherFormat {
        /// The format of the pattern.
        found: &'static str,
        /// The format of the constant.
        wanted: &'static str,
    },
    /// The number cannot be represented exactly, or is out of range.
    #[error("number cannot be represented in type {0}")]
    NotExact(&'static str),
    /// `ppc_fp128`, a pair of doubles, which no supported target has.
    #[error("ppc_fp128 constants are not supported")]
    DoubleDouble,
}

/// Reads a constant of a format.
pub fn parse(format: FloatFormat, text: &str) -> Result<Bits, ParseFloatError> {
    if let Some(digits) = text.strip_prefix("f0x") {
        return Ok(Bits::parse_hex(format.width(), digits)?);
    }
    let Some(pattern) = text.strip_prefix("0x") else {
        return parse_number(format, text);
    };
    let tagged = pattern.split_at_checked(1).unwrap_or(("", ""));
    match tagged {
        ("K", digits) => of_format(FloatFormat::X87, format, Bits::parse_hex(80, digits)?),
        ("L", digits) => of_format(
            FloatFormat::Quad,
            format,
            swap_halves(&Bits::parse_hex(128, digits)?),
        ),
        ("H", digits) => of_format(FloatFormat::Half, format, Bits::parse_hex(16, digits)?),
        ("R", digits) => of_format(FloatFormat::BFloat, format, Bits::parse_hex(16, digits)?),
        ("M", _) => Err(ParseFloatError::DoubleDouble),
        _ if pattern.contains(['.', 'p']) => parse_number(format, text),
        _ => narrow(format, &Bits::parse_hex(64, pattern)?),
    }
}

/// A pattern that must be of the constant's own format.
fn of_format(found: FloatFormat, wanted: FloatFormat, bits: Bits) -> Result<Bits, ParseFloatError> {
    if found == wanted {
        return Ok(bits);
    }
    Err(ParseFloatError::OtherFormat {
        found: found.name(),
        wanted: wanted.name(),
    })
}

/// Quads are written with their low half first.
fn swap_halves(bits: &Bits) -> Bits {
    bits.rotl_u32(64)
}

/// A double as a value of the format, if it is representable. Signaling NaNs stay signaling.
fn narrow(format: FloatFormat, double: &Bits) -> Result<Bits, ParseFloatError> {
    let inexact = ParseFloatError::NotExact(format.name());
    let raw = FloatFormat::Double.raw(double);
    if nan::is_nan(FloatFormat::Double, raw) {
        let (moved, lost) = nan::reformat(FloatFormat::Double, format, raw);
        return if lost {
            Err(inexact)
        } else {
            Ok(format.bits(moved))
        };
    }
    let value = convert(FloatFormat::Double, format, double);
    if convert(format, FloatFormat::Double, &value) == *double {
        Ok(value)
    } else {
        Err(inexact)
    }
}

/// A number or one of the words for infinities and NaNs. Decimal numbers are read as doubles first,
/// as in LLVM.
fn parse_number(format: FloatFormat, text: &str) -> Result<Bits, ParseFloatError> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    if unsigned.starts_with(|first: char| first.is_ascii_digit()) {
        let parsed = strtod(FloatFormat::Double, text.as_bytes());
        return match parsed.status {
            _ if parsed.consumed != text.len() => Err(ParseFloatError::Malformed),
            RangeStatus::Overflow => Err(ParseFloatError::NotExact(format.name())),
            _ => narrow(format, &parsed.bits),
        };
    }
    let magnitude = word(format, unsigned)?;
    Ok(match text.as_bytes().first() {
        Some(b'-') => super::neg(format, &magnitude),
        Some(b'+') => magnitude,
        _ => return Err(ParseFloatError::Malformed),
    })
}

/// `inf`, `qnan`, `nan(0x...)` or `snan(0x...)`.
fn word(format: FloatFormat, text: &str) -> Result<Bits, ParseFloatError> {
    let infinity = infinity(format, false);
    let payload = |prefix| text.strip_prefix(prefix)?.strip_suffix(')');
    let (kind, digits) = match (text, payload("nan(0x"), payload("snan(0x")) {
        ("inf", ..) => return Ok(format.bits(infinity)),
        ("qnan", ..) => return Ok(format.bits(infinity | format.quiet_bit())),
        (_, Some(digits), _) => (format.quiet_bit(), digits),
        (_, _, Some(digits)) => (0, digits),
        _ => return Err(ParseFloatError::Malformed),
    };
    let payload = Bits::parse_hex(format.significand_bits() - 2, digits)?;
    if kind == 0 && payload.is_zero() {
        return Err(ParseFloatError::Malformed);
    }
    Ok(format.bits(infinity | kind | payload.low_u128()))
}

/// Writes a constant: doubles and floats in decimal where six digits are exact, everything else as a
/// bit pattern. [`parse`] reads the same bits back.
#[must_use]
pub fn print(format: FloatFormat, bits: &Bits) -> String {
    let raw = format.raw(bits);
    match format {
        FloatFormat::Half => format!("0xH{raw:04X}"),
        FloatFormat::BFloat => format!("0xR{raw:04X}"),
        FloatFormat::X87 => format!("0xK{raw:020X}"),
        FloatFormat::Quad => format!("0xL{:016X}{:016X}", raw as u64, (raw >> 64) as u64),
        FloatFormat::Single => print_double(&widen(raw)),
        FloatFormat::Double => print_double(&format.bits(raw)),
    }
}

/// A float as a double, signaling NaNs included.
fn widen(raw: u128) -> Bits {
    let (single, double) = (FloatFormat::Single, FloatFormat::Double);
    match unpack(single, raw) {
        Unpacked::Nan => double.bits(nan::reformat(single, double, raw).0),
        _ => convert(single, double, &single.bits(raw)),
    }
}

fn print_double(bits: &Bits) -> String {
    let double = FloatFormat::Double;
    let sign = if super::sign(double, bits) { "-" } else { "" };
    // LLVM writes six significant digits and then a zero.
    let digits = format::scientific(double, bits, format::Style::with_precision(5));
    let decimal = format!("{sign}{}", digits.replace('e', "0e"));
    let exact = super::is_finite(double, bits) && parse(double, &decimal).as_ref() == Ok(bits);
    if exact {
        decimal
    } else {
        format!("0x{:X}", bits.low_u64())
    }
}
