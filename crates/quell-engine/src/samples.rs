//! Inputs tried before the solver is asked: what is easy to hit need not be solved, least of all in floating point.

use quell_bits::Bits;
use quell_term::{Assignment, Evaluator, Pool, Term};

use crate::problem::Problem;

/// How many inputs are tried.
const COUNT: usize = 96;
/// Any number, and always the same.
const SEED: u64 = 0x51e11;

/// Inputs with what terms come to on them.
#[derive(Debug)]
pub struct Samples {
    list: Vec<Sample>,
}

#[derive(Debug)]
struct Sample {
    values: Vec<Bits>,
    model: Assignment,
    /// Remembers what it computed: mutants share most terms.
    evaluator: Evaluator,
}

impl Samples {
    pub fn new(problem: &Problem<'_, '_>) -> Self {
        let inputs = problem.space.samples(SEED).take(COUNT);
        let list = inputs
            .filter(|values| problem.space.admits(values))
            .map(|values| Sample {
                model: problem.model(&values),
                values,
                evaluator: Evaluator::new(),
            })
            .collect();
        Self { list }
    }

    /// The first input on which all conditions hold.
    pub fn find(&mut self, pool: &Pool, conditions: &[Term]) -> Option<Vec<Bits>> {
        self.list.iter_mut().find_map(|sample| {
            let Sample {
                values,
                model,
                evaluator,
            } = sample;
            let mut all = conditions.iter();
            all.all(|term| evaluator.is_true(pool, model, *term))
                .then(|| values.clone())
        })
    }
}
