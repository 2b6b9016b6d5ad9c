//! Answers about small formulas, compared with trying out every assignment.

mod common;

use proptest::prelude::*;
use quell_solver::{Answer, Bitwuzla, Limit, Settings, Solver};
use quell_term::Pool;

use common::{assertions, holds, is_satisfiable, steps};

/// Asks several questions about one pool, with and without rewriting, and compares every answer.
fn compare(
    solver: &mut dyn Solver,
    pool: &mut Pool,
    formulas: &[Vec<common::Step>],
) -> Result<(), TestCaseError> {
    for (index, steps) in formulas.iter().enumerate() {
        let question = assertions(pool, steps, 1 + index % 4);
        let expected = is_satisfiable(pool, &question);
        let answer = solver.check(pool, &question, Limit::none());
        match answer.map_err(|error| TestCaseError::fail(error.to_string()))? {
            Answer::Sat(model) => {
                prop_assert!(expected, "sat, but no assignment satisfies it");
                prop_assert!(
                    holds(pool, &model, &question),
                    "the model is wrong: {model:?}"
                );
            }
            Answer::Unsat => prop_assert!(!expected, "unsat, but there is a model"),
            Answer::Unknown(reason) => return Err(TestCaseError::fail(format!("{reason:?}"))),
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn bitwuzla_is_right(formulas in prop::collection::vec(steps(), 1..6), recycle in 1u32..4) {
        let mut solver = Bitwuzla::new(Settings { questions_per_session: recycle });
        compare(&mut solver, &mut Pool::new(), &formulas)?;
        compare(&mut solver, &mut Pool::without_rewriting(), &formulas)?;
    }
}
