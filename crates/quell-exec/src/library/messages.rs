//! `err.h` and `error.h`: messages with the name of the program and the text of an error.

use super::call::{Call, Outcome, models};
use super::stdio::{Arguments, formatted, put_error};
use super::string::error_text;
use crate::domain::Domain;
use crate::library::start;
use crate::stop::{Stop, StopKind};

models! {
    "warn" => warn,
    "warnx" => warnx,
    "vwarn" => vwarn,
    "vwarnx" => vwarnx,
    "err" => err,
    "errx" => errx,
    "verr" => verr,
    "verrx" => verrx,
    "error" => error,
    "error_at_line" => error_at_line,
}

/// Whether the text of `errno` is appended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reason {
    Told,
    Silent,
}

/// Prints `name: message: reason`. The format may be null.
fn complain<D: Domain>(
    c: &mut Call<D>,
    format: usize,
    arguments: Arguments,
    reason: Reason,
) -> Result<(), Stop> {
    let number = c.machine.errno()?;
    let mut line = c.machine.library.short_name().to_vec();
    line.extend_from_slice(b": ");
    if c.optional_ptr(format)?.is_some() {
        line.extend(formatted(c, format, arguments)?);
        if reason == Reason::Told {
            line.extend_from_slice(b": ");
        }
    }
    if reason == Reason::Told {
        line.extend(error_text(number).into_bytes());
    }
    line.push(b'\n');
    put_error(c, &line)
}

fn warning<D: Domain>(c: &mut Call<D>, arguments: Arguments, reason: Reason) -> Outcome<D> {
    complain(c, 0, arguments, reason)?;
    Ok(None)
}

fn failure<D: Domain>(c: &mut Call<D>, arguments: Arguments, reason: Reason) -> Outcome<D> {
    complain(c, 1, arguments, reason)?;
    let status = c.int(0)?;
    Err(exit(c, status)?)
}

fn exit<D: Domain>(c: &mut Call<D>, status: i32) -> Result<Stop, Stop> {
    start::finish(c.machine, status)?;
    Ok(StopKind::Exit(status).into())
}

fn warn<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    warning(c, Arguments::Follow, Reason::Told)
}

fn warnx<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    warning(c, Arguments::Follow, Reason::Silent)
}

fn vwarn<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    warning(c, Arguments::Listed, Reason::Told)
}

fn vwarnx<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    warning(c, Arguments::Listed, Reason::Silent)
}

fn err<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    failure(c, Arguments::Follow, Reason::Told)
}

fn errx<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    failure(c, Arguments::Follow, Reason::Silent)
}

fn verr<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    failure(c, Arguments::Listed, Reason::Told)
}

fn verrx<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    failure(c, Arguments::Listed, Reason::Silent)
}

/// The form of GNU's `error`, with the name as the program was called. `place` is the text between the name
/// and the message, which begins at argument `format`.
fn report<D: Domain>(c: &mut Call<D>, place: &[u8], format: usize) -> Outcome<D> {
    let (status, number) = (c.int(0)?, c.int(1)?);
    let mut line = c.machine.library.program_name.clone();
    line.push(b':');
    line.extend_from_slice(place);
    line.extend(formatted(c, format, Arguments::Follow)?);
    if number != 0 {
        line.extend_from_slice(b": ");
        line.extend(error_text(number).into_bytes());
    }
    line.push(b'\n');
    put_error(c, &line)?;
    c.machine.library.messages += 1;
    let count = c.machine.library.messages;
    c.machine.set_int_variable("error_message_count", count)?;
    match status {
        0 => Ok(None),
        status => Err(exit(c, status)?),
    }
}

fn error<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    report(c, b" ", 2)
}

fn error_at_line<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let line = c.uint(3)?;
    let place = match c.optional_ptr(2)? {
        Some(file) => {
            let mut place = c.machine.c_string(&file)?;
            place.extend(format!(":{line}: ").into_bytes());
            place
        }
        None => b" ".to_vec(),
    };
    report(c, &place, 4)
}
