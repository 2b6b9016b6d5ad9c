//! The suite of the engine auto is smallest: each of its tests is needed, and decisions name only tests of the suite.

#[path = "support/deciding.rs"]
mod deciding;

use std::collections::{BTreeMap, BTreeSet};

use deciding::{BMC, decide_by};
use quell_results::{Run, Status, WrittenTest};

const AUTO: &str = "auto";
const CALLS: &str = "crates/quell-engine/tests/programs/calls.c";

fn killed(run: &Run) -> BTreeSet<&str> {
    let is_killed = |status| matches!(status, Status::Killed | Status::Timeout);
    let killed = run
        .objectives
        .iter()
        .filter(|of| is_killed(of.verdict.status));
    killed.map(|of| of.id.as_str()).collect()
}

fn check(run: &Run) {
    let tests: BTreeMap<&str, &WrittenTest> = run
        .tests
        .iter()
        .map(|test| (test.id.as_str(), test))
        .collect();
    for mutant in run
        .objectives
        .iter()
        .filter(|of| killed(run).contains(of.id.as_str()))
    {
        assert!(!mutant.verdict.tests.is_empty(), "{}", mutant.id);
        for test in &mutant.verdict.tests {
            assert!(
                tests[test.as_str()].kills.contains(&mutant.id),
                "{test} {}",
                mutant.id
            );
        }
    }
    for test in &run.tests {
        assert!(!test.alone.is_empty(), "{} is not needed", test.id);
        assert!(test.alone.iter().all(|id| test.kills.contains(id)));
    }
}

#[test]
fn no_test_of_the_suite_is_superfluous() {
    for file in ["examples/mid.c", "examples/leap_year.c"] {
        let (own, _) = decide_by(AUTO, file, "sufficient");
        let (other, _) = decide_by(BMC, file, "sufficient");
        check(&own);
        assert_eq!(killed(&own), killed(&other), "{file}");
        assert!(own.tests.len() <= other.tests.len(), "{file}");
    }
}

/// A suite that kills the mutants that matter kills all.
#[test]
fn tests_that_kill_what_matters_kill_all() {
    let (run, _) = decide_by(AUTO, "examples/mid.c", "sufficient");
    let matters: BTreeSet<&str> = run.subsuming.iter().map(|of| of.id.as_str()).collect();
    assert!(matters.is_subset(&killed(&run)));
    assert!(!matters.is_empty() && matters.len() < killed(&run).len());
    let needed = run
        .tests
        .iter()
        .filter(|test| test.kills.iter().any(|id| matters.contains(id.as_str())));
    let kills: BTreeSet<&str> = needed
        .flat_map(|test| &test.kills)
        .map(String::as_str)
        .collect();
    assert_eq!(kills, killed(&run));
}

/// A test of a function kills mutants of functions that it calls, so that these need no test of their own.
#[test]
fn tests_count_for_the_functions_that_are_called() {
    let (run, _) = decide_by(AUTO, CALLS, "symbmc");
    check(&run);
}
