//! Verdicts say what was shown: what proofs cover, and what kills need.

#[path = "support/deciding.rs"]
mod deciding;

use deciding::{BMC, DSE, RANDOM, SYMBMC, decide, decide_by, run_by, settings, with_subject};
use quell_results::{Assumption, Observable, Reason, Record, Status};
use quell_values::Guard;
use quell_values::inputs::Which;

/// A proof that covers null pointers alone says so, and one that covers others does not.
#[test]
fn a_proof_about_null_pointers_alone_names_them() {
    let mut settings = settings();
    settings.usual.inputs.null = Some(Which::All);
    let null = |of: &Record| -> Vec<String> {
        let assumptions = of.verdict.assumptions.iter();
        let null = assumptions.filter_map(|of| match of {
            Assumption::Null { pointer } => Some(pointer.clone()),
            _ => None,
        });
        null.collect()
    };
    for engine in [BMC, SYMBMC, DSE] {
        for (file, is_null) in [("begin_end.c", true), ("null.c", false)] {
            let file = format!("crates/quell-engine/tests/programs/{file}");
            let (_, run) = with_subject(&file, "symbmc", |subject| {
                run_by(engine, subject, &settings)
            });
            let run = run.unwrap();
            let proved = run
                .objectives
                .iter()
                .filter(|of| matches!(of.verdict.status, Status::Equivalent | Status::Unreached));
            let mut count = 0;
            for record in proved {
                let expected: &[&str] = if is_null { &["b", "e"] } else { &[] };
                assert_eq!(null(record), expected, "{engine}: {record:?}");
                count += 1;
            }
            assert!(!is_null || count > 0, "{engine}");
        }
    }
}

/// A proof about code that accesses volatile memory assumes that only the program changes it.
#[test]
fn proofs_about_volatile_memory_name_their_assumption() {
    for engine in [BMC, DSE] {
        let file = "crates/quell-engine/tests/programs/volatile.c";
        let (run, _) = decide_by(engine, file, "symbmc:ROR");
        for (function, is_assumed) in [("reads", true), ("does_not", false)] {
            let own = run.objectives.iter().filter(|of| of.function == function);
            let proved = own.filter(|of| of.verdict.status == Status::Equivalent);
            let assumed: Vec<bool> = proved
                .map(|of| {
                    of.verdict
                        .assumptions
                        .contains(&Assumption::VolatileUnchanged)
                })
                .collect();
            assert!(!assumed.is_empty(), "{engine}: {function}");
            assert!(
                assumed.iter().all(|of| *of == is_assumed),
                "{engine}: {function}"
            );
        }
    }
}

/// What is in front of a buffer is of Quell's placement alone: a test that kills by reading there has the guard page there.
#[test]
fn no_kill_needs_the_bytes_in_front_of_a_buffer() {
    let file = "crates/quell-engine/tests/programs/in_front.c";
    for engine in [BMC, RANDOM, DSE] {
        let (run, _) = decide_by(engine, file, "symbmc:IVI");
        let reads = |of: &&Record| of.source.after().contains("a[i - 1]");
        let record = run.objectives.iter().find(reads).unwrap();
        let verdict = &record.verdict;
        assert_eq!(verdict.status, Status::Killed, "{engine}: {record:?}");
        let seen = verdict.observed.as_ref().unwrap();
        assert_eq!(seen.what, Observable::End, "{engine}: {seen:?}");
        for id in &verdict.tests {
            let test = run.tests.iter().find(|of| of.id == *id).unwrap();
            assert_eq!(test.inputs.guard, Guard::Before, "{engine}: {test:?}");
        }
    }
}

/// A proof within bounds does not say that a mutant is unreached if a test of another function executes it.
#[test]
fn what_a_test_of_another_function_executes_is_not_unreached() {
    let file = "crates/quell-engine/tests/programs/executed_beyond.c";
    let (run, _) = decide(file, "symbmc:ROR");
    let here = run.objectives.iter().filter(|of| of.span.line == 8);
    let open: Vec<&Record> = here
        .filter(|of| of.verdict.status != Status::Killed)
        .collect();
    assert!(!open.is_empty());
    for record in open {
        let verdict = &record.verdict;
        assert_eq!(verdict.status, Status::Unknown, "{record:?}");
        let Some(Reason::ExecutedBeyondBounds { test }) = &verdict.reason else {
            panic!("{:?}", verdict.reason);
        };
        let test = run.tests.iter().find(|of| of.id == *test);
        assert_eq!(test.expect("a test of the suite").function, "whole");
    }
}
