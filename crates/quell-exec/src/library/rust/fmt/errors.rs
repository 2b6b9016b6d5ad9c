//! Formats of errors of the standard library.

use crate::domain::Domain;
use crate::library::call::{Call, Outcome, models};
use crate::stop::Stop;

models! {
    "<core::num::error::ParseIntError as core::fmt::Display>::fmt" => int_error,
    "<core::num::error::IntErrorKind as core::fmt::Debug>::fmt" => int_error_kind,
    "<&core::num::error::IntErrorKind as core::fmt::Debug>::fmt" => int_error_kind_ref,
    "<core::num::error::TryFromIntError as core::fmt::Display>::fmt" => conversion_error,
    "<core::num::dec2flt::ParseFloatError as core::fmt::Display>::fmt" => float_error,
    "<core::str::error::ParseBoolError as core::fmt::Display>::fmt" => bool_error,
    "<core::char::convert::ParseCharError as core::fmt::Display>::fmt" => char_error,
    "<core::cell::BorrowError as core::fmt::Display>::fmt" => borrow_error,
    "<core::cell::BorrowMutError as core::fmt::Display>::fmt" => borrow_mut_error,
    "<core::fmt::Error as core::fmt::Display>::fmt" => format_error,
}

/// The variants of `IntErrorKind`, with their messages.
const INT_ERRORS: [(&str, &str); 5] = [
    ("Empty", "cannot parse integer from empty string"),
    ("InvalidDigit", "invalid digit found in string"),
    ("PosOverflow", "number too large to fit in target type"),
    ("NegOverflow", "number too small to fit in target type"),
    ("Zero", "number would be zero for non-zero type"),
];

const FLOAT_ERRORS: [&str; 2] = [
    "cannot parse float from empty string",
    "invalid float literal",
];

const CHAR_ERRORS: [&str; 2] = [
    "cannot parse char from empty string",
    "too many characters in string",
];

/// The variant of an error that is one byte.
fn variant<D: Domain>(c: &mut Call<D>) -> Result<usize, Stop> {
    let at = c.ptr(0)?;
    Ok(c.machine.get_number(&at, 1)? as usize)
}

fn say<D: Domain>(c: &mut Call<D>, text: &str) -> Outcome<D> {
    let formatter = c.formatter(1)?;
    c.put(&formatter, &formatter.options.pad(text))
}

fn int_error<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let kind = variant(c)?;
    say(c, INT_ERRORS.get(kind).map_or("", |error| error.1))
}

fn int_error_kind<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let kind = variant(c)?;
    name_kind(c, kind)
}

fn int_error_kind_ref<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let at = c.ptr(0)?;
    let at = c.machine.get_ptr(&at)?;
    let kind = c.machine.get_number(&at, 1)? as usize;
    name_kind(c, kind)
}

fn name_kind<D: Domain>(c: &mut Call<D>, kind: usize) -> Outcome<D> {
    let formatter = c.formatter(1)?;
    c.put(&formatter, INT_ERRORS.get(kind).map_or("", |error| error.0))
}

fn conversion_error<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    say(c, "out of range integral type conversion attempted")
}

fn float_error<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let kind = variant(c)?;
    say(c, FLOAT_ERRORS.get(kind).copied().unwrap_or_default())
}

fn bool_error<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    say(c, "provided string was not `true` or `false`")
}

fn char_error<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let kind = variant(c)?;
    say(c, CHAR_ERRORS.get(kind).copied().unwrap_or_default())
}

fn borrow_error<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    say(c, "already mutably borrowed")
}

fn borrow_mut_error<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    say(c, "already borrowed")
}

fn format_error<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    say(c, "an error occurred when formatting an argument")
}
