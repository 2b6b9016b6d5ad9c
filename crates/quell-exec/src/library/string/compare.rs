//! Comparing memory and strings.
//!
//! C defines only the sign of the result; like glibc on x86-64, these models return the difference of the
//! first bytes that differ.

use crate::domain::Domain;
use crate::library::call::{Call, Outcome, models};
use crate::machine::Machine;
use crate::stop::Stop;

models! {
    "memcmp" => memcmp,
    "bcmp" => memcmp,
    "__memcmpeq" => memcmp,
    "strcmp" => strcmp,
    "strcoll" => strcmp,
    "strncmp" => strncmp,
    "strcasecmp" => strcasecmp,
    "strncasecmp" => strncasecmp,
    "strverscmp" => strverscmp,
}

fn difference(a: u8, b: u8) -> i32 {
    i32::from(a) - i32::from(b)
}

/// Compares up to `limit` bytes or to the end of the strings. Nothing behind the first difference is read.
fn compare<D: Domain>(
    machine: &mut Machine<D>,
    (a, b): (&D::Ptr, &D::Ptr),
    limit: u64,
    strings: bool,
    fold: fn(u8) -> u8,
) -> Result<i32, Stop> {
    for index in 0..limit {
        let (x, y) = (machine.byte(a, index)?, machine.byte(b, index)?);
        let order = difference(fold(x), fold(y));
        if order != 0 || strings && x == 0 {
            return Ok(order);
        }
    }
    Ok(0)
}

fn as_is(byte: u8) -> u8 {
    byte
}

fn lower(byte: u8) -> u8 {
    byte.to_ascii_lowercase()
}

fn memcmp<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (a, b, count) = (c.ptr(0)?, c.ptr(1)?, c.size(2)?);
    let whole = (
        c.machine.get_bytes(&a, count),
        c.machine.get_bytes(&b, count),
    );
    let order = match whole {
        (Ok(x), Ok(y)) => {
            let mut pairs = x.iter().zip(&y).map(|(&x, &y)| difference(x, y));
            pairs.find(|&order| order != 0).unwrap_or(0)
        }
        _ => compare(c.machine, (&a, &b), count, false, as_is)?,
    };
    c.give_int(order)
}

fn strings<D: Domain>(c: &mut Call<D>, limit: u64, fold: fn(u8) -> u8) -> Outcome<D> {
    let (a, b) = (c.ptr(0)?, c.ptr(1)?);
    let order = compare(c.machine, (&a, &b), limit, true, fold)?;
    c.give_int(order)
}

fn strcmp<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    strings(c, u64::MAX, as_is)
}

fn strncmp<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let count = c.size(2)?;
    strings(c, count, as_is)
}

fn strcasecmp<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    strings(c, u64::MAX, lower)
}

fn strncasecmp<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let count = c.size(2)?;
    strings(c, count, lower)
}

fn strverscmp<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (mut a, mut b) = (c.string(0)?, c.string(1)?);
    a.push(0);
    b.push(0);
    c.give_int(version_order(&a, &b))
}

/// The order of `strverscmp` on zero-terminated names. Numbers with leading zeros are compared as fractions:
/// 000, 00, 01, 010, 09, 0, 1, 9, 10 are in order.
fn version_order(a: &[u8], b: &[u8]) -> i32 {
    let Some(at) = a.iter().zip(b).position(|(x, y)| x != y) else {
        return 0;
    };
    let is_digit = |text: &[u8], index: usize| text.get(index).is_some_and(u8::is_ascii_digit);
    let digits_from = |text: &[u8], from: usize| {
        text[from..]
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count()
    };
    let start = (0..at).rev().take_while(|&index| is_digit(a, index)).last();
    let (x, y) = (is_digit(a, at), is_digit(b, at));
    let longer = digits_from(a, at).cmp(&digits_from(b, at)) as i32;
    let plain = difference(a[at], b[at]);
    let number = match start {
        Some(start) if a[start] == b'0' => {
            let zeros = a[start..at].iter().all(|&byte| byte == b'0');
            return match (zeros, x, y) {
                (true, true, false) => -1,
                (true, false, true) => 1,
                _ => plain,
            };
        }
        Some(_) => x || y,
        None => x && y && a[at] != b'0' && b[at] != b'0',
    };
    if number && longer != 0 { longer } else { plain }
}
