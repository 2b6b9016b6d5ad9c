//! String lengths, and searches in memory and strings.

use crate::domain::Domain;
use crate::library::call::{Call, Outcome, models};
use crate::stop::Stop;

models! {
    "strlen" => strlen,
    "strnlen" => strnlen,
    "memchr" => memchr,
    "memrchr" => memrchr,
    "rawmemchr" => rawmemchr,
    "__rawmemchr" => rawmemchr,
    "memmem" => memmem,
    "strchr" => strchr,
    "index" => strchr,
    "strchrnul" => strchrnul,
    "strrchr" => strrchr,
    "rindex" => strrchr,
    "strstr" => strstr,
    "strcasestr" => strcasestr,
    "strspn" => strspn,
    "strcspn" => strcspn,
    "strpbrk" => strpbrk,
    "ffs" => ffs,
    "ffsl" => ffsl,
    "ffsll" => ffsl,
}

fn strlen<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let length = c.string(0)?.len() as u64;
    c.give_size(length)
}

fn strnlen<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (ptr, limit) = (c.ptr(0)?, c.size(1)?);
    let length = c.machine.bounded_string(&ptr, limit)?.len() as u64;
    c.give_size(length)
}

/// The first position of a byte among the first `limit`. Bytes behind it need not be accessible.
fn position<D: Domain>(
    c: &mut Call<D>,
    ptr: &D::Ptr,
    wanted: u8,
    limit: u64,
) -> Result<Option<u64>, Stop> {
    for index in 0..limit {
        if c.machine.byte(ptr, index)? == wanted {
            return Ok(Some(index));
        }
    }
    Ok(None)
}

fn memchr<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (ptr, wanted, limit) = (c.ptr(0)?, c.int(1)? as u8, c.size(2)?);
    let place = position(c, &ptr, wanted, limit)?;
    c.give_place(&ptr, place)
}

fn rawmemchr<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (ptr, wanted) = (c.ptr(0)?, c.int(1)? as u8);
    let place = position(c, &ptr, wanted, u64::MAX)?;
    c.give_place(&ptr, place)
}

fn memrchr<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (ptr, wanted, count) = (c.ptr(0)?, c.int(1)? as u8, c.size(2)?);
    let bytes = c.machine.get_bytes(&ptr, count)?;
    let place = bytes.iter().rposition(|&byte| byte == wanted);
    c.give_place(&ptr, place.map(|place| place as u64))
}

/// The first position of `needle`; 0 for an empty one.
fn find(haystack: &[u8], needle: &[u8]) -> Option<u64> {
    if needle.is_empty() {
        return Some(0);
    }
    let place = haystack.windows(needle.len()).position(|w| w == needle);
    place.map(|place| place as u64)
}

fn memmem<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (ptr, length) = (c.ptr(0)?, c.size(1)?);
    let (needle, needle_length) = (c.ptr(2)?, c.size(3)?);
    let haystack = c.machine.get_bytes(&ptr, length)?;
    let needle = c.machine.get_bytes(&needle, needle_length)?;
    c.give_place(&ptr, find(&haystack, &needle))
}

/// Whether a byte is in a string, and the position where the search ended.
fn in_string<D: Domain>(c: &mut Call<D>) -> Result<(bool, u64), Stop> {
    let (ptr, wanted) = (c.ptr(0)?, c.int(1)? as u8);
    for index in 0..u64::MAX {
        let byte = c.machine.byte(&ptr, index)?;
        if byte == wanted || byte == 0 {
            return Ok((byte == wanted, index));
        }
    }
    Ok((false, u64::MAX))
}

fn strchr<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (found, index) = in_string(c)?;
    let ptr = c.ptr(0)?;
    c.give_place(&ptr, found.then_some(index))
}

fn strchrnul<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (_, index) = in_string(c)?;
    let ptr = c.ptr(0)?;
    c.give_place(&ptr, Some(index))
}

fn strrchr<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (ptr, mut text, wanted) = (c.ptr(0)?, c.string(0)?, c.int(1)? as u8);
    text.push(0);
    let place = text.iter().rposition(|&byte| byte == wanted);
    c.give_place(&ptr, place.map(|place| place as u64))
}

fn strstr<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (ptr, haystack, needle) = (c.ptr(0)?, c.string(0)?, c.string(1)?);
    c.give_place(&ptr, find(&haystack, &needle))
}

fn strcasestr<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (ptr, haystack, needle) = (c.ptr(0)?, c.string(0)?, c.string(1)?);
    let place = find(&haystack.to_ascii_lowercase(), &needle.to_ascii_lowercase());
    c.give_place(&ptr, place)
}

/// The number of leading bytes that are in the set, or that are not.
fn span<D: Domain>(c: &mut Call<D>, inside: bool) -> Result<u64, Stop> {
    let (ptr, set) = (c.ptr(0)?, c.string(1)?);
    let mut index = 0;
    loop {
        let byte = c.machine.byte(&ptr, index)?;
        if byte == 0 || set.contains(&byte) != inside {
            return Ok(index);
        }
        index += 1;
    }
}

fn strspn<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let length = span(c, true)?;
    c.give_size(length)
}

fn strcspn<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let length = span(c, false)?;
    c.give_size(length)
}

fn strpbrk<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let length = span(c, false)?;
    let ptr = c.ptr(0)?;
    let found = c.machine.byte(&ptr, length)? != 0;
    c.give_place(&ptr, found.then_some(length))
}

/// The position of the lowest set bit plus one; 0 if none is set.
fn lowest_bit<D: Domain>(c: &mut Call<D>, width: u32) -> Outcome<D> {
    let value = c.bits(0, width)?;
    let place = if value == 0 {
        0
    } else {
        value.trailing_zeros() + 1
    };
    c.give_int(place as i32)
}

fn ffs<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    lowest_bit(c, 32)
}

fn ffsl<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    lowest_bit(c, 64)
}
