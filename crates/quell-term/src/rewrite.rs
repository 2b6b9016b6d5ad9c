//! Rewriting terms as they are built.

use crate::op::Op;
use crate::pool::{MAX_ARITY, Pool, Term};
use crate::rules::{further_rules, rules_for};
use crate::sort::Sort;

/// How many rules may be at work one inside the other. Beyond, terms are taken as they are, which
/// is right though not normal: no input makes rewriting long or the stack deep.
const MAX_DEPTH: u32 = 24;

impl Pool {
    /// The term of an operator and operands of the right sorts, in normal form.
    pub(crate) fn rewritten(&mut self, op: Op, sort: Sort, args: &[Term]) -> Term {
        if let Some(term) = self.folded(op, sort, args) {
            return term;
        }
        let mut ordered = [self.bool(false); MAX_ARITY];
        ordered[..args.len()].copy_from_slice(args);
        if op.info().commutative && self.place(ordered[1]) < self.place(ordered[0]) {
            ordered.swap(0, 1);
        }
        let args = &ordered[..args.len()];
        // What is there has been through the rules.
        if let Some(term) = self.existing(op, sort, args) {
            return term;
        }
        if self.depth < MAX_DEPTH {
            self.depth += 1;
            let result = self.by_rules(op, args);
            self.depth -= 1;
            if let Some(term) = result {
                return term;
            }
        }
        self.intern_raw(op, sort, args)
    }

    /// Where an operand of a commutative operator belongs: constants last.
    fn place(&self, term: Term) -> (bool, Term) {
        (self.is_const(term), term)
    }

    fn by_rules(&mut self, op: Op, args: &[Term]) -> Option<Term> {
        rules_for(op)
            .iter()
            .chain(further_rules(op))
            .find_map(|rule| rule.apply(self, op, args))
    }
}
