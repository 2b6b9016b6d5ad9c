//! A narrowed conjunction is equivalent to the original one, and smaller.

mod random;

use proptest::prelude::*;
use quell_term::{Assignment, Pool, Sort, Term, Value, evaluate, narrowed, smtlib};

fn all_hold(pool: &Pool, values: &Assignment, terms: &[Term]) -> bool {
    let mut terms = terms.iter();
    terms.all(|term| evaluate(pool, values, *term) == Value::Bool(true))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    /// The assertions hold for the first values, so that they are not always contradictory.
    #[test]
    fn keeps_the_meaning(
        steps in random::steps(),
        words: [[u64; 4]; 4],
        picked in proptest::collection::vec(any::<u16>(), 1..8),
        rewriting: bool,
    ) {
        let mut pool = if rewriting { Pool::new() } else { Pool::without_rewriting() };
        let terms = random::build(&mut pool, &steps, |_| true);
        let values = words.each_ref().map(|words| random::assignment(&mut pool, words));
        let tests: Vec<Term> = terms.into_iter().filter(|term| pool.sort(*term) == Sort::Bool).collect();
        let mut assertions = Vec::new();
        for index in picked {
            let term = tests[index as usize % tests.len()];
            let holds = evaluate(&pool, &values[0], term) == Value::Bool(true);
            assertions.push(if holds { term } else { pool.not(term) });
        }
        let narrower = narrowed(&mut pool, &assertions);
        prop_assert!(all_hold(&pool, &values[0], &narrower));
        for values in &values {
            prop_assert_eq!(all_hold(&pool, values, &assertions), all_hold(&pool, values, &narrower));
        }
    }
}

/// Narrows assertions about `p`, `q`, `r` and the bytes `x`, `y`, `z`.
fn narrow(assertions: &[&str]) -> Vec<String> {
    let mut pool = Pool::new();
    let mut names: Vec<(&str, Term)> = Vec::new();
    for (sort, all) in [
        (Sort::Bool, ["p", "q", "r"]),
        (Sort::Bv(8), ["x", "y", "z"]),
    ] {
        names.extend(all.map(|name| (name, pool.var(name, sort))));
    }
    let parsed = assertions
        .iter()
        .map(|text| smtlib::parse_term(&mut pool, &names, text));
    let parsed: Vec<Term> = parsed.map(Result::unwrap).collect();
    let narrower = narrowed(&mut pool, &parsed);
    let texts = narrower.iter().map(|term| smtlib::term_text(&pool, *term));
    // Declarations stand before the term.
    let terms = texts.map(|text| text.lines().last().unwrap_or_default().to_owned());
    terms.collect()
}

#[test]
fn conjuncts_decide_conditions_in_others() {
    assert_eq!(narrow(&["p", "(= (ite p x y) z)"]), ["p", "(= x z)"]);
    assert_eq!(
        narrow(&["(not p)", "(= (ite p x y) z)"]),
        ["(not p)", "(= y z)"]
    );
    assert_eq!(narrow(&["(and p q)", "(or r (not q))"]), ["p", "q", "r"]);
    assert_eq!(
        narrow(&["p", "(not (and p (bvult x y)))"]),
        ["p", "(not (bvult x y))"]
    );
}

#[test]
fn a_term_equal_to_a_constant_is_replaced_in_other_conjuncts() {
    assert_eq!(
        narrow(&["(= x #x02)", "(= (bvadd x y) #x05)"]),
        ["(= x #x02)", "(= y #x03)"]
    );
    assert_eq!(narrow(&["(= x #x02)", "(bvult x #x02)"]), ["false"]);
}

#[test]
fn common_conjuncts_are_factored_out() {
    let sides = "(or (and p (and q (= x y))) (and p (= x z)))";
    assert_eq!(
        narrow(&[sides]),
        ["p", "(not (and (not (and q (= x y))) (not (= x z))))"]
    );
    // Both operands vanish if the common part is known.
    let same = "(not (= (ite p x y) x))";
    assert_eq!(
        narrow(&[&format!("(or (and p {same}) (and p (and q {same})))")]),
        ["false"]
    );
}

#[test]
fn nested_parts_keep_each_other() {
    assert_eq!(narrow(&["p", "p"]), ["p"]);
    assert_eq!(narrow(&["p", "(not p)"]), ["false"]);
    assert_eq!(narrow(&["(= x #x01)", "(= x #x02)"]), ["false"]);
    assert_eq!(narrow(&["true"]), Vec::<String>::new());
}
