//! Bounds that a run reaches inside a block. It continues on the inputs that stay within them.

use quell_ir::{BlockId, FuncId};
use quell_term::Term;
use quell_values::unsupported::UnsupportedAccess;

use super::symbolic::Symbolic;
use crate::stop::{Stop, StopKind};

/// What an exploration is bounded in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Bound {
    /// Unwindings of a loop, named by its header.
    Loop(BlockId),
    /// Activations of one function at a time.
    Recursion,
    /// The size of an object; the text names it.
    Size(&'static str),
    /// Calls of an external function that have a symbolic return value of their own.
    Calls(FuncId, u64),
}

impl Symbolic {
    /// Restricts the run to inputs on which an object is small enough. It is too large where `cond` holds.
    pub(crate) fn bound_size(&mut self, cond: Term, of: &'static str) -> Result<(), Stop> {
        self.reach_bound(cond, Bound::Size(of)).map_err(|_| {
            let what = of.to_owned();
            UnsupportedAccess::TooLarge { what }.into()
        })
    }

    /// Records that a bound is reached where `cond` holds, and restricts the run to where it does not.
    pub(crate) fn reach_bound(&mut self, cond: Term, bound: Bound) -> Result<(), Stop> {
        let here = self.condition();
        let when = self.pool.and(here, cond);
        if self.pool.as_bool(when) == Some(false) {
            return Ok(());
        }
        let otherwise = self.pool.not(cond);
        self.reached_bounds.push((when, bound));
        if self.path.push(&mut self.pool, otherwise) {
            Ok(())
        } else {
            Err(StopKind::BeyondBounds.into())
        }
    }

    /// The bounds reached since they were last taken.
    pub(crate) fn take_reached_bounds(&mut self) -> Vec<(Term, Bound)> {
        std::mem::take(&mut self.reached_bounds)
    }
}
