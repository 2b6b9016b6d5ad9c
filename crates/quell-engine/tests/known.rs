//! Verdicts that are known before a run.

#[path = "support/deciding.rs"]
mod deciding;
#[path = "labels/support.rs"]
mod support;

use std::collections::BTreeSet;

use deciding::{settings, with_subject};
use quell_engine::{EngineEntry, Known, Outcome, Settings, Subject, run, run_from};
use quell_objectives::ObjectiveId;
use quell_results::{Decision, Event, Record, RecordKind, Recorder, Run, Status};
use support::labelled;

/// Functions that call each other, a loop, and duplicates.
const FILE: &str = "crates/quell-engine/tests/programs/calling.c";

fn engine() -> &'static EngineEntry {
    EngineEntry::named("auto").expect("an engine")
}

fn comparing_code() -> Settings {
    Settings {
        compare_code: true,
        ..settings()
    }
}

/// What is known after a run, of the objectives that are meant.
fn known(run: &Run, is_meant: impl Fn(&Record) -> bool) -> Known {
    let meant = run.objectives.iter().filter(|record| is_meant(record));
    let decisions = meant.map(|of| (ObjectiveId(of.id.clone()), of.verdict.clone()));
    Known::new(decisions, run.tests.clone())
}

fn from(known: &Known, subject: &Subject<'_>, settings: &Settings) -> (Vec<Event>, Run) {
    let mut events = Vec::new();
    let outcome = run_from(known, engine(), subject, settings, &mut |event| {
        events.push(event.clone());
    });
    let Outcome { run, failures } = outcome.unwrap_or_else(|error| panic!("{error}"));
    assert!(failures.is_empty(), "{failures:?}");
    let mut recorder = Recorder::default();
    events.iter().for_each(|event| recorder.record(event));
    assert_eq!(recorder.into_run(), run, "events add up to the result");
    (events, run)
}

fn whole(subject: &Subject<'_>, settings: &Settings) -> Run {
    let outcome = run(engine(), subject, settings, &mut |_| {});
    outcome.unwrap_or_else(|error| panic!("{error}")).run
}

/// The functions that were worked on, with the numbers of their open objectives.
fn worked_on(events: &[Event]) -> Vec<(&str, u64)> {
    let started = events.iter().filter_map(|event| match event {
        Event::FunctionStarted {
            function,
            objectives,
        } => Some((function.as_str(), *objectives)),
        _ => None,
    });
    started.collect()
}

/// A duplicate of a known mutant is decided by itself: its status counts as that of the mutant whose code it has.
fn statuses(run: &Run) -> Vec<(&str, Status, bool)> {
    let records = run.objectives.iter().zip(run.shared_verdicts());
    records
        .map(|(of, verdict)| (of.id.as_str(), verdict.status, verdict.complete))
        .collect()
}

/// Each killed objective has its test, and each test of the suite is needed and has an id of its own.
fn check_suite(run: &Run) {
    let ids: BTreeSet<&str> = run.tests.iter().map(|test| test.id.as_str()).collect();
    assert_eq!(ids.len(), run.tests.len(), "{ids:?}");
    // The tests of a hyperlabel kill its labels.
    let is_plain = |of: &&Record| of.kind != RecordKind::HyperLabel;
    for record in run.objectives.iter().filter(is_plain) {
        for test in &record.verdict.tests {
            let of_suite = run.tests.iter().find(|of| of.id == *test);
            let kills = of_suite.is_some_and(|of| of.kills.contains(&record.id));
            let is_needed = !record.is_part;
            assert!(kills || !is_needed, "{test} of {}: {of_suite:?}", record.id);
        }
    }
    assert!(run.tests.iter().all(|test| !test.kills.is_empty()));
}

#[test]
fn nothing_is_done_where_everything_is_known() {
    let settings = comparing_code();
    let (_, ()) = with_subject(FILE, "sufficient", |subject| {
        let first = whole(subject, &settings);
        assert!(first.totals.counts.duplicate > 0 && first.totals.counts.killed > 10);
        let (events, second) = from(&known(&first, |_| true), subject, &settings);
        assert_eq!(second.objectives, first.objectives);
        assert_eq!(second.tests, first.tests);
        assert_eq!(second.totals, first.totals);
        assert_eq!(second.statistics.queries, 0);
        let is_work = |of: &Event| matches!(of, Event::BuildStarted { .. });
        assert!(!events.iter().any(is_work));
        assert_eq!(worked_on(&events), []);
    });
}

/// A function whose verdicts are not known is decided as it would be alone; the others are left as they are.
#[test]
fn only_what_is_not_known_is_decided() {
    let settings = comparing_code();
    with_subject(FILE, "sufficient", |subject| {
        let first = whole(subject, &settings);
        let edited = first.objectives[0].function.clone();
        let is_own = |record: &Record| record.function == edited;
        let own = first.objectives.iter().filter(|of| is_own(of));
        let duplicates = |of: &&Record| of.verdict.status == Status::Duplicate;
        let decided = own.clone().count() - own.filter(duplicates).count();
        let (events, second) = from(&known(&first, |of| !is_own(of)), subject, &settings);
        assert_eq!(worked_on(&events), [(edited.as_str(), decided as u64)]);
        assert_eq!(statuses(&second), statuses(&first));
        check_suite(&second);
        let others = |run: &Run| -> Vec<Record> {
            let others = run.objectives.iter().filter(|of| !is_own(of));
            others.cloned().collect()
        };
        assert_eq!(others(&second), others(&first));
    });
}

/// After an interruption some mutants of a function are known and some are not, among them duplicates of known ones. Known
/// tests are tried on what is open, and new tests get other ids.
#[test]
fn a_part_of_a_function_may_be_known() {
    let settings = comparing_code();
    with_subject(FILE, "sufficient", |subject| {
        let first = whole(subject, &settings);
        for rest in 0..3 {
            let order: Vec<&str> = first.objectives.iter().map(|of| of.id.as_str()).collect();
            let place = |id: &str| order.iter().position(|of| *of == id).unwrap();
            let some = known(&first, |of| place(&of.id) % 3 == rest);
            let (_, second) = from(&some, subject, &settings);
            assert_eq!(statuses(&second), statuses(&first));
            check_suite(&second);
        }
    });
}

/// Hyperlabels are decided from labels, known or not.
#[test]
fn hyper_labels_follow_from_what_is_known() {
    let labels = labelled(
        "crates/quell-engine/tests/labels/exhaustive/decisions.c",
        "CACC,RACC",
    );
    labels.with_subject(|subject| {
        let first = whole(subject, &settings());
        assert!(first.objectives.iter().any(|of| of.is_part));
        let (events, second) = from(&known(&first, |_| true), subject, &settings());
        assert_eq!(worked_on(&events), []);
        assert_eq!(second.objectives, first.objectives);
        assert_eq!(second.tests, first.tests);
        for rest in 0..2 {
            let order: Vec<&str> = first.objectives.iter().map(|of| of.id.as_str()).collect();
            let place = |id: &str| order.iter().position(|of| *of == id).unwrap();
            let some = known(&first, |of| place(&of.id) % 2 == rest);
            let (_, second) = from(&some, subject, &settings());
            let counted = |run: &Run| -> Vec<(String, Status)> {
                let counted = run.objectives.iter().filter(|of| !of.is_part);
                counted
                    .map(|of| (of.id.clone(), of.verdict.status))
                    .collect()
            };
            assert_eq!(counted(&second), counted(&first));
            check_suite(&second);
        }
    });
}

/// What comments exclude stays excluded where a suite kills it; its other kills are kept apart as before.
#[test]
fn kills_by_a_suite_give_way_to_other_decisions() {
    let id = |id: &str| ObjectiveId(id.to_owned());
    let kill = || Decision {
        tests: vec!["f-1".to_owned()],
        ..Decision::default()
    };
    let kills = [(id("AOR-1"), kill()), (id("AOR-2"), kill())];
    let suite = Known::by_suite(kills, Vec::new());
    let excluded = Known::new(
        [(id("AOR-1"), Decision::suppressed(String::new()))],
        Vec::new(),
    );
    let known = excluded.or(suite);
    let status = |name: &str| known.decision(&id(name)).map(|of| of.status);
    assert_eq!(status("AOR-1"), Some(Status::Suppressed));
    assert_eq!(status("AOR-2"), Some(Status::Unknown));
    assert_eq!(known.by_suites(), &BTreeSet::from([id("AOR-2")]));
}

/// Decisions on mutants that the program does not have, and a duplicate without the mutant whose code it has, are not taken.
#[test]
fn what_is_known_of_other_programs_is_left_out() {
    with_subject("examples/minimum.c", "ROR", |subject| {
        let first = whole(subject, &settings());
        let id = ObjectiveId(first.objectives[0].id.clone());
        let foreign = ObjectiveId("AOR-00000000".to_owned());
        let known = Known::new(
            [
                (foreign, Decision::same_code()),
                (id, Decision::duplicate("AOR-00000000".to_owned())),
            ],
            first.tests.clone(),
        );
        let (_, second) = from(&known, subject, &settings());
        assert_eq!(statuses(&second), statuses(&first));
        check_suite(&second);
    });
}
