//! Random terms: a recipe is a list of steps, each an operator on terms made before, so that the
//! same term can be built in several pools.

use proptest::prelude::*;
use quell_bits::{Bits, FloatFormat};
use quell_term::{ArrayValue, Assignment, Op, Pool, Rounding, Sort, Term, Value};

/// An operator and positions from which operands are searched; the first that fit are taken.
pub type Step = (u16, [u16; 3]);

pub const VARIABLES: &[(&str, Sort)] = &[
    ("p", Sort::Bool),
    ("q", Sort::Bool),
    ("bit", Sort::Bv(1)),
    ("x", Sort::Bv(4)),
    ("y", Sort::Bv(4)),
    ("byte", Sort::Bv(8)),
    ("other byte", Sort::Bv(8)),
    ("wide", Sort::Bv(72)),
    ("f", Sort::Float(FloatFormat::Half)),
    ("g", Sort::Float(FloatFormat::Half)),
    ("d", Sort::Float(FloatFormat::Double)),
    (
        "map",
        Sort::Array {
            index: 4,
            element: 8,
        },
    ),
];

const INDEXED: &[Op] = &[
    Op::Extract { high: 3, low: 0 },
    Op::Extract { high: 5, low: 2 },
    Op::Extract { high: 7, low: 4 },
    Op::Extract { high: 0, low: 0 },
    Op::ZeroExtend(4),
    Op::ZeroExtend(64),
    Op::SignExtend(4),
    Op::SignExtend(68),
    Op::FpRoundToIntegral(Rounding::Down),
    Op::FpRoundToIntegral(Rounding::NearestAway),
    Op::FromBits(FloatFormat::Half),
    Op::FpToFp(FloatFormat::Half),
    Op::FpToFp(FloatFormat::X87),
    Op::FpToFp(FloatFormat::Double),
    Op::SBvToFp(FloatFormat::Half),
    Op::UBvToFp(FloatFormat::Half),
    Op::ConstArray(4),
];

pub fn steps() -> impl Strategy<Value = Vec<Step>> {
    proptest::collection::vec(any::<Step>(), 1..40)
}

/// Builds the terms of a recipe: variables, small constants, and one for each step that applies.
pub fn build(pool: &mut Pool, steps: &[Step], allowed: fn(Op) -> bool) -> Vec<Term> {
    let mut terms: Vec<Term> = VARIABLES
        .iter()
        .map(|&(name, sort)| pool.var(name, sort))
        .collect();
    for (width, value) in [
        (4, 0),
        (4, 1),
        (4, 7),
        (4, 8),
        (4, 15),
        (8, 1),
        (8, 0x80),
        (1, 1),
    ] {
        terms.push(pool.number(width, value));
    }
    let sorts = |pool: &Pool, args: &[Term]| -> Vec<Sort> {
        args.iter().map(|&arg| pool.sort(arg)).collect()
    };
    for &(op, places) in steps {
        let op = usize::from(op) % (Op::PLAIN.len() + INDEXED.len());
        let op = *Op::PLAIN
            .get(op)
            .unwrap_or_else(|| &INDEXED[op - Op::PLAIN.len()]);
        let Some(args) = operands(pool, &terms, op, &places) else {
            continue;
        };
        let small = |sort: Sort| sort.width().is_none_or(|width| width <= 200);
        if allowed(op) && op.result_sort(&sorts(pool, &args)).is_some_and(small) {
            terms.push(pool.make(op, &args));
        }
    }
    terms
}

/// Operands for an operator, searched from given positions on.
fn operands(pool: &Pool, terms: &[Term], op: Op, places: &[u16; 3]) -> Option<Vec<Term>> {
    let count = op.arity();
    let at = |place: usize, step: usize| terms[(usize::from(places[place]) + step) % terms.len()];
    let sort_of = |args: &[Term]| {
        let sorts: Vec<Sort> = args.iter().map(|&arg| pool.sort(arg)).collect();
        op.result_sort(&sorts)
    };
    for first in 0..terms.len() {
        let mut args = vec![at(0, first)];
        for place in 1..count {
            // The second and third operands run together: three loops would take too long.
            args.push(at(place, first));
        }
        if sort_of(&args).is_some() {
            return Some(args);
        }
        for second in 0..terms.len() {
            let args: Vec<Term> = (0..count)
                .map(|place| at(place, if place == 0 { first } else { second }))
                .collect();
            if sort_of(&args).is_some() {
                return Some(args);
            }
        }
    }
    None
}

/// Values for the variables, from a few random words.
pub fn assignment(pool: &mut Pool, words: &[u64; 4]) -> Assignment {
    let mut assignment = Assignment::new();
    for (i, &(name, sort)) in VARIABLES.iter().enumerate() {
        let word = words[i % 4].rotate_left(i as u32 * 7);
        let value = match sort {
            Sort::Bool => Value::Bool(word & 1 == 1),
            Sort::Array { .. } => array(word),
            _ => Value::Bits(Bits::from_limbs(sort.width().unwrap_or(1), &[word, !word])),
        };
        let variable = pool.var(name, sort);
        assignment.set(variable, value);
    }
    assignment
}

fn array(word: u64) -> Value {
    let mut array = ArrayValue::filled(Bits::from_u64(8, word));
    for i in 0..4 {
        let index = Bits::from_u64(4, word >> (8 * i));
        array.set(index, Bits::from_u64(8, word >> (8 * i + 4)));
    }
    Value::Array(array)
}
