//! Rewriting terms as they are built.

use crate::op::Op;
use crate::pool::{Pool, Term};
use crate::sort::Sort;

impl Pool {
    /// The term of an operator and operands of the right sorts, in normal form.
    pub(crate) fn rewritten(&mut self, op: Op, sort: Sort, args: &[Term]) -> Term {
        if let Some(term) = self.folded(op, sort, args) {
            return term;
        }
        if !op.info().commutative {
            return self.intern_raw(op, sort, args);
        }
        match *args {
            [a, b] => self.intern_raw(op, sort, &[a.min(b), a.max(b)]),
            [a, b, c] => self.intern_raw(op, sort, &[a.min(b), a.max(b), c]),
            _ => self.intern_raw(op, sort, args),
        }
    }
}
