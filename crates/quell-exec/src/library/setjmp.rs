//! `setjmp.h`: a buffer holds the number of a place to return to.

use super::call::{Call, Outcome, misuse, models};
use crate::domain::Domain;
use crate::value::Val;

models! {
    "setjmp" => setjmp,
    "_setjmp" => setjmp,
    "sigsetjmp" => setjmp,
    "__sigsetjmp" => setjmp,
    "longjmp" => longjmp,
    "_longjmp" => longjmp,
    "siglongjmp" => longjmp,
    "__longjmp_chk" => longjmp,
}

/// Tells a buffer that `setjmp` filled from other memory.
const MARK: u64 = 0x7175_656c_6c00_0000;

fn setjmp<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let buffer = c.ptr(0)?;
    let point = c.machine.jump_point(c.site.dst);
    let point = point.ok_or_else(|| misuse("setjmp", "it was not called by a function"))?;
    c.machine.library.jump_points.push(point);
    let number = c.machine.library.jump_points.len() as u64 - 1;
    c.machine.put_number(&buffer, 8, MARK ^ number)?;
    c.give_int(0)
}

fn longjmp<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (buffer, value) = (c.ptr(0)?, c.int(1)?);
    let number = c.machine.get_number(&buffer, 8)? ^ MARK;
    let points = &c.machine.library.jump_points;
    let point = usize::try_from(number)
        .ok()
        .and_then(|number| points.get(number));
    let Some(&point) = point else {
        return Err(misuse("longjmp", "the buffer was not filled by setjmp"));
    };
    // A result of 0 would look like the first return.
    let value = if value == 0 { 1 } else { value };
    let value = c.machine.domain.word(32, u64::from(value as u32));
    Err(c.machine.jump_to(point, Val::Word(value))?)
}
