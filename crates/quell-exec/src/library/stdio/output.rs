//! Output of characters, strings and blocks.

use super::streams::Std;
use crate::domain::Domain;
use crate::library::call::{Call, Outcome, models};
use crate::library::errno::EBADF;
use crate::library::string::{error_text, signal_text};
use crate::stop::Stop;

models! {
    "putchar" => putchar,
    "putchar_unlocked" => putchar,
    "fputc" => fputc,
    "putc" => fputc,
    "_IO_putc" => fputc,
    "fputc_unlocked" => fputc,
    "putc_unlocked" => fputc,
    "puts" => puts,
    "fputs" => fputs,
    "fputs_unlocked" => fputs,
    "fwrite" => fwrite,
    "fwrite_unlocked" => fwrite,
    "perror" => perror,
    "psignal" => psignal,
    "write" => write,
}

const EOF: i32 = -1;

fn put_char<D: Domain>(c: &mut Call<D>, stream: Std) -> Outcome<D> {
    let byte = c.int(0)? as u8;
    let done = c.machine.put(stream, &[byte])?;
    c.give_int(if done { i32::from(byte) } else { EOF })
}

fn putchar<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    put_char(c, Std::Out)
}

fn fputc<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let stream = c.stream(1)?;
    put_char(c, stream)
}

/// Returns the number of bytes written, as glibc does.
fn puts<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let mut text = c.string(0)?;
    text.push(b'\n');
    c.machine.put(Std::Out, &text)?;
    c.give_int(i32::try_from(text.len()).unwrap_or(i32::MAX))
}

fn fputs<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (text, stream) = (c.string(0)?, c.stream(1)?);
    let done = c.machine.put(stream, &text)?;
    c.give_int(if done { 1 } else { EOF })
}

fn fwrite<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (ptr, size, count) = (c.ptr(0)?, c.size(1)?, c.size(2)?);
    let stream = c.stream(3)?;
    let total = size.wrapping_mul(count);
    if total == 0 {
        return c.give_size(0);
    }
    let bytes = c.machine.get_bytes(&ptr, total)?;
    let done = c.machine.put(stream, &bytes)?;
    c.give_size(if done { count } else { 0 })
}

fn perror<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let label = match c.optional_ptr(0)? {
        Some(ptr) => c.machine.c_string(&ptr)?,
        None => Vec::new(),
    };
    let mut line = label;
    if !line.is_empty() {
        line.extend_from_slice(b": ");
    }
    line.extend(error_text(c.machine.errno()?).into_bytes());
    line.push(b'\n');
    c.machine.put(Std::Err, &line)?;
    Ok(None)
}

/// Writes a line to standard error.
pub fn put_error<D: Domain>(c: &mut Call<D>, line: &[u8]) -> Result<(), Stop> {
    c.machine.put(Std::Err, line).map(|_| ())
}

fn psignal<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let text = signal_text(c.int(0)?);
    let label = match c.optional_ptr(1)? {
        Some(ptr) => c.machine.c_string(&ptr)?,
        None => Vec::new(),
    };
    let mut line = label;
    if !line.is_empty() {
        line.extend_from_slice(b": ");
    }
    line.extend(text.into_bytes());
    line.push(b'\n');
    put_error(c, &line)?;
    Ok(None)
}

/// The system call.
fn write<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (number, ptr, count) = (c.int(0)?, c.ptr(1)?, c.size(2)?);
    let Some(sink) = Std::of_descriptor(number).and_then(Std::sink) else {
        c.machine.set_errno(EBADF)?;
        return c.give_long(-1);
    };
    let bytes = c.machine.get_bytes(&ptr, count)?;
    c.machine.console.write(sink, &bytes);
    c.give_size(count)
}
