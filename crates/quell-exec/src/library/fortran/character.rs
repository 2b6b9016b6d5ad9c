//! Characters: comparison, searching, trimming, joining.

use quell_values::unsupported::FortranConstruct;

use super::unsupported;
use crate::domain::Domain;
use crate::library::call::{Call, Outcome, models};
use crate::memory::Memory;
use crate::stop::Stop;

models! {
    "CharacterCompareScalar1" => compare,
    "Index1" => index,
    "Scan1" => scan,
    "Verify1" => verify,
    "LenTrim1" => len_trim,
    "Trim" => trim,
    "Adjustl" => adjustl,
    "Adjustr" => adjustr,
    "Repeat" => repeat,
    "CharacterConcatenateScalar1" => concatenate,
    "CharacterPad1" => pad,
    "CharacterAppend1" => append,
}

const BLANK: u8 = b' ';

/// The type code of characters in descriptors.
const CHARACTER: u8 = 40;

/// The shorter text is compared as if padded with blanks.
fn compare<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (a, b) = (c.ptr(0)?, c.ptr(1)?);
    let (a_length, b_length) = (c.size(2)?, c.size(3)?);
    let a = text(c, &a, a_length)?;
    let b = text(c, &b, b_length)?;
    let longest = a.len().max(b.len());
    let at = |text: &[u8], index: usize| text.get(index).copied().unwrap_or(BLANK);
    let order = (0..longest)
        .map(|index| at(&a, index).cmp(&at(&b, index)))
        .find(|order| order.is_ne());
    c.give_int(order.map_or(0, |order| order as i32))
}

fn text<D: Domain>(c: &mut Call<D>, ptr: &D::Ptr, length: u64) -> Result<Vec<u8>, Stop> {
    match length {
        0 => Ok(Vec::new()),
        _ => c.machine.get_bytes(ptr, length),
    }
}

/// The position of a text in another, counted from one; zero if there is none.
fn index<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (text, wanted) = (c.characters(0)?, c.characters(2)?);
    let back = c.bits(4, 1)? != 0;
    let last = text.len().checked_sub(wanted.len());
    let mut places = last.map_or(0..0, |last| 0..last + 1);
    let fits = |&at: &usize| text[at..].starts_with(&wanted);
    let found = if back {
        places.rev().find(fits)
    } else {
        places.find(fits)
    };
    c.give_size(found.map_or(0, |at| at as u64 + 1))
}

/// The first or last character that is (or is not) in a set.
fn in_set<D: Domain>(c: &mut Call<D>, wanted: bool) -> Outcome<D> {
    let (text, set) = (c.characters(0)?, c.characters(2)?);
    let back = c.bits(4, 1)? != 0;
    let fits = |byte: &u8| set.contains(byte) == wanted;
    let found = if back {
        text.iter().rposition(fits)
    } else {
        text.iter().position(fits)
    };
    c.give_size(found.map_or(0, |at| at as u64 + 1))
}

fn scan<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    in_set(c, true)
}

fn verify<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    in_set(c, false)
}

fn trimmed(text: &[u8]) -> usize {
    text.iter()
        .rposition(|&byte| byte != BLANK)
        .map_or(0, |last| last + 1)
}

fn len_trim<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let text = c.characters(0)?;
    c.give_size(trimmed(&text) as u64)
}

/// The text of a descriptor of a scalar character value.
fn scalar<D: Domain>(c: &mut Call<D>, index: usize) -> Result<Vec<u8>, Stop> {
    let value = c.array(index)?;
    text(c, &value.base, value.element)
}

fn give_text<D: Domain>(c: &mut Call<D>, text: &[u8]) -> Outcome<D> {
    let result = c.ptr(0)?;
    let array = c
        .machine
        .new_array(&result, (CHARACTER, text.len() as u64), &[])?;
    if !text.is_empty() {
        c.machine.put_bytes(&array.base, text)?;
    }
    c.give_nothing()
}

fn trim<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let text = scalar(c, 1)?;
    give_text(c, &text[..trimmed(&text)])
}

fn adjustl<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let mut text = scalar(c, 1)?;
    let blanks = text.iter().take_while(|&&byte| byte == BLANK).count();
    text.rotate_left(blanks);
    give_text(c, &text)
}

fn adjustr<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let mut text = scalar(c, 1)?;
    let blanks = text.len() - trimmed(&text);
    text.rotate_right(blanks);
    give_text(c, &text)
}

fn repeat<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let text = scalar(c, 1)?;
    let count = c.long(2)?.max(0) as usize;
    if text.len().saturating_mul(count) > i32::MAX as usize {
        return Err(unsupported(FortranConstruct::LongRepeat));
    }
    give_text(c, &text.repeat(count))
}

/// Appends to an accumulated character value.
fn concatenate<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let mut all = scalar(c, 0)?;
    all.extend(c.characters(1)?);
    give_text(c, &all)
}

/// Fills with blanks from an offset to the end.
fn pad<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (text, length, offset) = (c.ptr(0)?, c.size(1)?, c.size(2)?);
    if let Some(rest) = length.checked_sub(offset).filter(|&rest| rest > 0) {
        let at = c.machine.at(&text, offset);
        let machine = &mut *c.machine;
        let blank = machine.domain.word(8, u64::from(BLANK));
        machine
            .memory
            .fill(&mut machine.domain, &at, &blank, rest)?;
    }
    c.give_nothing()
}

/// Copies a text behind another as far as it fits; returns the new length.
fn append<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (to, room, offset) = (c.ptr(0)?, c.size(1)?, c.size(2)?);
    let mut text = c.characters(3)?;
    text.truncate(room.saturating_sub(offset) as usize);
    if !text.is_empty() {
        let at = c.machine.at(&to, offset);
        c.machine.put_bytes(&at, &text)?;
    }
    c.give_size(offset.wrapping_add(text.len() as u64))
}
