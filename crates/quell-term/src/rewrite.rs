//! Rewriting of terms as they are built.

use crate::op::Op;
use crate::pool::{MAX_ARITY, Pool, Term};
use crate::rules::{further_rules, rules_for};
use crate::sort::Sort;
use rustc_hash::FxHashMap;

/// Bounds of the nesting of rule applications, and of their number for one term. Beyond them terms
/// are interned as they are, which is sound though not in normal form: no input can make rewriting
/// slow or the stack deep.
const MAX_DEPTH: u32 = 24;
const MAX_STEPS: u32 = 400;

/// An operator and its operands, in order.
pub(crate) type Key = (Op, [Term; MAX_ARITY]);

/// The state of rewriting.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rewriting {
    /// Nesting of the rule applications in progress.
    depth: u32,
    /// Rules applied since the outermost term was requested.
    steps: u32,
    /// Results for terms that were rewritten to another one.
    results: FxHashMap<Key, Term>,
}

impl Pool {
    /// The term of an operator and operands of the right sorts, in normal form.
    pub(crate) fn rewritten(&mut self, op: Op, sort: Sort, args: &[Term]) -> Term {
        if let Some(term) = self.folded(op, sort, args) {
            return term;
        }
        let mut ordered = [self.bool(false); MAX_ARITY];
        ordered[..args.len()].copy_from_slice(args);
        if op.info().commutative && self.operand_rank(ordered[1]) < self.operand_rank(ordered[0]) {
            ordered.swap(0, 1);
        }
        let args = &ordered[..args.len()];
        // An interned term has been through the rules.
        if let Some(term) = self.existing(op, sort, args) {
            return term;
        }
        if let Some(&term) = self.rewriting.results.get(&(op, ordered)) {
            return term;
        }
        match self.by_rules(op, args) {
            Some(term) => self.remember((op, ordered), term),
            None => self.intern_raw(op, sort, args),
        }
    }

    /// The order of operands of commutative operators: by age, constants last.
    fn operand_rank(&self, term: Term) -> (bool, Term) {
        (self.is_const(term), term)
    }

    fn by_rules(&mut self, op: Op, args: &[Term]) -> Option<Term> {
        if self.rewriting.depth == 0 {
            self.rewriting.steps = 0;
        }
        if self.rewriting.depth >= MAX_DEPTH || self.rewriting.steps >= MAX_STEPS {
            return None;
        }
        self.rewriting.depth += 1;
        let result = rules_for(op)
            .iter()
            .chain(further_rules(op))
            .find_map(|rule| rule.apply(self, op, args));
        self.rewriting.depth -= 1;
        self.rewriting.steps += u32::from(result.is_some());
        result
    }

    /// Records the result of rewriting, unless a bound cut it short.
    fn remember(&mut self, key: Key, term: Term) -> Term {
        if self.rewriting.steps < MAX_STEPS {
            self.rewriting.results.insert(key, term);
        }
        term
    }
}
