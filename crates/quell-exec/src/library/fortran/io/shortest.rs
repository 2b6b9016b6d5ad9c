//! The shortest decimal that identifies a number of a type.
//!
//! All decimals between the midpoints to the neighbouring numbers identify the number. The first digit in
//! which the midpoints differ is the last one needed. If several values of it are possible, flang takes the
//! middle one, which need not be the nearest to the number.

use super::output::Real;
use super::real::Decimal;

/// A decimal number without sign: digits, most significant first, the last `fraction` of them behind the
/// point.
#[derive(Clone, Debug)]
struct Fixed {
    digits: Vec<u8>,
    fraction: usize,
}

/// The shortest digits of a finite number other than zero.
pub fn decimal(real: Real) -> Decimal {
    let (below, value, above) = neighbours(real);
    let fraction = fraction_digits(below);
    let [below, value, above] = [below, value, above].map(|value| exact(value, fraction));
    let low = middle(&below, &value);
    let high = just_below(&middle(&value, &above));
    between(&low, &high)
}

/// The magnitude of the number and its neighbours.
fn neighbours(real: Real) -> (f64, f64, f64) {
    let value = real.value.abs();
    let (below, above) = match real.width {
        32 => {
            let single = value as f32;
            (single.next_down().into(), single.next_up().into())
        }
        _ => (value.next_down(), value.next_up()),
    };
    (below, value, if above.is_finite() { above } else { value })
}

/// The largest number of decimal digits behind the point: that of the last bit behind the binary point.
fn fraction_digits(value: f64) -> usize {
    let exponent = ((value.to_bits() >> 52) & 0x7ff) as i64;
    (1075 - exponent.max(1)).max(0) as usize
}

fn exact(value: f64, fraction: usize) -> Fixed {
    let text = format!("{value:.fraction$}");
    let digits = text.bytes().filter(u8::is_ascii_digit);
    Fixed {
        digits: digits.map(|digit| digit - b'0').collect(),
        fraction,
    }
}

/// The midpoint of two numbers: five times their sum, shifted by one decimal.
fn middle(a: &Fixed, b: &Fixed) -> Fixed {
    let length = a.digits.len().max(b.digits.len()) + 2;
    let digit = |number: &Fixed, place: usize| {
        let index = number.digits.len().checked_sub(place + 1);
        index.map_or(0, |index| u32::from(number.digits[index]))
    };
    let mut carry = 0;
    let mut digits = vec![0; length];
    for place in 0..length {
        let sum = 5 * (digit(a, place) + digit(b, place)) + carry;
        digits[length - 1 - place] = (sum % 10) as u8;
        carry = sum / 10;
    }
    Fixed {
        digits,
        fraction: a.fraction + 1,
    }
}

/// The number minus one unit in its last place.
fn just_below(number: &Fixed) -> Fixed {
    let mut digits = number.digits.clone();
    for digit in digits.iter_mut().rev() {
        if *digit > 0 {
            *digit -= 1;
            break;
        }
        *digit = 9;
    }
    Fixed {
        digits,
        fraction: number.fraction,
    }
}

/// The common leading digits of both bounds, and one digit between those in which they differ.
fn between(low: &Fixed, high: &Fixed) -> Decimal {
    let length = low.digits.len().max(high.digits.len());
    let aligned = |number: &Fixed| {
        let mut digits = vec![0; length - number.digits.len()];
        digits.extend_from_slice(&number.digits);
        digits
    };
    let (low, fraction) = (aligned(low), low.fraction);
    let high = aligned(high);
    let pairs = low.iter().zip(&high);
    let differing = pairs.clone().position(|(low, high)| low != high);
    let last = differing.unwrap_or(length - 1);
    let mut digits = high[..=last].to_vec();
    digits[last] -= high[last].saturating_sub(low[last]) / 2;
    let leading = digits.iter().take_while(|digit| **digit == 0).count();
    let text: String = digits[leading..]
        .iter()
        .map(|digit| char::from(b'0' + digit))
        .collect();
    Decimal {
        digits: text.trim_end_matches('0').to_owned(),
        exponent: length as i32 - fraction as i32 - leading as i32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digits(value: f64, width: u32) -> (String, i32) {
        let decimal = decimal(Real { value, width });
        (decimal.digits, decimal.exponent)
    }

    #[test]
    fn digits_are_shortest_and_identify_the_number() {
        assert_eq!(digits(0.1, 64), ("1".to_owned(), 0));
        assert_eq!(digits(10.0, 64), ("1".to_owned(), 2));
        assert_eq!(
            digits((6.0f32 / 7.0).into(), 32),
            ("85714286".to_owned(), 0)
        );
        let mut bits = 1u64;
        for _ in 0..2000 {
            bits = bits
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            let value = f64::from_bits(bits).abs();
            if !value.is_finite() || value == 0.0 {
                continue;
            }
            let (digits, exponent) = digits(value, 64);
            assert_eq!(format!("0.{digits}e{exponent}").parse(), Ok(value));
            let shortest = format!("{value:e}").replace('.', "");
            let shortest = shortest.split('e').next().map_or(0, str::len);
            assert_eq!(digits.len(), shortest, "{value:e} {digits}");
        }
    }
}
