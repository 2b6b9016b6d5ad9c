//! Pointers of the symbolic domain: a choice between objects, with an offset into each.

use quell_term::{Pool, Term};
use smallvec::{SmallVec, smallvec};

/// The name of an object, the same in all states.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ObjectId(pub u32);

/// One of the targets of a pointer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Alternative {
    /// When the pointer has this target. The conditions of the alternatives exclude each other, and one of them holds.
    pub when: Term,
    /// None for an integer that is the address itself, such as null.
    pub object: Option<ObjectId>,
    /// The offset in bytes into the object, or the address if there is none; a term of 64 bits.
    pub offset: Term,
}

/// A pointer: a choice between targets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ptr {
    /// At least one; each object at most once.
    pub alternatives: SmallVec<[Alternative; 1]>,
    /// When the pointer is undefined.
    pub undef: Term,
}

impl Ptr {
    pub fn to(pool: &mut Pool, object: Option<ObjectId>, offset: Term) -> Self {
        let when = pool.bool(true);
        Self {
            alternatives: smallvec![Alternative {
                when,
                object,
                offset
            }],
            undef: pool.bool(false),
        }
    }

    pub fn null(pool: &mut Pool) -> Self {
        let zero = pool.number(64, 0);
        Self::to(pool, None, zero)
    }

    pub fn undefined(pool: &mut Pool) -> Self {
        let mut ptr = Self::null(pool);
        ptr.undef = pool.bool(true);
        ptr
    }

    /// The object and offset of a pointer with one alternative.
    pub fn single(&self) -> Option<(Option<ObjectId>, Term)> {
        match self.alternatives.as_slice() {
            [only] => Some((only.object, only.offset)),
            _ => None,
        }
    }

    /// The same pointer with every offset changed.
    pub fn map_offsets(&self, mut f: impl FnMut(Term) -> Term) -> Self {
        let mut moved = self.clone();
        for alternative in &mut moved.alternatives {
            alternative.offset = f(alternative.offset);
        }
        moved
    }
}

/// `a` where the condition holds, else `b`.
pub fn select(pool: &mut Pool, cond: Term, a: &Ptr, b: &Ptr) -> Ptr {
    if let Some(known) = pool.as_bool(cond) {
        return if known { a.clone() } else { b.clone() };
    }
    if a == b {
        return a.clone();
    }
    let mut alternatives: SmallVec<[Alternative; 1]> = SmallVec::new();
    for alternative in &a.alternatives {
        let when = pool.and(cond, alternative.when);
        alternatives.push(Alternative {
            when,
            ..alternative.clone()
        });
    }
    let otherwise = pool.not(cond);
    for alternative in &b.alternatives {
        let when = pool.and(otherwise, alternative.when);
        merge(pool, &mut alternatives, when, alternative);
    }
    alternatives.retain(|alternative| pool.as_bool(alternative.when) != Some(false));
    let undef = pool.ite(cond, a.undef, b.undef);
    Ptr {
        alternatives,
        undef,
    }
}

/// Adds an alternative to a list, merged with the one for the same object.
fn merge(pool: &mut Pool, list: &mut SmallVec<[Alternative; 1]>, when: Term, new: &Alternative) {
    let known = list.iter_mut().find(|old| old.object == new.object);
    match known {
        Some(old) => {
            old.offset = pool.ite(old.when, old.offset, new.offset);
            old.when = pool.or(old.when, when);
        }
        None => list.push(Alternative {
            when,
            ..new.clone()
        }),
    }
}

/// When two pointers are equal. Objects do not overlap, and none lies at an integer address.
pub fn equal(pool: &mut Pool, a: &Ptr, b: &Ptr) -> Term {
    pairwise(pool, a, b, |pool, x, y| pool.eq(x, y))
}

/// When a relation holds between the offsets of pointers into one object.
pub fn pairwise(
    pool: &mut Pool,
    a: &Ptr,
    b: &Ptr,
    holds: impl Fn(&mut Pool, Term, Term) -> Term,
) -> Term {
    let mut any = pool.bool(false);
    for x in &a.alternatives {
        for y in b.alternatives.iter().filter(|y| y.object == x.object) {
            let related = holds(pool, x.offset, y.offset);
            let here = pool.and_all(&[x.when, y.when, related]);
            any = pool.or(any, here);
        }
    }
    any
}
