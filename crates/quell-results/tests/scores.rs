//! Scores: totals, order, JSON.

mod support;

use quell_results::{
    Decision, Ending, Kill, Level, Observable, Percent, Reason, Record, RecordKind, Score, Seen,
    Sight, Status, Survivors, TestReport, Totals,
};
use support::record;

fn mutant(id: &str, line: u32, verdict: Decision) -> Record {
    let mut record = record(id, verdict);
    record.operator = id.split('-').next().map(str::to_owned);
    record.span.line = line;
    record
}

fn test(id: &str) -> TestReport {
    TestReport {
        id: id.to_owned(),
        function: Some("f".to_owned()),
        ended: Ending::Returned {
            value: Some("3".to_owned()),
        },
        executed: 0,
        infected: 0,
        killed: 0,
        covered: 0,
        unchecked: None,
    }
}

fn sight(mutant: &str) -> Sight {
    Sight {
        what: Observable::value("result"),
        original: Seen::from("3"),
        mutant: Seen::from(mutant),
    }
}

fn kill(objective: &str, test: &str) -> Kill {
    Kill {
        objective: objective.to_owned(),
        test: test.to_owned(),
        observed: sight(&format!("4 on {test}")),
    }
}

fn by(tests: &[&str]) -> Vec<String> {
    tests.iter().map(|&test| test.to_owned()).collect()
}

fn score() -> Score {
    let verdicts = [
        (
            "ROR-1",
            9,
            Decision::killed(Status::Killed, by(&["t1", "t2"])),
        ),
        ("AOR-2", 3, Decision::killed(Status::Timeout, by(&["t1"]))),
        (
            "AOR-3",
            3,
            Decision::survived(Level::WeaklyKilled, by(&["t2"])),
        ),
        ("AOR-4", 4, Decision::survived(Level::Executed, by(&["t2"]))),
        ("AOR-5", 5, Decision::survived(Level::NotExecuted, by(&[]))),
        ("AOR-6", 6, Decision::same_code()),
        ("AOR-7", 7, Decision::duplicate("ROR-1".to_owned())),
    ];
    let mutants = verdicts.map(|(id, line, verdict)| mutant(id, line, verdict));
    Score {
        tests: vec![test("t2"), test("t1")],
        objectives: mutants.to_vec(),
        kills: vec![
            kill("ROR-1", "t1"),
            kill("AOR-2", "t1"),
            kill("ROR-1", "t2"),
        ],
        ..Score::default()
    }
}

fn percent(least: f64, most: f64) -> Option<Percent> {
    Some(Percent { least, most })
}

/// Each column of the table includes the next; counts by status are disjoint.
#[test]
fn columns_are_nested_and_counts_add_up() {
    let of = score().finished().totals;
    let counts = of.counts;
    let by_status = [
        counts.killed,
        counts.timeout,
        counts.survived,
        counts.equivalent,
        counts.duplicate,
    ];
    assert_eq!(by_status, [1, 1, 3, 1, 1]);
    let one_each = Survivors {
        not_executed: 1,
        executed: 1,
        weakly_killed: 1,
    };
    assert_eq!(of.survivors, one_each);
    let columns = [
        counts.objectives,
        of.executed(),
        of.weakly_killed(),
        of.killed(),
    ];
    assert_eq!(columns, [7, 4, 3, 2]);
    assert_eq!([counts.timeout, of.same_code()], [1, 2]);
}

/// The score is an interval that contains the final score, whatever the verdicts of the remaining mutants.
#[test]
fn unfinished_mutants_make_the_score_an_interval() {
    let mut score = score();
    let left = || Decision::unknown(Reason::Interrupted);
    let more = (8..13).map(|line| mutant("AOR-8", line, left()));
    score.objectives.extend(more);
    let totals = score.finished().totals;
    assert_eq!((totals.counts.objectives, totals.counts.unknown), (12, 5));
    assert_eq!(totals.score, percent(20.0, 70.0));
    assert_eq!(totals.weak_score, percent(30.0, 80.0));
}

#[test]
fn totals_omit_mutants_that_cannot_be_killed() {
    let totals = score().finished().totals;
    assert_eq!((totals.counts.objectives, totals.counted()), (7, 5));
    assert_eq!(totals.score, percent(40.0, 40.0));
    assert_eq!(totals.weak_score, percent(60.0, 60.0));
    assert_eq!(Totals::of([&Decision::same_code()]).score, None);
}

#[test]
fn the_order_is_canonical() {
    let finished = score().finished();
    let mut shuffled = score();
    shuffled.objectives.reverse();
    shuffled.kills.reverse();
    assert_eq!(shuffled.finished(), finished);
    let ids: Vec<_> = finished.objectives.iter().map(|of| &of.id[..]).collect();
    assert_eq!(
        ids,
        [
            "AOR-2", "AOR-3", "AOR-4", "AOR-5", "AOR-6", "AOR-7", "ROR-1"
        ]
    );
    let kills = finished.kills.iter();
    let kills: Vec<_> = kills.map(|of| (&of.objective[..], &of.test[..])).collect();
    assert_eq!(kills, [("AOR-2", "t1"), ("ROR-1", "t2"), ("ROR-1", "t1")]);
    let verdict = &finished.objectives[6].verdict;
    assert_eq!(
        (verdict.status, &verdict.tests),
        (Status::Killed, &by(&["t2", "t1"]))
    );
    // The observation of the first test.
    assert_eq!(verdict.observed, Some(sight("4 on t2")));
}

#[test]
fn json_preserves_everything() {
    let score = score().finished();
    let text = score.to_json();
    assert!(text.contains(r#""schema": "quell-score-4""#), "{text}");
    assert!(text.contains(r#""level": "weakly_killed""#), "{text}");
    assert_eq!(serde_json::from_str::<Score>(&text).unwrap(), score);
}

fn label(id: &str, verdict: Decision) -> Record {
    let mut label = record(id, verdict);
    (label.operator, label.criterion) = (None, Some("CC".to_owned()));
    label.kind = RecordKind::Label;
    label
}

/// Which status a hyperlabel of the labels `a` to `e` gets.
fn hyper_label(alternatives: &[&[&str]]) -> (Status, Vec<String>) {
    let mut hyper = label("H", Decision::not_tried(""));
    hyper.kind = RecordKind::HyperLabel;
    hyper.alternatives = alternatives.iter().map(|labels| by(labels)).collect();
    let uncovered = |level| Decision::uncovered(Some(level), Vec::new());
    let score = Score {
        tests: vec![test("t1"), test("t2"), test("t3")],
        objectives: vec![
            hyper,
            label("a", Decision::covered(by(&["t2", "t1"]))),
            label("b", Decision::covered(by(&["t3", "t1"]))),
            label("c", Decision::covered(by(&["t3"]))),
            label("d", uncovered(Level::Executed)),
            label("e", Decision::unknown(Reason::NotRecorded)),
        ],
        ..Score::default()
    };
    let score = score.finished();
    assert_eq!(score.totals.counts.objectives, 6);
    let last = score.objectives.last().unwrap();
    assert_eq!(last.id, "H");
    (last.verdict.status, last.verdict.tests.clone())
}

/// A suite covers a hyperlabel if it covers all labels of one alternative; what is unknown leaves it open only where it decides.
#[test]
fn hyper_labels_follow_from_their_labels() {
    let covered = |tests: &[&str]| (Status::Covered, by(tests));
    assert_eq!(hyper_label(&[&["a", "b"]]), covered(&["t1"]));
    assert_eq!(hyper_label(&[&["d"], &["a", "c"]]), covered(&["t1", "t3"]));
    assert_eq!(hyper_label(&[&["a", "d"], &["d"]]).0, Status::Uncovered);
    assert_eq!(hyper_label(&[&["d", "e"]]).0, Status::Uncovered);
    assert_eq!(hyper_label(&[&["d"], &["a", "e"]]).0, Status::Unknown);
    assert_eq!(hyper_label(&[&["e"], &["a"]]), covered(&["t1"]));
}

/// Labels count for coverage alone.
#[test]
fn uncovered_labels_are_no_survivors() {
    let score = Score {
        objectives: vec![
            label("a", Decision::covered(by(&["t1"]))),
            label("d", Decision::uncovered(Some(Level::Executed), Vec::new())),
        ],
        ..Score::default()
    };
    let totals = score.finished().totals;
    assert_eq!((totals.counts.covered, totals.counts.uncovered), (1, 1));
    assert_eq!(totals.survivors, Survivors::default());
    assert_eq!((totals.coverage, totals.score), (percent(50.0, 50.0), None));
}
