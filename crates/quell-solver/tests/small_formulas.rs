//! Answers about small formulas, compared with enumeration of all assignments.

mod common;

use proptest::prelude::*;
use quell_solver::{
    Answer, Bitwuzla, Cache, Guess, Limit, Preprocess, Settings, Slices, Solver, Validate, standard,
};
use quell_term::{Assignment, Evaluator, Pool, Term};

use common::{assertions, is_satisfiable, steps};

/// Whether all assertions hold under a model.
fn holds(pool: &Pool, model: &Assignment, assertions: &[Term]) -> bool {
    let mut evaluator = Evaluator::new();
    assertions
        .iter()
        .all(|assertion| evaluator.is_true(pool, model, *assertion))
}

/// Solves several queries of one pool, with and without rewriting, and compares every answer.
fn compare(
    solver: &mut dyn Solver,
    pool: &mut Pool,
    formulas: &[Vec<common::Step>],
) -> Result<(), TestCaseError> {
    for (index, steps) in formulas.iter().enumerate() {
        let query = assertions(pool, steps, 1 + index % 4);
        let expected = is_satisfiable(pool, &query);
        let answer = solver.check(pool, &query, Limit::none());
        match answer.map_err(|error| TestCaseError::fail(error.to_string()))? {
            Answer::Sat(model) => {
                prop_assert!(expected, "sat, but no assignment satisfies it");
                prop_assert!(holds(pool, &model, &query), "the model is wrong: {model:?}");
            }
            Answer::Unsat => prop_assert!(!expected, "unsat, but there is a model"),
            Answer::Unknown(reason) => return Err(TestCaseError::fail(format!("{reason:?}"))),
        }
    }
    Ok(())
}

/// One solver for all queries, of two pools, the first of them twice.
fn compare_with(
    solver: &mut dyn Solver,
    formulas: &[Vec<common::Step>],
) -> Result<(), TestCaseError> {
    let mut pool = Pool::new();
    compare(solver, &mut pool, formulas)?;
    compare(solver, &mut Pool::without_rewriting(), formulas)?;
    compare(solver, &mut pool, formulas)
}

fn preprocess() -> impl Strategy<Value = Preprocess> {
    prop::sample::select(vec![
        Preprocess::Always,
        Preprocess::Never,
        Preprocess::AsNeeded,
    ])
}

/// A test per stack of stages.
macro_rules! stacks {
    ($($name:ident: $stack:expr;)*) => {
        proptest! {
            #![proptest_config(ProptestConfig::with_cases(100))]
            $(#[test]
            fn $name(formulas in prop::collection::vec(steps(), 1..6), recycle in 1u32..4, preprocess in preprocess()) {
                let bitwuzla = Bitwuzla::new(Settings { queries_per_session: recycle, preprocess, ..Settings::default() });
                let stack: fn(Bitwuzla) -> Box<dyn Solver> = $stack;
                compare_with(&mut *stack(bitwuzla), &formulas)?;
            })*
        }
    };
}

stacks! {
    bitwuzla: |solver| Box::new(solver);
    validate: |solver| Box::new(Validate::new(solver));
    slices: |solver| Box::new(Slices::new(solver));
    cache: |solver| Box::new(Cache::new(solver));
    guess: |solver| Box::new(Guess::new(solver));
    all_stages: |_| Box::new(standard(Settings { queries_per_session: 2, ..Settings::default() }));
}
