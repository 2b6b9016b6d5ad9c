//! Text of values as C's `printf` writes it: exact, rounded half to even.
//!
//! All functions return the text of the magnitude, without sign or padding: the caller knows the
//! flags, and [`super::sign`] returns the sign, of NaNs too.

use super::decimal::{Cut, Decimal};
use super::unpack::{Unpacked, unpack};
use super::{FloatFormat, convert};
use crate::Bits;

/// The parts of a conversion specification that change the digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Style {
    /// The precision; without one, 6, or as many hexadecimal digits as the value has.
    pub precision: Option<usize>,
    /// The flag `#`: keeps the point, and in the general form the zeros at the end.
    pub alternate: bool,
    /// Upper-case letters, as in `%E`.
    pub uppercase: bool,
}

impl Style {
    /// A style with a precision and no flags.
    #[must_use]
    pub fn with_precision(precision: usize) -> Style {
        Style {
            precision: Some(precision),
            ..Style::default()
        }
    }

    /// The precision, or the default; at most what a C `int` holds.
    fn places(&self, default: usize) -> usize {
        self.precision.unwrap_or(default).min(i32::MAX as usize)
    }

    fn cased(&self, text: String) -> String {
        if self.uppercase {
            text.to_ascii_uppercase()
        } else {
            text
        }
    }
}

/// A finite magnitude, or the word for a NaN or an infinity.
enum Printable {
    Word(&'static str),
    Finite { significand: u128, exponent: i64 },
}

fn printable(format: FloatFormat, bits: &Bits) -> Printable {
    match unpack(format, format.raw(bits)) {
        Unpacked::Nan => Printable::Word("nan"),
        Unpacked::Infinity { .. } => Printable::Word("inf"),
        Unpacked::Finite {
            significand,
            exponent,
            ..
        } => Printable::Finite {
            significand,
            exponent,
        },
    }
}

/// Renders a value from its digits, rounded at `cut`.
fn render(
    format: FloatFormat,
    bits: &Bits,
    style: Style,
    cut: Cut,
    form: impl Fn(&Decimal) -> String,
) -> String {
    style.cased(match printable(format, bits) {
        Printable::Word(word) => word.to_owned(),
        Printable::Finite {
            significand,
            exponent,
        } => form(&Decimal::of(format, significand, exponent, cut)),
    })
}

/// `%f`: `123.450000`.
#[must_use]
pub fn fixed(format: FloatFormat, bits: &Bits, style: Style) -> String {
    let places = style.places(6);
    render(format, bits, style, Cut::Fraction(places), |decimal| {
        plain(decimal, places as i64, style.alternate)
    })
}

/// `%e`: `1.234500e+02`.
#[must_use]
pub fn scientific(format: FloatFormat, bits: &Bits, style: Style) -> String {
    let places = style.places(6);
    render(
        format,
        bits,
        style,
        Cut::Significant(places.saturating_add(1)),
        |decimal| with_exponent(decimal, places as i64, style.alternate),
    )
}

/// `%g`: the shorter of the two, without zeros at the end unless `#` is given.
#[must_use]
pub fn general(format: FloatFormat, bits: &Bits, style: Style) -> String {
    let digits = style.places(6).max(1);
    render(format, bits, style, Cut::Significant(digits), |decimal| {
        if style.alternate && outgrows(format, bits, decimal, digits as i64) {
            return with_exponent(decimal, 0, true);
        }
        general_form(decimal, digits as i64, style.alternate)
    })
}

/// Whether a number that would fit without an exponent, such as 999999.5, is rounded to one that
/// does not. glibc drops the zeros of such a number even where `#` asks for them.
fn outgrows(format: FloatFormat, bits: &Bits, rounded: &Decimal, digits: i64) -> bool {
    let before = match printable(format, bits) {
        Printable::Finite {
            significand,
            exponent,
        } if rounded.exponent() == digits => Decimal::exact(significand, exponent).exponent(),
        _ => return false,
    };
    before < digits
}

fn general_form(decimal: &Decimal, digits: i64, alternate: bool) -> String {
    let exponent = decimal.exponent();
    let shown = if alternate {
        digits
    } else {
        decimal.len().max(1)
    };
    if exponent < -4 || exponent >= digits {
        return with_exponent(decimal, shown - 1, alternate);
    }
    plain(decimal, (shown - 1 - exponent).max(0), alternate)
}

/// Digits with `places` of them behind the point.
fn plain(decimal: &Decimal, places: i64, alternate: bool) -> String {
    let point = decimal.point();
    let whole = if point > 0 {
        decimal.range(0, point)
    } else {
        "0".to_owned()
    };
    whole
        + &fraction(
            decimal.range(point, point.saturating_add(places)),
            alternate,
        )
}

/// One digit, `places` digits behind the point, and a power of ten.
fn with_exponent(decimal: &Decimal, places: i64, alternate: bool) -> String {
    let exponent = decimal.exponent();
    let places = fraction(decimal.range(1, places.saturating_add(1)), alternate);
    let sign = if exponent < 0 { '-' } else { '+' };
    format!(
        "{}{places}e{sign}{:02}",
        decimal.range(0, 1),
        exponent.abs()
    )
}

/// The digits behind the point, with the point if there are any digits or `#` asks for it.
fn fraction(digits: String, alternate: bool) -> String {
    if digits.is_empty() && !alternate {
        digits
    } else {
        format!(".{digits}")
    }
}

/// The shortest digits that are read back as the same value, in the general form: `0.1`, `1e+300`.
#[must_use]
pub fn shortest(format: FloatFormat, bits: &Bits) -> String {
    let Printable::Finite {
        significand,
        exponent,
    } = printable(format, bits)
    else {
        return general(format, bits, Style::default());
    };
    let magnitude = super::abs(format, bits);
    // 36 digits distinguish any two quads.
    let candidates = (1..=36).map(|digits| {
        let decimal = Decimal::of(format, significand, exponent, Cut::Significant(digits));
        general_form(&decimal, 17, false)
    });
    let same = |text: &String| super::parse::strtod(format, text.as_bytes()).bits == magnitude;
    let all = || general(format, bits, Style::with_precision(40));
    candidates.into_iter().find(same).unwrap_or_else(all)
}

/// `%a`: `0x1.8p+1`. The first digit is 1 for normal values, except that the x87 format shows its
/// significand in whole digits from the top, so that the first is 8 to f. Formats below `double`
/// are shown as doubles, which is how C passes them.
#[must_use]
pub fn hex(format: FloatFormat, bits: &Bits, style: Style) -> String {
    if format.width() < 64 {
        return hex(
            FloatFormat::Double,
            &convert(format, FloatFormat::Double, bits),
            style,
        );
    }
    style.cased(match printable(format, bits) {
        Printable::Word(word) => word.to_owned(),
        Printable::Finite {
            significand,
            exponent,
        } => hex_form(HexDigits::of(format, significand, exponent), style),
    })
}

/// A first digit, digits behind the point as one number, and a power of two.
struct HexDigits {
    first: u128,
    rest: u128,
    count: u32,
    exponent: i64,
}

impl HexDigits {
    fn of(format: FloatFormat, significand: u128, exponent: i64) -> HexDigits {
        let rest_bits = if format.has_integer_bit() {
            60
        } else {
            format.significand_bits() - 1
        };
        HexDigits {
            first: significand >> rest_bits,
            rest: significand & ((1 << rest_bits) - 1),
            count: rest_bits / 4,
            exponent: if significand == 0 {
                0
            } else {
                exponent + i64::from(rest_bits)
            },
        }
    }

    /// Keeps `count` digits behind the point, rounding half to even.
    fn rounded(self, count: u32) -> HexDigits {
        let shift = 4 * (self.count - count);
        let all = self.first << (4 * self.count) | self.rest;
        let (kept, lost) = (all >> shift, all & ((1 << shift) - 1));
        let half = (1u128 << shift) >> 1;
        let up = lost > half || lost == half && lost != 0 && kept & 1 == 1;
        let kept = kept + u128::from(up);
        let first = kept >> (4 * count);
        let rest = kept & ((1 << (4 * count)) - 1);
        match first {
            16 => HexDigits {
                first: 1,
                rest,
                count,
                exponent: self.exponent + 4,
            },
            _ => HexDigits {
                first,
                rest,
                count,
                exponent: self.exponent,
            },
        }
    }
}

fn hex_form(digits: HexDigits, style: Style) -> String {
    let needed = digits.count - (digits.rest.trailing_zeros() / 4).min(digits.count);
    let places = style.places(needed as usize);
    let kept = u32::try_from(places).unwrap_or(u32::MAX).min(digits.count);
    let HexDigits {
        first,
        rest,
        exponent,
        ..
    } = digits.rounded(kept);
    let stored = if kept > 0 {
        format!("{rest:0width$x}", width = kept as usize)
    } else {
        String::new()
    };
    let padding = "0".repeat(places - kept as usize);
    let places = fraction(stored + &padding, style.alternate);
    format!("0x{first:x}{places}p{exponent:+}")
}
