//! Random C programs, natively and in Quell, at -O0 and -O2.

use quell_tests::csmith::{Sample, Tally};

/// The number of programs that must be compared, without those that run too long.
const WANTED: usize = 200;
const SEEDS: u64 = 222;
const STEP_LIMIT: u64 = 3_000_000;

fn report(tally: &Tally) {
    println!(
        "{} programs agree ({} steps), skipped for their length: {:?}, undefined: {:?}",
        tally.agree, tally.steps, tally.skipped, tally.undefined
    );
    let different = tally.different.len();
    let shown: String = tally
        .different
        .iter()
        .map(|one| format!("{one}\n"))
        .collect();
    assert!(different == 0, "{different} programs differ\n{shown}");
}

#[test]
fn random_programs_run_as_natively() {
    let samples: Vec<Sample> = (1..=SEEDS)
        .map(|seed| Sample::new(seed, STEP_LIMIT))
        .collect();
    let tally = Tally::of(&samples);
    report(&tally);
    assert!(tally.agree >= WANTED, "only {} were compared", tally.agree);
}

fn number(variable: &str, default: u64) -> u64 {
    let value = std::env::var(variable).ok();
    value
        .and_then(|value| value.parse().ok())
        .unwrap_or(default)
}

/// The number of programs between two lines of progress.
const PROGRESS: usize = 50;

/// Prints progress to standard error now and then, and each difference at once.
fn progress(total: usize) -> impl FnMut(&Tally) {
    let mut told = 0;
    move |tally| {
        for wrong in &tally.different[told..] {
            eprintln!("{wrong}");
        }
        told = tally.different.len();
        let done = tally.done();
        if done.is_multiple_of(PROGRESS) || done == total {
            let (skipped, undefined) = (tally.skipped.len(), tally.undefined.len());
            eprintln!(
                "{done}/{total}: {told} differ, {skipped} too long natively, {undefined} undefined"
            );
        }
    }
}

/// `QUELL_SOAK` programs, from the seed `QUELL_SEED` on.
#[test]
#[ignore = "thousands of programs: `make soak`"]
fn soak_random_programs_run_as_natively() {
    let (count, base) = (number("QUELL_SOAK", 2000), number("QUELL_SEED", 1_000_000));
    let seeds = base..base.saturating_add(count);
    let samples: Vec<Sample> = seeds
        .map(|seed| Sample::new(seed, 20 * STEP_LIMIT).thorough())
        .collect();
    report(&Tally::watched(&samples, progress(samples.len())));
}
