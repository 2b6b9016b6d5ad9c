//! Intervals of signed values under a path condition.

use quell_term::{Op, Pool, Term};

use super::path_condition::PathCondition;

/// Wider values have no intervals: their ends must fit in the integers used here.
pub const WIDEST: u32 = 64;
/// How deep a term is searched.
const DEPTH: u32 = 6;

/// The least and the greatest signed value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interval {
    pub least: i128,
    pub greatest: i128,
}

impl Interval {
    pub fn only(value: i128) -> Self {
        Self {
            least: value,
            greatest: value,
        }
    }

    /// All signed values of a width.
    pub fn all(width: u32) -> Self {
        let half = 1i128 << (width.clamp(1, WIDEST) - 1);
        Self {
            least: -half,
            greatest: half - 1,
        }
    }

    pub fn fits(self, width: u32) -> bool {
        let all = Self::all(width);
        all.least <= self.least && self.greatest <= all.greatest
    }

    pub fn plus(self, other: Self) -> Self {
        Self {
            least: self.least + other.least,
            greatest: self.greatest + other.greatest,
        }
    }

    /// Multiplied by a factor that is small enough for any width.
    pub fn times(self, factor: i128) -> Self {
        let (a, b) = (self.least * factor, self.greatest * factor);
        Self {
            least: a.min(b),
            greatest: a.max(b),
        }
    }

    fn or(self, other: Self) -> Self {
        Self {
            least: self.least.min(other.least),
            greatest: self.greatest.max(other.greatest),
        }
    }

    /// The intersection; either interval if it is empty, for then no input reaches this path.
    fn and(self, other: Self) -> Self {
        let both = Self {
            least: self.least.max(other.least),
            greatest: self.greatest.min(other.greatest),
        };
        if both.least <= both.greatest {
            both
        } else {
            self
        }
    }
}

/// A constant as a signed number.
pub fn signed(pool: &Pool, term: Term) -> Option<i128> {
    let bits = pool.as_bits(term)?;
    (bits.width() <= WIDEST).then(|| bits.to_i64().map(i128::from))?
}

/// The interval of a bit vector of at most [`WIDEST`] bits under a path condition.
pub fn interval(pool: &Pool, path: &PathCondition, term: Term) -> Interval {
    within(pool, path, term, DEPTH)
}

fn within(pool: &Pool, path: &PathCondition, term: Term, depth: u32) -> Interval {
    if let Some(value) = signed(pool, term) {
        return Interval::only(value);
    }
    let width = pool.width(term);
    let mut known = Interval::all(pool.signed_bits(term));
    let bits = pool.unsigned_bits(term);
    if bits < width {
        known = known.and(Interval {
            least: 0,
            greatest: (1i128 << bits) - 1,
        });
    }
    if depth > 0
        && let Some(computed) = computed(pool, path, term, depth - 1)
        && computed.fits(width)
    {
        known = known.and(computed);
    }
    path.known_intervals(term).fold(known, Interval::and)
}

/// The interval that follows from those of the operands, without wrapping.
fn computed(pool: &Pool, path: &PathCondition, term: Term, depth: u32) -> Option<Interval> {
    let args = pool.args(term);
    let of = |term: Term| within(pool, path, term, depth);
    match (pool.op(term), args) {
        (Op::Add, [a, b]) => Some(of(*a).plus(of(*b))),
        (Op::Sub, [a, b]) => Some(of(*a).plus(of(*b).times(-1))),
        (Op::BvNeg, [a]) => Some(of(*a).times(-1)),
        (Op::SignExtend(_), [a]) => Some(of(*a)),
        (Op::ZeroExtend(_), [a]) => Some(of(*a)).filter(|interval| interval.least >= 0),
        (Op::Ite, [_, a, b]) => Some(of(*a).or(of(*b))),
        _ => None,
    }
}

/// The intervals of terms that a decision implies.
pub fn implied_intervals(pool: &Pool, decision: Term) -> Vec<(Term, Interval)> {
    let mut found = Vec::new();
    learn(pool, decision, true, &mut found, DEPTH);
    found
}

fn learn(pool: &Pool, decision: Term, holds: bool, found: &mut Vec<(Term, Interval)>, depth: u32) {
    if depth == 0 {
        return;
    }
    match (pool.op(decision), pool.args(decision), holds) {
        (Op::Not, [a], _) => learn(pool, *a, !holds, found, depth - 1),
        (Op::And, [a, b], true) | (Op::Or, [a, b], false) => {
            learn(pool, *a, holds, found, depth - 1);
            learn(pool, *b, holds, found, depth - 1);
        }
        (Op::Eq, [a, b], true) => found.extend(equal(pool, *a, *b)),
        (Op::Slt, [a, b], true) => found.extend(below(pool, *a, *b, 1)),
        (Op::Slt, [a, b], false) => found.extend(below(pool, *b, *a, 0)),
        (Op::Sle, [a, b], true) => found.extend(below(pool, *a, *b, 0)),
        (Op::Sle, [a, b], false) => found.extend(below(pool, *b, *a, 1)),
        (Op::Ult, [a, b], true) => found.extend(below_unsigned(pool, *a, *b, 1)),
        (Op::Ult, [a, b], false) => found.extend(below_unsigned(pool, *b, *a, 0)),
        (Op::Ule, [a, b], true) => found.extend(below_unsigned(pool, *a, *b, 0)),
        (Op::Ule, [a, b], false) => found.extend(below_unsigned(pool, *b, *a, 1)),
        _ => {}
    }
}

fn equal(pool: &Pool, a: Term, b: Term) -> Option<(Term, Interval)> {
    let (constant, other) = match (signed(pool, a), signed(pool, b)) {
        (Some(value), None) => (value, b),
        (None, Some(value)) => (value, a),
        _ => return None,
    };
    Some((other, Interval::only(constant)))
}

/// `a + by <= b`, one of them a constant.
fn below(pool: &Pool, a: Term, b: Term, by: i128) -> Option<(Term, Interval)> {
    let all = Interval::all(pool.width(a));
    if pool.width(a) > WIDEST {
        return None;
    }
    match (signed(pool, a), signed(pool, b)) {
        (None, Some(greatest)) => Some((
            a,
            Interval {
                greatest: greatest - by,
                ..all
            },
        )),
        (Some(least), None) => Some((
            b,
            Interval {
                least: least + by,
                ..all
            },
        )),
        _ => None,
    }
}

/// `a + by <= b` unsigned, where `b` is a constant that is not negative: then `a` is not negative either.
fn below_unsigned(pool: &Pool, a: Term, b: Term, by: i128) -> Option<(Term, Interval)> {
    let greatest = signed(pool, b).filter(|value| *value >= 0)? - by;
    (greatest >= 0 && !pool.is_const(a)).then_some((a, Interval { least: 0, greatest }))
}
