//! Queries about small arrays, compared with enumeration of all arrays and indices.

use proptest::prelude::*;
use quell_bits::Bits;
use quell_solver::{Answer, Limit, Reason, Settings, Solver, standard};
use quell_term::{ArrayValue, Assignment, Evaluator, Op, Pool, Sort, Term, Value};

/// Width of indices and elements: there are 256 arrays.
const WIDTH: u32 = 2;
const SORT: Sort = Sort::Array {
    index: WIDTH,
    element: WIDTH,
};

/// An operator, and which of the terms so far are its operands.
type Step = (u8, [u8; 3]);

struct Terms {
    arrays: Vec<Term>,
    vectors: Vec<Term>,
    bools: Vec<Term>,
}

fn pick(terms: &[Term], choice: u8) -> Term {
    terms[usize::from(choice) % terms.len()]
}

impl Terms {
    fn new(pool: &mut Pool) -> Terms {
        let (a, i, v) = (
            pool.var("a", SORT),
            pool.var("i", Sort::Bv(WIDTH)),
            pool.var("v", Sort::Bv(WIDTH)),
        );
        let one = pool.number(WIDTH, 1);
        Terms {
            arrays: vec![a],
            vectors: vec![i, v, one],
            bools: vec![pool.eq(i, v)],
        }
    }

    fn step(&mut self, pool: &mut Pool, (operator, [x, y, z]): Step) {
        let (a, b) = (pick(&self.arrays, x), pick(&self.arrays, y));
        let (i, j) = (pick(&self.vectors, y), pick(&self.vectors, z));
        let p = pick(&self.bools, z);
        match operator % 8 {
            0 | 1 => self.arrays.push(pool.make(Op::Store, &[a, i, j])),
            2 => self.arrays.push(pool.make(Op::ConstArray(WIDTH), &[i])),
            3 => self.arrays.push(pool.make(Op::Ite, &[p, a, b])),
            4 => self.vectors.push(pool.make(Op::Select, &[a, i])),
            5 => self.bools.push(pool.make(Op::Eq, &[a, b])),
            6 => self.bools.push(pool.make(Op::Ult, &[i, j])),
            _ => self.bools.push(pool.make(Op::Not, &[p])),
        }
    }
}

fn array(number: u64) -> Value {
    let mut value = ArrayValue::filled(Bits::zero(WIDTH));
    for index in 0..4 {
        value.set(
            Bits::from_u64(WIDTH, index),
            Bits::from_u64(WIDTH, number >> (2 * index)),
        );
    }
    Value::Array(value)
}

/// Whether any array, index and element satisfy the query.
fn is_satisfiable(pool: &mut Pool, query: &[Term]) -> bool {
    let (a, i, v) = (
        pool.var("a", SORT),
        pool.var("i", Sort::Bv(WIDTH)),
        pool.var("v", Sort::Bv(WIDTH)),
    );
    let mut evaluator = Evaluator::new();
    (0..1u64 << 12).any(|number| {
        let vector = |shift: u32| Value::Bits(Bits::from_u64(WIDTH, number >> shift));
        let values = [(a, array(number >> 4)), (i, vector(0)), (v, vector(2))];
        let assignment: Assignment = values.into_iter().collect();
        evaluator.clear();
        query
            .iter()
            .all(|term| evaluator.is_true(pool, &assignment, *term))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    /// The outermost stage validates every model, so that a wrong one is an error.
    #[test]
    fn small_arrays(steps in prop::collection::vec(any::<Step>(), 4..24), rewriting: bool, count in 1usize..4) {
        let mut pool = if rewriting { Pool::new() } else { Pool::without_rewriting() };
        let mut terms = Terms::new(&mut pool);
        for step in &steps {
            terms.step(&mut pool, *step);
        }
        let query = terms.bools.split_off(terms.bools.len().saturating_sub(count));
        let expected = is_satisfiable(&mut pool, &query);
        let answer = standard(Settings::default()).check(&pool, &query, Limit::none());
        match answer.map_err(|error| TestCaseError::fail(error.to_string()))? {
            Answer::Sat(_) => prop_assert!(expected),
            Answer::Unsat => prop_assert!(!expected),
            // Bitwuzla gives up on some equations between constant arrays.
            Answer::Unknown(Reason::Incomplete) => {}
            Answer::Unknown(reason) => return Err(TestCaseError::fail(format!("{reason:?}"))),
        }
    }
}
