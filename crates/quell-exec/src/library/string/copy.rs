//! Copying and filling memory and strings.

use crate::domain::Domain;
use crate::library::call::{Call, Outcome, models};
use crate::memory::Memory;
use crate::stop::Stop;

models! {
    "memcpy" => memcpy,
    "mempcpy" => mempcpy,
    "__mempcpy" => mempcpy,
    "memmove" => memmove,
    "memccpy" => memccpy,
    "memset" => memset,
    "bzero" => bzero,
    "explicit_bzero" => bzero,
    "bcopy" => bcopy,
    "strcpy" => strcpy,
    "stpcpy" => stpcpy,
    "__stpcpy" => stpcpy,
    "strncpy" => strncpy,
    "stpncpy" => stpncpy,
    "strcat" => strcat,
    "strncat" => strncat,
    "strlcpy" => strlcpy,
    "strlcat" => strlcat,
    "strdup" => strdup,
    "__strdup" => strdup,
    "strndup" => strndup,
    "__strndup" => strndup,
    "strxfrm" => strxfrm,
    "swab" => swab,
}

pub(super) fn memcpy<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (to, from, count) = (c.ptr(0)?, c.ptr(1)?, c.size(2)?);
    c.machine
        .require_disjoint("memcpy", (&to, count), (&from, count))?;
    c.machine.copy_bytes(&to, &from, count)?;
    c.give_ptr(to)
}

pub(super) fn mempcpy<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    memcpy(c)?;
    let (to, count) = (c.ptr(0)?, c.size(2)?);
    c.give_place(&to, Some(count))
}

pub(super) fn memmove<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (to, from, count) = (c.ptr(0)?, c.ptr(1)?, c.size(2)?);
    c.machine.copy_bytes(&to, &from, count)?;
    c.give_ptr(to)
}

fn bcopy<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (from, to, count) = (c.ptr(0)?, c.ptr(1)?, c.size(2)?);
    c.machine.copy_bytes(&to, &from, count)?;
    Ok(None)
}

/// Copies up to and including a byte; returns a pointer behind its copy.
fn memccpy<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (to, from, last, count) = (c.ptr(0)?, c.ptr(1)?, c.int(2)? as u8, c.size(3)?);
    for index in 0..count {
        let byte = c.machine.byte(&from, index)?;
        let at = c.machine.at(&to, index);
        c.machine.put_bytes(&at, &[byte])?;
        if byte == last {
            return c.give_place(&to, Some(index + 1));
        }
    }
    c.give_null()
}

pub(super) fn memset<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (to, count) = (c.ptr(0)?, c.size(2)?);
    let value = c.arg(1)?.word()?;
    let byte = c.machine.domain.extract(32, value, 0, 8);
    c.machine
        .memory
        .fill(&mut c.machine.domain, &to, &byte, count)?;
    c.give_ptr(to)
}

fn bzero<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (to, count) = (c.ptr(0)?, c.size(1)?);
    let zero = c.machine.domain.word(8, 0);
    c.machine
        .memory
        .fill(&mut c.machine.domain, &to, &zero, count)?;
    Ok(None)
}

/// Copies a string with its terminator; returns its length.
fn copy_string<D: Domain>(
    c: &mut Call<D>,
    name: &'static str,
    to: &D::Ptr,
    from: &D::Ptr,
) -> Result<u64, Stop> {
    let length = c.machine.c_string(from)?.len() as u64;
    c.machine
        .require_disjoint(name, (to, length + 1), (from, length + 1))?;
    c.machine.copy_bytes(to, from, length + 1)?;
    Ok(length)
}

pub(super) fn strcpy<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (to, from) = (c.ptr(0)?, c.ptr(1)?);
    copy_string(c, "strcpy", &to, &from)?;
    c.give_ptr(to)
}

pub(super) fn stpcpy<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (to, from) = (c.ptr(0)?, c.ptr(1)?);
    let length = copy_string(c, "stpcpy", &to, &from)?;
    c.give_place(&to, Some(length))
}

/// Fills exactly `count` bytes: the string, then zeros. Returns the length copied.
fn copy_padded<D: Domain>(c: &mut Call<D>, name: &'static str) -> Result<u64, Stop> {
    let (to, from, count) = (c.ptr(0)?, c.ptr(1)?, c.size(2)?);
    let text = c.machine.bounded_string(&from, count)?;
    let length = text.len() as u64;
    c.machine
        .require_disjoint(name, (&to, count), (&from, length))?;
    c.machine.put_bytes(&to, &text)?;
    let rest = c.machine.at(&to, length);
    let zero = c.machine.domain.word(8, 0);
    c.machine
        .memory
        .fill(&mut c.machine.domain, &rest, &zero, count - length)?;
    Ok(length)
}

pub(super) fn strncpy<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    copy_padded(c, "strncpy")?;
    let to = c.ptr(0)?;
    c.give_ptr(to)
}

pub(super) fn stpncpy<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let length = copy_padded(c, "stpncpy")?;
    let to = c.ptr(0)?;
    c.give_place(&to, Some(length))
}

pub(super) fn strcat<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (to, from) = (c.ptr(0)?, c.ptr(1)?);
    let end = c.string(0)?.len() as u64;
    let end = c.machine.at(&to, end);
    copy_string(c, "strcat", &end, &from)?;
    c.give_ptr(to)
}

pub(super) fn strncat<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (to, from, count) = (c.ptr(0)?, c.ptr(1)?, c.size(2)?);
    let end = c.string(0)?.len() as u64;
    let end = c.machine.at(&to, end);
    let text = c.machine.bounded_string(&from, count)?;
    let length = text.len() as u64;
    c.machine
        .require_disjoint("strncat", (&end, length + 1), (&from, length))?;
    c.machine.put_c_string(&end, &text)?;
    c.give_ptr(to)
}

/// Copies as much as fits, with a terminator; returns the length of the whole string.
fn strlcpy<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (to, text, size) = (c.ptr(0)?, c.string(1)?, c.size(2)?);
    put_cut(c, &to, &text, size)?;
    c.give_size(text.len() as u64)
}

fn strlcat<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (to, text, size) = (c.ptr(0)?, c.string(1)?, c.size(2)?);
    let length = c.machine.bounded_string(&to, size)?.len() as u64;
    let end = c.machine.at(&to, length);
    put_cut(c, &end, &text, size - length)?;
    c.give_size(length + text.len() as u64)
}

/// Transforming a string to the collation order of the C locale does not change it.
fn strxfrm<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    strlcpy(c)
}

/// Writes a string truncated to a buffer of `size` bytes; nothing if `size` is 0.
fn put_cut<D: Domain>(c: &mut Call<D>, to: &D::Ptr, text: &[u8], size: u64) -> Result<(), Stop> {
    let Some(room) = size.checked_sub(1) else {
        return Ok(());
    };
    let kept = text.len().min(usize::try_from(room).unwrap_or(usize::MAX));
    c.machine.put_c_string(to, &text[..kept])
}

/// A copy in a block from `malloc`.
pub(crate) fn duplicate<D: Domain>(c: &mut Call<D>, text: &[u8]) -> Result<D::Ptr, Stop> {
    let ptr = c.machine.heap_block(text.len() as u64 + 1, false)?;
    c.machine.put_c_string(&ptr, text)?;
    Ok(ptr)
}

fn strdup<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let text = c.string(0)?;
    let copy = duplicate(c, &text)?;
    c.give_ptr(copy)
}

fn strndup<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (from, count) = (c.ptr(0)?, c.size(1)?);
    let text = c.machine.bounded_string(&from, count)?;
    let copy = duplicate(c, &text)?;
    c.give_ptr(copy)
}

/// Copies pairs of bytes in swapped order.
fn swab<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (from, to, count) = (c.ptr(0)?, c.ptr(1)?, c.long(2)?);
    let pairs = count.max(0) as u64 / 2;
    let mut bytes = c.machine.get_bytes(&from, 2 * pairs)?;
    for pair in bytes.chunks_exact_mut(2) {
        pair.swap(0, 1);
    }
    c.machine.put_bytes(&to, &bytes)?;
    Ok(None)
}
