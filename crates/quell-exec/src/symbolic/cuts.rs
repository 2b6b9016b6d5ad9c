//! Bounds that a run reaches inside a block: it goes on where it stays within them.

use quell_term::Term;

use super::domain::Symbolic;
use super::explore::Bound;
use crate::stop::{Stop, StopKind};

impl Symbolic {
    /// The size of something is beyond what is followed where `cond` holds.
    pub(super) fn cut_size(&mut self, cond: Term, of: &'static str) -> Result<(), Stop> {
        self.cut(cond, Bound::Size(of)).map_err(|_| {
            let what = format!("{of} that is too large on all inputs");
            StopKind::Unsupported(what).into()
        })
    }

    /// A bound is reached where `cond` holds: the run goes on where it does not, if it can.
    pub(super) fn cut(&mut self, cond: Term, of: Bound) -> Result<(), Stop> {
        let here = self.condition();
        let when = self.pool.and(here, cond);
        if self.pool.as_bool(when) == Some(false) {
            return Ok(());
        }
        let otherwise = self.pool.not(cond);
        self.cuts.push((when, of));
        match self.path.push(&mut self.pool, otherwise) {
            true => Ok(()),
            false => Err(StopKind::BeyondBounds.into()),
        }
    }
}
