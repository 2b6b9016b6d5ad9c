//! Values that a person likes to read, in the place of those that a solver happened to find.

use quell_bits::{Bits, FloatFormat};
use quell_term::{Evaluator, Pool, Term};
use quell_values::inputs::{Leaf, LeafKind};

use crate::problem::Problem;

/// Makes the values of a model simpler one by one, while a condition still holds under them.
pub fn shrink(problem: &mut Problem<'_, '_>, condition: &[Term], values: Vec<Bits>) -> Vec<Bits> {
    let mut values = values;
    for index in 0..values.len() {
        let leaf = &problem.space.leaves[index];
        for simple in simpler(leaf, &values[index]) {
            let old = std::mem::replace(&mut values[index], simple);
            if holds(problem, condition, &values) {
                break;
            }
            values[index] = old;
        }
    }
    values
}

fn holds(problem: &mut Problem<'_, '_>, condition: &[Term], values: &[Bits]) -> bool {
    let model = problem.model(values);
    let admitted = problem.admitted.clone();
    let pool: &Pool = &problem.explorer.domain().pool;
    let mut evaluator = Evaluator::new();
    let mut all = admitted.iter().chain(condition);
    all.all(|term| evaluator.is_true(pool, &model, *term))
}

/// Simpler values than this one, the simplest first.
fn simpler(leaf: &Leaf, value: &Bits) -> Vec<Bits> {
    let width = leaf.width;
    let number = |value: u64| Bits::from_u64(64, value).resize_unsigned(width);
    let mut simple = match leaf.kind {
        LeafKind::Float(format) if format.width() == width => {
            let of = |value: f64| {
                let double = Bits::from_u64(64, value.to_bits());
                quell_bits::float::convert(FloatFormat::Double, format, &double)
            };
            [0.0, 1.0, -1.0, 2.0, 3.0, 0.5, 10.0].map(of).to_vec()
        }
        LeafKind::Char { .. } | LeafKind::Unicode => {
            [0u64, 97, 98, 65, 48, 49, 32, 45].map(number).to_vec()
        }
        _ => {
            let minus_one = Bits::ones(width);
            let mut list = vec![number(0), number(1), minus_one];
            list.extend([2, 3, 4, 5, 7, 10, 100].map(number));
            list
        }
    };
    if let Some(at) = simple.iter().position(|other| other == value) {
        simple.truncate(at);
    }
    simple.retain(|candidate| leaf.admits(candidate));
    simple
}
