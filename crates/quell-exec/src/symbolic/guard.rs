//! Steps that are made on some inputs only, while the state goes on for all of them.

use quell_term::Term;

use super::domain::Symbolic;
use super::explore::is_unfollowed;
use crate::stop::{Stop, StopKind};

impl Symbolic {
    /// Does something as if the path were decided for `cond`. Nothing comes of it where that is impossible or where
    /// it always goes wrong, which is a fault.
    pub(super) fn under<T>(
        &mut self,
        cond: Term,
        action: impl FnOnce(&mut Self) -> Result<T, Stop>,
    ) -> Result<Option<T>, Stop> {
        let before = self.path.clone();
        if !self.path.push(&mut self.pool, cond) {
            self.path = before;
            return Ok(None);
        }
        let decided = self.path.len();
        let result = action(self);
        // It goes on only where it is within bounds.
        let fine = self.path.rest(&mut self.pool, decided);
        self.path = before;
        let implied = self.pool.implies(cond, fine);
        self.path.push(&mut self.pool, implied);
        match result {
            Ok(value) => Ok(Some(value)),
            Err(stop) => self.only_here(cond, fine, stop),
        }
    }

    fn only_here<T>(&mut self, cond: Term, fine: Term, stop: Stop) -> Result<Option<T>, Stop> {
        match *stop {
            StopKind::Ub(ub) if !is_unfollowed(&ub) => {
                let when = self.pool.and(cond, fine);
                self.fault(when, || ub)?;
                Ok(None)
            }
            _ => Err(stop),
        }
    }
}
