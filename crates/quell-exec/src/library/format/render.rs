//! Renders a format with its arguments.

use quell_bits::word;

use super::float;
use super::number::{self, Parts, Shape};
use super::spec::{BadFormat, Count, Length, Piece, Spec, read};
use super::values::{Value, fetch};
use crate::domain::Domain;
use crate::library::call::misuse;
use crate::library::errno::EILSEQ;
use crate::library::string::error_text;
use crate::machine::Machine;
use crate::machine::varargs::ArgSource;
use crate::stop::Stop;
use crate::value::mismatch;

/// The result of rendering.
#[derive(Debug)]
pub enum Rendered {
    Text(Vec<u8>),
    /// The text before a wide character that the C locale cannot encode, for which the functions return -1.
    Unencodable(Vec<u8>),
}

/// Renders a format, and stores through `%n`.
pub fn render<D: Domain>(
    machine: &mut Machine<D>,
    format: &[u8],
    source: &mut ArgSource<'_, D>,
) -> Result<Rendered, Stop> {
    let pieces = read(format).map_err(|BadFormat(what)| misuse("printf", what))?;
    let values = fetch(machine, &pieces, source)?;
    let mut text = Vec::new();
    for piece in &pieces {
        match piece {
            Piece::Text(plain) => text.extend_from_slice(plain),
            Piece::Spec(spec) => match convert(machine, spec, &values, text.len())? {
                Some(converted) => text.extend(converted),
                None => {
                    machine.set_errno(EILSEQ)?;
                    return Ok(Rendered::Unencodable(text));
                }
            },
        }
    }
    Ok(Rendered::Text(text))
}

fn count_of<D: Domain>(count: Option<Count>, values: &[Value<D>]) -> Result<Option<i64>, Stop> {
    Ok(match count {
        None => None,
        Some(Count::Fixed(count)) => Some(count as i64),
        Some(Count::Arg(number)) => match values.get(number) {
            Some(Value::Int(value)) => Some(word::sign_extend(32, *value)),
            _ => return Err(misuse("printf", "a width or precision is not an int")),
        },
    })
}

/// Resolves `*`. A negative width means left-justified, a negative precision none.
fn shape_of<D: Domain>(spec: &Spec, values: &[Value<D>]) -> Result<Shape, Stop> {
    let width = count_of(spec.width, values)?.unwrap_or(0);
    let precision = count_of(spec.precision, values)?;
    let mut flags = spec.flags;
    flags.left |= width < 0;
    let width = width.unsigned_abs() as usize;
    let precision = precision.and_then(|precision| usize::try_from(precision).ok());
    if width.max(precision.unwrap_or(0)) > 1 << 26 {
        return Err(misuse("printf", "a width or precision is too large"));
    }
    Ok(Shape {
        flags,
        width,
        precision,
    })
}

fn convert<D: Domain>(
    machine: &mut Machine<D>,
    spec: &Spec,
    values: &[Value<D>],
    written: usize,
) -> Result<Option<Vec<u8>>, Stop> {
    let shape = shape_of(spec, values)?;
    let parts = if spec.conversion == b'm' {
        let text = error_text(machine.errno()?).into_bytes();
        Some(number::text(cut(text, shape)))
    } else {
        let value = values
            .get(spec.arg)
            .ok_or_else(|| mismatch("an argument"))?;
        convert_value(machine, spec, shape, value, written)?
    };
    Ok(parts.map(|parts| number::pad(&parts, shape)))
}

/// None for a wide character that cannot be encoded.
fn convert_value<D: Domain>(
    machine: &mut Machine<D>,
    spec: &Spec,
    shape: Shape,
    value: &Value<D>,
    written: usize,
) -> Result<Option<Parts>, Stop> {
    let wide = spec.length == Length::Long;
    Ok(match (spec.conversion, value) {
        (b'd' | b'i', Value::Int(value)) => {
            let value = word::sign_extend(spec.length.width(), *value);
            Some(number::signed(value, shape))
        }
        (b'u' | b'o' | b'x' | b'X' | b'b' | b'B', Value::Int(value)) => {
            let value = word::fit(spec.length.width(), *value);
            Some(number::unsigned(value, spec.conversion, shape))
        }
        (b'c', Value::Int(value)) if !wide => Some(number::text(vec![*value as u8])),
        (b'c' | b'C', Value::Int(value)) => narrow(&[*value]).map(number::text),
        (b's', Value::Ptr(ptr)) if !wide => {
            Some(number::text(string(machine, ptr, shape.precision)?))
        }
        (b's' | b'S', Value::Ptr(ptr)) => {
            wide_string(machine, ptr, shape.precision)?.map(number::text)
        }
        (b'p', Value::Ptr(ptr)) => Some(number::pointer(machine.shown_address(ptr)?, shape)),
        (b'n', Value::Ptr(ptr)) => {
            machine.put_number(ptr, spec.length.width() / 8, written as u64)?;
            Some(Parts::default())
        }
        (_, Value::Float(format, bits)) => {
            Some(float::float(*format, bits, spec.conversion, shape))
        }
        _ => return Err(mismatch("an argument of another kind")),
    })
}

fn cut(mut text: Vec<u8>, shape: Shape) -> Vec<u8> {
    text.truncate(shape.precision.unwrap_or(usize::MAX));
    text
}

/// The text of a null string pointer, as in glibc: empty if the precision has no room for it.
fn null_text(precision: Option<usize>) -> Vec<u8> {
    let text = b"(null)";
    match precision {
        Some(precision) if precision < text.len() => Vec::new(),
        _ => text.to_vec(),
    }
}

fn string<D: Domain>(
    machine: &mut Machine<D>,
    ptr: &D::Ptr,
    precision: Option<usize>,
) -> Result<Vec<u8>, Stop> {
    if machine.is_null(ptr)? {
        return Ok(null_text(precision));
    }
    match precision {
        Some(limit) => machine.bounded_string(ptr, limit as u64),
        None => machine.c_string(ptr),
    }
}

fn wide_string<D: Domain>(
    machine: &mut Machine<D>,
    ptr: &D::Ptr,
    precision: Option<usize>,
) -> Result<Option<Vec<u8>>, Stop> {
    if machine.is_null(ptr)? {
        return Ok(Some(null_text(precision)));
    }
    let text = machine.wide_string(ptr, precision.unwrap_or(usize::MAX))?;
    Ok(narrow(&text))
}

/// Wide characters as bytes, if the C locale can encode them.
fn narrow(text: &[u64]) -> Option<Vec<u8>> {
    let narrow = |&wide: &u64| u8::try_from(wide).ok().filter(u8::is_ascii);
    text.iter().map(narrow).collect()
}
