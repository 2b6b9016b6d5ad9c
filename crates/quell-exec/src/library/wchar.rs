//! `wchar.h` and the multibyte functions of `stdlib.h` in the C locale, whose characters have 7 bits.

use super::call::{Call, Outcome, models};
use super::errno::EILSEQ;
use crate::domain::Domain;
use crate::machine::Machine;
use crate::stop::Stop;

models! {
    "wcslen" => wcslen,
    "wcsnlen" => wcsnlen,
    "wcscpy" => wcscpy,
    "wcscat" => wcscat,
    "wcscmp" => wcscmp,
    "wcsncmp" => wcsncmp,
    "wcschr" => wcschr,
    "wmemcpy" => wmemcpy,
    "wmemmove" => wmemcpy,
    "wmemset" => wmemset,
    "mblen" => mblen,
    "mbtowc" => mbtowc,
    "mbrtowc" => mbrtowc,
    "mbrlen" => mbrlen,
    "mbsinit" => mbsinit,
    "wctomb" => wctomb,
    "wcrtomb" => wcrtomb,
    "mbstowcs" => mbstowcs,
    "wcstombs" => wcstombs,
    "btowc" => btowc,
    "wctob" => wctob,
}

const WIDE: u64 = 4;

impl<D: Domain> Machine<D> {
    fn put_wide(&mut self, to: &D::Ptr, text: &[u64]) -> Result<(), Stop> {
        let bytes: Vec<u8> = text
            .iter()
            .flat_map(|&wide| (wide as u32).to_le_bytes())
            .collect();
        self.put_bytes(to, &bytes)
    }
}

/// A wide string argument.
fn wide<D: Domain>(c: &mut Call<D>, index: usize) -> Result<Vec<u64>, Stop> {
    let ptr = c.ptr(index)?;
    c.machine.wide_string(&ptr, usize::MAX)
}

fn wcslen<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let length = wide(c, 0)?.len() as u64;
    c.give_size(length)
}

fn wcsnlen<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (ptr, limit) = (c.ptr(0)?, c.size(1)?);
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let length = c.machine.wide_string(&ptr, limit)?.len() as u64;
    c.give_size(length)
}

fn wcscpy<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (to, mut text) = (c.ptr(0)?, wide(c, 1)?);
    text.push(0);
    c.machine.put_wide(&to, &text)?;
    c.give_ptr(to)
}

fn wcscat<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (to, mut text) = (c.ptr(0)?, wide(c, 1)?);
    let length = wide(c, 0)?.len() as u64;
    text.push(0);
    let end = c.machine.at(&to, WIDE * length);
    c.machine.put_wide(&end, &text)?;
    c.give_ptr(to)
}

/// Wide characters are signed; the result is -1, 0 or 1.
fn order<D: Domain>(c: &mut Call<D>, limit: u64) -> Outcome<D> {
    let (a, b) = (c.ptr(0)?, c.ptr(1)?);
    for index in 0..limit {
        let (a, b) = (
            c.machine.at(&a, WIDE * index),
            c.machine.at(&b, WIDE * index),
        );
        let x = c.machine.get_number(&a, 4)? as u32 as i32;
        let y = c.machine.get_number(&b, 4)? as u32 as i32;
        if x != y || x == 0 {
            return c.give_int(x.cmp(&y) as i32);
        }
    }
    c.give_int(0)
}

fn wcscmp<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    order(c, u64::MAX)
}

fn wcsncmp<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let limit = c.size(2)?;
    order(c, limit)
}

fn wcschr<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (ptr, mut text, wanted) = (c.ptr(0)?, wide(c, 0)?, c.bits(1, 32)?);
    text.push(0);
    let place = text.iter().position(|&wide| wide == wanted);
    c.give_place(&ptr, place.map(|place| WIDE * place as u64))
}

fn wmemcpy<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (to, from, count) = (c.ptr(0)?, c.ptr(1)?, c.size(2)?);
    c.machine
        .copy_bytes(&to, &from, count.saturating_mul(WIDE))?;
    c.give_ptr(to)
}

fn wmemset<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (to, value, count) = (c.ptr(0)?, c.bits(1, 32)?, c.size(2)?);
    for index in 0..count {
        let at = c.machine.at(&to, WIDE * index);
        c.machine.put_number(&at, 4, value)?;
    }
    c.give_ptr(to)
}

/// The first character in some bytes.
enum First {
    /// There are no bytes.
    Nothing,
    Character(u8),
    NoCharacter,
}

fn first<D: Domain>(c: &mut Call<D>, ptr: &D::Ptr, limit: u64) -> Result<First, Stop> {
    if limit == 0 {
        return Ok(First::Nothing);
    }
    let byte = c.machine.byte(ptr, 0)?;
    if byte.is_ascii() {
        return Ok(First::Character(byte));
    }
    c.machine.set_errno(EILSEQ)?;
    Ok(First::NoCharacter)
}

/// The length of a character; 0 for the terminator.
fn length(byte: u8) -> i64 {
    i64::from(byte != 0)
}

/// `to` is the index of the argument that receives the character, `from` that of the text.
fn convert<D: Domain>(
    c: &mut Call<D>,
    to: Option<usize>,
    from: usize,
    at_end: i64,
) -> Result<i64, Stop> {
    // A null text queries whether the encoding has shift states.
    let Some(text) = c.optional_ptr(from)? else {
        return Ok(0);
    };
    let limit = c.size(from + 1)?;
    match first(c, &text, limit)? {
        First::Nothing => Ok(at_end),
        First::NoCharacter => Ok(-1),
        First::Character(byte) => {
            let place = to.map(|to| c.optional_ptr(to)).transpose()?.flatten();
            if let Some(place) = place {
                c.machine.put_number(&place, 4, u64::from(byte))?;
            }
            Ok(length(byte))
        }
    }
}

fn mblen<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let length = convert(c, None, 0, -1)?;
    c.give_int(length as i32)
}

fn mbtowc<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let length = convert(c, Some(0), 1, -1)?;
    c.give_int(length as i32)
}

/// -2 means an incomplete character.
fn mbrtowc<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let length = convert(c, Some(0), 1, -2)?;
    c.give_long(length)
}

fn mbrlen<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let length = convert(c, None, 0, -2)?;
    c.give_long(length)
}

fn mbsinit<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    c.give_int(1)
}

/// Encodes a wide character as one byte; -1 if that is impossible. A null buffer queries the shift states.
fn unconvert<D: Domain>(c: &mut Call<D>, without_place: i64) -> Result<i64, Stop> {
    let Some(to) = c.optional_ptr(0)? else {
        return Ok(without_place);
    };
    let wide = c.bits(1, 32)?;
    if wide >= 128 {
        c.machine.set_errno(EILSEQ)?;
        return Ok(-1);
    }
    c.machine.put_bytes(&to, &[wide as u8])?;
    Ok(1)
}

fn wctomb<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let length = unconvert(c, 0)?;
    c.give_int(length as i32)
}

fn wcrtomb<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let length = unconvert(c, 1)?;
    c.give_long(length)
}

fn mbstowcs<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (to, text, limit) = (c.optional_ptr(0)?, c.string(1)?, c.size(2)?);
    if !text.is_ascii() {
        c.machine.set_errno(EILSEQ)?;
        return c.give_long(-1);
    }
    let Some(to) = to else {
        return c.give_size(text.len() as u64);
    };
    let mut wide: Vec<u64> = text.iter().map(|&byte| u64::from(byte)).collect();
    wide.push(0);
    wide.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    c.machine.put_wide(&to, &wide)?;
    c.give_size((text.len() as u64).min(limit))
}

fn wcstombs<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (to, text, limit) = (c.optional_ptr(0)?, wide(c, 1)?, c.size(2)?);
    if text.iter().any(|&wide| wide >= 128) {
        c.machine.set_errno(EILSEQ)?;
        return c.give_long(-1);
    }
    let Some(to) = to else {
        return c.give_size(text.len() as u64);
    };
    let mut bytes: Vec<u8> = text.iter().map(|&wide| wide as u8).collect();
    bytes.push(0);
    bytes.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    c.machine.put_bytes(&to, &bytes)?;
    c.give_size((text.len() as u64).min(limit))
}

/// A 7-bit character is unchanged; any other value becomes -1.
fn same_character<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let value = c.int(0)?;
    c.give_int(if (0..128).contains(&value) { value } else { -1 })
}

fn btowc<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    same_character(c)
}

fn wctob<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    same_character(c)
}
