//! Words of the symbolic domain: a term, and which of its bits are undefined.

use quell_bits::Bits;
use quell_term::{Pool, Sort, Term};

/// A number. Words of one bit are Boolean terms, all others bit vectors.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Word {
    pub term: Term,
    /// The mask of undefined bits, a term of the same sort; none if all are defined.
    pub undef: Option<Term>,
}

impl Word {
    pub const fn defined(term: Term) -> Self {
        Self { term, undef: None }
    }

    /// A word with a mask of undefined bits, which may be zero.
    pub fn masked(pool: &Pool, term: Term, undef: Term) -> Self {
        let undef = (!is_zero(pool, undef)).then_some(undef);
        Self { term, undef }
    }

    /// The mask as a term.
    pub fn mask(self, pool: &mut Pool) -> Term {
        match self.undef {
            Some(undef) => undef,
            None => zero_like(pool, self.term),
        }
    }

    /// Whether some bit is undefined.
    pub fn is_undefined(self, pool: &mut Pool) -> Term {
        match self.undef {
            Some(undef) => nonzero(pool, undef),
            None => pool.bool(false),
        }
    }
}

fn is_zero(pool: &Pool, term: Term) -> bool {
    pool.as_bool(term) == Some(false) || pool.as_bits(term).is_some_and(Bits::is_zero)
}

/// The constant of a width: Boolean for one bit.
pub fn constant(pool: &mut Pool, bits: &Bits) -> Term {
    match bits.width() {
        1 => pool.bool(!bits.is_zero()),
        _ => pool.bits(bits),
    }
}

pub fn number(pool: &mut Pool, width: u32, value: u64) -> Term {
    match width {
        1 => pool.bool(value & 1 == 1),
        2..=64 => pool.number(width, value & quell_bits::word::mask(width)),
        _ => pool.bits(&Bits::from_u64(width, value)),
    }
}

pub fn ones(pool: &mut Pool, width: u32) -> Term {
    constant(pool, &Bits::ones(width))
}

fn zero_like(pool: &mut Pool, term: Term) -> Term {
    number(pool, pool.width(term), 0)
}

/// Whether a word is not zero.
pub fn nonzero(pool: &mut Pool, term: Term) -> Term {
    match pool.sort(term) {
        Sort::Bool => term,
        _ => {
            let zero = zero_like(pool, term);
            pool.ne(term, zero)
        }
    }
}

/// A word of one bit as a Boolean, whatever its sort.
pub fn as_bool(pool: &mut Pool, term: Term) -> Term {
    match pool.sort(term) {
        Sort::Bool => term,
        _ => pool.bit(term, 0),
    }
}

/// A term of this width in the sort of words: Boolean for one bit.
pub fn in_word_sort(pool: &mut Pool, width: u32, term: Term) -> Term {
    if width == 1 {
        as_bool(pool, term)
    } else {
        term
    }
}

/// All ones where a condition holds, else zero.
pub fn spread(pool: &mut Pool, condition: Term, width: u32) -> Term {
    let (all, none) = (ones(pool, width), number(pool, width, 0));
    pool.ite(condition, all, none)
}
