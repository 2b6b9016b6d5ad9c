//! State of streams, buffering, and files, of which there are only the standard ones.

use super::streams::Std;
use crate::domain::Domain;
use crate::library::call::{Call, Outcome, models};
use crate::library::errno::EBADF;
use crate::stop::{Stop, StopKind};

/// What `isatty` says: neither input nor output is a terminal.
const ENOTTY: i32 = 25;

models! {
    "feof" => feof,
    "feof_unlocked" => feof,
    "ferror" => ferror,
    "ferror_unlocked" => ferror,
    "clearerr" => clearerr,
    "clearerr_unlocked" => clearerr,
    "fflush" => fflush,
    "fflush_unlocked" => fflush,
    "setvbuf" => setvbuf,
    "setbuf" => setbuf,
    "setlinebuf" => setbuf,
    "setbuffer" => setbuf,
    "fileno" => fileno,
    "fileno_unlocked" => fileno,
    "isatty" => isatty,
    "fclose" => fclose,
    "__fpending" => fpending,
    "flockfile" => setbuf,
    "funlockfile" => setbuf,
    "close" => close,
    "fopen" => no_files,
    "fopen64" => no_files,
    "freopen" => no_files,
    "freopen64" => no_files,
    "fdopen" => no_files,
    "tmpfile" => no_files,
    "open" => no_files,
    "open64" => no_files,
    "remove" => no_files,
    "rename" => no_files,
    "unlink" => no_files,
}

fn feof<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let stream = c.stream(0)?;
    let eof = c.machine.library.streams.state(stream).eof;
    c.give_bool(eof)
}

fn ferror<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let stream = c.stream(0)?;
    let error = c.machine.library.streams.state(stream).error;
    c.give_bool(error)
}

fn clearerr<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let stream = c.stream(0)?;
    let state = c.machine.library.streams.state(stream);
    state.eof = false;
    state.error = false;
    Ok(None)
}

/// Everything is written already. A null pointer means all streams.
fn fflush<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    if c.optional_ptr(0)?.is_some() {
        c.stream(0)?;
    }
    c.give_int(0)
}

fn setvbuf<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    c.stream(0)?;
    let mode = c.int(2)?;
    c.give_int(if (0..=2).contains(&mode) { 0 } else { -1 })
}

fn setbuf<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    c.stream(0)?;
    Ok(None)
}

fn fileno<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let stream = c.stream(0)?;
    c.give_int(stream.descriptor())
}

fn isatty<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let known = Std::of_descriptor(c.int(0)?).is_some();
    c.machine.set_errno(if known { ENOTTY } else { EBADF })?;
    c.give_int(0)
}

fn fclose<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let stream = c.stream(0)?;
    c.machine.library.streams.state(stream).closed = true;
    c.give_int(0)
}

fn fpending<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    c.stream(0)?;
    c.give_size(0)
}

fn close<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    match Std::of_descriptor(c.int(0)?) {
        Some(_) => c.give_int(0),
        None => c.fail(EBADF),
    }
}

fn no_files<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    Err(unsupported(&format!("`{}`", c.name())))
}

fn unsupported(what: &str) -> Stop {
    let text = format!("{what}: programs have the standard streams and no other files");
    StopKind::Unsupported(text).into()
}
