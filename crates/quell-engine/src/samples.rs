//! Inputs tried before the solver is asked: what is easy to hit need not be solved, least of all in floating point.

use quell_bits::Bits;
use quell_exec::symbolic::Symbolic;
use quell_term::{Assignment, Evaluator, Term, Value};

use crate::problem::Problem;

/// How many inputs are tried.
const COUNT: usize = 96;
/// Any number, and always the same.
const SEED: u64 = 0x51e11;

/// Inputs with what terms come to on them.
#[derive(Debug)]
pub struct Samples {
    list: Vec<Sample>,
    /// How many addresses the models have.
    addresses: usize,
}

#[derive(Debug)]
struct Sample {
    values: Vec<Bits>,
    model: Assignment,
    /// Remembers what it computed: mutants share most terms.
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

    /// Objects that have got an address since the last time have one on all inputs.
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
