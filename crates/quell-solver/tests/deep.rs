//! Terms far deeper than any stack: neither the translation nor Bitwuzla recurses over them.

use quell_solver::{Answer, Limit, Settings, Solver, standard};
use quell_term::{Pool, Sort};

#[test]
fn deep_terms_are_solved() {
    let mut pool = Pool::without_rewriting();
    let [x, y] = ["x", "y"].map(|name| pool.var(name, Sort::Bv(2)));
    let mut term = x;
    for level in 0..20_000 {
        term = match level % 3 {
            0 => pool.bvxor(term, y),
            1 => pool.bvor(term, y),
            _ => pool.bvand(term, x),
        };
    }
    let three = pool.number(2, 3);
    let query = [pool.eq(term, three)];
    // Small stacks as threads have them: in the main thread there is more.
    let answer = std::thread::scope(|scope| {
        let ask = || {
            standard(Settings::default())
                .check(&pool, &query, Limit::none())
                .map_err(|error| error.to_string())
        };
        scope.spawn(ask).join()
    });
    assert!(
        matches!(answer, Ok(Ok(Answer::Sat(_) | Answer::Unsat))),
        "{answer:?}"
    );
}
