//! The stages one by one, around a solver that is written for the test.

use std::cell::RefCell;
use std::rc::Rc;

use quell_bits::Bits;
use quell_solver::{
    Answer, Cache, Guess, Limit, Log, QUERY_HEADER, Reason, Slices, Solver, SolverError, Validate,
};
use quell_term::{Assignment, Pool, Sort, Term, Value};

/// Returns prepared answers, the last one repeatedly, and records the queries.
#[derive(Clone, Debug, Default)]
struct Script {
    answers: Rc<RefCell<Vec<Answer>>>,
    queries: Rc<RefCell<Vec<Vec<Term>>>>,
}

impl Script {
    fn new(answers: &[Answer]) -> Script {
        let script = Script::default();
        script
            .answers
            .borrow_mut()
            .extend(answers.iter().rev().cloned());
        script
    }

    fn queries(&self) -> Vec<Vec<Term>> {
        self.queries.borrow().clone()
    }
}

impl Solver for Script {
    fn check(
        &mut self,
        _: &Pool,
        assertions: &[Term],
        _: Limit<'_>,
    ) -> Result<Answer, SolverError> {
        self.queries.borrow_mut().push(assertions.to_vec());
        let mut answers = self.answers.borrow_mut();
        let last = answers.last().cloned();
        if answers.len() > 1 {
            answers.pop();
        }
        Ok(last.unwrap_or(Answer::Unknown(Reason::Incomplete)))
    }
}

fn model(values: &[(Term, u64)]) -> Assignment {
    let value =
        |(variable, number): &(Term, u64)| (*variable, Value::Bits(Bits::from_u64(8, *number)));
    values.iter().map(value).collect()
}

/// Two variables and an upper bound for each.
fn two_bounds(pool: &mut Pool) -> ([Term; 2], [Term; 2]) {
    let [x, y] = ["x", "y"].map(|name| pool.var(name, Sort::Bv(8)));
    let [five, nine] = [5, 9].map(|number| pool.number(8, number));
    ([x, y], [pool.ult(x, five), pool.ult(y, nine)])
}

#[test]
fn a_wrong_model_is_an_error_and_not_an_answer() {
    let mut pool = Pool::new();
    let ([x, y], bounds) = two_bounds(&mut pool);
    let right = Answer::Sat(model(&[(x, 4), (y, 8)]));
    let wrong = Answer::Sat(model(&[(x, 4), (y, 9)]));
    let mut solver = Validate::new(Script::new(&[right.clone(), wrong]));
    assert_eq!(
        solver.check(&pool, &bounds, Limit::none()).ok(),
        Some(right)
    );
    let error = solver.check(&pool, &bounds, Limit::none());
    assert!(
        matches!(
            error,
            Err(SolverError::WrongModel {
                number: 2,
                count: 2,
                ..
            })
        ),
        "{error:?}"
    );
}

#[test]
fn slices_take_only_their_own_variables_from_a_model() {
    let mut pool = Pool::new();
    let ([x, y], [first, second]) = two_bounds(&mut pool);
    // Each model has a value for the other's variable too.
    let answers = [model(&[(x, 1), (y, 200)]), model(&[(x, 100), (y, 2)])].map(Answer::Sat);
    let script = Script::new(&answers);
    let mut solver = Slices::new(script.clone());
    let both = pool.and(first, second);
    let answer = solver.check(&pool, &[both], Limit::none()).ok();
    assert_eq!(script.queries(), [vec![first], vec![second]]);
    assert_eq!(answer, Some(Answer::Sat(model(&[(x, 1), (y, 2)]))));
}

#[test]
fn one_impossible_slice_decides_even_if_another_is_unknown() {
    let mut pool = Pool::new();
    let (_, bounds) = two_bounds(&mut pool);
    let unknown = Answer::Unknown(Reason::Time);
    let mut solver = Slices::new(Script::new(&[unknown.clone(), Answer::Unsat]));
    assert_eq!(
        solver.check(&pool, &bounds, Limit::none()).ok(),
        Some(Answer::Unsat)
    );
    let mut solver = Slices::new(Script::new(&[
        unknown.clone(),
        Answer::Sat(Assignment::new()),
    ]));
    assert_eq!(
        solver.check(&pool, &bounds, Limit::none()).ok(),
        Some(unknown)
    );
}

#[test]
fn constraints_that_share_a_variable_through_others_stay_together() {
    let mut pool = Pool::new();
    let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| pool.var(name, Sort::Bv(8)));
    let assertions = [pool.ult(a, b), pool.ult(c, d), pool.ult(b, c)];
    let script = Script::new(&[Answer::Unsat]);
    let mut solver = Slices::new(script.clone());
    assert_eq!(
        solver.check(&pool, &assertions, Limit::none()).ok(),
        Some(Answer::Unsat)
    );
    assert_eq!(script.queries().len(), 1);
    assert_eq!(script.queries()[0].len(), 3);
}

#[test]
fn solved_queries_are_cached() {
    let mut pool = Pool::new();
    let ([x, y], [first, second]) = two_bounds(&mut pool);
    let script = Script::new(&[Answer::Sat(model(&[(x, 3), (y, 3)])), Answer::Unsat]);
    let mut solver = Cache::new(script.clone());
    let mut ask = |assertions: &[Term]| solver.check(&pool, assertions, Limit::none()).ok();
    assert_eq!(ask(&[first]), Some(Answer::Sat(model(&[(x, 3), (y, 3)]))));
    // The model of the first query satisfies the second, and is restricted to its variables.
    assert_eq!(ask(&[second]), Some(Answer::Sat(model(&[(y, 3)]))));
    assert_eq!(script.queries().len(), 1);

    let three = pool.number(8, 3);
    let other = pool.ult(three, x);
    let equal = pool.eq(x, y);
    let mut ask = |assertions: &[Term]| solver.check(&pool, assertions, Limit::none()).ok();
    assert_eq!(ask(&[other, second]), Some(Answer::Unsat));
    // A superset is unsatisfiable too.
    assert_eq!(ask(&[equal, second, first, other]), Some(Answer::Unsat));
    assert_eq!(script.queries().len(), 2);
}

#[test]
fn answers_about_one_pool_are_none_about_another() {
    let script = Script::new(&[Answer::Unsat]);
    let mut solver = Cache::new(script.clone());
    for _ in 0..2 {
        let mut pool = Pool::new();
        let (_, bounds) = two_bounds(&mut pool);
        assert_eq!(
            solver.check(&pool, &bounds, Limit::none()).ok(),
            Some(Answer::Unsat)
        );
    }
    assert_eq!(script.queries().len(), 2);
}

#[test]
fn unknown_queries_are_solved_again() {
    let mut pool = Pool::new();
    let (_, bounds) = two_bounds(&mut pool);
    let script = Script::new(&[Answer::Unknown(Reason::Time), Answer::Unsat]);
    let mut solver = Cache::new(script.clone());
    let mut ask = || solver.check(&pool, &bounds, Limit::none()).ok();
    assert_eq!(ask(), Some(Answer::Unknown(Reason::Time)));
    assert_eq!(ask(), Some(Answer::Unsat));
    let own: Vec<u64> = solver.statistics().iter().map(|stage| stage.own).collect();
    assert_eq!(own, [0]);
}

#[test]
fn a_log_has_a_script_per_query() {
    let directory = std::env::temp_dir().join(format!("quell-solver-log-{}", std::process::id()));
    let mut pool = Pool::new();
    let (_, [first, second]) = two_bounds(&mut pool);
    let mut solver = Log::new(Script::new(&[Answer::Unsat]), &directory).expect("a directory");
    for query in [first, second] {
        assert_eq!(
            solver.check(&pool, &[query], Limit::none()).ok(),
            Some(Answer::Unsat)
        );
    }
    let text = std::fs::read_to_string(directory.join("000002.smt2")).expect("a script");
    std::fs::remove_dir_all(&directory).expect("gone");
    let outcome = text.lines().nth(1).unwrap_or_default();
    assert!(
        text.starts_with(QUERY_HEADER) && outcome.starts_with("; unsat after "),
        "{text}"
    );
    let mut read = Pool::new();
    let script = quell_term::smtlib::parse(&mut read, &text).expect("a script");
    assert_eq!(script.assertions.len(), 1);
    assert!(Log::new(Script::default(), "/dev/null/log").is_err());
}

/// Makes a query from its variables, which are 32-bit numbers.
type Demand = fn(&mut Pool, [Term; 3]) -> Vec<Term>;

/// Whether the stage answers without the inner solver; the answer is validated.
fn is_guessed(demand: Demand) -> bool {
    let mut pool = Pool::new();
    let variables = ["a", "b", "c"].map(|name| pool.var(name, Sort::Bv(32)));
    let query = demand(&mut pool, variables);
    let script = Script::default();
    let mut solver = Validate::new(Guess::new(script.clone()));
    match solver.check(&pool, &query, Limit::none()) {
        Ok(Answer::Sat(_)) => script.queries().is_empty(),
        Ok(Answer::Unknown(Reason::Incomplete)) => false,
        other => panic!("{other:?}"),
    }
}

#[test]
fn easy_models_are_guessed() {
    let demands: [Demand; 6] = [
        |_, _| Vec::new(),
        |pool, [a, b, c]| vec![pool.slt(a, b), pool.slt(b, c)],
        |pool, [a, b, c]| {
            let (ten, twenty) = (pool.number(32, 10), pool.number(32, 20));
            let other = pool.eq(a, ten);
            vec![
                pool.ule(ten, a),
                pool.ult(a, twenty),
                pool.not(other),
                pool.eq(a, b),
                pool.ult(c, b),
            ]
        },
        |pool, [a, b, _]| {
            let minus_five = pool.number(32, 0xffff_fffb);
            let equal = pool.eq(a, b);
            vec![
                pool.slt(a, minus_five),
                pool.slt(b, minus_five),
                pool.not(equal),
            ]
        },
        // The constants of the query and their neighbours are candidates.
        |pool, [a, b, _]| {
            let (year, four) = (pool.number(32, 1900), pool.number(32, 4));
            let remainder = pool.urem(a, four);
            let zero = pool.number(32, 0);
            let sum = pool.add(a, b);
            vec![pool.eq(remainder, zero), pool.ult(year, a), pool.eq(sum, a)]
        },
        |pool, [a, b, c]| {
            let pairs = [(a, b), (b, c), (a, c)];
            pairs
                .map(|(x, y)| {
                    let equal = pool.eq(x, y);
                    pool.not(equal)
                })
                .to_vec()
        },
    ];
    let guessed: Vec<bool> = demands.iter().map(|demand| is_guessed(*demand)).collect();
    assert_eq!(guessed, [true; 6]);
}

#[test]
fn queries_without_an_easy_model_are_passed_on() {
    let demands: [Demand; 3] = [
        |pool, [a, b, _]| vec![pool.slt(a, b), pool.slt(b, a)],
        |pool, [a, _, _]| {
            let (three, ten) = (pool.number(32, 3), pool.number(32, 10));
            vec![pool.ult(a, three), pool.ult(ten, a)]
        },
        |pool, [a, _, _]| {
            let (square, wanted) = (pool.mul(a, a), pool.number(32, 60_013 * 60_013));
            vec![pool.eq(square, wanted)]
        },
    ];
    assert_eq!(demands.map(is_guessed), [false; 3]);
}

/// Solvers are slow at quotients, so more values are tried, mostly small ones.
#[test]
fn models_of_quotients_are_guessed() {
    let demands: [Demand; 2] = [
        |pool, [a, b, c]| {
            let (rest, two) = (pool.srem(a, b), pool.number(32, 2));
            vec![pool.sle(c, rest), pool.slt(two, c), pool.slt(rest, a)]
        },
        |pool, [a, b, c]| {
            let (quotient, product) = (pool.udiv(a, b), pool.mul(b, c));
            let two = pool.number(32, 2);
            vec![pool.ult(two, quotient), pool.eq(product, a)]
        },
    ];
    assert_eq!(demands.map(is_guessed), [true; 2]);
}
