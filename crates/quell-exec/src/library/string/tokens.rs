//! Splitting strings into tokens.

use crate::domain::Domain;
use crate::library::call::{Call, Outcome, misuse, models};
use crate::stop::Stop;

models! {
    "strtok" => strtok,
    "strtok_r" => strtok_r,
    "__strtok_r" => strtok_r,
    "strsep" => strsep,
    "__strsep" => strsep,
}

/// The token at or behind `ptr`, and where the next search begins.
fn token<D: Domain>(
    c: &mut Call<D>,
    ptr: &D::Ptr,
    set: &[u8],
) -> Result<(Option<D::Ptr>, D::Ptr), Stop> {
    let text = c.machine.c_string(ptr)?;
    let skipped = text.iter().take_while(|byte| set.contains(byte)).count();
    let length = text[skipped..]
        .iter()
        .take_while(|byte| !set.contains(byte))
        .count();
    let end = skipped + length;
    let start = c.machine.at(ptr, skipped as u64);
    let end_ptr = c.machine.at(ptr, end as u64);
    if length == 0 {
        return Ok((None, end_ptr));
    }
    if end == text.len() {
        return Ok((Some(start), end_ptr));
    }
    c.machine.put_bytes(&end_ptr, &[0])?;
    let next = c.machine.at(&end_ptr, 1);
    Ok((Some(start), next))
}

fn give_token<D: Domain>(c: &mut Call<D>, token: Option<D::Ptr>) -> Outcome<D> {
    match token {
        Some(token) => c.give_ptr(token),
        None => c.give_null(),
    }
}

fn strtok<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let set = c.string(1)?;
    let begin = match c.optional_ptr(0)? {
        Some(ptr) => ptr,
        None => match c.machine.library.strtok.clone() {
            Some(ptr) => ptr,
            None => return Err(misuse("strtok", "there is no string to go on with")),
        },
    };
    let (found, next) = token(c, &begin, &set)?;
    c.machine.library.strtok = Some(next);
    give_token(c, found)
}

fn strtok_r<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (set, save) = (c.string(1)?, c.ptr(2)?);
    let begin = match c.optional_ptr(0)? {
        Some(ptr) => ptr,
        None => c.machine.get_ptr(&save)?,
    };
    if c.machine.is_null(&begin)? {
        return Err(misuse("strtok_r", "there is no string to go on with"));
    }
    let (found, next) = token(c, &begin, &set)?;
    c.machine.put_ptr(&save, &next)?;
    give_token(c, found)
}

/// Tokens may be empty. The caller's pointer becomes null after the last.
fn strsep<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (place, set) = (c.ptr(0)?, c.string(1)?);
    let begin = c.machine.get_ptr(&place)?;
    if c.machine.is_null(&begin)? {
        return c.give_null();
    }
    let text = c.machine.c_string(&begin)?;
    let next = match text.iter().position(|byte| set.contains(byte)) {
        Some(end) => {
            let end = c.machine.at(&begin, end as u64);
            c.machine.put_bytes(&end, &[0])?;
            c.machine.at(&end, 1)
        }
        None => c.machine.domain.null(),
    };
    c.machine.put_ptr(&place, &next)?;
    c.give_ptr(begin)
}
