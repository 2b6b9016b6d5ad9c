//! Classification of numbers, and construction of NaNs.

use quell_bits::{Bits, FloatFormat, float};

use super::{bits, give, in_formats};
use crate::domain::Domain;
use crate::library::call::{Call, Outcome};

in_formats! { "" Double, "f" Single, "l" X87; {
    "isnan" => is_nan,
    "__isnan" => is_nan,
    "isinf" => is_infinite,
    "__isinf" => is_infinite,
    "finite" => is_finite,
    "__finite" => is_finite,
    "__signbit" => sign_bit,
    "__fpclassify" => classify,
    "nan" => nan,
} }

/// For a `long double`, glibc returns its sign and exponent.
fn is_nan<D: Domain>(c: &mut Call<D>, format: FloatFormat) -> Outcome<D> {
    let answer = match format {
        FloatFormat::X87 => 0xffff,
        _ => 1,
    };
    let nan = float::is_nan(format, &bits(c, 0, format)?);
    c.give_int(if nan { answer } else { 0 })
}

fn is_infinite<D: Domain>(c: &mut Call<D>, format: FloatFormat) -> Outcome<D> {
    let value = bits(c, 0, format)?;
    let sign = if float::sign(format, &value) { -1 } else { 1 };
    c.give_int(if float::is_inf(format, &value) {
        sign
    } else {
        0
    })
}

fn is_finite<D: Domain>(c: &mut Call<D>, format: FloatFormat) -> Outcome<D> {
    let value = bits(c, 0, format)?;
    c.give_bool(float::is_finite(format, &value))
}

/// The sign bit in the position where glibc's code leaves it.
fn sign_bit<D: Domain>(c: &mut Call<D>, format: FloatFormat) -> Outcome<D> {
    let bit = match format {
        FloatFormat::Single => 0x8,
        FloatFormat::Double => 0x80,
        _ => 0x200,
    };
    let negative = float::sign(format, &bits(c, 0, format)?);
    c.give_int(if negative { bit } else { 0 })
}

/// One of `FP_NAN` to `FP_NORMAL`.
fn classify<D: Domain>(c: &mut Call<D>, format: FloatFormat) -> Outcome<D> {
    let value = bits(c, 0, format)?;
    let tests = [
        float::is_nan,
        float::is_inf,
        float::is_zero,
        float::is_subnormal,
    ];
    let class = tests.iter().position(|test| test(format, &value));
    c.give_int(class.unwrap_or(tests.len()) as i32)
}

/// A quiet NaN with a payload from a text.
fn nan<D: Domain>(c: &mut Call<D>, format: FloatFormat) -> Outcome<D> {
    let mut text = b"nan(".to_vec();
    text.extend(c.string(0)?);
    text.push(b')');
    let parsed = float::parse::strtod(format, &text);
    let whole = float::is_nan(format, &parsed.bits);
    let bits = if whole {
        parsed.bits
    } else {
        Bits::zero(format.width())
    };
    give(c, &bits)
}
