//! Decimal forms of real numbers: shortest, fixed-point, with exponent.

use super::format::Descriptor;
use super::output::Real;
use super::shortest;

/// A decimal number `0.digits * 10**exponent`; zero has the digit 0 and the exponent 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decimal {
    pub digits: String,
    pub exponent: i32,
}

impl Decimal {
    /// Parses the form that `{:e}` prints.
    fn parse(text: &str) -> Self {
        let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
        let digits = mantissa.replace('.', "");
        let zero = digits.bytes().all(|digit| digit == b'0');
        Self {
            exponent: if zero {
                0
            } else {
                exponent.parse().unwrap_or(0) + 1
            },
            digits,
        }
    }

    /// Rounded to a number of significant digits, exactly, ties to even.
    fn rounded(value: f64, digits: usize) -> Self {
        Self::parse(&format!("{:.*e}", digits.saturating_sub(1), value.abs()))
    }
}

fn special(value: f64) -> Option<&'static str> {
    if value.is_nan() {
        Some("NaN")
    } else if value.is_infinite() {
        Some(if value > 0.0 { "Inf" } else { "-Inf" })
    } else {
        None
    }
}

fn sign(value: f64, plus: bool) -> &'static str {
    match (value.is_sign_negative(), plus) {
        (true, _) => "-",
        (false, true) => "+",
        (false, false) => "",
    }
}

/// The form of list-directed output and of `G0`: always with a point and without a zero before it; with an
/// exponent if the number is small, or has more digits before the point than the precision of its type.
pub fn shortest(real: Real) -> String {
    if let Some(text) = special(real.value) {
        return text.to_owned();
    }
    let sign = sign(real.value, false);
    let decimal = shortest::decimal(real);
    if real.value == 0.0 {
        return format!("{sign}0.");
    }
    let magnitude = Decimal::rounded(real.value, 1).exponent;
    let most = if real.width == 32 { 6 } else { 15 };
    let Decimal { digits, exponent } = decimal;
    if !(0..=most).contains(&magnitude) {
        let (first, rest) = digits.split_at(1);
        return format!(
            "{sign}{first}.{rest}{}",
            exponent_text('E', exponent - 1, None)
        );
    }
    match usize::try_from(exponent) {
        Ok(point) if point >= digits.len() => {
            format!("{sign}{digits}{}.", "0".repeat(point - digits.len()))
        }
        Ok(point) => format!("{sign}{}.{}", &digits[..point], &digits[point..]),
        Err(_) => format!(
            "{sign}.{}{digits}",
            "0".repeat(exponent.unsigned_abs() as usize)
        ),
    }
}

/// The exponent, with `digits` digits if given, else at least two with the letter or three without.
fn exponent_text(letter: char, exponent: i32, digits: Option<usize>) -> String {
    let sign = if exponent < 0 { '-' } else { '+' };
    let size = exponent.unsigned_abs();
    match digits {
        Some(0) => format!("{letter}{sign}{size}"),
        Some(digits) => format!("{letter}{sign}{size:0digits$}"),
        None => format!("{letter}{sign}{size:02}"),
    }
}

/// How a number is edited: the descriptor and the current modes.
#[derive(Clone, Copy, Debug)]
pub struct Edit {
    pub descriptor: Descriptor,
    pub plus: bool,
    /// The factor `kP`.
    pub scale: i32,
}

/// The text of a real number in its field.
pub fn field(real: Real, edit: Edit) -> String {
    let width = edit.descriptor.width.unwrap_or(0);
    if let Some(text) = special(real.value) {
        let text = if edit.plus && real.value > 0.0 {
            format!("+{text}")
        } else {
            text.to_owned()
        };
        return fit(&text, width);
    }
    match edit.descriptor.letter {
        b'F' => fixed(real.value, edit),
        b'G' => general(real, edit),
        _ => with_exponent(real.value, edit),
    }
}

/// Right-justified, or stars if it does not fit. A width of zero fits anything.
pub fn fit(text: &str, width: usize) -> String {
    match width {
        0 => text.to_owned(),
        width if text.len() > width => "*".repeat(width),
        width => format!("{text:>width$}"),
    }
}

fn fixed(value: f64, edit: Edit) -> String {
    let width = edit.descriptor.width.unwrap_or(0);
    let digits = edit.descriptor.digits.unwrap_or(0);
    let text = fixed_digits(value, digits, edit.scale);
    let sign = sign(value, edit.plus);
    join_fixed(sign, &text, width)
}

/// A magnitude times a power of ten with a number of digits after the point, and nothing before the point
/// instead of a zero.
fn fixed_digits(value: f64, digits: usize, scale: i32) -> String {
    let places = digits as i32 + scale;
    let all = match places {
        0.. => format!("{:.*}", places as usize, value.abs()).replace('.', ""),
        _ => rounded_left(value, places.unsigned_abs() as usize),
    };
    let all = all.trim_start_matches('0');
    let all = format!("{all:0>digits$}");
    let (whole, fraction) = all.split_at(all.len() - digits);
    format!("{whole}.{fraction}")
}

/// The integer part of a magnitude without its last digits.
fn rounded_left(value: f64, places: usize) -> String {
    let whole = format!("{:.0}", value.abs()).len();
    match whole.checked_sub(places) {
        Some(keep) if keep > 0 => {
            let decimal = Decimal::rounded(value, keep);
            let length = (decimal.exponent - places as i32).max(0) as usize;
            format!("{:0<length$}", decimal.digits)[..length].to_owned()
        }
        _ => String::new(),
    }
}

/// Adds a zero before the point if there is room for it.
fn join_fixed(sign: &str, text: &str, width: usize) -> String {
    let bare = text.starts_with('.');
    let short = format!("{sign}{text}");
    let only_point = text == ".";
    if bare && (width > short.len() || (only_point && width == 0)) {
        fit(&format!("{sign}0{text}"), width)
    } else {
        fit(&short, width)
    }
}

/// `E`, `D`, `ES` and `EN`.
fn with_exponent(value: f64, edit: Edit) -> String {
    let Descriptor {
        width,
        digits,
        exponent: exponent_width,
        letter,
        variant,
    } = edit.descriptor;
    let digits = digits.unwrap_or(0);
    let (before, significant) = match variant {
        b'S' => (1, digits + 1),
        b'N' => return engineering(value, edit),
        _ => scaled_digits(digits, edit.scale),
    };
    let decimal = Decimal::rounded(value, significant.max(1));
    let exponent = if value == 0.0 {
        0
    } else {
        decimal.exponent - before
    };
    let mut text = match before {
        1.. => {
            let all = format!("{:0<1$}", decimal.digits, before as usize);
            let (whole, fraction) = all.split_at(before as usize);
            format!("{whole}.{fraction}")
        }
        _ => format!(
            ".{}{}",
            "0".repeat(before.unsigned_abs() as usize),
            decimal.digits
        ),
    };
    let suffix = exponent_field(
        if letter == b'D' { 'D' } else { 'E' },
        exponent,
        exponent_width,
    );
    text.push_str(&suffix);
    join_fixed(sign(value, edit.plus), &text, width.unwrap_or(0))
}

/// The number of digits before the point, and in total, for a scale factor.
fn scaled_digits(digits: usize, scale: i32) -> (i32, usize) {
    match scale {
        ..=0 => (scale, digits.saturating_sub(scale.unsigned_abs() as usize)),
        _ => (scale, digits + 1),
    }
}

fn exponent_field(letter: char, exponent: i32, width: Option<usize>) -> String {
    match (width, exponent.unsigned_abs()) {
        (None, 100..) => {
            let sign = if exponent < 0 { '-' } else { '+' };
            format!("{sign}{}", exponent.unsigned_abs())
        }
        _ => exponent_text(letter, exponent, width),
    }
}

/// One to three digits before the point, and an exponent that is a multiple of three.
fn engineering(value: f64, edit: Edit) -> String {
    let digits = edit.descriptor.digits.unwrap_or(0);
    let before_of = |decimal: &Decimal| (decimal.exponent - 1).rem_euclid(3) + 1;
    let mut decimal = Decimal::rounded(value, digits + 1);
    for _ in 0..2 {
        let before = if value == 0.0 { 1 } else { before_of(&decimal) };
        decimal = Decimal::rounded(value, before as usize + digits);
    }
    let before = if value == 0.0 { 1 } else { before_of(&decimal) };
    let exponent = if value == 0.0 {
        0
    } else {
        decimal.exponent - before
    };
    let all = format!("{:0<1$}", decimal.digits, before as usize + digits);
    let (whole, fraction) = all.split_at(before as usize);
    let suffix = exponent_field('E', exponent, edit.descriptor.exponent);
    let text = format!("{}{whole}.{fraction}{suffix}", sign(value, edit.plus));
    fit(&text, edit.descriptor.width.unwrap_or(0))
}

/// `G`: fixed-point if the digits suffice, with blanks instead of the exponent.
fn general(real: Real, edit: Edit) -> String {
    let Descriptor {
        width,
        digits,
        exponent,
        ..
    } = edit.descriptor;
    let Some(digits) = digits else {
        return fit(&shortest(real), width.unwrap_or(0));
    };
    let magnitude = if real.value == 0.0 {
        1
    } else {
        Decimal::rounded(real.value, digits.max(1)).exponent
    };
    if !(0..=digits as i32).contains(&magnitude) {
        let letter = Descriptor {
            letter: b'E',
            ..edit.descriptor
        };
        return with_exponent(
            real.value,
            Edit {
                descriptor: letter,
                ..edit
            },
        );
    }
    let blanks = exponent.map_or(4, |exponent| exponent + 2);
    let inner = match width {
        None | Some(0) => 0,
        Some(width) => width.saturating_sub(blanks),
    };
    let descriptor = Descriptor {
        letter: b'F',
        width: Some(inner),
        digits: Some((digits as i32 - magnitude).max(0) as usize),
        ..edit.descriptor
    };
    let text = fixed(
        real.value,
        Edit {
            descriptor,
            scale: 0,
            ..edit
        },
    );
    match inner {
        0 => text,
        _ => format!("{text}{}", " ".repeat(blanks)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_forms_have_a_point_and_no_leading_zero() {
        let double = |value| shortest(Real { value, width: 64 });
        let single = |value: f32| {
            shortest(Real {
                value: value.into(),
                width: 32,
            })
        };
        assert_eq!(double(0.1), ".1");
        assert_eq!(double(-2.0), "-2.");
        assert_eq!(double(1e15), "1.E+15");
        assert_eq!(double(1e14), "100000000000000.");
        assert_eq!(single(123456.79), "123456.79");
        assert_eq!(single(999999.0), "9.99999E+05");
        assert_eq!(single(1e-38), "1.E-38");
        assert_eq!(double(-0.0), "-0.");
    }
}
