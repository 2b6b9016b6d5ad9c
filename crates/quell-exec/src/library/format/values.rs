//! Fetches the arguments of a format, in order.

use quell_bits::{Bits, FloatFormat};

use super::spec::{Count, Length, Piece, Spec};
use crate::domain::Domain;
use crate::library::call::misuse;
use crate::machine::Machine;
use crate::machine::varargs::ArgSource;
use crate::stop::Stop;

/// How an argument is passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Class {
    Int(u32),
    Ptr,
    Double,
    LongDouble,
}

/// An argument.
#[derive(Debug)]
pub enum Value<D: Domain> {
    Int(u64),
    Ptr(D::Ptr),
    Float(FloatFormat, Bits),
}

impl<D: Domain> Clone for Value<D> {
    fn clone(&self) -> Self {
        match self {
            Self::Int(value) => Self::Int(*value),
            Self::Ptr(ptr) => Self::Ptr(ptr.clone()),
            Self::Float(format, bits) => Self::Float(*format, bits.clone()),
        }
    }
}

fn class_of(spec: &Spec) -> Class {
    match spec.conversion {
        b's' | b'S' | b'p' | b'n' => Class::Ptr,
        b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'a' | b'A' => match spec.length {
            Length::LongDouble => Class::LongDouble,
            _ => Class::Double,
        },
        b'c' | b'C' => Class::Int(32),
        // Integers narrower than an int are promoted.
        _ => Class::Int(spec.length.width().max(32)),
    }
}

/// The class of each argument by number; `None` for one that no conversion uses.
fn classes(pieces: &[Piece]) -> Vec<Option<Class>> {
    let mut classes = Vec::new();
    let mut note = |number: usize, class: Class| {
        if classes.len() <= number {
            classes.resize(number + 1, None);
        }
        classes[number] = Some(class);
    };
    for piece in pieces {
        let Piece::Spec(spec) = piece else { continue };
        for count in [spec.width, spec.precision].into_iter().flatten() {
            if let Count::Arg(number) = count {
                note(number, Class::Int(32));
            }
        }
        if spec.conversion != b'm' {
            note(spec.arg, class_of(spec));
        }
    }
    classes
}

/// All arguments that the format uses.
pub fn fetch<D: Domain>(
    machine: &mut Machine<D>,
    pieces: &[Piece],
    source: &mut ArgSource<'_, D>,
) -> Result<Vec<Value<D>>, Stop> {
    let mut values = Vec::new();
    for class in classes(pieces) {
        let Some(class) = class else {
            return Err(misuse("printf", "the format skips an argument"));
        };
        values.push(fetch_one(machine, class, source)?);
    }
    Ok(values)
}

const WHAT: &str = "an argument of printf";

fn fetch_one<D: Domain>(
    machine: &mut Machine<D>,
    class: Class,
    source: &mut ArgSource<'_, D>,
) -> Result<Value<D>, Stop> {
    Ok(match class {
        Class::Int(width) => {
            let word = source.next_int(machine, width)?;
            Value::Int(machine.domain.concrete_u64(width, &word, WHAT)?)
        }
        Class::Ptr => Value::Ptr(source.next_ptr(machine)?),
        Class::Double => {
            let word = source.next_double(machine)?;
            Value::Float(
                FloatFormat::Double,
                machine.domain.concrete(64, &word, WHAT)?,
            )
        }
        Class::LongDouble => {
            let word = source.next_long_double(machine)?;
            Value::Float(FloatFormat::X87, machine.domain.concrete(80, &word, WHAT)?)
        }
    })
}
