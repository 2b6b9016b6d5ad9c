//! What is known of an offset: which positions in an object it can be.

use quell_term::{Op, Pool, Term};

/// All values are `residue` above a multiple of `1 << zeros`.
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

    /// What holds of both.
    fn common(self, other: Self) -> Self {
        let differing = (self.residue ^ other.residue).trailing_zeros();
        Self::new(self.zeros.min(other.zeros).min(differing), self.residue)
    }
}

/// What is known of a bit vector of at most 64 bits.
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
