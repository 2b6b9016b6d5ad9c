//! The `printf` family. The functions differ in the destination, in the position of the format, and in
//! whether the arguments are passed directly or in a `va_list`.

use super::streams::Std;
use crate::domain::Domain;
use crate::library::call::{Call, Outcome, models};
use crate::library::errno::EBADF;
use crate::library::format::{Rendered, render};
use crate::library::string::duplicate;
use crate::machine::ArgSource;
use crate::stop::Stop;

models! {
    "printf" => printf,
    "vprintf" => vprintf,
    "fprintf" => fprintf,
    "vfprintf" => vfprintf,
    "dprintf" => dprintf,
    "vdprintf" => vdprintf,
    "sprintf" => sprintf,
    "vsprintf" => vsprintf,
    "snprintf" => snprintf,
    "vsnprintf" => vsnprintf,
    "asprintf" => asprintf,
    "vasprintf" => vasprintf,
    "__printf_chk" => printf_chk,
    "__vprintf_chk" => vprintf_chk,
    "__fprintf_chk" => fprintf_chk,
    "__vfprintf_chk" => vfprintf_chk,
    "__dprintf_chk" => dprintf_chk,
    "__vdprintf_chk" => vdprintf_chk,
    "__sprintf_chk" => sprintf_chk,
    "__vsprintf_chk" => vsprintf_chk,
    "__snprintf_chk" => snprintf_chk,
    "__vsnprintf_chk" => vsnprintf_chk,
    "__asprintf_chk" => asprintf_chk,
    "__vasprintf_chk" => vasprintf_chk,
}

/// The source of the arguments.
#[derive(Clone, Copy)]
pub enum From {
    /// The arguments after the format.
    Follow,
    /// The `va_list` after the format.
    Listed,
}

/// Renders the format at argument `index`.
fn text<D: Domain>(c: &mut Call<D>, index: usize, from: From) -> Result<Rendered, Stop> {
    let format = c.string(index)?;
    let mut source = match from {
        From::Follow => ArgSource::of_call("printf", c.site, c.args, index + 1),
        From::Listed => ArgSource::of_list(&c.ptr(index + 1)?),
    };
    render(c.machine, &format, &mut source)
}

/// The text of a format, up to a character that cannot be encoded.
pub fn formatted<D: Domain>(c: &mut Call<D>, index: usize, from: From) -> Result<Vec<u8>, Stop> {
    let (Rendered::Text(text) | Rendered::Unencodable(text)) = text(c, index, from)?;
    Ok(text)
}

fn give_count<D: Domain>(c: &mut Call<D>, count: usize) -> Outcome<D> {
    c.give_int(i32::try_from(count).unwrap_or(-1))
}

fn to_stream<D: Domain>(c: &mut Call<D>, stream: Std, index: usize, from: From) -> Outcome<D> {
    match text(c, index, from)? {
        Rendered::Text(text) => {
            if !c.machine.put(stream, &text)? {
                return c.give_int(-1);
            }
            give_count(c, text.len())
        }
        Rendered::Unencodable(text) => {
            c.machine.put(stream, &text)?;
            c.give_int(-1)
        }
    }
}

fn to_descriptor<D: Domain>(c: &mut Call<D>, index: usize, from: From) -> Outcome<D> {
    match Std::of_descriptor(c.int(0)?) {
        Some(stream) => to_stream(c, stream, index, from),
        None => c.fail(EBADF),
    }
}

/// Writes what fits into `size` bytes, always with a terminator; returns the whole length.
fn to_buffer<D: Domain>(
    c: &mut Call<D>,
    to: &D::Ptr,
    size: u64,
    index: usize,
    from: From,
) -> Outcome<D> {
    let rendered = text(c, index, from)?;
    let (Rendered::Text(text) | Rendered::Unencodable(text)) = &rendered;
    if let Some(room) = size.checked_sub(1) {
        let kept = text.len().min(usize::try_from(room).unwrap_or(usize::MAX));
        c.machine.put_c_string(to, &text[..kept])?;
    }
    match rendered {
        Rendered::Text(text) => give_count(c, text.len()),
        Rendered::Unencodable(_) => c.give_int(-1),
    }
}

/// Writes into a buffer whose size the compiler knows; a text that does not fit aborts.
fn to_checked_buffer<D: Domain>(c: &mut Call<D>, room: u64, from: From) -> Outcome<D> {
    let to = c.ptr(0)?;
    let rendered = text(c, 3, from)?;
    let (Rendered::Text(text) | Rendered::Unencodable(text)) = &rendered;
    if text.len() as u64 >= room {
        return Err(c.machine.buffer_overflow());
    }
    c.machine.put_c_string(&to, text)?;
    match rendered {
        Rendered::Text(text) => give_count(c, text.len()),
        Rendered::Unencodable(_) => c.give_int(-1),
    }
}

fn to_heap<D: Domain>(c: &mut Call<D>, index: usize, from: From) -> Outcome<D> {
    let place = c.ptr(0)?;
    let Rendered::Text(text) = text(c, index, from)? else {
        return c.give_int(-1);
    };
    let copy = duplicate(c, &text)?;
    c.machine.put_ptr(&place, &copy)?;
    give_count(c, text.len())
}

fn printf<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    to_stream(c, Std::Out, 0, From::Follow)
}

fn vprintf<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    to_stream(c, Std::Out, 0, From::Listed)
}

fn fprintf<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let stream = c.stream(0)?;
    to_stream(c, stream, 1, From::Follow)
}

fn vfprintf<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let stream = c.stream(0)?;
    to_stream(c, stream, 1, From::Listed)
}

fn dprintf<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    to_descriptor(c, 1, From::Follow)
}

fn vdprintf<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    to_descriptor(c, 1, From::Listed)
}

fn sprintf<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let to = c.ptr(0)?;
    to_buffer(c, &to, u64::MAX, 1, From::Follow)
}

fn vsprintf<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let to = c.ptr(0)?;
    to_buffer(c, &to, u64::MAX, 1, From::Listed)
}

fn snprintf<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (to, size) = (c.ptr(0)?, c.size(1)?);
    to_buffer(c, &to, size, 2, From::Follow)
}

fn vsnprintf<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (to, size) = (c.ptr(0)?, c.size(1)?);
    to_buffer(c, &to, size, 2, From::Listed)
}

fn asprintf<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    to_heap(c, 1, From::Follow)
}

fn vasprintf<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    to_heap(c, 1, From::Listed)
}

fn printf_chk<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    to_stream(c, Std::Out, 1, From::Follow)
}

fn vprintf_chk<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    to_stream(c, Std::Out, 1, From::Listed)
}

fn fprintf_chk<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let stream = c.stream(0)?;
    to_stream(c, stream, 2, From::Follow)
}

fn vfprintf_chk<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let stream = c.stream(0)?;
    to_stream(c, stream, 2, From::Listed)
}

fn dprintf_chk<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    to_descriptor(c, 2, From::Follow)
}

fn vdprintf_chk<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    to_descriptor(c, 2, From::Listed)
}

fn sprintf_chk<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let room = c.size(2)?;
    to_checked_buffer(c, room, From::Follow)
}

fn vsprintf_chk<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let room = c.size(2)?;
    to_checked_buffer(c, room, From::Listed)
}

fn snprintf_chk<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (to, size) = (c.ptr(0)?, c.size(1)?);
    c.fortify(3, size)?;
    to_buffer(c, &to, size, 4, From::Follow)
}

fn vsnprintf_chk<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (to, size) = (c.ptr(0)?, c.size(1)?);
    c.fortify(3, size)?;
    to_buffer(c, &to, size, 4, From::Listed)
}

fn asprintf_chk<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    to_heap(c, 2, From::Follow)
}

fn vasprintf_chk<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    to_heap(c, 2, From::Listed)
}
