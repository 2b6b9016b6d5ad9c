//! Texts as errors: the conversion of a `String` to a `Box<dyn Error>` by `?` and `into`.

use crate::domain::Domain;
use crate::library::call::{Call, Outcome, models};
use crate::machine::Machine;
use crate::stop::Stop;
use crate::value::Val;

models! {
    "<alloc::boxed::Box<dyn core::error::Error> as core::convert::From<alloc::string::String>>::from" => from_string,
    "<alloc::boxed::Box<dyn core::error::Error + core::marker::Sync + core::marker::Send> as core::convert::From<alloc::string::String>>::from" => from_string,
    "<alloc::boxed::Box<dyn core::error::Error + core::marker::Send + core::marker::Sync> as core::convert::From<alloc::string::String>>::from" => from_string,
    "<alloc::boxed::Box<dyn core::error::Error> as core::convert::From<&str>>::from" => from_str,
    "<alloc::boxed::Box<dyn core::error::Error + core::marker::Sync + core::marker::Send> as core::convert::From<&str>>::from" => from_str,
    "<alloc::boxed::Box<dyn core::error::Error + core::marker::Send + core::marker::Sync> as core::convert::From<&str>>::from" => from_str,
}

/// The size of the `String` in the box.
const STRING: u64 = 24;

/// Offsets in the vtable of an error.
const DROP: u64 = 0;
const DEBUG: u64 = 24;
const DISPLAY: u64 = 32;
const SOURCE: u64 = 48;
const TABLE_SIZE: u64 = 88;

/// The methods of a `String` as an error.
pub mod methods {
    use super::{display, drop_text, no_source, show};
    use crate::library::call::models;

    models! {
        "drop of an error" => drop_text,
        "Debug::fmt of an error" => show,
        "Display::fmt of an error" => display,
        "source of an error" => no_source,
    }
}

/// The vtable, with the methods that programs use.
fn table_of_methods<D: Domain>(machine: &mut Machine<D>) -> Result<D::Ptr, Stop> {
    machine.kept_object("an error", TABLE_SIZE, |machine, table| {
        machine.set_number_at(table, 8, 8, STRING)?;
        machine.set_number_at(table, 16, 8, 8)?;
        let places = [DROP, DEBUG, DISPLAY, SOURCE];
        for (place, method) in places.into_iter().zip(methods::table::<D>()) {
            let function = machine.host_object(method.0, 0)?;
            machine.set_ptr_at(table, place, &function)?;
        }
        Ok(())
    })
}

fn boxed<D: Domain>(c: &mut Call<D>, text: D::Ptr) -> Outcome<D> {
    let table = table_of_methods(c.machine)?;
    Ok(Some(Val::agg([Val::Ptr(text), Val::Ptr(table)])))
}

fn from_string<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let from = c.ptr(0)?;
    let text = c.machine.heap_object(STRING, 8, false)?;
    c.machine.copy_bytes(&text, &from, STRING)?;
    boxed(c, text)
}

fn from_str<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let bytes = c.byte_slice(0)?;
    let text = c.machine.heap_object(STRING, 8, false)?;
    c.machine.put_string(&text, &bytes)?;
    boxed(c, text)
}

/// Drops the text; the caller frees the box.
fn drop_text<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let text = c.ptr(0)?;
    if c.machine.get_number(&text, 8)? != 0 {
        let buffer = c.machine.ptr_at(&text, 8)?;
        c.machine.free_object(&buffer)?;
    }
    Ok(None)
}

fn text_of<D: Domain>(c: &mut Call<D>) -> Result<String, Stop> {
    let text = c.ptr(0)?;
    let buffer = c.machine.ptr_at(&text, 8)?;
    let length = c.machine.number_at(&text, 16, 8)?;
    c.machine.text(&buffer, length)
}

fn show<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let text = text_of(c)?;
    let formatter = c.formatter(1)?;
    c.put(&formatter, &format!("{text:?}"))
}

fn display<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let text = text_of(c)?;
    let formatter = c.formatter(1)?;
    c.put(&formatter, &formatter.options.pad(&text))
}

fn no_source<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let null = c.machine.domain.null();
    Ok(Some(Val::agg([Val::Ptr(null.clone()), Val::Ptr(null)])))
}
