//! The random engine: it kills mutants by native runs on random inputs, and proves nothing.

#[path = "support/deciding.rs"]
mod deciding;

use deciding::{BMC, RANDOM, decide_by, run_by, settings, with_subject};
use quell_engine::Settings;
use quell_exec::UbMode;
use quell_results::{Evidence, Reason, Record, Run, Status};

const TRIANGLE: &str = "examples/triangle.c";

fn decided(settings: &Settings, file: &str, operators: &str) -> Run {
    let (_, run) = with_subject(file, operators, |subject| run_by(RANDOM, subject, settings));
    run.unwrap_or_else(|error| panic!("{file}: {error}"))
}

fn is_killed(mutant: &Record) -> bool {
    matches!(mutant.verdict.status, Status::Killed | Status::Timeout)
}

fn killed(run: &Run) -> usize {
    run.objectives.iter().filter(|of| is_killed(of)).count()
}

/// No mutant that random inputs kill is equivalent for the engine that proves.
#[test]
fn kills_most_mutants_of_a_triangle_and_no_equivalent_one() {
    let random = decided(&settings(), TRIANGLE, "symbmc");
    let (proved, _) = decide_by(BMC, TRIANGLE, "symbmc");
    assert!(
        5 * killed(&random) >= 4 * killed(&proved),
        "{:?} {:?}",
        random.totals,
        proved.totals
    );
    for (random, proved) in random.objectives.iter().zip(&proved.objectives) {
        assert!(
            !is_killed(random) || is_killed(proved),
            "{random:?} {proved:?}"
        );
    }
}

#[test]
fn proves_nothing_and_reports_the_number_of_inputs() {
    let run = decided(&settings(), TRIANGLE, "symbmc");
    assert_eq!((run.engine.as_str(), run.statistics.queries), (RANDOM, 0));
    assert!(run.totals.counts.unknown > 0, "{:?}", run.totals);
    for mutant in run.objectives.iter().filter(|of| !is_killed(of)) {
        assert_eq!(mutant.verdict.status, Status::Unknown, "{mutant:?}");
        // More than the inputs of the rounds without a kill.
        let reason = &mutant.verdict.reason;
        assert!(
            matches!(reason, Some(Reason::RandomInputs { compared }) if *compared >= 8 * 1024),
            "{reason:?}"
        );
    }
}

/// The inputs depend on the seed alone.
#[test]
fn a_seed_determines_the_tests() {
    let of_seed = |seed| {
        let settings = Settings { seed, ..settings() };
        let run = decided(&settings, TRIANGLE, "symbmc:ROR");
        let kinds: Vec<Status> = run.objectives.iter().map(|of| of.verdict.status).collect();
        (run.tests, kinds)
    };
    let first = of_seed(1);
    assert!(!first.0.is_empty());
    assert_eq!(first, of_seed(1));
    assert_ne!(first.0, of_seed(2).0);
}

/// The largest number distinguishes the mutant, and is among the inputs; it is invalid only if overflow is undefined.
#[test]
fn inputs_that_are_invalid_for_the_original_kill_nothing() {
    let of_mode = |ub: UbMode| {
        let mut settings = settings();
        settings.usual.ub = ub;
        let file = "crates/quell-engine/tests/programs/overflowing.c";
        let run = decided(&settings, file, "symbmc:ROR");
        let kind = |text: &str| {
            let mut mutants = run.objectives.iter();
            let mutant = mutants.find(|of| of.source.after().contains(text));
            mutant.expect(text).verdict.status
        };
        [kind("a + 1 < a"), kind("a + 1 != a")]
    };
    let defined = settings().usual.ub;
    assert_eq!(of_mode(defined), [Status::Killed, Status::Unknown]);
    assert_eq!(of_mode(UbMode::Overflow), [Status::Killed, Status::Killed]);
}

/// Code equivalence needs no inputs.
#[test]
fn only_equal_code_is_equivalent() {
    let settings = Settings {
        compare_code: true,
        ..settings()
    };
    let file = "crates/quell-engine/tests/programs/unused.c";
    let run = decided(&settings, file, "all");
    let equivalent = run.objectives.iter();
    let equivalent = equivalent.filter(|of| of.verdict.status == Status::Equivalent);
    let equivalent: Vec<&Record> = equivalent.collect();
    assert!(!equivalent.is_empty());
    for mutant in equivalent {
        assert_eq!(mutant.verdict.evidence, Some(Evidence::Code), "{mutant:?}");
    }
}
