//! Records: reading what was written gives the same records, and totals count them.

mod support;

use quell_results::{
    Bound, Counts, Decision, Evidence, Inputs, InvalidTest, Level, Observable, Percent, Reason,
    Record, Run, Seen, Sight, Status, TimeLimit, Totals,
};
use serde_json::{Value, json};
use support::record;

fn killed() -> Decision {
    Decision::killed(Status::Killed, vec!["t".to_owned()])
}

fn equivalent(complete: bool) -> Decision {
    Decision {
        status: Status::Equivalent,
        complete,
        evidence: Some(Evidence::Proof),
        reason: None,
        ..Decision::not_tried("bmc")
    }
}

fn sight(text: &str) -> Sight {
    Sight {
        what: Observable::value("result"),
        original: Seen::from("0"),
        mutant: Seen::from(text),
    }
}

/// One verdict for each status, and for each kind of survival or equivalence.
fn all() -> Vec<Decision> {
    let of = |status| Decision {
        status,
        reason: None,
        ..Decision::default()
    };
    vec![
        killed(),
        of(Status::Covered),
        equivalent(true),
        equivalent(false),
        Decision::same_code(),
        of(Status::Uncoverable),
        of(Status::Unreached),
        Decision::killed(Status::Timeout, vec!["t".to_owned()]),
        Decision::duplicate("m0".to_owned()),
        of(Status::Suppressed),
        Decision::survived(Level::NotExecuted, Vec::new()),
        Decision::survived(Level::Executed, vec!["t".to_owned()]),
        Decision::survived(Level::WeaklyKilled, vec!["t".to_owned()]),
        Decision::unknown(Reason::Interrupted),
    ]
}

/// A record is flat, so serde buffers its evidence: no field and no digit may be lost.
#[test]
fn records_are_read_as_they_are_written() {
    let test: Inputs =
        serde_json::from_value(json!({"args": [1.5, "nan"], "globals": [["g", -2]]})).unwrap();
    let mut unconfirmed = equivalent(false);
    unconfirmed.seconds = 0.1;
    unconfirmed.engine = "bmc".to_owned();
    unconfirmed.bounds = vec![Bound::Unwinding {
        loops: 16,
        recursion: 12,
    }];
    unconfirmed.unconfirmed = Some(Reason::Unconfirmed {
        test: Box::new(test),
        invalid: Some(InvalidTest::Flaky),
    });
    let mut observed = killed();
    observed.observed = Some(sight("1"));
    observed.seconds = 2.0;
    for (number, decision) in all().into_iter().chain([unconfirmed, observed]).enumerate() {
        let written = record(&format!("m{number}"), decision);
        let text = serde_json::to_string(&written).unwrap();
        let read: Record = serde_json::from_str(&text).unwrap();
        assert_eq!(read, written, "{text}");
    }
}

#[test]
fn numbers_keep_their_digits() {
    let long = "12345678901234567890123.5";
    let text = format!("{{\"args\": [{long}]}}");
    let reason = Reason::Unconfirmed {
        test: Box::new(serde_json::from_str(&text).unwrap()),
        invalid: None,
    };
    let text = serde_json::to_string(&record("m", Decision::unknown(reason))).unwrap();
    let read: Record = serde_json::from_str(&text).unwrap();
    assert!(
        serde_json::to_string(&read).unwrap().contains(long),
        "{text}"
    );
}

#[test]
fn empty_fields_are_omitted() {
    let written = serde_json::to_value(record(
        "m",
        Decision::survived(Level::NotExecuted, Vec::new()),
    ));
    let written = written.unwrap();
    let fields: Vec<&str> = written
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    let expected = [
        "id", "kind", "operator", "function", "file", "span", "source", "status", "level",
    ];
    assert_eq!(fields, expected);
}

#[test]
fn each_objective_counts_once() {
    let decisions = all();
    let totals = Totals::of(&decisions);
    let Value::Object(counts) = serde_json::to_value(totals.counts).unwrap() else {
        panic!();
    };
    let sum: u64 = counts
        .iter()
        .filter(|(name, _)| *name != "objectives")
        .map(|(_, count)| count.as_u64().unwrap())
        .sum();
    assert_eq!((sum, totals.counts.objectives), (14, 14));
    let equivalences = totals.equivalences;
    let parts = equivalences.complete + equivalences.up_to_bounds + equivalences.same_code;
    assert_eq!((parts, totals.counts.equivalent), (3, 3));
    let survivors = totals.survivors;
    let parts = survivors.not_executed + survivors.executed + survivors.weakly_killed;
    assert_eq!((parts, totals.counts.survived), (3, 3));
    // Without equivalent, uncoverable, duplicate and suppressed objectives.
    assert_eq!(totals.counted(), 8);
    assert_eq!(
        (totals.killed(), totals.weakly_killed(), totals.executed()),
        (3, 4, 5)
    );
    let score = Percent {
        least: 37.5,
        most: 62.5,
    };
    assert_eq!(totals.score, Some(score));
}

#[test]
fn empty_totals_have_no_score() {
    let totals = Totals::of(&[Decision::same_code()]);
    assert_eq!((totals.counted(), totals.score), (0, None));
    assert_eq!(Counts::of(&[]), Counts::default());
}

#[test]
fn duplicates_share_a_verdict_and_reasons_are_named_once() {
    let late = || {
        Decision::unknown(Reason::OutOfTime {
            limit: TimeLimit::Function,
        })
    };
    let records = vec![
        record("m0", killed()),
        record("m1", Decision::duplicate("m0".to_owned())),
        record("m2", late()),
        record("m3", late()),
    ];
    let run = Run {
        objectives: records,
        ..Run::default()
    }
    .finished();
    let statuses: Vec<Status> = run.shared_verdicts().iter().map(|of| of.status).collect();
    let (killed, unknown) = (Status::Killed, Status::Unknown);
    assert_eq!(statuses, [killed, killed, unknown, unknown]);
    assert_eq!(
        (run.totals.counts.killed, run.totals.counts.duplicate),
        (1, 1)
    );
    assert_eq!(run.functions.len(), 1);
    assert_eq!(run.functions[0].reasons.len(), 1);
    let read: Run = serde_json::from_str(&run.to_json()).unwrap();
    assert_eq!(read, run);
}
