//! Input of characters, lines and blocks from the standard input.

use super::streams::Std;
use crate::domain::Domain;
use crate::library::call::{Call, Outcome, misuse, models};
use crate::library::errno::{EBADF, EINVAL};
use crate::stop::Stop;

models! {
    "getchar" => getchar,
    "getchar_unlocked" => getchar,
    "fgetc" => fgetc,
    "getc" => fgetc,
    "_IO_getc" => fgetc,
    "fgetc_unlocked" => fgetc,
    "getc_unlocked" => fgetc,
    "ungetc" => ungetc,
    "fgets" => fgets,
    "fgets_unlocked" => fgets,
    "__fgets_chk" => fgets_chk,
    "gets" => gets,
    "getline" => getline,
    "getdelim" => getdelim,
    "__getdelim" => getdelim,
    "fread" => fread,
    "fread_unlocked" => fread,
    "read" => read,
}

const EOF: i32 = -1;

fn getchar<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    if !c.readable(Std::In)? {
        return c.give_int(EOF);
    }
    let byte = c.machine.next_byte();
    c.give_int(byte.map_or(EOF, i32::from))
}

fn fgetc<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    if !c.input_stream(0)? {
        return c.give_int(EOF);
    }
    getchar(c)
}

fn ungetc<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let char = c.int(0)?;
    if char == EOF || !c.input_stream(1)? {
        return c.give_int(EOF);
    }
    let streams = &mut c.machine.library.streams;
    streams.input.pushed.push(char as u8);
    streams.state(Std::In).eof = false;
    c.give_int(i32::from(char as u8))
}

/// Bytes up to and including `last`, at most `limit`.
fn line<D: Domain>(c: &mut Call<D>, last: u8, limit: u64) -> Vec<u8> {
    let mut line = Vec::new();
    while (line.len() as u64) < limit {
        let Some(byte) = c.machine.next_byte() else {
            break;
        };
        line.push(byte);
        if byte == last {
            break;
        }
    }
    line
}

fn fgets<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let size = c.int(1)?;
    line_into(c, size, 2)
}

/// Fills a buffer of `size` bytes from the stream at argument `stream`.
fn line_into<D: Domain>(c: &mut Call<D>, size: i32, stream: usize) -> Outcome<D> {
    let to = c.ptr(0)?;
    let Some(room) = size
        .checked_sub(1)
        .and_then(|room| u64::try_from(room).ok())
    else {
        return c.give_null();
    };
    if !c.input_stream(stream)? {
        return c.give_null();
    }
    let text = line(c, b'\n', room);
    if text.is_empty() && room > 0 {
        return c.give_null();
    }
    c.machine.put_c_string(&to, &text)?;
    c.give_ptr(to)
}

fn fgets_chk<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let size = c.int(2)?;
    c.fortify(1, size.max(0) as u64)?;
    line_into(c, size, 3)
}

fn gets<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let to = c.ptr(0)?;
    if !c.readable(Std::In)? {
        return c.give_null();
    }
    let mut text = line(c, b'\n', u64::MAX);
    if text.is_empty() {
        return c.give_null();
    }
    if text.last() == Some(&b'\n') {
        text.pop();
    }
    c.machine.put_c_string(&to, &text)?;
    c.give_ptr(to)
}

fn getline<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    delimited(c, b'\n', 2)
}

fn getdelim<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let last = c.int(2)? as u8;
    delimited(c, last, 3)
}

/// Reads into a block that grows; the caller owns it.
fn delimited<D: Domain>(c: &mut Call<D>, last: u8, stream: usize) -> Outcome<D> {
    let (Some(place), Some(size_place)) = (c.optional_ptr(0)?, c.optional_ptr(1)?) else {
        c.machine.set_errno(EINVAL)?;
        return c.give_long(-1);
    };
    if !c.input_stream(stream)? {
        return c.give_long(-1);
    }
    let text = line(c, last, u64::MAX);
    let needed = (text.len() as u64 + 1).max(1);
    let block = grown(c, &place, &size_place, needed)?;
    if text.is_empty() {
        return c.give_long(-1);
    }
    c.machine.put_c_string(&block, &text)?;
    c.give_size(text.len() as u64)
}

/// The caller's block with room for `needed` bytes. Its size begins with 120 and doubles, as in glibc.
fn grown<D: Domain>(
    c: &mut Call<D>,
    place: &D::Ptr,
    size_place: &D::Ptr,
    needed: u64,
) -> Result<D::Ptr, Stop> {
    let mut block = c.machine.get_ptr(place)?;
    let fresh = c.machine.is_null(&block)?;
    let mut size = if fresh {
        0
    } else {
        c.machine.get_number(size_place, 8)?
    };
    if fresh || size == 0 {
        size = 120;
        block = if fresh {
            c.machine.heap_block(size, false)?
        } else {
            c.machine.resize_block(&block, size)?
        };
    }
    if size < needed {
        size = needed.max(2 * size);
        block = c.machine.resize_block(&block, size)?;
    }
    c.machine.put_ptr(place, &block)?;
    c.machine.put_number(size_place, 8, size)?;
    Ok(block)
}

fn fread<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (to, size, count) = (c.ptr(0)?, c.size(1)?, c.size(2)?);
    let total = size
        .checked_mul(count)
        .ok_or_else(|| misuse("fread", "the size of the block is out of range"))?;
    if total == 0 || !c.input_stream(3)? {
        return c.give_size(0);
    }
    let mut bytes = Vec::new();
    while (bytes.len() as u64) < total {
        match c.machine.next_byte() {
            Some(byte) => bytes.push(byte),
            None => break,
        }
    }
    c.machine.put_bytes(&to, &bytes)?;
    c.give_size(bytes.len() as u64 / size)
}

/// The system call, which does not see input that stdio has buffered.
fn read<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (number, to, count) = (c.int(0)?, c.ptr(1)?, c.size(2)?);
    if number != Std::In.descriptor() {
        c.machine.set_errno(EBADF)?;
        return c.give_long(-1);
    }
    let mut bytes = vec![0; usize::try_from(count.min(1 << 20)).unwrap_or(0)];
    let got = c.machine.console.read(&mut bytes).min(bytes.len());
    c.machine.put_bytes(&to, &bytes[..got])?;
    c.give_size(got as u64)
}
