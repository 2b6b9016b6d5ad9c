//! Exponents and fractions: scaling, splitting, the next number.

use quell_bits::{Bits, FloatFormat, float};

use super::{EDOM, ERANGE, bits, exact, give, in_formats, put};
use crate::domain::Domain;
use crate::library::call::{Call, Outcome};

in_formats! { "" Double, "f" Single, "l" X87; {
    "ldexp" => scale(32),
    "scalbn" => scale(32),
    "scalbln" => scale(64),
    "frexp" => split_exponent,
    "modf" => split_fraction,
    "logb" => exponent_as_float,
    "ilogb" => exponent,
    "nextafter" => next_after(None),
    "nexttoward" => next_after(Some(FloatFormat::X87)),
    "nextup" => next(true),
    "nextdown" => next(false),
} }

/// The second argument is an `int` or a `long`.
fn scale<D: Domain>(c: &mut Call<D>, format: FloatFormat, width: u32) -> Outcome<D> {
    let value = bits(c, 0, format)?;
    let by = quell_bits::word::sign_extend(width, c.bits(1, width)?);
    let result = exact::scale(format, &value, by);
    let ordinary = float::is_finite(format, &value) && !float::is_zero(format, &value);
    let lost = float::is_inf(format, &result) || float::is_zero(format, &result);
    if ordinary && lost {
        c.machine.set_errno(ERANGE)?;
    }
    give(c, &result)
}

fn split_exponent<D: Domain>(c: &mut Call<D>, format: FloatFormat) -> Outcome<D> {
    let value = bits(c, 0, format)?;
    let (fraction, exponent) = exact::fraction_and_exponent(format, &value);
    put(c, 1, &Bits::from_i64(32, exponent))?;
    give(c, &fraction)
}

fn split_fraction<D: Domain>(c: &mut Call<D>, format: FloatFormat) -> Outcome<D> {
    let value = bits(c, 0, format)?;
    let (fraction, whole) = exact::fraction_and_whole(format, &value);
    put(c, 1, &whole)?;
    give(c, &fraction)
}

fn exponent_as_float<D: Domain>(c: &mut Call<D>, format: FloatFormat) -> Outcome<D> {
    let value = bits(c, 0, format)?;
    give(c, &exact::exponent_as_float(format, &value))
}

fn exponent<D: Domain>(c: &mut Call<D>, format: FloatFormat) -> Outcome<D> {
    let value = bits(c, 0, format)?;
    let exponent = match exact::exponent(format, &value) {
        Some(exponent) => exponent as i32,
        None => {
            c.machine.set_errno(EDOM)?;
            let infinite = float::is_inf(format, &value);
            if infinite { i32::MAX } else { i32::MIN }
        }
    };
    c.give_int(exponent)
}

/// The next number towards a second one of the same format or of the given one.
fn next_after<D: Domain>(
    c: &mut Call<D>,
    format: FloatFormat,
    wider: Option<FloatFormat>,
) -> Outcome<D> {
    let wider = wider.unwrap_or(format);
    let (value, towards) = (bits(c, 0, format)?, bits(c, 1, wider)?);
    let result = exact::next_after(format, &value, (wider, &towards));
    if out_of_range(format, &value, &result) {
        c.machine.set_errno(ERANGE)?;
    }
    give(c, &result)
}

/// Whether a step from a number overflows, or its result is subnormal. The C library does not count the step
/// away from zero.
fn out_of_range(format: FloatFormat, from: &Bits, to: &Bits) -> bool {
    let moved = from != to && !float::is_zero(format, from) && float::is_finite(format, from);
    moved && !float::is_nan(format, to) && !float::is_normal(format, to)
}

fn next<D: Domain>(c: &mut Call<D>, format: FloatFormat, up: bool) -> Outcome<D> {
    let value = bits(c, 0, format)?;
    let one = Bits::from_i64(8, if up { 1 } else { -1 });
    let one = float::from_int(format, &one, true);
    let infinity = float::div(format, &one, &Bits::zero(format.width()));
    give(c, &exact::next_after(format, &value, (format, &infinity)))
}
