//! Facts about the value of a term that are cheap to compute: how many bits it needs, and whether it
//! is a choice between constants. They are computed once, when a term is made.

use crate::op::Op;
use crate::pool::{Pool, Term};
use quell_bits::Bits;

/// Facts that hold for every value of a term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Facts {
    /// The value is less than two to this power. At most the width.
    pub unsigned_bits: u32,
    /// The value is the sign extension of this many of its lowest bits. From 1 to the width.
    pub signed_bits: u32,
    /// The number of leaves of a tree of choices whose leaves are constants: 1 for a constant, 0 for
    /// any other term, or if there are more than 255.
    pub leaves: u8,
}

impl Facts {
    /// What holds for every value of a width.
    pub fn unknown(width: u32) -> Facts {
        Facts {
            unsigned_bits: width,
            signed_bits: width,
            leaves: 0,
        }
    }

    /// The facts about a constant.
    pub fn constant(bits: &Bits) -> Facts {
        let magnitude = if bits.sign_bit() {
            bits.not()
        } else {
            bits.clone()
        };
        Facts {
            unsigned_bits: bits.bit_length(),
            signed_bits: magnitude.bit_length() + 1,
            leaves: 1,
        }
    }

    /// Bounds the numbers by the width and by one another.
    fn bounded(self, width: u32) -> Facts {
        let unsigned_bits = self.unsigned_bits.min(width);
        let signed_bits = self.signed_bits.clamp(1, width.max(1));
        Facts {
            unsigned_bits,
            // Leading zeros are copies of a sign that is not set.
            signed_bits: signed_bits.min((unsigned_bits + 1).min(width.max(1))),
            ..self
        }
    }
}

impl Pool {
    /// An upper bound of the bits that the unsigned value needs.
    #[inline]
    #[must_use]
    pub fn unsigned_bits(&self, term: Term) -> u32 {
        self.facts(term).unsigned_bits
    }

    /// An upper bound of the bits that the signed value needs.
    #[inline]
    #[must_use]
    pub fn signed_bits(&self, term: Term) -> u32 {
        self.facts(term).signed_bits
    }

    #[inline]
    pub(crate) fn leaves(&self, term: Term) -> u8 {
        self.facts(term).leaves
    }

    /// The facts about an operator applied to operands, given the width of the result.
    pub(crate) fn derived_facts(&self, op: Op, width: u32, args: &[Term]) -> Facts {
        let facts = match *args {
            [a] => self.facts_of_one(op, width, a),
            [a, b] => self.facts_of_two(op, width, a, b),
            [_, a, b] if op == Op::Ite => self.facts_of_choice(a, b),
            _ => Facts::unknown(width),
        };
        facts.bounded(width)
    }

    fn facts_of_one(&self, op: Op, width: u32, a: Term) -> Facts {
        let (own, fact) = (self.width(a), self.facts(a));
        let unknown = Facts::unknown(width);
        let (unsigned_bits, signed_bits) = match op {
            Op::ZeroExtend(_) => (fact.unsigned_bits, width),
            // The sign is not set if the highest bit is zero.
            Op::SignExtend(_) if fact.unsigned_bits < own => (fact.unsigned_bits, width),
            Op::SignExtend(_) => (width, fact.signed_bits),
            Op::BvNot => (width, fact.signed_bits),
            Op::BvNeg => (width, fact.signed_bits.saturating_add(1)),
            Op::Extract { high, low } => {
                let unsigned = fact.unsigned_bits.saturating_sub(low);
                // The slice has the sign of the whole if all bits above it are copies of the sign.
                let signed = if fact.signed_bits <= high + 1 {
                    fact.signed_bits.saturating_sub(low)
                } else {
                    width
                };
                (unsigned, signed)
            }
            _ => return unknown,
        };
        Facts {
            unsigned_bits,
            signed_bits,
            ..unknown
        }
    }

    fn facts_of_two(&self, op: Op, width: u32, a: Term, b: Term) -> Facts {
        let (x, y) = (self.facts(a), self.facts(b));
        let unknown = Facts::unknown(width);
        let divisor = self.as_bits(b).is_some_and(|bits| !bits.is_zero());
        let (unsigned_bits, signed_bits) = match op {
            Op::BvAnd => (
                x.unsigned_bits.min(y.unsigned_bits),
                x.signed_bits.max(y.signed_bits),
            ),
            Op::BvOr | Op::BvXor => (
                x.unsigned_bits.max(y.unsigned_bits),
                x.signed_bits.max(y.signed_bits),
            ),
            Op::Add => (
                x.unsigned_bits.max(y.unsigned_bits).saturating_add(1),
                x.signed_bits.max(y.signed_bits).saturating_add(1),
            ),
            Op::Mul => (
                x.unsigned_bits.saturating_add(y.unsigned_bits),
                x.signed_bits.saturating_add(y.signed_bits),
            ),
            Op::UDiv if divisor => (x.unsigned_bits, width),
            Op::URem if divisor => (x.unsigned_bits.min(y.unsigned_bits), width),
            Op::LShr | Op::URem => (x.unsigned_bits, width),
            // The least value by -1 needs one bit more.
            Op::SDiv if divisor => (width, x.signed_bits.saturating_add(1)),
            Op::SRem if divisor => (width, x.signed_bits.min(y.signed_bits)),
            Op::AShr | Op::SRem => (width, x.signed_bits),
            Op::Concat => {
                let low = self.width(b);
                let unsigned = match x.unsigned_bits {
                    0 => y.unsigned_bits,
                    bits => bits.saturating_add(low),
                };
                (unsigned, x.signed_bits.saturating_add(low))
            }
            _ => return unknown,
        };
        Facts {
            unsigned_bits,
            signed_bits,
            ..unknown
        }
    }

    fn facts_of_choice(&self, a: Term, b: Term) -> Facts {
        let (x, y) = (self.facts(a), self.facts(b));
        let leaves = if x.leaves > 0 && y.leaves > 0 {
            x.leaves.checked_add(y.leaves).unwrap_or(0)
        } else {
            0
        };
        Facts {
            unsigned_bits: x.unsigned_bits.max(y.unsigned_bits),
            signed_bits: x.signed_bits.max(y.signed_bits),
            leaves,
        }
    }
}
