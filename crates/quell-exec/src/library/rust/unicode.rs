//! Properties and cases of characters, from the standard library that Quell is built with.

use crate::domain::Domain;
use crate::library::call::{Call, Outcome, models};
use crate::stop::Stop;

models! {
    "core::unicode::unicode_data::alphabetic::lookup_slow" => alphabetic,
    "core::unicode::unicode_data::alphabetic::lookup" => alphabetic,
    "core::unicode::unicode_data::n::lookup_slow" => numeric,
    "core::unicode::unicode_data::n::lookup" => numeric,
    "core::unicode::unicode_data::lowercase::lookup_slow" => lowercase,
    "core::unicode::unicode_data::lowercase::lookup" => lowercase,
    "core::unicode::unicode_data::uppercase::lookup_slow" => uppercase,
    "core::unicode::unicode_data::uppercase::lookup" => uppercase,
    "core::unicode::unicode_data::white_space::lookup" => white_space,
    "core::unicode::unicode_data::conversions::to_lower" => to_lower,
    "core::unicode::unicode_data::conversions::to_upper" => to_upper,
    "<core::char::ToLowercase as core::iter::traits::iterator::Iterator>::next" => next_of_case,
    "<core::char::ToUppercase as core::iter::traits::iterator::Iterator>::next" => next_of_case,
}

fn character<D: Domain>(c: &mut Call<D>, index: usize) -> Result<char, Stop> {
    Ok(char::from_u32(c.uint(index)?).unwrap_or(char::REPLACEMENT_CHARACTER))
}

fn alphabetic<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let is = character(c, 0)?.is_alphabetic();
    c.give_flag(is)
}

fn numeric<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let is = character(c, 0)?.is_numeric();
    c.give_flag(is)
}

fn lowercase<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let is = character(c, 0)?.is_lowercase();
    c.give_flag(is)
}

fn uppercase<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let is = character(c, 0)?.is_uppercase();
    c.give_flag(is)
}

fn white_space<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let is = character(c, 0)?.is_whitespace();
    c.give_flag(is)
}

/// Three characters; unused ones are zero.
fn put_cases<D: Domain>(c: &mut Call<D>, cases: impl Iterator<Item = char>) -> Outcome<D> {
    let result = c.ptr(0)?;
    let mut places = [0; 3];
    for (place, character) in places.iter_mut().zip(cases) {
        *place = u64::from(u32::from(character));
    }
    for (index, &place) in places.iter().enumerate() {
        c.machine
            .set_number_at(&result, 4 * index as u64, 4, place)?;
    }
    Ok(None)
}

fn to_lower<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let cases = character(c, 1)?.to_lowercase();
    put_cases(c, cases)
}

fn to_upper<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let cases = character(c, 1)?.to_uppercase();
    put_cases(c, cases)
}

/// The value that an exhausted iterator over characters returns, which no character has.
const NONE: u64 = 0x11_0000;

/// An iterator over an array of characters: the remaining range, then the array.
fn next_of_case<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let iterator = c.ptr(0)?;
    let start = c.machine.number_at(&iterator, 0, 8)?;
    let end = c.machine.number_at(&iterator, 8, 8)?;
    if start >= end {
        return c.give(32, NONE);
    }
    c.machine.put_number(&iterator, 8, start + 1)?;
    let character = c
        .machine
        .number_at(&iterator, start.wrapping_mul(4).wrapping_add(16), 4)?;
    c.give(32, character)
}
