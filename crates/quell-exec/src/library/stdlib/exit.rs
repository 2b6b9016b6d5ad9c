//! The end of the program, and the handlers that run before it.

use crate::domain::Domain;
use crate::library::call::{Call, Outcome, models};
use crate::library::start;
use crate::machine::Machine;
use crate::stop::{Stop, StopKind};
use crate::value::Val;

models! {
    "exit" => exit,
    "_exit" => exit_now,
    "_Exit" => exit_now,
    "quick_exit" => quick_exit,
    "abort" => abort,
    "atexit" => atexit,
    "at_quick_exit" => at_quick_exit,
    "__cxa_atexit" => cxa_atexit,
    "__cxa_finalize" => cxa_finalize,
    "on_exit" => on_exit,
}

const SIGABRT: i32 = 6;

/// A function to call at exit, with its arguments.
#[derive(Debug)]
pub enum Handler<D: Domain> {
    Plain(D::Ptr),
    With(D::Ptr, D::Ptr),
    /// A handler of `on_exit`, which gets the status first.
    Status(D::Ptr, D::Ptr),
}

impl<D: Domain> Machine<D> {
    /// Runs the remaining handlers, the last first. A handler may register others, or exit.
    pub(crate) fn run_exit_handlers(&mut self, status: i32) -> Result<(), Stop> {
        while let Some(handler) = self.library.exit_handlers.pop() {
            self.run_handler(handler, status)?;
        }
        Ok(())
    }

    fn run_handler(&mut self, handler: Handler<D>, status: i32) -> Result<(), Stop> {
        let (function, args) = match handler {
            Handler::Plain(function) => (function, vec![]),
            Handler::With(function, arg) => (function, vec![Val::Ptr(arg)]),
            Handler::Status(function, arg) => {
                let status = self.domain.word(32, u64::from(status as u32));
                (function, vec![Val::Word(status), Val::Ptr(arg)])
            }
        };
        self.call_pointer(&function, &args).map(|_| ())
    }
}

/// Runs handlers and destructors; the stop contains the status.
fn exit<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let status = c.int(0)?;
    start::finish(c.machine, status)?;
    Err(StopKind::Exit(status).into())
}

fn exit_now<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    Err(StopKind::Exit(c.int(0)?).into())
}

fn quick_exit<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let status = c.int(0)?;
    while let Some(handler) = c.machine.library.quick_exit_handlers.pop() {
        c.machine.run_handler(handler, status)?;
    }
    Err(StopKind::Exit(status).into())
}

/// A handler of the signal runs first; it cannot prevent the end.
fn abort<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    c.machine.deliver(SIGABRT)?;
    Err(StopKind::Abort("`abort` was called".to_owned()).into())
}

fn atexit<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let function = c.ptr(0)?;
    c.machine
        .library
        .exit_handlers
        .push(Handler::Plain(function));
    c.give_int(0)
}

fn at_quick_exit<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let function = c.ptr(0)?;
    let handlers = &mut c.machine.library.quick_exit_handlers;
    handlers.push(Handler::Plain(function));
    c.give_int(0)
}

fn cxa_atexit<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (function, arg) = (c.ptr(0)?, c.ptr(1)?);
    let handlers = &mut c.machine.library.exit_handlers;
    handlers.push(Handler::With(function, arg));
    c.give_int(0)
}

/// Called when libraries are unloaded. The program itself ends through `exit`.
fn cxa_finalize<D: Domain>(_: &mut Call<D>) -> Outcome<D> {
    Ok(None)
}

fn on_exit<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (function, arg) = (c.ptr(0)?, c.ptr(1)?);
    let handlers = &mut c.machine.library.exit_handlers;
    handlers.push(Handler::Status(function, arg));
    c.give_int(0)
}
