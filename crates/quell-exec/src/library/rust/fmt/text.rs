//! Formats of text, characters and truth values.

use crate::domain::Domain;
use crate::library::call::{Call, Outcome, models};
use crate::stop::Stop;

models! {
    "<str as core::fmt::Display>::fmt" => str_display,
    "<str as core::fmt::Debug>::fmt" => str_debug,
    "<&str as core::fmt::Display>::fmt" => str_ref_display,
    "<&str as core::fmt::Debug>::fmt" => str_ref_debug,
    "<alloc::string::String as core::fmt::Display>::fmt" => string_display,
    "<alloc::string::String as core::fmt::Debug>::fmt" => string_debug,
    "<char as core::fmt::Display>::fmt" => char_display,
    "<char as core::fmt::Debug>::fmt" => char_debug,
    "<bool as core::fmt::Display>::fmt" => bool_display,
    "<bool as core::fmt::Debug>::fmt" => bool_display,
    "<() as core::fmt::Debug>::fmt" => unit,
    "<&() as core::fmt::Debug>::fmt" => unit,
}

fn str_display<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let text = c.str(0)?;
    display(c, &text, 2)
}

fn str_debug<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let text = c.str(0)?;
    let formatter = c.formatter(2)?;
    c.put(&formatter, &format!("{text:?}"))
}

/// The text of a `&str` in memory.
fn text_at<D: Domain>(c: &mut Call<D>, offset: u64) -> Result<String, Stop> {
    let at = c.ptr(0)?;
    let start = c.machine.ptr_at(&at, offset)?;
    let length = c.machine.number_at(&at, offset + 8, 8)?;
    c.machine.text(&start, length)
}

fn str_ref_display<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let text = text_at(c, 0)?;
    display(c, &text, 1)
}

fn str_ref_debug<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let text = text_at(c, 0)?;
    let formatter = c.formatter(1)?;
    c.put(&formatter, &format!("{text:?}"))
}

/// In a `String` the capacity comes first.
fn string_display<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let text = text_at(c, 8)?;
    display(c, &text, 1)
}

fn string_debug<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let text = text_at(c, 8)?;
    let formatter = c.formatter(1)?;
    c.put(&formatter, &format!("{text:?}"))
}

fn display<D: Domain>(c: &mut Call<D>, text: &str, formatter: usize) -> Outcome<D> {
    let formatter = c.formatter(formatter)?;
    c.put(&formatter, &formatter.options.pad(text))
}

fn character<D: Domain>(c: &mut Call<D>) -> Result<char, Stop> {
    let at = c.ptr(0)?;
    let number = c.machine.get_number(&at, 4)?;
    Ok(char::from_u32(number as u32).unwrap_or(char::REPLACEMENT_CHARACTER))
}

fn char_display<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let character = character(c)?;
    display(c, &character.to_string(), 1)
}

fn char_debug<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let character = character(c)?;
    let formatter = c.formatter(1)?;
    c.put(&formatter, &format!("{character:?}"))
}

fn bool_display<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let at = c.ptr(0)?;
    let value = c.machine.get_number(&at, 1)? != 0;
    display(c, if value { "true" } else { "false" }, 1)
}

fn unit<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    display(c, "()", 1)
}
