//! Integer and floating-point literals.

use quell_bits::{Bits, FloatFormat, ParseBitsError};

use super::names::hex_digit;

/// A literal that does not fit its type, or is not one at all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LiteralError {
    OutOfRange,
    Malformed,
}

/// A decimal integer in `width` bits. It must fit as an unsigned or as a signed number.
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

/// `u0x...` and `s0x...`; the latter is negative when its first digit has the top bit set.
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

fn word_int(value: u64, negative: bool, width: u32) -> Result<Bits, LiteralError> {
    let fits = match negative {
        true => value <= 1 << (width - 1),
        false => width == 64 || value >> width == 0,
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

fn bit_length(limbs: &[u64]) -> u64 {
    match limbs.iter().rposition(|&limb| limb != 0) {
        Some(top) => top as u64 * 64 + u64::from(64 - limbs[top].leading_zeros()),
        None => 0,
    }
}

fn hex_limbs(digits: &[u8]) -> Result<Vec<u64>, LiteralError> {
    if digits.is_empty() {
        return Err(LiteralError::Malformed);
    }
    let limb = |group: &[u8]| {
        group.iter().try_fold(0u64, |value, &digit| {
            hex_digit(digit).map(|digit| value << 4 | u64::from(digit))
        })
    };
    let limbs = digits.rchunks(16).map(limb);
    limbs.collect::<Option<_>>().ok_or(LiteralError::Malformed)
}

/// A decimal floating-point literal. LLVM reads it as a double first; the narrower formats must
/// then hold it exactly.
pub(super) fn decimal_float(text: &str, format: FloatFormat) -> Result<Bits, LiteralError> {
    let value: f64 = text.parse().map_err(|_| LiteralError::Malformed)?;
    from_double(value.to_bits(), format)
}

/// `0x...` (the bits of a double) and the forms with a format's letter or the prefix `f`.
pub(super) fn hex_float(text: &[u8], format: FloatFormat) -> Result<Bits, LiteralError> {
    let (letter, digits) = match text {
        [b'f', b'0', b'x', digits @ ..] => (b'f', digits),
        [
            b'0',
            b'x',
            letter @ (b'K' | b'L' | b'M' | b'H' | b'R'),
            digits @ ..,
        ] => (*letter, digits),
        [b'0', b'x', digits @ ..] => (b'D', digits),
        _ => return Err(LiteralError::Malformed),
    };
    let limbs = hex_limbs(digits)?;
    let expected = match letter {
        b'D' => return from_double(fitting(&limbs, 64)?[0], format),
        b'H' => FloatFormat::Half,
        b'R' => FloatFormat::BFloat,
        b'K' => FloatFormat::X87,
        b'L' => return quad(&limbs, format),
        b'f' => format,
        _ => return Err(LiteralError::OutOfRange),
    };
    if expected != format {
        return Err(LiteralError::OutOfRange);
    }
    let width = format.width();
    Ok(Bits::from_limbs(width, fitting(&limbs, width)?))
}

/// `0xL` has its low half first.
fn quad(limbs: &[u64], format: FloatFormat) -> Result<Bits, LiteralError> {
    if format != FloatFormat::Quad {
        return Err(LiteralError::OutOfRange);
    }
    match *fitting(limbs, 128)? {
        [high, low] => Ok(Bits::from_limbs(128, &[low, high])),
        // With 16 digits or fewer only the low half is there.
        ref low => Ok(Bits::from_limbs(128, low)),
    }
}

fn fitting(limbs: &[u64], width: u32) -> Result<&[u64], LiteralError> {
    match bit_length(limbs) <= u64::from(width) {
        true => Ok(&limbs[..limbs.len().min(width.div_ceil(64) as usize)]),
        false => Err(LiteralError::OutOfRange),
    }
}

/// Exponent bits and fraction bits.
fn shape(format: FloatFormat) -> (u32, u32) {
    match format {
        FloatFormat::Half => (5, 10),
        FloatFormat::BFloat => (8, 7),
        FloatFormat::Single => (8, 23),
        FloatFormat::Double => (11, 52),
        FloatFormat::X87 => (15, 63),
        FloatFormat::Quad => (15, 112),
    }
}

/// A double in another format, without loss; the payload of a NaN is kept bit by bit.
fn from_double(bits: u64, format: FloatFormat) -> Result<Bits, LiteralError> {
    if format == FloatFormat::Double {
        return Ok(Bits::from_u64(64, bits));
    }
    let (exp_bits, frac_bits) = shape(format);
    let max = (1i64 << exp_bits) - 1;
    let bias = max >> 1;
    let fraction = bits & ((1 << 52) - 1);
    let (exponent, fraction) = match (bits >> 52 & 0x7ff) as i64 {
        0x7ff => (max, exact_shift(fraction.into(), frac_bits as i32 - 52)?),
        0 if fraction == 0 => (0, 0),
        raw => {
            let (exponent, significand) = normalised(raw, fraction);
            let biased = exponent + bias;
            let down = (1 - biased).clamp(0, 200) as i32;
            if biased >= max {
                return Err(LiteralError::OutOfRange);
            }
            let kept = exact_shift(significand, frac_bits as i32 - 52 - down)?;
            (biased.max(0), kept & ((1 << frac_bits) - 1))
        }
    };
    let integer_bit = format == FloatFormat::X87;
    let mut pattern = fraction | (exponent as u128) << (frac_bits + u32::from(integer_bit));
    if integer_bit && exponent != 0 {
        pattern |= 1 << 63;
    }
    pattern |= u128::from(bits >> 63) << (format.width() - 1);
    Ok(Bits::from_u128(format.width(), pattern))
}

/// Exponent and 53-bit significand of a finite double other than zero.
fn normalised(raw: i64, fraction: u64) -> (i64, u128) {
    if raw != 0 {
        return (raw - 1023, u128::from(fraction | 1 << 52));
    }
    let shift = i64::from(fraction.leading_zeros()) - 11;
    (-1022 - shift, u128::from(fraction) << shift)
}

/// Shifts left by `by`, or right when no bit is lost.
fn exact_shift(value: u128, by: i32) -> Result<u128, LiteralError> {
    if by >= 0 {
        return Ok(value << by);
    }
    let down = by.unsigned_abs();
    let lost = match down < 128 {
        true => value & ((1 << down) - 1),
        false => value,
    };
    match lost {
        0 => Ok(value.checked_shr(down).unwrap_or(0)),
        _ => Err(LiteralError::OutOfRange),
    }
}
