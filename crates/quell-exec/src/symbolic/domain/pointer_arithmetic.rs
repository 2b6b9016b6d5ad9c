//! Arithmetic on pointers and their order.

use quell_term::{Pool, Term};

use super::pointer::{Alternative, Ptr};
use super::symbolic::Symbolic;
use super::word::Word;
use super::{arithmetic, intervals};
use crate::domain::Test;

/// Objects that a function is given lie above this address, natively too. Indices of a size that occurs in practice do not
/// reach below address zero.
const BEFORE_OBJECTS: i128 = 1 << 35;

impl Symbolic {
    /// The pointer `by` bytes behind another.
    pub(crate) fn moved(&mut self, ptr: &Ptr, by: Term) -> Ptr {
        let mut moved = ptr.clone();
        for alternative in &mut moved.alternatives {
            let start = alternative.offset;
            alternative.offset = self.pool.add(start, by);
            if alternative.object.is_none() {
                self.integer_pointers
                    .moved(&self.pool, start, alternative.offset);
            }
        }
        moved
    }

    /// Whether `a` is less than `b`, or at most `b`: by offset in one object, else by address. Objects lie above null.
    pub(crate) fn ordered(&mut self, test: Test, a: &Ptr, b: &Ptr) -> Term {
        let mut any = self.pool.bool(false);
        for x in &a.alternatives {
            for y in &b.alternatives {
                let holds = self.ordered_pair(test, x, y);
                let here = self.pool.and_all(&[x.when, y.when, holds]);
                any = self.pool.or(any, here);
            }
        }
        any
    }

    fn ordered_pair(&mut self, test: Test, a: &Alternative, b: &Alternative) -> Term {
        if a.object == b.object && a.object.is_some() {
            return self.ordered_within(test, a, b);
        }
        let is_null = |pool: &Pool, of: &Alternative| {
            of.object.is_none() && pool.as_word(of.offset) == Some(0)
        };
        match (a.object, b.object) {
            (Some(_), None) if is_null(&self.pool, b) => self.pool.bool(false),
            (None, Some(_)) if is_null(&self.pool, a) => self.pool.bool(true),
            _ => {
                let (left, right) = (self.address(a), self.address(b));
                self.compared(test, left, right)
            }
        }
    }

    /// Offsets into one object are in signed order as long as no address is below zero. Where a pointer may be that far before
    /// its object, the addresses are compared.
    fn ordered_within(&mut self, test: Test, a: &Alternative, b: &Alternative) -> Term {
        let stays = |of: &Alternative| {
            let within = intervals::interval(&self.pool, &self.path, of.offset);
            within.least >= -BEFORE_OBJECTS
        };
        if !stays(a) || !stays(b) {
            let (left, right) = (self.address(a), self.address(b));
            return self.compared(test, left, right);
        }
        let signed = match test {
            Test::Ult => Test::Slt,
            Test::Ule => Test::Sle,
            other => other,
        };
        self.compared(signed, a.offset, b.offset)
    }

    fn address(&mut self, of: &Alternative) -> Term {
        match of.object {
            Some(object) => {
                let base = self.addresses.of(&mut self.pool, object);
                self.pool.add(base, of.offset)
            }
            None => of.offset,
        }
    }

    fn compared(&mut self, test: Test, a: Term, b: Term) -> Term {
        let (a, b) = (Word::defined(a), Word::defined(b));
        arithmetic::test(&mut self.pool, test, 64, a, b).term
    }
}
