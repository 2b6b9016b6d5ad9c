//! Stream state, buffering and files. Only the standard streams exist; they are pipes and have no position.

use quell_values::unsupported::LibraryLimit;

use super::streams::Std;
use crate::domain::Domain;
use crate::library::call::{Call, Outcome, models};
use crate::library::errno::{EBADF, EIO};

/// The error of `isatty`: neither input nor output is a terminal.
const ENOTTY: i32 = 25;
const ESPIPE: i32 = 29;

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
    "fseek" => not_seekable,
    "fseeko" => not_seekable,
    "fseeko64" => not_seekable,
    "fgetpos" => not_seekable,
    "fgetpos64" => not_seekable,
    "fsetpos" => not_seekable,
    "fsetpos64" => not_seekable,
    "ftell" => no_position,
    "ftello" => no_position,
    "ftello64" => no_position,
    "lseek" => lseek,
    "lseek64" => lseek,
    "rewind" => rewind,
    "fopen" => no_files,
    "fopen64" => no_files,
    "freopen" => no_files,
    "freopen64" => no_files,
    "fdopen" => no_files,
    "tmpfile" => no_files,
    "tmpfile64" => no_files,
    "tmpnam" => no_files,
    "tempnam" => no_files,
    "mkstemp" => no_files,
    "mkdtemp" => no_files,
    "open_memstream" => no_files,
    "fmemopen" => no_files,
    "pclose" => no_files,
    "open" => no_files,
    "open64" => no_files,
    "remove" => no_files,
    "rename" => no_files,
    "unlink" => no_files,
    "wprintf" => no_wide,
    "fwprintf" => no_wide,
    "swprintf" => no_wide,
    "vwprintf" => no_wide,
    "vfwprintf" => no_wide,
    "vswprintf" => no_wide,
    "wscanf" => no_wide,
    "fwscanf" => no_wide,
    "swscanf" => no_wide,
    "putwchar" => no_wide,
    "fputwc" => no_wide,
    "putwc" => no_wide,
    "fputws" => no_wide,
    "getwchar" => no_wide,
    "fgetwc" => no_wide,
    "getwc" => no_wide,
    "fgetws" => no_wide,
    "ungetwc" => no_wide,
    "fwide" => no_wide,
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

/// A null pointer means all streams.
fn fflush<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let stream = match c.optional_ptr(0)? {
        Some(_) => c.stream(0)?,
        None => Std::Out,
    };
    if stream != Std::Out || c.machine.console.flush() {
        return c.give_int(0);
    }
    c.machine.library.streams.state(stream).error = true;
    c.fail(EIO)
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

/// Pipes have no position, neither to query nor to set.
fn not_seekable<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    c.stream(0)?;
    c.fail(ESPIPE)
}

fn no_position<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    c.stream(0)?;
    c.machine.set_errno(ESPIPE)?;
    c.give_long(-1)
}

fn lseek<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let known = Std::of_descriptor(c.int(0)?).is_some();
    c.machine.set_errno(if known { ESPIPE } else { EBADF })?;
    c.give_long(-1)
}

/// `rewind` clears the flags of the stream although it cannot set the position.
fn rewind<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    c.machine.set_errno(ESPIPE)?;
    clearerr(c)
}

fn no_wide<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    Err(c.unsupported(LibraryLimit::WideStreams))
}

fn no_files<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    Err(c.unsupported(LibraryLimit::Files))
}
