//! Conversion of text to numbers.

use quell_bits::FloatFormat;
use quell_bits::float::RangeStatus;
use quell_bits::float::parse::strtod as parse_float;

use crate::domain::Domain;
use crate::library::call::{Call, Outcome, models};
use crate::library::ctype::is_space;
use crate::library::errno::{EINVAL, ERANGE};
use crate::machine::Machine;
use crate::stop::Stop;
use crate::value::Val;

models! {
    "atoi" => atoi,
    "atol" => atol,
    "atoll" => atol,
    "atof" => atof,
    "strtol" => strtol,
    "strtoll" => strtol,
    "strtoimax" => strtol,
    "strtoq" => strtol,
    "__strtol_internal" => strtol,
    "__isoc23_strtol" => strtol_c23,
    "__isoc23_strtoll" => strtol_c23,
    "__isoc23_strtoimax" => strtol_c23,
    "strtoul" => strtoul,
    "strtoull" => strtoul,
    "strtoumax" => strtoul,
    "strtouq" => strtoul,
    "__strtoul_internal" => strtoul,
    "__isoc23_strtoul" => strtoul_c23,
    "__isoc23_strtoull" => strtoul_c23,
    "__isoc23_strtoumax" => strtoul_c23,
    "strtod" => strtod,
    "strtof" => strtof,
    "strtold" => strtold,
}

/// How the digits of an integer are parsed.
#[derive(Clone, Copy)]
pub struct Radix {
    pub base: u32,
    /// Whether `0b` is a prefix of base 2, as in C23.
    pub binary: bool,
}

/// An integer parsed from text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Integer {
    pub negative: bool,
    /// `None` if it does not fit in 64 bits.
    pub magnitude: Option<u64>,
    /// The length of its text; 0 if there is no number.
    pub length: usize,
}

impl Integer {
    /// The value as a `long`, and whether it fits.
    pub fn signed(self) -> (i64, bool) {
        let limit = 1u64 << 63;
        match (self.negative, self.magnitude) {
            (false, Some(value)) if value < limit => (value as i64, true),
            (true, Some(value)) if value <= limit => ((value as i64).wrapping_neg(), true),
            (negative, _) => (if negative { i64::MIN } else { i64::MAX }, false),
        }
    }

    /// The value as an `unsigned long`; a minus sign negates it.
    pub fn unsigned(self) -> (u64, bool) {
        match self.magnitude {
            Some(value) if self.negative => (value.wrapping_neg(), true),
            Some(value) => (value, true),
            None => (u64::MAX, false),
        }
    }
}

/// Parses white space, a sign, a prefix and digits.
pub fn read_integer(text: &[u8], radix: Radix) -> Integer {
    let space = text.iter().take_while(|byte| is_space(byte)).count();
    let negative = text.get(space) == Some(&b'-');
    let sign = usize::from(negative || text.get(space) == Some(&b'+'));
    let start = space + sign;
    let (base, prefix) = base_of(&text[start..], radix);
    let digits = digits_of(&text[start + prefix..], base);
    let magnitude = digits.iter().try_fold(0u64, |sum, &digit| {
        sum.checked_mul(u64::from(base))?
            .checked_add(u64::from(digit))
    });
    Integer {
        negative,
        magnitude,
        length: match digits.len() {
            0 => 0,
            count => start + prefix + count,
        },
    }
}

/// The base, and the length of the prefix. A prefix that no digit follows does not count.
fn base_of(text: &[u8], radix: Radix) -> (u32, usize) {
    let prefixed = |letter: u8, base: u32| {
        text.first() == Some(&b'0')
            && text
                .get(1)
                .is_some_and(|byte| byte.to_ascii_lowercase() == letter)
            && (radix.base == 0 || radix.base == base)
            && text
                .get(2)
                .is_some_and(|&byte| char::from(byte).is_digit(base))
    };
    if prefixed(b'x', 16) {
        return (16, 2);
    }
    if radix.binary && prefixed(b'b', 2) {
        return (2, 2);
    }
    let octal = text.first() == Some(&b'0');
    match radix.base {
        0 if octal => (8, 0),
        0 => (10, 0),
        base => (base, 0),
    }
}

fn digits_of(text: &[u8], base: u32) -> Vec<u8> {
    let digit = |&byte: &u8| char::from(byte).to_digit(base).map(|digit| digit as u8);
    text.iter().map_while(digit).collect()
}

impl<D: Domain> Machine<D> {
    /// White space and the following characters that can belong to a number. Reading a long text to its end
    /// for every number in it would take quadratic time.
    fn number_text(&mut self, ptr: &D::Ptr) -> Result<Vec<u8>, Stop> {
        let mut text = Vec::new();
        let mut begun = false;
        loop {
            let byte = self.byte(ptr, text.len() as u64)?;
            begun |= !is_space(&byte);
            if begun && !byte.is_ascii_alphanumeric() && !b"+-._()".contains(&byte) {
                return Ok(text);
            }
            text.push(byte);
        }
    }
}

/// Parses an integer and stores where it ends. `None` if the base is invalid.
fn convert<D: Domain>(c: &mut Call<D>, binary: bool) -> Result<Option<Integer>, Stop> {
    let (ptr, base) = (c.ptr(0)?, c.int(2)?);
    if base < 0 || base == 1 || base > 36 {
        c.machine.set_errno(EINVAL)?;
        return Ok(None);
    }
    let text = c.machine.number_text(&ptr)?;
    let radix = Radix {
        base: base as u32,
        binary,
    };
    let integer = read_integer(&text, radix);
    put_end(c, &ptr, integer.length)?;
    Ok(Some(integer))
}

fn put_end<D: Domain>(c: &mut Call<D>, ptr: &D::Ptr, length: usize) -> Result<(), Stop> {
    if let Some(place) = c.optional_ptr(1)? {
        let end = c.machine.at(ptr, length as u64);
        c.machine.put_ptr(&place, &end)?;
    }
    Ok(())
}

fn note_range<D: Domain>(c: &mut Call<D>, fits: bool) -> Result<(), Stop> {
    if fits {
        return Ok(());
    }
    c.machine.set_errno(ERANGE)
}

fn signed<D: Domain>(c: &mut Call<D>, binary: bool) -> Outcome<D> {
    let Some(integer) = convert(c, binary)? else {
        return c.give_long(0);
    };
    let (value, fits) = integer.signed();
    note_range(c, fits)?;
    c.give_long(value)
}

fn unsigned<D: Domain>(c: &mut Call<D>, binary: bool) -> Outcome<D> {
    let Some(integer) = convert(c, binary)? else {
        return c.give_size(0);
    };
    let (value, fits) = integer.unsigned();
    note_range(c, fits)?;
    c.give_size(value)
}

fn strtol<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    signed(c, false)
}

fn strtol_c23<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    signed(c, true)
}

fn strtoul<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    unsigned(c, false)
}

fn strtoul_c23<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    unsigned(c, true)
}

/// `atoi` and `atol`: `strtol` in base 10.
fn decimal<D: Domain>(c: &mut Call<D>) -> Result<i64, Stop> {
    let ptr = c.ptr(0)?;
    let text = c.machine.number_text(&ptr)?;
    let radix = Radix {
        base: 10,
        binary: false,
    };
    let (value, fits) = read_integer(&text, radix).signed();
    note_range(c, fits)?;
    Ok(value)
}

fn atoi<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let value = decimal(c)?;
    c.give_int(value as i32)
}

fn atol<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let value = decimal(c)?;
    c.give_long(value)
}

/// Parses a number of a format; returns its length too.
fn float<D: Domain>(c: &mut Call<D>, format: FloatFormat) -> Result<(Val<D>, usize), Stop> {
    let ptr = c.ptr(0)?;
    let text = c.machine.number_text(&ptr)?;
    let parsed = parse_float(format, &text);
    note_range(c, parsed.status == RangeStatus::InRange)?;
    let word = c.machine.domain.constant(&parsed.bits);
    Ok((Val::Word(word), parsed.consumed))
}

fn float_with_end<D: Domain>(c: &mut Call<D>, format: FloatFormat) -> Outcome<D> {
    let (value, length) = float(c, format)?;
    let ptr = c.ptr(0)?;
    put_end(c, &ptr, length)?;
    Ok(Some(value))
}

fn atof<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    Ok(Some(float(c, FloatFormat::Double)?.0))
}

fn strtod<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    float_with_end(c, FloatFormat::Double)
}

fn strtof<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    float_with_end(c, FloatFormat::Single)
}

fn strtold<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    float_with_end(c, FloatFormat::X87)
}
