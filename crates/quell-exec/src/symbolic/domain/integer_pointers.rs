//! Pointers without an object: which of their addresses are computed from null, where no object lies.

use quell_term::{Op, Pool, Term};
use rustc_hash::FxHashSet;

/// No object lies below this address.
const FIRST_PAGE: u64 = 4096;
/// How deep nested choices are searched.
const DEPTH: u32 = 16;

/// The terms that are addresses of pointers without an object.
#[derive(Clone, Debug, Default)]
pub struct IntegerPointers {
    /// Null plus an offset: an access there is undefined, however large the offset is.
    null_based: FxHashSet<Term>,
    /// Integers that the program converted to pointers: they may be the address of any object.
    converted: FxHashSet<Term>,
}

impl IntegerPointers {
    /// Records an integer that the program converted to a pointer.
    pub fn converted(&mut self, address: Term) {
        self.converted.insert(address);
    }

    /// Records pointer arithmetic on a pointer without an object.
    pub fn moved(&mut self, pool: &Pool, from: Term, to: Term) {
        if self.is_null_based(pool, from) {
            self.null_based.insert(to);
        }
    }

    /// Whether no object lies at an address, as it is computed from null.
    pub fn is_null_based(&self, pool: &Pool, address: Term) -> bool {
        self.null_based_within(pool, address, DEPTH)
    }

    fn null_based_within(&self, pool: &Pool, address: Term, depth: u32) -> bool {
        if self.null_based.contains(&address) && !self.converted.contains(&address) {
            return true;
        }
        if pool.unsigned_bits(address) <= FIRST_PAGE.ilog2() {
            return true;
        }
        match (pool.op(address), pool.args(address)) {
            (Op::Ite, &[_, a, b]) if depth > 0 => {
                self.null_based_within(pool, a, depth - 1)
                    && self.null_based_within(pool, b, depth - 1)
            }
            _ => false,
        }
    }
}
