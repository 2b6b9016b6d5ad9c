//! Rewritten terms mean what they meant before.

mod random;

use proptest::prelude::*;
use quell_term::{Pool, evaluate};

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
}
