//! Exact decimal digits of a value, rounded where requested.

use super::FloatFormat;
use num_bigint::BigUint;

/// Where to round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cut {
    /// After this many digits behind the decimal point.
    Fraction(usize),
    /// After this many significant digits.
    Significant(usize),
}

/// A decimal number `0.d1d2d3... * 10^point`. Digits are ASCII and the first is not 0; zero has no
/// digits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Decimal {
    digits: Vec<u8>,
    point: i64,
}

/// More digits than any double has: from here on the host's formatting gains nothing.
const HOST_DIGITS: usize = 1100;

impl Decimal {
    /// The magnitude `significand * 2^exponent` of a value of `format`, rounded half to even.
    pub(super) fn of(format: FloatFormat, significand: u128, exponent: i64, cut: Cut) -> Decimal {
        let host = format.width() <= 64;
        match cut {
            _ if significand == 0 => Decimal {
                digits: Vec::new(),
                point: 0,
            },
            Cut::Significant(count @ 1..HOST_DIGITS) if host && exponent >= -1074 => {
                Decimal::from_host(significand as f64 * power(exponent), count)
            }
            _ => Decimal::exact(significand, exponent).rounded(cut),
        }
    }

    /// All digits of `significand * 2^exponent`: dividing by a power of two adds as many decimal
    /// places as multiplying by that power of five.
    pub(super) fn exact(significand: u128, exponent: i64) -> Decimal {
        let places = exponent.min(0).unsigned_abs();
        let shift = exponent.max(0).unsigned_abs();
        let fives = BigUint::from(5u32).pow(places as u32);
        let whole: BigUint = (BigUint::from(significand) << shift) * fives;
        let digits = whole.to_string().into_bytes();
        let point = digits.len() as i64 - places as i64;
        Decimal { digits, point }.trimmed()
    }

    /// The first `count` significant digits of a double, from the host's formatting, which is exact.
    fn from_host(value: f64, count: usize) -> Decimal {
        let text = format!("{:.*e}", count - 1, value);
        let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let digits = mantissa.bytes().filter(u8::is_ascii_digit).collect();
        let point = exponent.parse::<i64>().unwrap_or(0) + 1;
        Decimal { digits, point }.trimmed()
    }

    /// Drops zeros at the end.
    fn trimmed(mut self) -> Decimal {
        let kept = self
            .digits
            .iter()
            .rposition(|&digit| digit != b'0')
            .map_or(0, |last| last + 1);
        self.digits.truncate(kept);
        if kept == 0 {
            self.point = 0;
        }
        self
    }

    /// Rounds half to even.
    fn rounded(mut self, cut: Cut) -> Decimal {
        let kept = match cut {
            Cut::Significant(count) => count as i64,
            Cut::Fraction(places) => self.point.saturating_add(places as i64),
        };
        if kept >= self.digits.len() as i64 {
            return self;
        }
        let Ok(kept) = usize::try_from(kept) else {
            return Decimal {
                digits: Vec::new(),
                point: 0,
            };
        };
        let odd = kept > 0 && self.digits[kept - 1] & 1 == 1;
        let rest = &self.digits[kept..];
        // Without zeros at the end, a lone 5 is the only exact half.
        let up = rest[0] > b'5' || rest[0] == b'5' && (rest.len() > 1 || odd);
        self.digits.truncate(kept);
        if up {
            self.increment();
        }
        self.trimmed()
    }

    /// Adds one unit of the last digit.
    fn increment(&mut self) {
        while self.digits.last() == Some(&b'9') {
            self.digits.pop();
        }
        match self.digits.last_mut() {
            Some(digit) => *digit += 1,
            None => {
                self.digits.push(b'1');
                self.point += 1;
            }
        }
    }

    /// The digit at a distance from the first one; 0 outside.
    fn digit(&self, index: i64) -> char {
        let digit = usize::try_from(index)
            .ok()
            .and_then(|index| self.digits.get(index));
        digit.copied().map_or('0', char::from)
    }

    /// The digits at distances `from..to` from the first one.
    pub(super) fn range(&self, from: i64, to: i64) -> String {
        (from..to).map(|index| self.digit(index)).collect()
    }

    /// Number of digits, not counting zeros at the end.
    pub(super) fn len(&self) -> i64 {
        self.digits.len() as i64
    }

    /// How many digits stand before the point; negative for zeros behind it.
    pub(super) fn point(&self) -> i64 {
        self.point
    }

    /// The power of ten of the first digit; 0 for zero.
    pub(super) fn exponent(&self) -> i64 {
        if self.digits.is_empty() {
            0
        } else {
            self.point - 1
        }
    }
}

/// A power of two as a double, down to the least subnormal.
fn power(exponent: i64) -> f64 {
    let clamped = exponent.clamp(-1074, 1023);
    match clamped {
        -1074..=-1023 => f64::from_bits(1 << (clamped + 1074)),
        _ => f64::from_bits(((clamped + 1023) as u64) << 52),
    }
}

#[cfg(test)]
mod tests {
    //! Exact digits against the host's formatting.

    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn digits_agree_with_the_host(significand in 1..1u128 << 53, exponent in -1074..971i64, count in 1..60usize) {
            let exact = Decimal::exact(significand, exponent).rounded(Cut::Significant(count));
            let value = significand as f64 * power(exponent);
            prop_assert_eq!(exact, Decimal::from_host(value, count));
        }

        #[test]
        fn places_agree_with_the_host(significand in 0..1u128 << 20, shift in 0..20i64, places in 0..24usize) {
            let cut = Cut::Fraction(places);
            let decimal = Decimal::of(FloatFormat::Double, significand, -shift, cut);
            let text = format!("{:.*}", places, significand as f64 * power(-shift));
            let point = decimal.point();
            let whole = if point > 0 { decimal.range(0, point) } else { "0".to_owned() };
            let fraction = decimal.range(point, point + places as i64);
            prop_assert_eq!(format!("{whole}{fraction}"), text.replace('.', ""));
        }
    }
}
