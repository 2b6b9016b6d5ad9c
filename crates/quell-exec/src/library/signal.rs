//! `signal.h`. Only the program itself raises signals: with `raise` and `abort`.

use super::call::{Call, Outcome, models};
use super::errno::EINVAL;
use crate::domain::Domain;
use crate::machine::Machine;
use crate::memory::Memory;
use crate::stop::{NativeEnd, Stop, StopKind};
use crate::value::Val;

models! {
    "signal" => signal,
    "bsd_signal" => signal,
    "__sysv_signal" => once,
    "sysv_signal" => once,
    "alarm" => alarm,
    "sigaction" => sigaction,
    "raise" => raise,
    "sigemptyset" => sigemptyset,
    "sigfillset" => sigfillset,
    "sigaddset" => sigaddset,
    "sigdelset" => sigdelset,
    "sigismember" => sigismember,
    "sigprocmask" => sigprocmask,
}

const SIGABRT: i32 = 6;
const SIGKILL: i32 = 9;
const SIGSTOP: i32 = 19;
/// SIGCHLD, SIGCONT, SIGURG and SIGWINCH, which are ignored by default.
const IGNORED: [i32; 4] = [17, 18, 23, 28];
const SET_BYTES: u64 = 128;
/// The size of `struct sigaction`; the handler comes first.
const ACTION_BYTES: u64 = 152;

fn can_be_handled(number: i32) -> bool {
    (1..=64).contains(&number) && number != SIGKILL && number != SIGSTOP
}

impl<D: Domain> Machine<D> {
    /// The handler of a signal; null for the default.
    fn handler_of(&mut self, number: i32) -> D::Ptr {
        let known = self.library.signals.get(&number).cloned();
        known.unwrap_or_else(|| self.domain.null())
    }

    /// Delivers a signal.
    pub(crate) fn deliver(&mut self, number: i32) -> Result<(), Stop> {
        let handler = self.handler_of(number);
        if self.library.signals_once.remove(&number) {
            self.library.signals.remove(&number);
        }
        match self.address_of_ptr(&handler)? {
            0 => self.default_action(number),
            // SIG_IGN
            1 => Ok(()),
            _ => {
                let number = self.domain.word(32, u64::from(number as u32));
                self.call_pointer(&handler, &[Val::Word(number)])?;
                Ok(())
            }
        }
    }

    fn default_action(&mut self, number: i32) -> Result<(), Stop> {
        if IGNORED.contains(&number) {
            return Ok(());
        }
        if number == SIGABRT {
            return Err(StopKind::Abort("the signal SIGABRT was raised".to_owned()).into());
        }
        let end = NativeEnd::Signal(number as u8);
        Err(end.trap(format!("the signal {number} was raised")))
    }
}

/// Returns the previous handler; -1 as a pointer is `SIG_ERR`.
fn signal<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (number, handler) = (c.int(0)?, c.ptr(1)?);
    if !can_be_handled(number) {
        c.machine.set_errno(EINVAL)?;
        let minus_one = c.machine.domain.word(64, u64::MAX);
        let machine = &mut *c.machine;
        let error = machine.memory.pointer_at(&mut machine.domain, &minus_one);
        return c.give_ptr(error);
    }
    let before = c.machine.handler_of(number);
    c.machine.library.signals_once.remove(&number);
    c.machine.library.signals.insert(number, handler);
    c.give_ptr(before)
}

/// A form of `signal` whose handler is called once.
fn once<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let before = signal(c)?;
    let number = c.int(0)?;
    if can_be_handled(number) {
        c.machine.library.signals_once.insert(number);
    }
    Ok(before)
}

/// Time passes only with the steps of the program, so no alarm expires.
fn alarm<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    c.give_int(0)
}

fn sigaction<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let number = c.int(0)?;
    let (new, old) = (c.optional_ptr(1)?, c.optional_ptr(2)?);
    if !can_be_handled(number) {
        return c.fail(EINVAL);
    }
    let before = c.machine.handler_of(number);
    if let Some(new) = new {
        let handler = c.machine.get_ptr(&new)?;
        c.machine.library.signals_once.remove(&number);
        c.machine.library.signals.insert(number, handler);
    }
    if let Some(old) = old {
        c.machine.put_bytes(&old, &[0; ACTION_BYTES as usize])?;
        c.machine.put_ptr(&old, &before)?;
    }
    c.give_int(0)
}

fn raise<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let number = c.int(0)?;
    if !(1..=64).contains(&number) {
        return c.fail(EINVAL);
    }
    c.machine.deliver(number)?;
    c.give_int(0)
}

fn sigemptyset<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let set = c.ptr(0)?;
    c.machine.put_bytes(&set, &[0; SET_BYTES as usize])?;
    c.give_int(0)
}

fn sigfillset<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let set = c.ptr(0)?;
    c.machine.put_bytes(&set, &[0xff; SET_BYTES as usize])?;
    c.give_int(0)
}

/// Reads and writes the word of a signal set that contains the bit of a signal.
fn change_set<D: Domain>(c: &mut Call<D>, change: fn(u64, u64) -> u64) -> Outcome<D> {
    let (set, number) = (c.ptr(0)?, c.int(1)?);
    if !(1..=64).contains(&number) {
        return c.fail(EINVAL);
    }
    let word = c.machine.get_number(&set, 8)?;
    let bit = 1 << (number - 1);
    c.machine.put_number(&set, 8, change(word, bit))?;
    c.give_int(0)
}

fn sigaddset<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    change_set(c, |word, bit| word | bit)
}

fn sigdelset<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    change_set(c, |word, bit| word & !bit)
}

fn sigismember<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (set, number) = (c.ptr(0)?, c.int(1)?);
    if !(1..=64).contains(&number) {
        return c.fail(EINVAL);
    }
    let word = c.machine.get_number(&set, 8)?;
    c.give_bool(word >> (number - 1) & 1 == 1)
}

/// No signal arrives asynchronously, so the mask has no effect; the previous set is empty.
fn sigprocmask<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    if let Some(old) = c.optional_ptr(2)? {
        c.machine.put_bytes(&old, &[0; SET_BYTES as usize])?;
    }
    c.give_int(0)
}
