//! Undefined behaviour under a condition. By the [`TrapPolicy`] it excludes inputs or is recorded as a trap.

use quell_term::Term;

use super::integer_pointers::IntegerPointers;
use super::symbolic::{Symbolic, TrapPolicy};
use crate::domain::{Domain, UbMode};
use crate::stop::{Stop, Ub};

/// Undefined behaviour that a run reaches, and when.
#[derive(Clone, PartialEq, Debug)]
pub struct Trap {
    pub when: Term,
    pub ub: Ub,
}

/// The traps of a run while an expression is evaluated beside it.
#[derive(Debug)]
pub struct Suspended {
    policy: TrapPolicy,
    violated_flags: Option<Term>,
    traps: Vec<Trap>,
    trapped: Term,
    uses_floats: bool,
    accesses_volatile: bool,
    integer_pointers: IntegerPointers,
}

impl Symbolic {
    /// Records what follows apart from the run.
    pub(crate) fn set_traps_aside(&mut self) -> Suspended {
        let never = self.pool.bool(false);
        Suspended {
            policy: std::mem::replace(&mut self.trap_policy, TrapPolicy::Record),
            violated_flags: self.violated_flags.take(),
            traps: std::mem::take(&mut self.traps),
            trapped: std::mem::replace(&mut self.trapped, never),
            uses_floats: self.uses_floats,
            accesses_volatile: self.accesses_volatile,
            integer_pointers: self.integer_pointers.clone(),
        }
    }

    /// Goes on with the run; when something trapped meanwhile.
    pub(crate) fn put_traps_back(&mut self, suspended: Suspended) -> Term {
        self.trap_policy = suspended.policy;
        self.violated_flags = suspended.violated_flags;
        self.traps = suspended.traps;
        self.uses_floats = suspended.uses_floats;
        self.accesses_volatile = suspended.accesses_volatile;
        self.integer_pointers = suspended.integer_pointers;
        std::mem::replace(&mut self.trapped, suspended.trapped)
    }

    /// Records that the behaviour is undefined where `cond` holds.
    ///
    /// The path condition stays the same under the first two policies. Whatever is computed afterwards does not matter
    /// on these inputs, and a mutant that behaves like the original keeps the terms of the original.
    pub fn trap_if(&mut self, cond: Term, ub: impl FnOnce() -> Ub) -> Result<(), Stop> {
        match self.pool.as_bool(cond) {
            Some(false) => return Ok(()),
            Some(true) => return Err(ub().into()),
            None => {}
        }
        if self.trap_policy == TrapPolicy::Require {
            let defined = self.pool.not(cond);
            return match self.path.push(&mut self.pool, defined) {
                true => Ok(()),
                false => Err(ub().into()),
            };
        }
        let here = self.condition();
        let when = self.pool.and(here, cond);
        if self.pool.as_bool(when) == Some(false) {
            return Ok(());
        }
        if self.trap_policy == TrapPolicy::Exclude {
            self.exclude(when);
        } else if !self.excluded_parts.contains(&when) {
            self.record(Trap { when, ub: ub() });
        }
        Ok(())
    }

    /// Records that a poison-generating flag is violated where `cond` holds. Under [`TrapPolicy::Exclude`]
    /// that is undefined behaviour if the [`UbMode`] says so; under [`TrapPolicy::Record`] it is tracked
    /// where that was requested, and is no trap.
    pub(crate) fn violates_flag(
        &mut self,
        cond: Term,
        ub: impl FnOnce() -> Ub,
    ) -> Result<(), Stop> {
        if self.ignores_flags() || self.pool.as_bool(cond) == Some(false) {
            return Ok(());
        }
        let ub = ub();
        if self.flag_mode == UbMode::Overflow && ub.is_overflow() {
            return Ok(());
        }
        match (self.trap_policy, self.violated_flags) {
            (TrapPolicy::Record, Some(known)) => {
                let here = self.condition();
                let here = self.pool.and(here, cond);
                self.violated_flags = Some(self.pool.or(known, here));
                Ok(())
            }
            _ => self.trap_if(cond, || ub),
        }
    }

    fn exclude(&mut self, when: Term) {
        if self.excluded_parts.insert(when) {
            self.excluded = self.pool.or(self.excluded, when);
        }
    }

    fn record(&mut self, trap: Trap) {
        self.trapped = self.pool.or(self.trapped, trap.when);
        self.traps.push(trap);
    }

    pub fn has_traps(&self) -> bool {
        !self.traps.is_empty()
    }

    /// When any of the recorded traps occurs.
    pub(crate) fn trapped(&self) -> Term {
        self.trapped
    }

    /// The traps recorded since they were last taken.
    pub fn take_traps(&mut self) -> Vec<Trap> {
        self.trapped = self.pool.bool(false);
        std::mem::take(&mut self.traps)
    }

    /// Forgets all undefined behaviour: what follows is about other runs.
    pub(crate) fn forget_traps(&mut self) {
        self.take_traps();
        self.trap_policy = TrapPolicy::Exclude;
        self.excluded = self.pool.bool(false);
        self.excluded_parts.clear();
    }

    /// Records that all inputs that meet the path condition `when` of a run trap.
    pub fn ends_in_trap(&mut self, when: Term, ub: Ub) {
        match self.trap_policy {
            TrapPolicy::Exclude | TrapPolicy::Require => self.exclude(when),
            TrapPolicy::Record if self.excluded_parts.contains(&when) => {}
            TrapPolicy::Record => self.record(Trap { when, ub }),
        }
    }
}

/// Whether undefined behaviour may be reported only because a pointer is a choice between several targets: the run cannot
/// be followed then, and the report proves nothing.
pub(crate) fn is_imprecise(ub: &Ub) -> bool {
    matches!(
        ub,
        Ub::NotAFunction
            | Ub::NotALabel
            | Ub::WildPointer { .. }
            | Ub::ForgedPointer { .. }
            | Ub::WrongArguments { .. }
            | Ub::WrongArgumentType { .. }
            | Ub::WrongResultType { .. }
            | Ub::LibraryMisuse { .. }
    )
}
