//! Events of a run, and functions that fail alone.

#[path = "support/deciding.rs"]
mod deciding;

use std::fs;

use deciding::{BMC, settings, with_subject};
use quell_engine::{EngineEntry, EngineError, Outcome, Settings, run};
use quell_results::{Event, Reason, Recorder, Run, Status, WorkErrorKind};

const FILE: &str = "crates/quell-engine/tests/programs/partly.c";

fn run_with_events(settings: &Settings, file: &str) -> (Vec<Event>, Outcome) {
    let mut events = Vec::new();
    let engine = EngineEntry::named(BMC).expect("an engine");
    let (_, outcome) = with_subject(file, "symbmc:ROR", |subject| {
        run(engine, subject, settings, &mut |event| {
            events.push(event.clone());
        })
    });
    let outcome = outcome.unwrap_or_else(|error| panic!("{error}"));
    (events, outcome)
}

fn place(events: &[Event], is_meant: impl Fn(&Event) -> bool) -> usize {
    events.iter().position(is_meant).expect("the event")
}

/// Each part of the result was announced by an event, in an order that a display can follow.
#[test]
fn the_events_add_up_to_the_result() {
    let (events, outcome) = run_with_events(&settings(), "examples/minimum.c");
    let mut recorder = Recorder::default();
    for event in &events {
        let line = serde_json::to_string(event).unwrap();
        recorder.record(&serde_json::from_str(&line).unwrap());
    }
    assert_eq!(recorder.into_run(), outcome.run);
    assert!(outcome.run.totals.counts.killed > 0 && outcome.run.totals.equivalences.complete > 0);
    assert!(matches!(events[0], Event::BuildStarted { .. }));
    assert!(matches!(events.last(), Some(Event::RunFinished { .. })));
    // The event of a kill precedes the one that finishes its function.
    let function = |of: &Event| matches!(of, Event::FunctionFinished { function, .. } if function == "minimum");
    let started =
        |of: &Event| matches!(of, Event::FunctionStarted { function, .. } if function == "minimum");
    let test = |of: &Event| matches!(of, Event::TestFound { test } if test.function == "minimum");
    let (started, test) = (place(&events, started), place(&events, test));
    let finished = place(&events, function);
    assert!(
        started < test && test < finished,
        "{started} {test} {finished}"
    );
    let kill = &events[test + 1];
    assert!(
        matches!(kill, Event::ObjectiveDecided { decision, .. } if decision.status == Status::Killed),
        "{kill:?}"
    );
}

fn without_times(mut run: Run, function: &str) -> Vec<quell_results::Record> {
    run.objectives.retain(|of| of.function == function);
    for mutant in &mut run.objectives {
        mutant.verdict.seconds = 0.0;
    }
    run.objectives
}

/// The query log of one function cannot be written: its mutants are unknown, and the verdicts of all others are the same as
/// without the error.
#[test]
fn an_error_in_one_function_does_not_affect_others() {
    let (_, whole) = run_with_events(&settings(), FILE);
    let mut functions: Vec<String> = whole
        .run
        .objectives
        .iter()
        .map(|of| of.function.clone())
        .collect();
    functions.dedup();
    assert!(functions.len() > 1, "{functions:?}");
    let failing = functions.remove(0);
    let log = tempfile::tempdir().unwrap();
    fs::write(log.path().join(&failing), "").unwrap();
    let settings = Settings {
        log: Some(log.path().to_owned()),
        ..settings()
    };
    let (events, outcome) = run_with_events(&settings, FILE);
    let failures: Vec<&str> = outcome
        .failures
        .iter()
        .map(|of| of.function.as_str())
        .collect();
    assert_eq!(failures, [failing.as_str()]);
    assert!(matches!(outcome.failures[0].error, EngineError::Solver(_)));
    for mutant in without_times(outcome.run.clone(), &failing) {
        assert_eq!(mutant.verdict.status, Status::Unknown, "{mutant:?}");
        assert!(
            matches!(mutant.verdict.reason, Some(Reason::Failed { .. })),
            "{mutant:?}"
        );
    }
    for function in functions {
        assert_eq!(
            without_times(outcome.run.clone(), &function),
            without_times(whole.run.clone(), &function)
        );
    }
    let mut summaries = outcome.run.functions.iter();
    let summary = summaries.find(|of| of.function == failing).unwrap();
    let is_failure = |of: &Reason| matches!(of, Reason::Failed { .. });
    assert!(summary.reasons.iter().any(is_failure), "{summary:?}");
    let told = |of: &Event| {
        matches!(of, Event::FunctionFinished { function, error: Some(error), .. }
            if *function == failing
                && error.kind == WorkErrorKind::Solver
                && error.message.contains(&failing))
    };
    assert!(events.iter().any(told), "{events:?}");
}
