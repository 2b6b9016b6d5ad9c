//! The satisfier on small formulas, compared with enumeration of all assignments: it never gives a wrong answer.

mod common;

use proptest::prelude::*;
use quell_solver::satisfier::{ConstraintSystem, Random};
use quell_term::{Assignment, Evaluator, Op, Pool, Sort, Term, Value};

use common::{assertions, is_satisfiable, steps};

const TRIES: usize = 8;

fn holds(pool: &Pool, model: &Assignment, constraints: &[Term]) -> bool {
    let mut evaluator = Evaluator::new();
    let mut all = constraints.iter();
    all.all(|term| evaluator.is_true(pool, model, *term))
}

/// The values that some tries find, and whether the system says that there are none.
fn solve(pool: &Pool, constraints: &[Term], seed: u64) -> (Vec<Assignment>, bool) {
    let fixed = Assignment::new();
    let mut system = ConstraintSystem::new(pool, constraints, &fixed);
    let mut random = Random::new(seed);
    let tries = (0..TRIES).filter_map(|_| system.attempt(pool, (constraints, &fixed), &mut random));
    let found = tries.collect();
    (found, system.is_unsolvable())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn an_answer_is_never_wrong(steps in steps(), count in 1usize..5, seed in any::<u64>()) {
        for mut pool in [Pool::new(), Pool::without_rewriting()] {
            let constraints = assertions(&mut pool, &steps, count);
            let (found, is_unsolvable) = solve(&pool, &constraints, seed);
            for model in &found {
                prop_assert!(holds(&pool, model, &constraints), "{model:?}");
            }
            if is_unsolvable {
                prop_assert!(!is_satisfiable(&mut pool, &constraints), "there are values");
            }
        }
    }

    /// Constraints of the form `x R c` are solved at the first try or shown to have no solution.
    #[test]
    fn comparisons_with_constants_are_solved(
        relations in prop::collection::vec((0usize..2, 0usize..5, any::<bool>(), 0u64..16), 1..8),
        seed in any::<u64>(),
    ) {
        let mut pool = Pool::new();
        let variables = ["a", "b"].map(|name| pool.var(name, Sort::Bv(4)));
        let constraints: Vec<Term> = relations
            .iter()
            .map(|&(variable, op, negated, constant)| {
                let constant = pool.number(4, constant);
                let op = [Op::Eq, Op::Ult, Op::Ule, Op::Slt, Op::Sle][op];
                let made = pool.make(op, &[variables[variable], constant]);
                if negated { pool.not(made) } else { made }
            })
            .collect();
        let (found, is_unsolvable) = solve(&pool, &constraints, seed);
        let expected = is_satisfiable(&mut pool, &constraints);
        prop_assert_eq!(is_unsolvable, !expected);
        prop_assert_eq!(found.len(), if expected { TRIES } else { 0 });
    }
}

/// The constraints of the paper's figure 4: the sum reaches `j` with 7 in the place of `i`, and not with 3.
#[test]
fn the_predicate_of_the_paper_is_solved() {
    let mut pool = Pool::new();
    let [i, j, k] = ["i", "j", "k"].map(|name| pool.var(name, Sort::Bv(32)));
    let three = pool.number(32, 3);
    let (sum, mutated) = (pool.add(i, k), pool.add(three, k));
    let (e, changed) = (pool.sle(j, sum), pool.sle(j, mutated));
    let zero = pool.number(32, 0);
    let positive = [i, j, k].map(|side| pool.slt(zero, side));
    let overflows = pool.sadd_overflows(i, k);
    let fits = pool.not(overflows);
    let differ = pool.xor(e, changed);
    let constraints = [&positive[..], &[fits, differ]].concat();
    let (found, is_unsolvable) = solve(&pool, &constraints, 1);
    assert!(!is_unsolvable && !found.is_empty());
    assert!(found.iter().all(|model| holds(&pool, model, &constraints)));
}

/// `x < y`, `y < z`, `z < x`: a conflict that only repeated reduction shows.
#[test]
fn variables_that_exclude_each_other_are_unsolvable() {
    let mut pool = Pool::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| pool.var(name, Sort::Bv(3)));
    let constraints = [pool.slt(x, y), pool.slt(y, z), pool.slt(z, x)];
    let (found, is_unsolvable) = solve(&pool, &constraints, 1);
    assert!(is_unsolvable && found.is_empty());
}

#[test]
fn domains_are_those_after_the_reduction() {
    let mut pool = Pool::new();
    let [x, y] = ["x", "y"].map(|name| pool.var(name, Sort::Bv(32)));
    let (low, high) = (pool.number(32, 3), pool.number(32, 10));
    let one = pool.number(32, 1);
    let next = pool.add(x, one);
    let wraps = pool.sadd_overflows(x, one);
    let constraints = [
        pool.sle(low, x),
        pool.slt(y, high),
        pool.slt(next, y),
        pool.not(wraps),
    ];
    let mut system = ConstraintSystem::new(&pool, &constraints, &Assignment::new());
    let shown = system.domains();
    let shown: Vec<_> = shown
        .iter()
        .map(|(of, domain)| (*of, domain.to_string()))
        .collect();
    assert_eq!(shown, [(x, "{3..7}".to_owned()), (y, "{5..9}".to_owned())]);
}

/// The same seed gives the same values.
#[test]
fn choices_depend_on_the_seed_alone() {
    let mut pool = Pool::new();
    let [x, y] = ["x", "y"].map(|name| pool.var(name, Sort::Bv(32)));
    let constraints = [pool.slt(x, y)];
    let of = |seed| solve(&pool, &constraints, seed).0;
    assert_eq!(of(1), of(1));
    assert_ne!(of(1), of(2));
}

#[test]
fn fixed_values_are_kept() {
    let mut pool = Pool::new();
    let [x, y] = ["x", "y"].map(|name| pool.var(name, Sort::Bv(32)));
    let constraints = [pool.eq(x, y)];
    let seven = Value::Bits(quell_bits::Bits::from_u64(32, 7));
    let fixed: Assignment = [(x, seven.clone())].into_iter().collect();
    let mut system = ConstraintSystem::new(&pool, &constraints, &fixed);
    let model = system.attempt(&pool, (&constraints, &fixed), &mut Random::new(1));
    assert_eq!(model.as_ref().and_then(|model| model.get(y)), Some(&seven));
}
