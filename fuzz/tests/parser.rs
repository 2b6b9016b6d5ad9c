//! A bounded run in every test run, a long one in `make soak`.

use quell_fuzz::{Corpus, Outcome, Random, Tally, check, damaged, round};

fn run(seed: u64, rounds: u64) -> Tally {
    let corpus = Corpus::load().expect("the corpus is there");
    let mut tally = Tally::default();
    for number in 0..rounds {
        round(&corpus, seed, number, &mut tally)
            .unwrap_or_else(|failure| panic!("seed {seed}, round {number}: {failure}"));
    }
    tally
}

#[test]
fn every_seed_is_valid_as_it_is() {
    let corpus = Corpus::load().expect("the corpus is there");
    let valid = corpus.seeds.iter().filter(|seed| match check(seed) {
        Ok(outcome) => outcome == Outcome::Valid,
        Err(failure) => panic!("{failure}"),
    });
    // A few files of the parser's tests are readable but not valid.
    assert!(valid.count() + 2 >= corpus.seeds.len());
    assert!(corpus.seeds.len() >= 30);
}

#[test]
fn damage_can_be_repeated() {
    let corpus = Corpus::load().expect("the corpus is there");
    for round in 0..100 {
        let again = || damaged(&corpus, &mut Random::new(5, round));
        assert_eq!(again(), again());
    }
}

#[test]
fn bounded_run() {
    let tally = run(1, 60_000);
    // Each stage must be reached; otherwise the damage is too heavy or too light.
    assert!(
        tally.refused > 1000 && tally.valid > 100 && tally.invalid > 10,
        "{tally:?}"
    );
}

/// `QUELL_SOAK` scales the length, and is the seed too, so that longer runs check other texts.
#[test]
#[ignore = "long"]
fn soak_parser() {
    let scale = std::env::var("QUELL_SOAK")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(1000u64);
    let tally = run(scale, scale.saturating_mul(1000));
    println!("{tally:?}");
}
