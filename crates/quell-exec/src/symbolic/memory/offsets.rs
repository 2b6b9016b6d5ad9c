//! The values that an offset can have: its congruence class, and its values where they are few.

use quell_bits::word;
use smallvec::SmallVec;

use quell_term::{Op, Pool, Term};

/// All values are congruent to `residue` modulo `1 << zeros`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Congruence {
    pub zeros: u32,
    pub residue: u64,
}

const ANYTHING: Congruence = Congruence {
    zeros: 0,
    residue: 0,
};
const DEPTH: u32 = 24;

impl Congruence {
    fn new(zeros: u32, residue: u64) -> Self {
        let zeros = zeros.min(63);
        Self {
            zeros,
            residue: residue & ((1 << zeros) - 1),
        }
    }

    /// The smallest class that contains both.
    fn common(self, other: Self) -> Self {
        let differing = (self.residue ^ other.residue).trailing_zeros();
        Self::new(self.zeros.min(other.zeros).min(differing), self.residue)
    }
}

/// A congruence class of a bit vector of at most 64 bits.
pub fn congruence(pool: &Pool, term: Term) -> Congruence {
    within(pool, term, DEPTH)
}

fn within(pool: &Pool, term: Term, depth: u32) -> Congruence {
    if let Some(value) = pool.as_word(term) {
        return Congruence::new(63, value);
    }
    if depth == 0 || pool.width(term) > 64 {
        return ANYTHING;
    }
    let of = |index: usize| within(pool, pool.args(term)[index], depth - 1);
    let constant = |index: usize| pool.as_word(pool.args(term)[index]);
    match pool.op(term) {
        Op::Add => {
            let (a, b) = (of(0), of(1));
            Congruence::new(a.zeros.min(b.zeros), a.residue.wrapping_add(b.residue))
        }
        Op::Sub => {
            let (a, b) = (of(0), of(1));
            Congruence::new(a.zeros.min(b.zeros), a.residue.wrapping_sub(b.residue))
        }
        Op::BvNeg => {
            let a = of(0);
            Congruence::new(a.zeros, a.residue.wrapping_neg())
        }
        Op::Mul => {
            let scaled = |a: Congruence, k: u64| {
                Congruence::new(a.zeros + k.trailing_zeros(), a.residue.wrapping_mul(k))
            };
            match (constant(0), constant(1)) {
                (Some(k), _) => scaled(of(1), k),
                (_, Some(k)) => scaled(of(0), k),
                _ => ANYTHING,
            }
        }
        Op::Shl => match constant(1) {
            Some(k) if k < 64 => Congruence::new(of(0).zeros + k as u32, of(0).residue << k),
            _ => ANYTHING,
        },
        Op::Concat => {
            let low_width = pool.width(pool.args(term)[1]);
            let low = of(1);
            if constant(1).is_some() && low_width < 63 {
                let high = of(0);
                let residue = (high.residue << low_width) | low.residue;
                return Congruence::new(high.zeros + low_width, residue);
            }
            Congruence::new(low.zeros.min(low_width), low.residue)
        }
        Op::ZeroExtend(_) | Op::SignExtend(_) => {
            let own = pool.width(pool.args(term)[0]);
            let a = of(0);
            Congruence::new(a.zeros.min(own), a.residue)
        }
        Op::Extract { low: 0, .. } => {
            let a = of(0);
            Congruence::new(a.zeros.min(pool.width(term)), a.residue)
        }
        Op::Ite => of(1).common(of(2)),
        _ => ANYTHING,
    }
}

/// More values than these are not enumerated.
const MAX_VALUES: usize = 16;

/// The decided conditions under which a value results.
type Decisions = SmallVec<[(Term, bool); 4]>;

/// A superset of the values of a bit vector of at most 64 bits, where choices among constants leave only a few.
pub fn few_values(pool: &Pool, term: Term) -> Option<Vec<u64>> {
    let found = values_of(pool, term, &Decisions::new(), DEPTH)?;
    let mut values: Vec<u64> = found.into_iter().map(|(value, _)| value).collect();
    values.sort_unstable();
    values.dedup();
    Some(values)
}

fn values_of(
    pool: &Pool,
    term: Term,
    decided: &Decisions,
    depth: u32,
) -> Option<Vec<(u64, Decisions)>> {
    if let Some(value) = pool.as_word(term) {
        return Some(vec![(value, decided.clone())]);
    }
    let width = pool.width(term);
    if depth == 0 || width > 64 {
        return None;
    }
    let args = pool.args(term);
    let found = match pool.op(term) {
        Op::Ite => choices(pool, args, decided, depth - 1)?,
        Op::ZeroExtend(_) => values_of(pool, args[0], decided, depth - 1)?,
        Op::Concat => {
            let low = pool.width(args[1]);
            pairs(pool, args, decided, depth - 1, |a, b| a << low | b)?
        }
        Op::Add => pairs(pool, args, decided, depth - 1, |a, b| {
            word::add(width, a, b)
        })?,
        _ => return None,
    };
    (found.len() <= MAX_VALUES).then_some(found)
}

/// The values of both sides of a choice, or of the side that was decided for.
fn choices(
    pool: &Pool,
    args: &[Term],
    decided: &Decisions,
    depth: u32,
) -> Option<Vec<(u64, Decisions)>> {
    let (cond, holds) = match (pool.op(args[0]), pool.args(args[0])) {
        (Op::Not, &[inner]) => (inner, false),
        _ => (args[0], true),
    };
    let known = decided.iter().find(|known| known.0 == cond);
    let mut found = Vec::new();
    for (side, value) in [(args[1], holds), (args[2], !holds)] {
        if known.is_some_and(|known| known.1 != value) {
            continue;
        }
        let mut further = decided.clone();
        if known.is_none() {
            further.push((cond, value));
        }
        found.extend(values_of(pool, side, &further, depth)?);
    }
    Some(found)
}

fn pairs(
    pool: &Pool,
    args: &[Term],
    decided: &Decisions,
    depth: u32,
    combined: impl Fn(u64, u64) -> u64,
) -> Option<Vec<(u64, Decisions)>> {
    let mut found = Vec::new();
    for (a, decided) in values_of(pool, args[0], decided, depth)? {
        for (b, decided) in values_of(pool, args[1], &decided, depth)? {
            found.push((combined(a, b), decided));
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use quell_term::Sort;

    use super::*;

    /// Choices by one condition are made together, and sums of them are sums.
    #[test]
    fn values_of_choices_are_enumerated() {
        let mut pool = Pool::new();
        let (c, d) = (pool.var("c", Sort::Bool), pool.var("d", Sort::Bool));
        let [zero, eight, sixteen, forty] = [0, 8, 16, 40].map(|n| pool.number(64, n));
        let member = pool.ite(c, eight, sixteen);
        assert_eq!(few_values(&pool, member), Some(vec![8, 16]));
        let item = pool.ite(d, zero, forty);
        let both = pool.add(item, member);
        assert_eq!(few_values(&pool, both), Some(vec![8, 16, 48, 56]));
        let otherwise = pool.not(c);
        let other = pool.ite(otherwise, zero, forty);
        let together = pool.add(other, member);
        assert_eq!(few_values(&pool, together), Some(vec![16, 48]));
        let anything = pool.var("x", Sort::Bv(64));
        let open = pool.ite(c, anything, eight);
        assert_eq!(few_values(&pool, open), None);
    }
}
