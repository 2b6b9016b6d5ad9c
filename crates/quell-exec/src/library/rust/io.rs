//! The standard streams. Output reaches the console at once, and every lock is free.

use super::fmt;
use crate::domain::Domain;
use crate::host::Stream;
use crate::library::call::{Call, Outcome, models};
use crate::stop::Stop;
use crate::value::Val;

models! {
    "std::io::stdio::_print" => print,
    "std::io::stdio::_eprint" => eprint,
    "std::io::stdio::attempt_print_to_stderr" => eprint,
    "std::io::stdio::stdin" => stdin,
    "std::io::stdio::stdout" => stdout,
    "<std::io::stdio::Stdin>::read_line" => read_line,
    "<std::io::stdio::StdinLock as std::io::BufRead>::read_line" => read_line,
    "<std::io::stdio::Stdin as std::io::Read>::read_to_string" => read_to_end,
    "<std::io::stdio::StdinLock as std::io::Read>::read_to_string" => read_to_end,
    "<std::io::stdio::Stdin as std::io::Read>::read_to_end" => read_to_end,
    "<std::io::stdio::StdinLock as std::io::Read>::read_to_end" => read_to_end,
    "<std::io::stdio::Stdin>::lines" => lock_stdin,
    "<std::io::stdio::Stdin>::lock" => lock_stdin,
    "<std::io::stdio::Stdout>::lock" => stdout,
    "<std::io::stdio::Stdout as std::io::Write>::write_all" => write_all,
    "<std::io::stdio::StdoutLock as std::io::Write>::write_all" => write_all,
    "<&std::io::stdio::Stdout as std::io::Write>::write_all" => write_all,
    "<std::io::stdio::Stdout as std::io::Write>::write" => write,
    "<std::io::stdio::StdoutLock as std::io::Write>::write" => write,
    "<std::io::stdio::Stdout as std::io::Write>::flush" => flush,
    "<std::io::stdio::StdoutLock as std::io::Write>::flush" => flush,
    "<std::sys::sync::mutex::futex::Mutex>::wake" => nothing,
    "<<std::io::buffered::bufwriter::BufWriter<_>>::flush_buf::BufGuard>::remaining" => unwritten,
    "<<std::io::buffered::bufwriter::BufWriter<_>>::flush_buf::BufGuard as core::ops::drop::Drop>::drop" => drop_written,
}

fn print<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    print_to(c, Stream::Stdout)
}

fn eprint<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    print_to(c, Stream::Stderr)
}

fn print_to<D: Domain>(c: &mut Call<D>, stream: Stream) -> Outcome<D> {
    let text = fmt::render(c.machine, &c.ptr(0)?, &c.ptr(1)?)?;
    c.machine.console.write(stream, text.as_bytes());
    Ok(None)
}

/// Covers the locks and counters that inlined library code accesses.
const STREAM_SIZE: u64 = 256;

fn stdin<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let stream = c
        .machine
        .kept_object("std::io::stdin", STREAM_SIZE, |_, _| Ok(()))?;
    c.give_ptr(stream)
}

fn stdout<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let stream = c
        .machine
        .kept_object("std::io::stdout", STREAM_SIZE, |_, _| Ok(()))?;
    c.give_ptr(stream)
}

/// A guard: the stream, and whether a panic occurred while the lock was held.
fn lock_stdin<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let stream = c
        .machine
        .kept_object("std::io::stdin", STREAM_SIZE, |_, _| Ok(()))?;
    let poisoned = c.machine.domain.word(1, 0);
    Ok(Some(Val::agg([Val::Ptr(stream), Val::Word(poisoned)])))
}

/// Input up to and including `end`, or all of it.
fn input<D: Domain>(c: &mut Call<D>, end: Option<u8>) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut byte = [0];
    while c.machine.console.read(&mut byte) == 1 {
        bytes.push(byte[0]);
        if Some(byte[0]) == end {
            break;
        }
    }
    bytes
}

fn read_line<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let line = input(c, Some(b'\n'));
    take(c, &line)
}

fn read_to_end<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let all = input(c, None);
    take(c, &all)
}

/// Appends input to the string in the second argument.
fn take<D: Domain>(c: &mut Call<D>, bytes: &[u8]) -> Outcome<D> {
    let string = c.ptr(1)?;
    c.machine.append(&string, bytes)?;
    c.give_count(bytes.len() as u64)
}

fn output<D: Domain>(c: &mut Call<D>) -> Result<u64, Stop> {
    let bytes = c.byte_slice(1)?;
    c.machine.console.write(Stream::Stdout, &bytes);
    Ok(bytes.len() as u64)
}

/// A null pointer represents `Ok(())`.
fn write_all<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    output(c)?;
    c.give_null()
}

fn write<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let count = output(c)?;
    c.give_count(count)
}

fn flush<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    c.give_null()
}

fn nothing<D: Domain>(_: &mut Call<D>) -> Outcome<D> {
    Ok(None)
}

/// The state of a `BufWriter` that is being flushed, from its guard: the vector, the number of bytes written, and
/// pointer and length of the rest.
fn guarded<D: Domain>(c: &mut Call<D>) -> Result<(D::Ptr, u64, D::Ptr, u64), Stop> {
    let guard = c.ptr(0)?;
    let vector = c.machine.get_ptr(&guard)?;
    let written = c.machine.number_at(&guard, 8, 8)?;
    let buffer = c.machine.ptr_at(&vector, 8)?;
    let length = c.machine.number_at(&vector, 16, 8)?;
    let rest = c.machine.at(&buffer, written);
    Ok((vector, written, rest, length.saturating_sub(written)))
}

fn unwritten<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (_, _, rest, length) = guarded(c)?;
    let length = c.machine.domain.word(64, length);
    Ok(Some(Val::agg([Val::Ptr(rest), Val::Word(length)])))
}

/// Removes the written bytes from the buffer.
fn drop_written<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (vector, written, rest, length) = guarded(c)?;
    if written > 0 {
        let buffer = c.machine.ptr_at(&vector, 8)?;
        c.machine.copy_bytes(&buffer, &rest, length)?;
        c.machine.set_number_at(&vector, 16, 8, length)?;
    }
    Ok(None)
}
