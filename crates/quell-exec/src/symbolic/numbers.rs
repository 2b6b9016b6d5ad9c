//! Pointers that are numbers: which of them come of null, where no object is.

use quell_term::{Op, Pool, Term};
use rustc_hash::FxHashSet;

/// No object lies below this address.
const FIRST_PAGE: u64 = 4096;
/// How many choices in one another are looked into.
const DEPTH: u32 = 16;

/// The terms that pointers without an object have as their addresses.
#[derive(Clone, Debug, Default)]
pub struct Numbers {
    /// Null moved by some offset: an access there is undefined, however far it is.
    of_null: FxHashSet<Term>,
    /// Converted to pointers by the program: what they lead to is anyone's guess.
    made: FxHashSet<Term>,
}

impl Numbers {
    pub fn made(&mut self, address: Term) {
        self.made.insert(address);
    }

    pub fn moved(&mut self, pool: &Pool, from: Term, to: Term) {
        if self.is_nowhere(pool, from) {
            self.of_null.insert(to);
        }
    }

    /// Whether there is no object at an address.
    pub fn is_nowhere(&self, pool: &Pool, address: Term) -> bool {
        self.nowhere_within(pool, address, DEPTH)
    }

    fn nowhere_within(&self, pool: &Pool, address: Term, depth: u32) -> bool {
        if self.of_null.contains(&address) && !self.made.contains(&address) {
            return true;
        }
        if pool.unsigned_bits(address) <= FIRST_PAGE.ilog2() {
            return true;
        }
        match (pool.op(address), pool.args(address)) {
            (Op::Ite, &[_, a, b]) if depth > 0 => {
                self.nowhere_within(pool, a, depth - 1) && self.nowhere_within(pool, b, depth - 1)
            }
            _ => false,
        }
    }
}
