//! Tests that call one function for the labels of others, tests of the user, and pointers that may be null.

#[path = "support/deciding.rs"]
mod deciding;
#[path = "labels/support.rs"]
mod support;

use std::collections::BTreeSet;

use deciding::{BMC, run_by, settings};
use quell_engine::Settings;
use quell_results::{Record, Run, Status, TestCase};
use quell_values::Assumption;
use serde_json::json;
use support::labelled;

const DSE: &str = "dse";
const AUTO: &str = "auto";

fn file(name: &str) -> String {
    format!("crates/quell-engine/tests/{name}")
}

fn cover(engine: &str, name: &str, criteria: &str, settings: &Settings) -> Run {
    let labels = labelled(&file(name), criteria);
    let run = labels.with_subject(|subject| run_by(engine, subject, settings));
    run.unwrap_or_else(|error| panic!("{engine}: {error}"))
}

fn seed(function: &str, args: serde_json::Value) -> TestCase {
    TestCase {
        id: "mine".to_owned(),
        function: function.to_owned(),
        args: args.as_array().expect("a list").clone(),
        ..TestCase::default()
    }
}

/// `x < 0` of `sign` is covered by a call of it, and by no call of its caller: the proof names that.
#[test]
fn labels_of_callees_are_decided_by_calls_of_the_entry() {
    for engine in [BMC, DSE, AUTO] {
        let mut labels = labelled(&file("labels/entry.c"), "CC,FC");
        let [entry, inner] = ["sign_of_size", "sign"].map(|name| labels.function(name));
        labels
            .list
            .retain(|of| [entry, inner].contains(&of.site.function));
        let settings = Settings {
            entry: Some(entry),
            ..settings()
        };
        let run = labels
            .with_subject(|subject| run_by(engine, subject, &settings))
            .unwrap();
        let called: BTreeSet<&str> = run.tests.iter().map(|of| of.function.as_str()).collect();
        assert_eq!(called, BTreeSet::from(["sign_of_size"]), "{engine}");
        let open = run.objectives.iter();
        let open = open.filter(|of| of.verdict.status != Status::Covered);
        let open: Vec<&Record> = open.collect();
        let [negative] = open[..] else {
            panic!("{engine}: {open:?}");
        };
        assert_eq!(
            (negative.function.as_str(), negative.source.before()),
            ("sign", "x < 0")
        );
        assert_eq!(negative.verdict.status, Status::Uncoverable, "{engine}");
        let through = Assumption::CalledThrough {
            entry: "sign_of_size".to_owned(),
        };
        assert_eq!(negative.verdict.assumptions, [through], "{engine}");
    }
}

/// A pointer that the code compares with null may be null: the access through it is an error that a test shows.
#[test]
fn compared_pointers_may_be_null() {
    for engine in [BMC, DSE] {
        let run = cover(engine, "labels/null.c", "RTE", &settings());
        let is_null = |of: &&Record| of.source.before().contains("NULL");
        let said: Vec<(&str, Status)> = run
            .objectives
            .iter()
            .filter(is_null)
            .map(|of| (of.function.as_str(), of.verdict.status))
            .collect();
        let shown = |function| said.contains(&(function, Status::Covered));
        assert!(shown("reversed") && shown("through"), "{engine}: {said:?}");
        assert!(!shown("unexpected"), "{engine}: {said:?}");
    }
}

/// What a test of the user covers is its own; its input leads single paths to what no query finds.
#[test]
fn tests_of_the_user_come_first() {
    let labels = "CC";
    let alone = cover(DSE, "dse/seeded.c", labels, &settings());
    let inner = |run: &Run| {
        let mut all = run.objectives.iter();
        let inner = all.find(|of| of.source.before() == "m == 12345");
        inner.expect("the inner condition").verdict.clone()
    };
    assert_ne!(inner(&alone).status, Status::Covered);
    let seeded = Settings {
        seeds: vec![
            seed("behind", json!([13, 0])),
            seed("elsewhere", json!([1])),
        ],
        ..settings()
    };
    let run = cover(DSE, "dse/seeded.c", labels, &seeded);
    assert_eq!(inner(&run).status, Status::Covered);
    assert_eq!(inner(&run).engine, DSE);
    let of_user = run
        .tests
        .iter()
        .filter(|of| of.seed.as_deref() == Some("mine"));
    assert_eq!(of_user.count(), 1);
    let first = run
        .objectives
        .iter()
        .find(|of| of.source.before() == "c > 0.9");
    assert_eq!(first.expect("the first condition").verdict.engine, "seeds");
}
