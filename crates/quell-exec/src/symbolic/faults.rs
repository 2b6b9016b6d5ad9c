//! What goes wrong under a condition: inputs on which the original does are excluded, a mutant is told apart by it.

use quell_term::Term;

use super::domain::{Role, Symbolic};
use crate::domain::{Domain, UbMode};
use crate::stop::{Stop, Ub};

/// Something that went wrong, and when.
#[derive(Clone, PartialEq, Debug)]
pub struct Fault {
    pub when: Term,
    pub ub: Ub,
}

impl Symbolic {
    /// The behaviour is undefined where `cond` holds: the original's inputs are excluded, a mutant is told apart.
    ///
    /// The state goes on with the same condition, whoever runs: what comes after is of no account where something went
    /// wrong before, and a mutant that does as the original keeps the terms of the original.
    pub fn fault(&mut self, cond: Term, ub: impl FnOnce() -> Ub) -> Result<(), Stop> {
        match self.pool.as_bool(cond) {
            Some(false) => return Ok(()),
            Some(true) => return Err(ub().into()),
            None => {}
        }
        let here = self.condition();
        let when = self.pool.and(here, cond);
        if self.pool.as_bool(when) == Some(false) {
            return Ok(());
        }
        if self.role == Role::Original {
            if self.known_faults.insert(when) {
                self.excluded = self.pool.or(self.excluded, when);
            }
            return Ok(());
        }
        if self.known_faults.contains(&when) {
            return Ok(());
        }
        self.add_fault(Fault { when, ub: ub() });
        Ok(())
    }

    /// A promise is broken where `cond` holds: the original's inputs are excluded; of a mutant it is noted where that is
    /// wanted, and no fault.
    pub(super) fn breaks(&mut self, cond: Term, ub: impl FnOnce() -> Ub) -> Result<(), Stop> {
        if self.ignores_promises() || self.pool.as_bool(cond) == Some(false) {
            return Ok(());
        }
        let ub = ub();
        if self.promises == UbMode::Overflow && ub.is_overflow() {
            return Ok(());
        }
        match (self.role, self.broken) {
            (Role::Mutant, Some(known)) => {
                let here = self.condition();
                let here = self.pool.and(here, cond);
                self.broken = Some(self.pool.or(known, here));
                Ok(())
            }
            _ => self.fault(cond, || ub),
        }
    }

    fn add_fault(&mut self, fault: Fault) {
        self.faulty = self.pool.or(self.faulty, fault.when);
        self.faults.push(fault);
    }

    pub fn has_faults(&self) -> bool {
        !self.faults.is_empty()
    }

    /// What a mutant did that is undefined; the next one has done nothing yet.
    pub fn take_faults(&mut self) -> Vec<Fault> {
        self.faulty = self.pool.bool(false);
        std::mem::take(&mut self.faults)
    }

    /// A run whose behaviour is undefined from here on, whatever its inputs.
    pub fn ends_badly(&mut self, when: Term, ub: Ub) {
        match self.role {
            Role::Original => {
                if self.known_faults.insert(when) {
                    self.excluded = self.pool.or(self.excluded, when);
                }
            }
            Role::Mutant if self.known_faults.contains(&when) => {}
            Role::Mutant => self.add_fault(Fault { when, ub }),
        }
    }
}
