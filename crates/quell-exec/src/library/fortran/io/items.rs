//! Transfers the items of a statement.

use quell_values::unsupported::FortranConstruct;

use super::super::descriptor::{Array, Kind};
use super::super::unsupported;
use super::edit;
use super::output::{Item, Real};
use super::read::Wanted;
use super::statement::{Failure, Statement, Style, with_statement};
use crate::domain::Domain;
use crate::library::call::{Call, Outcome, models};
use crate::machine::Machine;
use crate::stop::Stop;

models! {
    "ioOutputInteger8" => put_integer_8,
    "ioOutputInteger16" => put_integer_16,
    "ioOutputInteger32" => put_integer_32,
    "ioOutputInteger64" => put_integer_64,
    "ioOutputReal32" => put_real_32,
    "ioOutputReal64" => put_real_64,
    "ioOutputComplex32" => put_complex_32,
    "ioOutputComplex64" => put_complex_64,
    "ioOutputLogical" => put_logical,
    "ioOutputAscii" => put_characters,
    "ioOutputCharacter" => put_characters,
    "ioOutputDescriptor" => put_array,
    "ioInputInteger" => get_integer,
    "ioInputReal32" => get_real_32,
    "ioInputReal64" => get_real_64,
    "ioInputComplex32" => get_complex_32,
    "ioInputComplex64" => get_complex_64,
    "ioInputLogical" => get_logical,
    "ioInputAscii" => get_characters,
    "ioInputCharacter" => get_characters,
    "ioInputDescriptor" => get_array,
}

impl<P> Statement<P> {
    fn put(&mut self, item: &Item) -> Result<(), Failure> {
        match &mut self.style {
            Style::List(list) => {
                list.put(&mut self.output, item);
                Ok(())
            }
            Style::Format(walk) => edit::put(walk, &mut self.output, item).map_err(Failure::Wrong),
        }
    }
}

/// Writes an item; returns whether that succeeded.
fn put<D: Domain>(c: &mut Call<D>, items: &[Item]) -> Outcome<D> {
    let fine = with_statement(c, |_, statement| {
        for item in items {
            let outcome = statement.put(item);
            if !statement.check(outcome)? {
                return Ok(false);
            }
        }
        Ok(true)
    })?;
    c.give(1, u64::from(fine))
}

fn put_integer<D: Domain>(c: &mut Call<D>, width: u32) -> Outcome<D> {
    let bits = c.bits(1, width)?;
    let value = quell_bits::word::sign_extend(width, bits);
    put(c, &[Item::Integer(value.into(), width)])
}

fn put_integer_8<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    put_integer(c, 8)
}

fn put_integer_16<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    put_integer(c, 16)
}

fn put_integer_32<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    put_integer(c, 32)
}

fn put_integer_64<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    put_integer(c, 64)
}

fn real(bits: u64, width: u32) -> Real {
    let value = match width {
        32 => f32::from_bits(bits as u32).into(),
        _ => f64::from_bits(bits),
    };
    Real { value, width }
}

fn put_real_32<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let value = real(c.bits(1, 32)?, 32);
    put(c, &[Item::Real(value)])
}

fn put_real_64<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let value = real(c.bits(1, 64)?, 64);
    put(c, &[Item::Real(value)])
}

fn put_complex<D: Domain>(c: &mut Call<D>, width: u32) -> Outcome<D> {
    let (re, im) = (
        real(c.bits(1, width)?, width),
        real(c.bits(2, width)?, width),
    );
    put(c, &[Item::Complex(re, im)])
}

fn put_complex_32<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    put_complex(c, 32)
}

fn put_complex_64<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    put_complex(c, 64)
}

fn put_logical<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let value = c.bits(1, 1)? != 0;
    put(c, &[Item::Logical(value)])
}

fn put_characters<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let text = c.characters(1)?;
    put(c, &[Item::Character(text)])
}

fn put_array<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let array = c.array(1)?;
    let mut items = Vec::new();
    for offset in array.offsets() {
        items.push(element(c.machine, &array, offset)?);
    }
    put(c, &items)
}

fn element<D: Domain>(
    machine: &mut Machine<D>,
    array: &Array<D::Ptr>,
    offset: i64,
) -> Result<Item, Stop> {
    let at = machine.element(array, offset);
    match array.kind() {
        Kind::Integer(width @ ..=64) => {
            let bits = machine.get_number(&at, width / 8)?;
            let value = quell_bits::word::sign_extend(width, bits);
            Ok(Item::Integer(value.into(), width))
        }
        Kind::Real(width) => Ok(Item::Real(real(machine.get_number(&at, width / 8)?, width))),
        Kind::Complex(width) => {
            let re = machine.get_number(&at, width / 8)?;
            let second = machine.at(&at, u64::from(width / 8));
            let im = machine.get_number(&second, width / 8)?;
            Ok(Item::Complex(real(re, width), real(im, width)))
        }
        Kind::Logical => Ok(Item::Logical(machine.element_logical(array, offset)?)),
        Kind::Character if array.element == 0 => Ok(Item::Character(Vec::new())),
        Kind::Character => Ok(Item::Character(machine.get_bytes(&at, array.element)?)),
        _ => Err(unsupported(FortranConstruct::OutputType)),
    }
}

/// Reads an item into memory; returns whether that succeeded.
fn get<D: Domain>(c: &mut Call<D>, places: &[(D::Ptr, Wanted)]) -> Outcome<D> {
    let fine = with_statement(c, |c, statement| {
        for (at, wanted) in places {
            let read = match statement.status {
                0 => statement.read(c.machine, *wanted),
                _ => return Ok(false),
            };
            let outcome = match read {
                Ok(Some(bytes)) => {
                    c.machine.put_bytes(at, &bytes)?;
                    Ok(())
                }
                Ok(None) => Ok(()),
                Err(failure) => Err(failure),
            };
            if !statement.check(outcome)? {
                return Ok(false);
            }
        }
        Ok(true)
    })?;
    c.give(1, u64::from(fine))
}

fn get_one<D: Domain>(c: &mut Call<D>, wanted: Wanted) -> Outcome<D> {
    let at = c.ptr(1)?;
    get(c, &[(at, wanted)])
}

fn get_integer<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let kind = c.uint(2)?;
    get_one(c, Wanted::Integer(kind))
}

fn get_real_32<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    get_one(c, Wanted::Real(32))
}

fn get_real_64<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    get_one(c, Wanted::Real(64))
}

fn get_complex_32<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    get_one(c, Wanted::Complex(32))
}

fn get_complex_64<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    get_one(c, Wanted::Complex(64))
}

fn get_logical<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    get_one(c, Wanted::Logical(1))
}

fn get_characters<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let length = c.size(2)?;
    get_one(c, Wanted::Character(length as usize))
}

fn get_array<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let array = c.array(1)?;
    let wanted = match array.kind() {
        Kind::Integer(width) => Wanted::Integer(width / 8),
        Kind::Real(width) => Wanted::Real(width),
        Kind::Complex(width) => Wanted::Complex(width),
        Kind::Logical => Wanted::Logical(array.element as u32),
        Kind::Character => Wanted::Character(array.element as usize),
        Kind::Other(_) => return Err(unsupported(FortranConstruct::InputType)),
    };
    let mut places = Vec::new();
    for offset in array.offsets() {
        places.push((c.machine.element(&array, offset), wanted));
    }
    get(c, &places)
}
