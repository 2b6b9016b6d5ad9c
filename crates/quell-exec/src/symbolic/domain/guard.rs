//! Steps that are made on some inputs only, while the state continues on all of them.

use quell_term::Term;

use super::symbolic::Symbolic;
use super::traps::is_imprecise;
use crate::stop::{Stop, StopKind};

impl Symbolic {
    /// Runs `action` with `cond` added to the path condition, which is restored afterwards. None if `cond` is infeasible, or if
    /// `action` traps on all inputs that meet it: the trap is recorded under `cond`.
    pub(crate) fn under<T>(
        &mut self,
        cond: Term,
        action: impl FnOnce(&mut Self) -> Result<T, Stop>,
    ) -> Result<Option<T>, Stop> {
        let before = self.path.clone();
        if !self.path.push(&mut self.pool, cond) {
            self.path = before;
            return Ok(None);
        }
        let decided = self.path.decisions();
        let result = action(self);
        // The state continues only where the action stayed within the bounds.
        let within = self.path.rest(&mut self.pool, decided);
        self.path = before;
        let implied = self.pool.implies(cond, within);
        self.path.push(&mut self.pool, implied);
        match result {
            Ok(value) => Ok(Some(value)),
            Err(stop) => self.trap_under(cond, within, stop),
        }
    }

    fn trap_under<T>(&mut self, cond: Term, within: Term, stop: Stop) -> Result<Option<T>, Stop> {
        match *stop {
            StopKind::Ub(ub) if !is_imprecise(&ub) => {
                let when = self.pool.and(cond, within);
                self.trap_if(when, || ub)?;
                Ok(None)
            }
            _ => Err(stop),
        }
    }
}
