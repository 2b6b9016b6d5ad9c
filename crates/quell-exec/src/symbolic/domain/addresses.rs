//! The addresses of objects, for programs that convert pointers to integers.

use quell_bits::Bits;
use quell_term::{Pool, Sort, Term};
use rustc_hash::FxHashMap;

use super::pointer::{ObjectId, Ptr};
use super::word::{Word, spread};

/// Objects lie between these addresses.
const LOWEST: u64 = 1 << 12;
const HIGHEST: u64 = 1 << 47;
/// Further objects may overlap others: each pair that must not overlap is a fact in every query.
const MOST_DISJOINT: usize = 24;

/// A variable for the address of each object, with the facts that constrain it: it is aligned as the object requires, and no
/// two objects overlap.
#[derive(Clone, Debug, Default)]
pub struct Addresses {
    objects: FxHashMap<Term, ObjectId>,
    /// Size and alignment of objects.
    extents: FxHashMap<ObjectId, (u64, u64)>,
    /// The objects that have an address variable.
    known: Vec<(Term, ObjectId)>,
    facts: Vec<Term>,
}

impl Addresses {
    /// Records the size and alignment of an object.
    pub fn note(&mut self, object: ObjectId, size: u64, align: u64) {
        self.extents.insert(object, (size, align));
    }

    /// The address variable of an object.
    pub fn of(&mut self, pool: &mut Pool, object: ObjectId) -> Term {
        let term = pool.var(&format!("address!{}", object.0), Sort::Bv(64));
        if self.objects.insert(term, object).is_none() {
            self.add_facts(pool, term, object);
            self.known.push((term, object));
        }
        term
    }

    fn extent(&self, object: ObjectId) -> (u64, u64) {
        self.extents.get(&object).copied().unwrap_or((0, 1))
    }

    fn add_facts(&mut self, pool: &mut Pool, term: Term, object: ObjectId) {
        let (size, align) = self.extent(object);
        let (lowest, highest) = (pool.number(64, LOWEST), pool.number(64, HIGHEST));
        let mut facts = vec![pool.ule(lowest, term), pool.ult(term, highest)];
        if align > 1 && align.is_power_of_two() {
            let bits = align.trailing_zeros();
            let (low, zero) = (pool.extract(term, bits - 1, 0), pool.number(bits, 0));
            facts.push(pool.eq(low, zero));
        }
        for (other, their) in self.known.iter().take(MOST_DISJOINT) {
            let (before, after) = (
                ends_before(pool, term, size, *other),
                ends_before(pool, *other, self.extent(*their).0, term),
            );
            facts.push(pool.or(before, after));
        }
        self.facts.extend(facts);
    }

    /// Whether any object has an address variable so far.
    pub fn are_known(&self) -> bool {
        !self.known.is_empty()
    }

    /// The number of objects that have an address variable so far.
    pub(crate) fn count(&self) -> usize {
        self.known.len()
    }

    /// The constraints on all addresses.
    pub fn facts(&self) -> &[Term] {
        &self.facts
    }

    /// Addresses that satisfy the constraints.
    pub fn example(&self) -> Vec<(Term, Bits)> {
        let far_apart = |object: ObjectId| (1 << 46) + (u64::from(object.0) << 28);
        let known = self.known.iter();
        known
            .map(|(term, object)| (*term, Bits::from_u64(64, far_apart(*object))))
            .collect()
    }

    /// The object whose address variable a term is.
    pub fn object(&self, address: Term) -> Option<ObjectId> {
        self.objects.get(&address).copied()
    }

    /// A pointer as an integer.
    pub fn word(&mut self, pool: &mut Pool, ptr: &Ptr) -> Word {
        let mut address = None;
        for alternative in ptr.alternatives.iter().rev() {
            let here = match alternative.object {
                Some(object) => {
                    let base = self.of(pool, object);
                    pool.add(base, alternative.offset)
                }
                None => alternative.offset,
            };
            address = Some(match address {
                Some(other) => pool.ite(alternative.when, here, other),
                None => here,
            });
        }
        let address = address.unwrap_or_else(|| pool.number(64, 0));
        let undef = spread(pool, ptr.undef, 64);
        Word::masked(pool, address, undef)
    }
}

/// Whether an object ends before another one begins.
fn ends_before(pool: &mut Pool, start: Term, size: u64, other: Term) -> Term {
    let size = pool.number(64, size.max(1));
    let end = pool.add(start, size);
    pool.ule(end, other)
}
