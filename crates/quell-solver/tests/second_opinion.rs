//! Proofs that another solver confirms.

mod common;

use std::time::{Duration, Instant};

use proptest::prelude::*;
use quell_bits::FloatFormat;
use quell_solver::{
    Answer, Bitwuzla, Limit, Opinion, Program, SecondOpinion, Solver, SolverError, opinion,
};
use quell_term::{Op, Pool, Sort, Term};

use common::{assertions, is_satisfiable, steps};

const TIME: Duration = Duration::from_secs(20);
const PROGRAMS: [Program; 2] = [Program::Cvc5, Program::Z3];

/// Reports every query as unsatisfiable.
#[derive(Debug)]
struct Liar;

impl Solver for Liar {
    fn check(&mut self, _: &Pool, _: &[Term], _: Limit<'_>) -> Result<Answer, SolverError> {
        Ok(Answer::Unsat)
    }
}

#[test]
fn a_false_proof_is_found_out() {
    let mut pool = Pool::new();
    let [x, y] = ["x", "y"].map(|name| pool.var(name, Sort::Bv(8)));
    let query = [pool.ult(x, y)];
    for program in PROGRAMS {
        let answer = SecondOpinion::new(Liar, program, TIME).check(&pool, &query, Limit::none());
        let Err(SolverError::Disagreement { script, .. }) = answer else {
            panic!("{program}: {answer:?}");
        };
        assert!(script.contains("bvult"), "{script}");
    }
}

#[test]
fn proofs_about_floats_and_arrays_are_confirmed() {
    let mut pool = Pool::without_rewriting();
    let x = pool.var("x", Sort::Float(FloatFormat::Half));
    let square = pool.fp_mul(x, x);
    let bits = pool.make(Op::ToBits, &[square]);
    let zero = pool.number(16, 0);
    let negative = pool.slt(bits, zero);
    let array = pool.var(
        "array",
        Sort::Array {
            index: 8,
            element: 16,
        },
    );
    let at = pool.var("at", Sort::Bv(8));
    let stored = pool.make(Op::Store, &[array, at, bits]);
    let read = pool.make(Op::Select, &[stored, at]);
    let same = pool.eq(read, bits);
    let differ = pool.not(same);
    for query in [[negative], [differ]] {
        for program in PROGRAMS {
            let mut solver = SecondOpinion::new(Bitwuzla::default(), program, TIME);
            assert_eq!(
                solver.check(&pool, &query, Limit::none()).ok(),
                Some(Answer::Unsat)
            );
            let own: Vec<u64> = solver.statistics().iter().map(|stage| stage.own).collect();
            assert_eq!((own, solver.undecided()), (vec![1, 1], 0), "{program}");
        }
    }
}

#[test]
fn its_time_is_limited() {
    let mut pool = Pool::new();
    let [a, b] = ["a", "b"].map(|name| pool.var(name, Sort::Bv(128)));
    let product = pool.mul(a, b);
    let number = pool.bits(&quell_bits::Bits::from_u128(
        128,
        0xc000_0000_0000_0000_0000_0000_0000_a3d1,
    ));
    let one = pool.number(128, 1);
    let limit = pool.number(128, u64::MAX);
    let query = [
        pool.eq(product, number),
        pool.ult(one, a),
        pool.ult(one, b),
        pool.ult(a, limit),
        pool.ult(b, limit),
    ];
    for program in PROGRAMS {
        let start = Instant::now();
        let limit = Limit::time(Duration::from_millis(200));
        let answer = opinion(program, &pool, &query, limit);
        assert!(
            matches!(answer, Ok(Opinion::OutOfTime | Opinion::Undecided(_))),
            "{answer:?}"
        );
        assert!(start.elapsed() < Duration::from_secs(10));
    }
}

#[test]
fn programs_have_names() {
    for program in PROGRAMS {
        assert_eq!(program.to_string().parse::<Program>().ok(), Some(program));
    }
    assert!(matches!(
        "yices".parse::<Program>(),
        Err(SolverError::NoSuchProgram(_))
    ));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(15))]

    /// All solvers agree on every operator.
    #[test]
    fn all_solvers_agree_on_small_formulas(formulas in prop::collection::vec(steps(), 1..4)) {
        let mut pool = Pool::without_rewriting();
        for steps in formulas {
            let query = assertions(&mut pool, &steps, 4);
            let is_unsat = !is_satisfiable(&mut pool, &query);
            for program in PROGRAMS {
                match opinion(program, &pool, &query, Limit::none()) {
                    Ok(Opinion::Confirmed) => prop_assert!(is_unsat, "{program} reports a satisfiable query as unsatisfiable"),
                    Err(SolverError::Disagreement { .. }) => prop_assert!(!is_unsat, "{program} finds a model"),
                    // cvc5 requires a constant as the element of a constant array.
                    Ok(Opinion::Undecided(why)) if why.contains("expected a value") => {}
                    other => return Err(TestCaseError::fail(format!("{program}: {other:?}"))),
                }
            }
        }
    }
}
