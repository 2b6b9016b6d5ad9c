//! Integers and floats by their ranges.

use quell_bits::float::parse::{RangeStatus, strtod};
use quell_bits::float::{self, format};
use quell_bits::{Bits, FloatFormat};

/// The bits of an integer, if it is in the range of its type. Where the sign is not known, either
/// reading will do.
pub fn integer_bits(
    negative: bool,
    magnitude: u128,
    bits: u32,
    signed: Option<bool>,
) -> Option<u128> {
    let bits = bits.clamp(1, 128);
    let mask = u128::MAX >> (128 - bits);
    let half = 1u128 << (bits - 1);
    let fits = match (negative, signed) {
        (true, Some(false)) => magnitude == 0,
        (true, _) => magnitude <= half,
        (false, Some(true)) => magnitude < half,
        (false, _) => magnitude <= mask,
    };
    let value = if negative {
        magnitude.wrapping_neg()
    } else {
        magnitude
    };
    fits.then_some(value & mask)
}

/// The range of a type, for messages.
pub fn range(bits: u32, signed: Option<bool>) -> String {
    let bits = bits.clamp(1, 128);
    let mask = u128::MAX >> (128 - bits);
    let half = 1u128 << (bits - 1);
    match signed {
        Some(true) => format!("-{half} to {}", half - 1),
        Some(false) => format!("0 to {mask}"),
        None => format!("-{half} to {mask}"),
    }
}

/// An integer as it is written. Of unknown sign it is shown as signed.
pub fn integer_text(value: u128, bits: u32, signed: Option<bool>) -> String {
    let bits = bits.clamp(1, 128);
    match signed {
        Some(false) => value.to_string(),
        _ => signed_value(value, bits).to_string(),
    }
}

/// The two's complement reading.
pub fn signed_value(value: u128, bits: u32) -> i128 {
    let shift = 128 - bits.clamp(1, 128);
    ((value << shift) as i128) >> shift
}

/// The bits of a float; `None` if the text is no number or too great for the format.
pub fn float_bits(format: FloatFormat, text: &str) -> Option<u128> {
    let read = strtod(format, text.as_bytes());
    let whole = read.consumed == text.len() && !text.is_empty();
    let fits = read.status != RangeStatus::Overflow;
    (whole && fits).then(|| read.bits.low_u128())
}

/// A float in the shortest form that gives the same value back; always recognisable as a float.
pub fn float_text(format: FloatFormat, value: u128) -> String {
    let bits = Bits::from_u128(format.width(), value);
    let digits = format::shortest(format, &bits);
    let negative = float::sign(format, &bits) && !float::is_nan(format, &bits);
    let sign = if negative { "-" } else { "" };
    match digits.contains(['.', 'e', 'n', 'i']) {
        true => format!("{sign}{digits}"),
        false => format!("{sign}{digits}.0"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Exhaustive on 8 bits: what is written is read back, and what is out of range is refused.
    #[test]
    fn bytes() {
        for value in -300i32..=300 {
            let (negative, magnitude) = (value < 0, u128::from(value.unsigned_abs()));
            let signed = integer_bits(negative, magnitude, 8, Some(true));
            let unsigned = integer_bits(negative, magnitude, 8, Some(false));
            let either = integer_bits(negative, magnitude, 8, None);
            assert_eq!(signed.is_some(), i8::try_from(value).is_ok());
            assert_eq!(unsigned.is_some(), u8::try_from(value).is_ok());
            assert_eq!(either, signed.or(unsigned));
            let text = value.to_string();
            assert!(signed.is_none_or(|bits| integer_text(bits, 8, Some(true)) == text));
            assert!(unsigned.is_none_or(|bits| integer_text(bits, 8, Some(false)) == text));
        }
    }

    #[test]
    fn the_widest() {
        let lowest = integer_bits(true, 1 << 127, 128, Some(true)).unwrap();
        assert_eq!(integer_text(lowest, 128, Some(true)), i128::MIN.to_string());
        assert_eq!(integer_bits(false, 1 << 127, 128, Some(true)), None);
        assert_eq!(range(8, Some(true)), "-128 to 127");
        assert_eq!(range(16, Some(false)), "0 to 65535");
        assert_eq!(range(8, None), "-128 to 255");
    }

    #[test]
    fn floats_show_as_floats() {
        let cases = [
            ("1", "1.0"),
            ("0.1", "0.1"),
            ("-0.0", "-0.0"),
            ("-2.5", "-2.5"),
            ("1e300", "1e+300"),
            ("inf", "inf"),
            ("-inf", "-inf"),
            ("-nan", "nan"),
            ("nan", "nan"),
        ];
        for (text, shown) in cases {
            let bits = float_bits(FloatFormat::Double, text).unwrap();
            assert_eq!(float_text(FloatFormat::Double, bits), shown);
        }
        assert_eq!(float_bits(FloatFormat::Single, "1e39"), None);
        assert_eq!(float_bits(FloatFormat::Single, "1x"), None);
    }
}
