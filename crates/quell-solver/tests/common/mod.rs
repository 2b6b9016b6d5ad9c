//! Random formulas over a few small variables, and their satisfiability by enumeration.

use proptest::prelude::*;
use quell_bits::Bits;
use quell_term::{Assignment, Evaluator, Op, Pool, Sort, Term, Value};

/// Width of all bit vectors of the formulas.
pub const WIDTH: u32 = 4;

/// The variables: two bit vectors and a Bool.
pub const VECTORS: [&str; 2] = ["a", "b"];
pub const BOOL: &str = "p";

/// One step in the construction of a formula: an operator, and which of the terms so far are its operands.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    operator: u8,
    operands: [u8; 3],
}

pub fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = (any::<u8>(), any::<[u8; 3]>())
        .prop_map(|(operator, operands)| Step { operator, operands });
    prop::collection::vec(step, 1..24)
}

/// Terms to choose from, by sort; never empty.
struct Terms {
    bools: Vec<Term>,
    vectors: Vec<Term>,
}

const ON_BOOLS: [Op; 6] = [Op::Not, Op::And, Op::Or, Op::Xor, Op::Eq, Op::Ite];
const ON_VECTORS: [Op; 15] = [
    Op::BvNot,
    Op::BvNeg,
    Op::BvAnd,
    Op::BvOr,
    Op::BvXor,
    Op::Add,
    Op::Sub,
    Op::Mul,
    Op::UDiv,
    Op::SDiv,
    Op::URem,
    Op::SRem,
    Op::Shl,
    Op::LShr,
    Op::AShr,
];
const TESTS: [Op; 11] = [
    Op::Eq,
    Op::Ult,
    Op::Ule,
    Op::Slt,
    Op::Sle,
    Op::UAddOverflows,
    Op::SAddOverflows,
    Op::USubOverflows,
    Op::SSubOverflows,
    Op::UMulOverflows,
    Op::SMulOverflows,
];

/// The last Bool terms that the steps make: the assertions of a query.
pub fn assertions(pool: &mut Pool, steps: &[Step], count: usize) -> Vec<Term> {
    let mut terms = Terms {
        bools: vec![pool.var(BOOL, Sort::Bool), pool.bool(true)],
        vectors: VECTORS
            .iter()
            .map(|name| pool.var(name, Sort::Bv(WIDTH)))
            .collect(),
    };
    terms.vectors.push(pool.number(WIDTH, 5));
    for step in steps {
        terms.step(pool, *step);
    }
    let first = terms.bools.len().saturating_sub(count);
    terms.bools.split_off(first)
}

impl Terms {
    fn bool(&self, choice: u8) -> Term {
        self.bools[usize::from(choice) % self.bools.len()]
    }

    fn vector(&self, choice: u8) -> Term {
        self.vectors[usize::from(choice) % self.vectors.len()]
    }

    fn step(&mut self, pool: &mut Pool, step: Step) {
        let choice = usize::from(step.operator / 8);
        let [x, y, z] = step.operands;
        match step.operator % 8 {
            0 | 1 => {
                let op = ON_BOOLS[choice % ON_BOOLS.len()];
                let operands = [self.bool(x), self.bool(y), self.bool(z)];
                self.bools.push(pool.make(op, &operands[..op.arity()]));
            }
            2 | 3 => {
                let op = ON_VECTORS[choice % ON_VECTORS.len()];
                let operands = [self.vector(x), self.vector(y)];
                self.vectors.push(pool.make(op, &operands[..op.arity()]));
            }
            4 | 5 => {
                let op = TESTS[choice % TESTS.len()];
                let made = pool.make(op, &[self.vector(x), self.vector(y)]);
                self.bools.push(made);
            }
            6 => self
                .vectors
                .push(pool.make(Op::Ite, &[self.bool(x), self.vector(y), self.vector(z)])),
            _ => self.reshape(pool, choice, step.operands),
        }
    }

    /// Extraction, extension, concatenation, constants and arrays.
    fn reshape(&mut self, pool: &mut Pool, choice: usize, operands: [u8; 3]) {
        let [x, y, z] = operands;
        let (a, b, c) = (self.vector(x), self.vector(y), self.vector(z));
        let high = pool.make(Op::Extract { high: 3, low: 2 }, &[a]);
        let made = match choice % 6 {
            0 => pool.make(Op::ZeroExtend(2), &[high]),
            1 => pool.make(Op::SignExtend(2), &[high]),
            2 => {
                let low = pool.make(Op::Extract { high: 2, low: 1 }, &[b]);
                pool.make(Op::Concat, &[high, low])
            }
            3 => pool.number(WIDTH, u64::from(x)),
            4 => {
                let array = pool.make(Op::ConstArray(WIDTH), &[a]);
                let array = pool.make(Op::Store, &[array, b, c]);
                pool.make(Op::Select, &[array, self.vector(x ^ y)])
            }
            _ => {
                let one = pool.make(Op::ConstArray(WIDTH), &[a]);
                let other = pool.make(Op::Store, &[one, b, c]);
                let same = pool.make(Op::Eq, &[one, other]);
                self.bools.push(same);
                return;
            }
        };
        self.vectors.push(made);
    }
}

/// Whether any assignment makes all assertions hold, by enumeration.
pub fn is_satisfiable(pool: &mut Pool, assertions: &[Term]) -> bool {
    let [a, b] = VECTORS.map(|name| pool.var(name, Sort::Bv(WIDTH)));
    let p = pool.var(BOOL, Sort::Bool);
    let mut evaluator = Evaluator::new();
    (0..1u64 << (2 * WIDTH + 1)).any(|number| {
        let vector = |shift: u32| Value::Bits(Bits::from_u64(WIDTH, number >> shift));
        let assignment: Assignment = [
            (a, vector(0)),
            (b, vector(WIDTH)),
            (p, Value::Bool(number >> (2 * WIDTH) == 1)),
        ]
        .into_iter()
        .collect();
        evaluator.clear();
        assertions
            .iter()
            .all(|assertion| evaluator.is_true(pool, &assignment, *assertion))
    })
}
