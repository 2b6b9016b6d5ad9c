//! Formats of integers and floating-point numbers.

use super::formatter::sign_of;
use super::options::Options;
use crate::domain::Domain;
use crate::library::Table;
use crate::library::call::{Call, Outcome};
use crate::library::rust::table::for_integers;
use crate::memory::{Extent, Memory};
use crate::stop::{Stop, StopKind};
use crate::value::Val;

/// The digits of a magnitude: the shortest for its type, or with a precision.
macro_rules! float_digits {
    ($value:expr, $form:expr, $options:expr) => {{
        let value = $value;
        match ($form, $options.precision()) {
            (Form::Display | Form::Debug, Some(precision)) => format!("{value:.precision$}"),
            (Form::Display, None) => format!("{value}"),
            (Form::Debug, None) => format!("{value:?}"),
            (Form::LowerExp, Some(precision)) => format!("{value:.precision$e}"),
            (Form::LowerExp, None) => format!("{value:e}"),
            (Form::UpperExp, Some(precision)) => format!("{value:.precision$E}"),
            (Form::UpperExp, None) => format!("{value:E}"),
        }
    }};
}

/// The format of an integer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Style {
    Decimal,
    /// Decimal, unless flags select hexadecimal digits.
    Debug,
    LowerHex,
    UpperHex,
    Octal,
    Binary,
    LowerExp,
    UpperExp,
}

pub fn integers<D: Domain>() -> Vec<Table<D>> {
    vec![
        for_integers!("<", " as core::fmt::Display>::fmt", integer, Style::Decimal),
        for_integers!("<", " as core::fmt::Debug>::fmt", integer, Style::Debug),
        for_integers!(
            "<",
            " as core::fmt::LowerHex>::fmt",
            integer,
            Style::LowerHex
        ),
        for_integers!(
            "<",
            " as core::fmt::UpperHex>::fmt",
            integer,
            Style::UpperHex
        ),
        for_integers!("<", " as core::fmt::Octal>::fmt", integer, Style::Octal),
        for_integers!("<", " as core::fmt::Binary>::fmt", integer, Style::Binary),
        for_integers!(
            "<",
            " as core::fmt::LowerExp>::fmt",
            integer,
            Style::LowerExp
        ),
        for_integers!(
            "<",
            " as core::fmt::UpperExp>::fmt",
            integer,
            Style::UpperExp
        ),
        for_integers!("<", ">::_fmt", digits),
    ]
}

/// Entries for a trait of both floating-point types.
macro_rules! floats {
    ($($name:ident $width:literal $trait:ident $form:expr),* $(,)?) => {
        pub fn floats<D: Domain>() -> Table<D> {
            &[$((
                concat!("<", stringify!($name), " as core::fmt::", stringify!($trait), ">::fmt"),
                |machine, site, args| float(&mut Call { machine, site, args }, $width, $form),
            )),*]
        }
    };
}

floats! {
    f32 32 Display Form::Display,
    f32 32 Debug Form::Debug,
    f32 32 LowerExp Form::LowerExp,
    f32 32 UpperExp Form::UpperExp,
    f64 64 Display Form::Display,
    f64 64 Debug Form::Debug,
    f64 64 LowerExp Form::LowerExp,
    f64 64 UpperExp Form::UpperExp,
}

fn integer<D: Domain>(c: &mut Call<D>, width: u32, signed: bool, style: Style) -> Outcome<D> {
    let bits = read(c, width)?;
    let formatter = c.formatter(1)?;
    let text = integer_text(
        formatter.options,
        style,
        Integer {
            bits,
            width,
            signed,
        },
    );
    c.put(&formatter, &text)
}

fn read<D: Domain>(c: &mut Call<D>, width: u32) -> Result<u128, Stop> {
    let at = c.ptr(0)?;
    let extent = Extent {
        bytes: u64::from(width / 8),
        align: 1,
    };
    let machine = &mut *c.machine;
    let word = machine
        .memory
        .read(&mut machine.domain, &at, extent, width)?;
    let bits = machine
        .domain
        .concrete(width, &word, "a formatted number")?;
    wide(&bits)
}

fn wide(bits: &quell_bits::Bits) -> Result<u128, Stop> {
    let high = bits.zext(128).lshr_u32(64).low_u64();
    let too_wide = || StopKind::broken("a number of more than 128 bits");
    match bits.width() {
        ..=128 => Ok((u128::from(high) << 64) | u128::from(bits.low_u64())),
        _ => Err(too_wide().into()),
    }
}

/// An integer of `width` bits.
#[derive(Clone, Copy)]
struct Integer {
    bits: u128,
    width: u32,
    signed: bool,
}

impl Integer {
    /// Whether the number is negative, and its magnitude.
    fn magnitude(self) -> (bool, u128) {
        let unused = 128 - self.width;
        let value = ((self.bits << unused) as i128) >> unused;
        if self.signed && value < 0 {
            (true, value.unsigned_abs())
        } else {
            (false, self.bits)
        }
    }
}

fn integer_text(options: Options, style: Style, number: Integer) -> String {
    let bits = number.bits;
    let style = match style {
        Style::Debug if options.debug_lower_hex() => Style::LowerHex,
        Style::Debug if options.debug_upper_hex() => Style::UpperHex,
        style => style,
    };
    let (prefix, digits) = match style {
        Style::LowerHex => ("0x", format!("{bits:x}")),
        Style::UpperHex => ("0x", format!("{bits:X}")),
        Style::Octal => ("0o", format!("{bits:o}")),
        Style::Binary => ("0b", format!("{bits:b}")),
        _ => return signed_text(options, style, number),
    };
    let prefix = if options.alternate() { prefix } else { "" };
    options.pad_number(sign_of(options, true), prefix, &digits)
}

fn signed_text(options: Options, style: Style, number: Integer) -> String {
    let (negative, magnitude) = number.magnitude();
    let digits = match (style, options.precision()) {
        (Style::LowerExp, Some(precision)) => format!("{magnitude:.precision$e}"),
        (Style::LowerExp, None) => format!("{magnitude:e}"),
        (Style::UpperExp, Some(precision)) => format!("{magnitude:.precision$E}"),
        (Style::UpperExp, None) => format!("{magnitude:E}"),
        _ => magnitude.to_string(),
    };
    options.pad_number(sign_of(options, !negative), "", &digits)
}

/// Writes decimal digits to the end of a buffer, for `to_string`.
fn digits<D: Domain>(c: &mut Call<D>, width: u32, signed: bool) -> Outcome<D> {
    let word = c.arg(0)?.word()?.clone();
    let bits = c
        .machine
        .domain
        .concrete(width, &word, "a formatted number")?;
    let number = Integer {
        bits: wide(&bits)?,
        width,
        signed,
    };
    let (negative, magnitude) = number.magnitude();
    let text = format!("{}{magnitude}", if negative { "-" } else { "" });
    let (buffer, size) = (c.ptr(1)?, c.size(2)?);
    let start = size.checked_sub(text.len() as u64);
    let start = start.ok_or_else(|| StopKind::broken("a buffer too small"))?;
    let at = c.machine.at(&buffer, start);
    c.machine.put_bytes(&at, text.as_bytes())?;
    let length = c.machine.domain.word(64, text.len() as u64);
    Ok(Some(Val::agg([Val::Ptr(at), Val::Word(length)])))
}

/// The format of a floating-point number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    Display,
    Debug,
    LowerExp,
    UpperExp,
}

fn float<D: Domain>(c: &mut Call<D>, width: u32, form: Form) -> Outcome<D> {
    let bits = read(c, width)?;
    let formatter = c.formatter(1)?;
    let options = formatter.options;
    let (negative, digits) = match width {
        32 => {
            let value = f32::from_bits(bits as u32);
            (
                negative(value.into()),
                float_digits!(value.abs(), form, options),
            )
        }
        _ => {
            let value = f64::from_bits(bits as u64);
            (negative(value), float_digits!(value.abs(), form, options))
        }
    };
    let sign = match digits.as_str() {
        "NaN" => "",
        _ => sign_of(options, !negative),
    };
    c.put(&formatter, &options.pad_number(sign, "", &digits))
}

fn negative(value: f64) -> bool {
    value.is_sign_negative() && !value.is_nan()
}
