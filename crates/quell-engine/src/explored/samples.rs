//! Inputs on which terms are evaluated before a query is made: a condition that many inputs satisfy needs no query, least of all
//! in floating point.

use quell_bits::Bits;
use quell_exec::symbolic::Symbolic;
use quell_term::{Assignment, Evaluator, Term, Value};

use crate::explored::problem::Problem;

/// The number of inputs.
const COUNT: usize = 96;
/// An arbitrary constant: samples are the same in every run.
const SEED: u64 = 0x51e11;

/// Inputs with the values of terms on them.
#[derive(Debug)]
pub struct Samples {
    list: Vec<Sample>,
    /// The number of addresses that the models have.
    addresses: usize,
}

#[derive(Debug)]
struct Sample {
    values: Vec<Bits>,
    model: Assignment,
    /// Keeps the values of terms, most of which mutants share.
    evaluator: Evaluator,
}

impl Samples {
    pub fn new(problem: &mut Problem<'_, '_>) -> Self {
        let space = problem.space;
        let inputs = space.samples(SEED).take(COUNT);
        let list = inputs
            .filter(|values| space.admits(values))
            .map(|values| Sample {
                model: problem.model(&values),
                values,
                evaluator: Evaluator::new(),
            })
            .collect();
        Self { list, addresses: 0 }
    }

    /// Gives new objects the same addresses on all inputs.
    fn take_addresses(&mut self, domain: &Symbolic) {
        let example = domain.addresses.example();
        for (term, bits) in &example[self.addresses.min(example.len())..] {
            for sample in &mut self.list {
                sample.model.set(*term, Value::Bits(bits.clone()));
            }
        }
        self.addresses = example.len();
    }

    /// The first input on which all conditions hold.
    pub fn find(&mut self, domain: &Symbolic, conditions: &[Term]) -> Option<Vec<Bits>> {
        self.take_addresses(domain);
        let pool = &domain.pool;
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
