//! Rewriting preserves the values of terms.

mod random;

use proptest::prelude::*;
use quell_term::{Pool, Sort, Term, Value, evaluate, reachable, smtlib};
use rustc_hash::FxHashMap;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn keeps_the_value(steps in random::steps(), words: [[u64; 4]; 3]) {
        let (mut plain, mut pool) = (Pool::without_rewriting(), Pool::new());
        let before = random::build(&mut plain, &steps, |_| true);
        let after = random::build(&mut pool, &steps, |_| true);
        prop_assert_eq!(before.len(), after.len());
        for words in &words {
            let values = (random::assignment(&mut plain, words), random::assignment(&mut pool, words));
            for (&left, &right) in before.iter().zip(&after) {
                prop_assert_eq!(plain.sort(left), pool.sort(right));
                let want = evaluate(&plain, &values.0, left);
                let got = evaluate(&pool, &values.1, right);
                prop_assert_eq!(want, got, "{:?}", plain.op(left));
            }
        }
    }

    /// Facts about the bits of a term hold, rewritten or not.
    #[test]
    fn facts_hold(steps in random::steps(), words: [u64; 4], rewriting: bool) {
        let mut pool = if rewriting { Pool::new() } else { Pool::without_rewriting() };
        let terms = random::build(&mut pool, &steps, |_| true);
        let values = random::assignment(&mut pool, &words);
        for &term in terms.iter().filter(|&&term| matches!(pool.sort(term), Sort::Bv(_))) {
            let Value::Bits(bits) = evaluate(&pool, &values, term) else {
                panic!("a bit vector has bits");
            };
            let (unsigned, signed) = (pool.unsigned_bits(term), pool.signed_bits(term));
            prop_assert!(bits.bit_length() <= unsigned, "{:?}", pool.op(term));
            prop_assert_eq!(bits.trunc(signed).sext(bits.width()), bits, "{:?}", pool.op(term));
        }
    }

    /// No rule applies to a normal form: built again in another pool, it does not change.
    #[test]
    fn normal_forms_stay(steps in random::steps()) {
        let (mut pool, mut other) = (Pool::new(), Pool::new());
        let terms = random::build(&mut pool, &steps, |_| true);
        let mut copies = FxHashMap::default();
        for term in reachable(&pool, &terms) {
            let args: Vec<Term> = pool.args(term).iter().map(|arg| copies[arg]).collect();
            let copy = match (pool.var_name(term), pool.constant_value(term)) {
                (Some(name), _) => other.var(name, pool.sort(term)),
                (_, Some(value)) => other.constant(pool.sort(term), &value).expect("a constant"),
                _ => other.make(pool.op(term), &args),
            };
            let same = args.is_empty() || pool.is_const(term)
                || pool.op(term) == other.op(copy) && args == other.args(copy);
            prop_assert!(same, "{}", smtlib::term_text(&pool, term));
            copies.insert(term, copy);
        }
    }
}
