//! Start and end of a program.

use crate::domain::Domain;
use crate::host::Stream;
use crate::library::call::{Call, Outcome, models};
use crate::stop::{NativeEnd, Stop, StopKind};

models! {
    "ProgramStart" => start,
    "ProgramEndStatement" => end,
    "StopStatement" => stop,
    "StopStatementText" => stop_text,
    "FailImageStatement" => fail_image,
    "Exit" => exit,
    "Abort" => abort,
    "ReportFatalUserError" => fatal_error,
    "PauseStatement" => nothing,
    "Sleep" => nothing,
}

fn start<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    c.give_nothing()
}

fn nothing<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    c.give_nothing()
}

fn end<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    c.machine.flush_units();
    c.give_nothing()
}

/// `STOP` exits with the code; `ERROR STOP` is a trap.
fn stop<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let code = c.int(0)?;
    let (error, quiet) = (c.bits(1, 1)? != 0, c.bits(2, 1)? != 0);
    let message = match (error, code) {
        (false, 0) => "Fortran STOP".to_owned(),
        (false, _) => format!("Fortran STOP: code {code}"),
        (true, _) => format!("Fortran ERROR STOP: code {code}"),
    };
    Err(stopped(c, code, error, (!quiet).then_some(message)))
}

fn stop_text<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (text, length) = (c.ptr(0)?, c.size(1)?);
    let text = c.machine.get_bytes(&text, length)?;
    let text = String::from_utf8_lossy(&text).into_owned();
    let (error, quiet) = (c.bits(2, 1)? != 0, c.bits(3, 1)? != 0);
    let kind = if error { "ERROR STOP" } else { "STOP" };
    let message = format!("Fortran {kind}: {text}");
    Err(stopped(
        c,
        i32::from(error),
        error,
        (!quiet).then_some(message),
    ))
}

fn stopped<D: Domain>(c: &mut Call<D>, code: i32, error: bool, message: Option<String>) -> Stop {
    c.machine.flush_units();
    if error {
        let message = message.unwrap_or_else(|| format!("Fortran ERROR STOP: code {code}"));
        // The parent process sees the lowest eight bits.
        return NativeEnd::Status(code as u8).trap(message);
    }
    if let Some(message) = message {
        let line = format!("{message}\n");
        c.machine.console.write(Stream::Stderr, line.as_bytes());
    }
    StopKind::Exit(code).into()
}

fn fail_image<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    c.machine.flush_units();
    Err(NativeEnd::Status(1).trap("Fortran FAIL IMAGE"))
}

fn exit<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    c.machine.flush_units();
    Err(StopKind::Exit(c.int(0)?).into())
}

fn abort<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    c.machine.flush_units();
    Err(StopKind::Abort("ABORT was called".to_owned()).into())
}

fn fatal_error<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    c.machine.flush_units();
    let what = String::from_utf8_lossy(&c.string(0)?).into_owned();
    let place = c.place(1, 2)?;
    Err(super::runtime_error(&place, &what))
}
