//! Pattern matching on terms for the rules.

use crate::op::Op;
use crate::pool::{Pool, Term};
use crate::sort::Sort;
use quell_bits::Bits;

impl Pool {
    /// The operand, if the term is this unary operator.
    #[inline]
    pub(super) fn under(&self, term: Term, op: Op) -> Option<Term> {
        match *self.args(term) {
            [a] if self.op(term) == op => Some(a),
            _ => None,
        }
    }

    /// The operands, if the term is this binary operator.
    #[inline]
    pub(super) fn pair(&self, term: Term, op: Op) -> Option<(Term, Term)> {
        match *self.args(term) {
            [a, b] if self.op(term) == op => Some((a, b)),
            _ => None,
        }
    }

    /// The condition and the branches of a choice.
    #[inline]
    pub(super) fn choice(&self, term: Term) -> Option<(Term, Term, Term)> {
        match *self.args(term) {
            [c, a, b] if self.op(term) == Op::Ite => Some((c, a, b)),
            _ => None,
        }
    }

    /// A term that is zero, and has the same divisors, exactly where this one is and has: its operand
    /// if it is a negation, `x` if it is a choice between `x` and `-x`, or else the term itself.
    pub(super) fn without_sign(&self, term: Term) -> Term {
        let term = self.under(term, Op::BvNeg).unwrap_or(term);
        let Some((_, a, b)) = self.choice(term) else {
            return term;
        };
        let [x, y] = [a, b].map(|side| self.under(side, Op::BvNeg).unwrap_or(side));
        if x == y { x } else { term }
    }

    /// The other operand, if the term is this binary operator on `operand`.
    #[inline]
    pub(super) fn partner(&self, term: Term, op: Op, operand: Term) -> Option<Term> {
        match self.pair(term, op)? {
            (a, b) if a == operand => Some(b),
            (a, b) if b == operand => Some(a),
            _ => None,
        }
    }

    /// The operands, if the term is this binary operator on a term and a bit-vector constant.
    #[inline]
    pub(super) fn with_constant(&self, term: Term, op: Op) -> Option<(Term, Term)> {
        self.pair(term, op)
            .filter(|&(_, constant)| self.as_bits(constant).is_some())
    }

    /// The operand of a zero extension.
    #[inline]
    pub(super) fn zero_extended(&self, term: Term) -> Option<Term> {
        match self.op(term) {
            Op::ZeroExtend(_) => Some(self.args(term)[0]),
            _ => None,
        }
    }

    /// The operand of a sign extension.
    #[inline]
    pub(super) fn sign_extended(&self, term: Term) -> Option<Term> {
        match self.op(term) {
            Op::SignExtend(_) => Some(self.args(term)[0]),
            _ => None,
        }
    }

    pub(super) fn is_zero(&self, term: Term) -> bool {
        self.as_bits(term).is_some_and(Bits::is_zero)
    }

    pub(super) fn is_ones(&self, term: Term) -> bool {
        self.as_bits(term).is_some_and(Bits::is_ones)
    }

    pub(super) fn is_one(&self, term: Term) -> bool {
        self.as_bits(term)
            .is_some_and(|bits| bits.to_u64() == Some(1))
    }

    /// Whether one of two terms is the negation or complement of the other.
    pub(super) fn are_complements(&self, a: Term, b: Term) -> bool {
        let negates =
            |a: Term, b: Term| matches!(self.op(a), Op::Not | Op::BvNot) && self.args(a)[0] == b;
        negates(a, b) || negates(b, a)
    }

    /// The negation of a Boolean, without a double negation.
    pub(super) fn negation(&mut self, term: Term) -> Term {
        match self.under(term, Op::Not) {
            Some(inner) => inner,
            None => self.not(term),
        }
    }

    /// The exponent of a constant that is a power of two.
    pub(super) fn log2(&self, term: Term) -> Option<u32> {
        let bits = self.as_bits(term)?;
        (bits.count_ones() == 1).then(|| bits.trailing_zeros())
    }

    pub(super) fn zero_of(&mut self, like: Term) -> Term {
        let width = self.width(like);
        self.number(width, 0)
    }

    pub(super) fn one_of(&mut self, like: Term) -> Term {
        let width = self.width(like);
        self.number(width, 1)
    }

    pub(super) fn ones_of(&mut self, like: Term) -> Term {
        let width = self.width(like);
        self.bits(&Bits::ones(width))
    }

    /// The constant computed from two constants; none if a term is not a constant.
    pub(super) fn combined(
        &mut self,
        a: Term,
        b: Term,
        f: impl FnOnce(&Bits, &Bits) -> Bits,
    ) -> Option<Term> {
        let bits = f(self.as_bits(a)?, self.as_bits(b)?);
        Some(self.bits(&bits))
    }

    /// The constant computed from a constant; none if the term is not a constant.
    pub(super) fn mapped(&mut self, a: Term, f: impl FnOnce(&Bits) -> Bits) -> Option<Term> {
        let bits = f(self.as_bits(a)?);
        Some(self.bits(&bits))
    }

    /// Whether a term is a bit vector.
    pub(super) fn is_vector(&self, term: Term) -> bool {
        matches!(self.sort(term), Sort::Bv(_))
    }

    /// Whether two terms are known to differ: constants, or sums of one term with two constants.
    pub(super) fn differ(&self, a: Term, b: Term) -> bool {
        let parts = |term| match self.with_constant(term, Op::Add) {
            Some((base, constant)) => (Some(base), self.as_bits(constant)),
            None => match self.as_bits(term) {
                Some(bits) => (None, Some(bits)),
                None => (Some(term), None),
            },
        };
        let ((base_a, constant_a), (base_b, constant_b)) = (parts(a), parts(b));
        let is_zero = |bits: Option<&Bits>| bits.is_none_or(Bits::is_zero);
        base_a == base_b
            && match (constant_a, constant_b) {
                (Some(a), Some(b)) => a != b,
                (a, b) => !(is_zero(a) && is_zero(b)),
            }
    }
}
