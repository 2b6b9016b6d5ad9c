//! Labels decided by the engines: covered and uncoverable are what all inputs say.

#[path = "support/deciding.rs"]
mod deciding;
#[path = "labels/support.rs"]
mod support;

use std::collections::{BTreeMap, BTreeSet};

use deciding::{BMC, RANDOM, SYMBMC, run_by, settings};
use quell_engine::EngineError;
use quell_objectives::condition::{Condition, SiteCondition};
use quell_objectives::criteria::CRITERIA;
use quell_objectives::{HyperLabel, LabelRole, Objective, ObjectiveId, ObjectiveKind};
use quell_results::{Bound, Decision, Reason, Record, RecordKind, Run, Status, UndefinedBehaviour};
use support::{Labelled, Truth, labelled};

const AUTO: &str = "auto";
const DSE: &str = "dse";

fn all_criteria() -> String {
    let names: Vec<&str> = CRITERIA.iter().map(|row| row.name).collect();
    names.join(",")
}

fn file(name: &str) -> String {
    format!("crates/quell-engine/tests/labels/{name}")
}

fn decide(engine: &str, labels: &Labelled) -> Run {
    let run = labels.with_subject(|subject| run_by(engine, subject, &settings()));
    run.unwrap_or_else(|error| panic!("{error}"))
}

/// What is said of each label, and what all inputs of its function say.
fn differs(run: &Run, truth: &Truth) -> Vec<String> {
    let of_label = |record: &&Record| record.kind == RecordKind::Label;
    let mut wrong = Vec::new();
    for record in run.objectives.iter().filter(of_label) {
        let is_coverable = truth.is_coverable(&record.id);
        let (status, is_complete) = (record.verdict.status, record.verdict.complete);
        let is_right = match status {
            Status::Covered => is_coverable,
            Status::Uncoverable => !is_coverable && is_complete,
            Status::Unknown => record.is_part && record.verdict.reason == Some(Reason::NotNeeded),
            _ => false,
        };
        if !is_right {
            wrong.push(format!(
                "{} {} in {}, {:?}: {status:?} {:?}, coverable: {is_coverable}",
                record.id,
                record.source.before(),
                record.function,
                record.span,
                record.verdict.reason,
            ));
        }
    }
    wrong
}

/// Hyperlabels are what their definition says, given which labels some input covers.
fn hyper_differs(run: &Run, truth: &Truth) -> Vec<String> {
    let is_hyper = |record: &&Record| record.kind == RecordKind::HyperLabel;
    let mut wrong = Vec::new();
    for record in run.objectives.iter().filter(is_hyper) {
        let all = |ids: &Vec<String>| ids.iter().all(|id| truth.is_coverable(id));
        let expected = match record.alternatives.iter().any(all) {
            true => Status::Covered,
            false => Status::Uncoverable,
        };
        if record.verdict.status != expected {
            wrong.push(format!("{record:?}: {expected:?}"));
        }
    }
    wrong
}

/// Each test covers what it is said to cover.
fn tests_hold(run: &Run, truth: &Truth) {
    for test in &run.tests {
        let args: Vec<i64> = test.inputs.args.iter().map(support::number).collect();
        for id in &test.kills {
            assert!(truth.covers(id, &args), "{}: {id} {args:?}", test.id);
        }
    }
}

fn exhaustive(engines: &[&str], name: &str) {
    let labels = labelled(&file(name), &all_criteria());
    assert!(!labels.list.is_empty());
    let truth = Truth::of(&labels);
    for engine in engines {
        let run = decide(engine, &labels);
        assert_eq!(differs(&run, &truth), Vec::<String>::new(), "{engine}");
        assert_eq!(
            hyper_differs(&run, &truth),
            Vec::<String>::new(),
            "{engine}"
        );
        tests_hold(&run, &truth);
        let counts = run.totals.counts;
        let is_decided = counts.covered > 0 && counts.uncoverable > 0;
        assert!(is_decided, "{engine}: {counts:?}");
    }
}

#[test]
fn decisions_over_bytes_are_decided_as_all_inputs_say() {
    exhaustive(&[BMC, DSE, AUTO], "exhaustive/decisions.c");
}

#[test]
fn loops_and_switches_over_bytes_are_decided_as_all_inputs_say() {
    exhaustive(&[BMC, DSE], "exhaustive/flow.c");
}

#[test]
fn functions_with_undefined_behaviour_are_decided_as_all_inputs_say() {
    exhaustive(&[AUTO, DSE], "exhaustive/errors.c");
}

/// Random inputs cover labels and prove nothing.
#[test]
fn random_inputs_cover_labels() {
    let labels = labelled(&file("exhaustive/decisions.c"), "CC");
    let run = decide(RANDOM, &labels);
    let truth = Truth::of(&labels);
    for record in &run.objectives {
        let expected = match truth.is_coverable(&record.id) {
            true => Status::Covered,
            false => Status::Unknown,
        };
        assert_eq!(record.verdict.status, expected, "{record:?}");
    }
    tests_hold(&run, &truth);
}

#[test]
fn an_engine_that_decides_no_labels_says_so() {
    let labels = labelled(&file("exhaustive/decisions.c"), "CC");
    let run = labels.with_subject(|subject| run_by(SYMBMC, subject, &settings()));
    assert!(
        matches!(run, Err(EngineError::LabelsUnsupported { .. })),
        "{run:?}"
    );
}

fn record<'r>(run: &'r Run, id: &str) -> &'r Record {
    let mut all = run.objectives.iter();
    all.find(|record| record.id == id).expect("a record")
}

fn decision<'r>(run: &'r Run, id: &str) -> &'r Decision {
    &record(run, id).verdict
}

/// Mutants and labels in one run: the labels as alone, the mutants as alone.
#[test]
fn mutants_and_labels_are_decided_together() {
    let name = file("exhaustive/flow.c");
    let mut both = labelled(&name, "CC");
    both.add_mutants("symbmc");
    let together = decide(BMC, &both);
    assert_eq!(differs(&together, &Truth::of(&both)), Vec::<String>::new());
    let (mutants, _) = deciding::decide(&name, "symbmc");
    for alone in &mutants.objectives {
        let status = decision(&together, &alone.id).status;
        assert_eq!(status, alone.verdict.status, "{}", alone.id);
    }
    assert!(together.totals.counts.killed > 0 && together.totals.counts.covered > 0);
}

/// A label behind more iterations than the unwinding bound is uncoverable up to bounds, or unreached; never complete.
#[test]
fn behind_a_loop_a_proof_has_bounds() {
    let labels = labelled(&file("loop.c"), "CC");
    let mut settings = settings();
    settings.usual.unroll = Some(4);
    let run = labels.with_subject(|subject| run_by(BMC, subject, &settings));
    let run = run.unwrap();
    let of = |text: &str| {
        let mut all = run.objectives.iter();
        let found = all.find(|record| record.source.before() == text);
        &found.expect(text).verdict
    };
    let behind = of("inner > 0");
    assert_eq!(behind.status, Status::Unreached, "{behind:?}");
    let never = of("steps * 2 == 33741");
    assert_eq!(never.status, Status::Uncoverable, "{never:?}");
    for bounded in [behind, never] {
        let is_unwinding = |bound: &Bound| matches!(bound, Bound::Unwinding { .. });
        assert!(!bounded.complete && bounded.bounds.iter().any(is_unwinding));
    }
    let within = of("steps == 2");
    assert_eq!(within.status, Status::Covered, "{within:?}");
}

/// Within the bounds no buffer is long enough for the second condition, but a test of another function executes it.
#[test]
fn a_label_that_a_test_of_another_function_executes_is_not_unreached() {
    let file = "crates/quell-engine/tests/programs/executed_beyond.c";
    let labels = labelled(file, "CC");
    let run = labels.with_subject(|subject| run_by(BMC, subject, &settings()));
    let run = run.unwrap();
    let here = |of: &&Record| of.function == "leaf" && of.span.line == 8;
    let statuses: Vec<_> = run.objectives.iter().filter(here).collect();
    let covered = statuses
        .iter()
        .filter(|of| of.verdict.status == Status::Covered);
    assert_eq!((statuses.len(), covered.count()), (2, 1), "{statuses:?}");
    let open = statuses
        .iter()
        .find(|of| of.verdict.status != Status::Covered);
    let reason = open.and_then(|of| of.verdict.reason.clone());
    assert!(
        matches!(reason, Some(Reason::ExecutedBeyondBounds { .. })),
        "{open:?}"
    );
}

/// Hyperlabels of coupled conditions: found where a pair exists, and impossible where none does.
#[test]
fn coupled_conditions_have_no_pair() {
    let mut labels = labelled(&file("exhaustive/decisions.c"), "CC");
    let ids: Vec<ObjectiveId> = labels.list.iter().map(|of| of.id.clone()).collect();
    let truth = Truth::of(&labels);
    let (covered, never): (Vec<_>, Vec<_>) =
        ids.into_iter().partition(|id| truth.is_coverable(&id.0));
    assert!(covered.len() > 3 && never.len() > 1);
    for label in &mut labels.list {
        if let ObjectiveKind::Label(label) = &mut label.kind {
            label.role = LabelRole::Part;
        }
    }
    let function = labels.list[0].site.function;
    let source = labels.list[0].source.clone();
    let mut add = |name: &str, alternatives: Vec<Vec<ObjectiveId>>| {
        let hyper = HyperLabel {
            criterion: "CACC".to_owned(),
            alternatives,
        };
        let id = ObjectiveId(name.to_owned());
        let hyper = Objective::hyper_label(id, function, hyper, source.clone());
        labels.list.push(hyper);
    };
    let own = |ids: &[ObjectiveId], list: &[Objective]| {
        let is_own = |id: &&ObjectiveId| {
            list.iter()
                .any(|of| of.id == **id && of.site.function == function)
        };
        ids.iter().filter(is_own).cloned().collect::<Vec<_>>()
    };
    let list = support::labels_of(&file("exhaustive/decisions.c"), "CC");
    let (yes, no) = (own(&covered, &list), own(&never, &list));
    add("pair", vec![vec![yes[0].clone(), yes[1].clone()]]);
    if let Some(no) = no.first() {
        add("none", vec![vec![yes[0].clone(), no.clone()]]);
        add(
            "either",
            vec![vec![no.clone(), yes[0].clone()], vec![yes[1].clone()]],
        );
    }
    let run = decide(BMC, &labels);
    assert_eq!(hyper_differs(&run, &truth), Vec::<String>::new());
    let pair = decision(&run, "pair");
    assert_eq!(pair.status, Status::Covered);
    assert!(!pair.tests.is_empty() && pair.tests.len() <= 2);
    let known: BTreeSet<&str> = run.tests.iter().map(|test| test.id.as_str()).collect();
    assert!(pair.tests.iter().all(|id| known.contains(id.as_str())));
    // Parts are not counted, and labels of no hyperlabel are not needed.
    let hyper_labels = run.objectives.iter().filter(|of| !of.is_part);
    assert_eq!(run.totals.counts.objectives, hyper_labels.count() as u64);
    let unneeded = run.objectives.iter().filter(|of| of.is_part);
    let reasons: BTreeMap<bool, usize> = unneeded.fold(BTreeMap::new(), |mut all, of| {
        *all.entry(of.verdict.reason == Some(Reason::NotNeeded))
            .or_default() += 1;
        all
    });
    assert!(reasons.get(&true).is_some_and(|count| *count > 0));
}

/// Each division by zero is a label of a run-time error: its test is undefined there, and in no suite.
#[test]
fn run_time_errors_are_covered_by_undefined_behaviour() {
    let mut labels = labelled(&file("divisions.c"), "CC");
    labels.list.clear();
    let sites = labels.add_divisions_by_zero();
    assert_eq!(sites, 4);
    let run = decide(BMC, &labels);
    let of = |function: &str| {
        let mut all = run.objectives.iter();
        let found = all.find(|record| record.function == function);
        &found.expect(function).verdict
    };
    for function in ["plain", "later", "always"] {
        let decided = of(function);
        assert_eq!(decided.status, Status::Covered, "{function}: {decided:?}");
        let test = run
            .tests
            .iter()
            .find(|test| decided.tests.contains(&test.id));
        let undefined = test.and_then(|test| test.undefined.as_ref());
        assert!(
            matches!(undefined, Some(UndefinedBehaviour::DivisionByZero { .. })),
            "{test:?}"
        );
    }
    // Every input that divides by zero has overflowed before, or is refused.
    let guarded = of("guarded");
    assert_eq!(guarded.status, Status::Uncoverable, "{guarded:?}");
    assert!(guarded.complete);
}

/// A predicate that may hold more often than it should covers nothing, and still proves that nothing can be covered.
#[test]
fn what_is_not_exact_is_never_covered() {
    let mut labels = labelled(&file("exhaustive/decisions.c"), "CC");
    for label in &mut labels.list {
        if let ObjectiveKind::Label(label) = &mut label.kind {
            for SiteCondition { before, .. } in &mut label.predicates {
                let holds = std::mem::take(&mut before.holds);
                before.holds = Condition::All(vec![holds, Condition::Unknown]);
            }
        }
    }
    let truth = Truth::of(&labelled(&file("exhaustive/decisions.c"), "CC"));
    let run = decide(BMC, &labels);
    for record in &run.objectives {
        let expected = match truth.is_coverable(&record.id) {
            true => Status::Unknown,
            false => Status::Uncoverable,
        };
        assert_eq!(record.verdict.status, expected, "{record:?}");
    }
}
