//! Limits are kept, whatever stages are around Bitwuzla, and the next query is solved as usual.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use quell_bits::Bits;
use quell_bitwuzla::memory;
use quell_solver::{Answer, Bitwuzla, Limit, Reason, Settings, Solver, standard};
use quell_term::{Pool, Sort, Term, smtlib};

/// Generous: the machine may be busy with other tests. Without the limit the query would take hours.
const SOON: Duration = Duration::from_secs(10);

/// Two factors of a large number.
fn hard(pool: &mut Pool) -> Vec<Term> {
    let [a, b] = ["a", "b"].map(|name| pool.var(name, Sort::Bv(128)));
    let product = pool.mul(a, b);
    let number = pool.bits(&Bits::from_u128(
        128,
        0xc000_0000_0000_0000_0000_0000_0000_a3d1,
    ));
    let (one, limit) = (pool.number(128, 1), pool.number(128, u64::MAX));
    let mut query = vec![pool.eq(product, number)];
    for factor in [a, b] {
        query.extend([pool.ult(one, factor), pool.ult(factor, limit)]);
    }
    query
}

fn easy(pool: &mut Pool) -> Vec<Term> {
    let x = pool.var("x", Sort::Bv(8));
    let three = pool.number(8, 3);
    let product = pool.mul(x, three);
    let one = pool.number(8, 1);
    vec![pool.eq(product, one)]
}

fn solvers() -> [Box<dyn Solver>; 2] {
    [
        Box::new(Bitwuzla::default()),
        Box::new(standard(Settings::default())),
    ]
}

#[test]
fn time_is_limited() {
    let mut pool = Pool::new();
    let (hard, easy) = (hard(&mut pool), easy(&mut pool));
    for mut solver in solvers() {
        let start = Instant::now();
        let answer = solver.check(&pool, &hard, Limit::time(Duration::from_millis(100)));
        assert_eq!(answer.ok(), Some(Answer::Unknown(Reason::Time)));
        assert!(start.elapsed() < SOON, "{:?}", start.elapsed());
        let answer = solver.check(&pool, &easy, Limit::none());
        assert!(matches!(answer, Ok(Answer::Sat(_))), "{answer:?}");
    }
}

/// An equation of a variable and a sum that contains it: Bitwuzla's preprocessing must terminate.
#[test]
fn equations_of_a_variable_with_itself_end() {
    let text = "
(declare-const p (_ BitVec 32))
(define-fun high () (_ BitVec 32) ((_ zero_extend 8) ((_ extract 31 8) (bvadd (bvneg p) #x0000ff48))))
(assert (not (= (= p high) (= p (bvneg high)))))
(assert (not (= p #x00000000)))";
    let mut pool = Pool::new();
    let script = smtlib::parse(&mut pool, text).unwrap();
    for mut solver in solvers() {
        let answer = solver.check(&pool, &script.assertions, Limit::none());
        assert!(matches!(answer, Ok(Answer::Sat(_))), "{answer:?}");
    }
}

/// A query is given up while the process exceeds its memory limit, and solved with a sufficient limit.
#[test]
fn memory_is_limited() {
    let mut pool = Pool::new();
    let (hard, easy) = (hard(&mut pool), easy(&mut pool));
    let of = |memory: u64| {
        Bitwuzla::new(Settings {
            memory,
            ..Settings::default()
        })
    };
    let start = Instant::now();
    let mut solver = of(1);
    for _ in 0..2 {
        let answer = solver.check(&pool, &hard, Limit::none());
        assert_eq!(answer.ok(), Some(Answer::Unknown(Reason::Memory)));
    }
    assert!(start.elapsed() < SOON, "{:?}", start.elapsed());
    let used = memory::resident().unwrap_or_default();
    assert!(used > 0 && used < memory::available(), "{used}");
    let soon = Limit::time(Duration::from_millis(100));
    let mut solver = of(memory::available());
    let answer = solver.check(&pool, &hard, soon);
    assert_eq!(answer.ok(), Some(Answer::Unknown(Reason::Time)));
    let answer = solver.check(&pool, &easy, Limit::none());
    assert!(matches!(answer, Ok(Answer::Sat(_))), "{answer:?}");
}

#[test]
fn another_thread_stops_it() {
    let mut pool = Pool::new();
    let (hard, easy) = (hard(&mut pool), easy(&mut pool));
    for mut solver in solvers() {
        let flag = AtomicBool::new(false);
        let start = Instant::now();
        let answer = thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(Duration::from_millis(100));
                flag.store(true, Ordering::Relaxed);
            });
            solver.check(&pool, &hard, Limit::until(&flag))
        });
        assert_eq!(answer.ok(), Some(Answer::Unknown(Reason::Stopped)));
        assert!(start.elapsed() < SOON, "{:?}", start.elapsed());
        let answer = solver.check(&pool, &easy, Limit::none());
        assert!(matches!(answer, Ok(Answer::Sat(_))), "{answer:?}");
    }
}

#[test]
fn a_limit_that_is_reached_already_costs_nothing() {
    let mut pool = Pool::new();
    let hard = hard(&mut pool);
    let flag = AtomicBool::new(true);
    let late = Limit::time(Duration::ZERO);
    let both = late.and_until(&flag);
    for (limit, reason) in [(late, Reason::Time), (both, Reason::Stopped)] {
        let answer = Bitwuzla::default().check(&pool, &hard, limit);
        assert_eq!(answer.ok(), Some(Answer::Unknown(reason)));
    }
    assert_eq!(Limit::none().remaining(), None);
    assert_eq!(late.remaining(), Some(Duration::ZERO));
    let longer = late.and_time(Duration::from_secs(60));
    assert_eq!(longer.remaining(), Some(Duration::ZERO));
}
