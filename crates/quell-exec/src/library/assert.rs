//! `assert.h` and the checks that compilers insert: a message in glibc's words, and then the end of the run.

use super::call::{Call, Outcome, models};
use crate::domain::Domain;
use crate::host::Stream;
use crate::machine::Machine;
use crate::stop::{Stop, StopKind};

models! {
    "__assert_fail" => assert_fail,
    "__assert" => assert,
    "__stack_chk_fail" => stack_check_fail,
    "__chk_fail" => check_fail,
    "__fortify_fail" => check_fail,
}

impl<D: Domain> Machine<D> {
    /// Writes a message to standard error and aborts.
    pub(crate) fn abort_with(&mut self, message: &str) -> Stop {
        let line = format!("{message}\n");
        self.console.write(Stream::Stderr, line.as_bytes());
        StopKind::Abort(message.to_owned()).into()
    }

    pub(crate) fn buffer_overflow(&mut self) -> Stop {
        self.abort_with("*** buffer overflow detected ***: terminated")
    }
}

fn assert_fail<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let function = match c.optional_ptr(3)? {
        Some(ptr) => c.machine.c_string(&ptr)?,
        None => Vec::new(),
    };
    failed(c, &function)
}

fn assert<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    failed(c, b"")
}

fn failed<D: Domain>(c: &mut Call<D>, function: &[u8]) -> Outcome<D> {
    let (assertion, file) = (c.string(0)?, c.string(1)?);
    let line = c.uint(2)?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let program = text(c.machine.library.short_name());
    let message = format!(
        "{program}{}{}:{line}: {}{}Assertion `{}' failed.",
        if program.is_empty() { "" } else { ": " },
        text(&file),
        text(function),
        if function.is_empty() { "" } else { ": " },
        text(&assertion),
    );
    Err(c.machine.abort_with(&message))
}

fn stack_check_fail<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    Err(c
        .machine
        .abort_with("*** stack smashing detected ***: terminated"))
}

fn check_fail<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    Err(c.machine.buffer_overflow())
}
