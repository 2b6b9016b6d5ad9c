//! The `.labels` files of LTest: read as its tools write them, and written as they read them.

mod support;

use quell_results::ltest::{LabelRow, LabelStatus, read_labels, write};
use quell_results::{Bound, Decision, Level, Record, RecordKind, SourceText, Status};
use support::record;

/// As LAnnotate, LUncov and LReplay write them, with fields left out at the end.
#[test]
fn rows_of_all_tools_are_read() {
    let text = "# LReplay-updated coverage data\n\
                # id, status, tag, origin_loc, current_loc, emitter, drivers, exec_time\n\
                1, unknown, CC, test_CC.c:7, , LAnnot, , 0.\n\
                2, uncoverable, CACC, , quadrant.c:30, EVA, , 0.25\n\
                3, covered, , , quadrant.c:32, LReplay, 1 12, 0.\n\
                4,unreachable\n\
                \n\
                5 , covered , FC\n";
    let rows = read_labels(text).unwrap();
    let shown: Vec<_> = rows.iter().map(|row| (row.number, row.status)).collect();
    use LabelStatus::{Covered, Uncoverable, Unknown};
    let expected = [
        (1, Unknown),
        (2, Uncoverable),
        (3, Covered),
        (4, Uncoverable),
        (5, Covered),
    ];
    assert_eq!(shown, expected);
    assert_eq!(rows[0].origin, "test_CC.c:7");
    let second = LabelRow {
        number: 2,
        status: Uncoverable,
        tag: "CACC".to_owned(),
        origin: String::new(),
        current: "quadrant.c:30".to_owned(),
        emitter: "EVA".to_owned(),
        drivers: Vec::new(),
        seconds: 0.25,
        id: None,
    };
    assert_eq!(rows[1], second);
    assert_eq!(rows[2].drivers, ["1", "12"]);
}

#[test]
fn what_is_wrong_is_named_with_its_line() {
    for (text, message) in [
        (
            "1\n",
            "1: a row has at least an id and a status, with a comma between",
        ),
        (
            "# \n\nx, covered\n",
            "3: the id of a label is a number, and not `x`",
        ),
        (
            "1, maybe\n",
            "1: the status of a label is unknown, covered or uncoverable, and not `maybe`",
        ),
        (
            "1, covered, , , , , , soon",
            "1: exec_time is a number of seconds, and not `soon`",
        ),
        ("1, covered\n1, unknown\n", "2: label 1 has a row already"),
    ] {
        assert_eq!(
            read_labels(text).unwrap_err().to_string(),
            message,
            "{text}"
        );
    }
    assert_eq!(read_labels("").unwrap(), []);
}

fn label(id: &str, verdict: Decision) -> Record {
    let mut label = record(id, verdict);
    (label.operator, label.criterion) = (None, Some("CC".to_owned()));
    label.kind = RecordKind::Label;
    label.source = SourceText::Predicate {
        text: "a".to_owned(),
    };
    label
}

fn hyper(alternatives: &[&[&str]], verdict: Decision) -> Record {
    let mut hyper = label("RACC-9", verdict);
    hyper.kind = RecordKind::HyperLabel;
    let ids = |labels: &&[&str]| labels.iter().map(|&id| id.to_owned()).collect();
    hyper.alternatives = alternatives.iter().map(ids).collect();
    hyper
}

fn uncoverable(is_complete: bool) -> Decision {
    let mut decision = Decision::stated(Status::Uncoverable, Vec::new(), "bmc");
    decision.complete = is_complete;
    if !is_complete {
        decision.bounds = vec![Bound::Calls {
            function: "f".to_owned(),
            count: 3,
        }];
    }
    decision
}

/// A proof with bounds is none for tools that know no bounds; numbers of the user are kept.
#[test]
fn what_is_written_is_read_again() {
    let covered =
        |tests: &[&str]| Decision::covered(tests.iter().map(|&test| test.to_owned()).collect());
    let records = [
        label("LABEL-7", covered(&["by hand", "a,b"])),
        label("CC-1", uncoverable(true)),
        label("LABEL-7-2", uncoverable(false)),
        label(
            "SEQUENCE-3",
            Decision::uncovered(Some(Level::Executed), Vec::new()),
        ),
        label("SEQUENCE-4", covered(&["t"])),
        hyper(&[&["LABEL-7", "SEQUENCE-3"], &["CC-1"]], covered(&["t"])),
    ];
    let files = write(&records);
    let rows = read_labels(&files.labels).unwrap();
    let shown: Vec<_> = rows
        .iter()
        .map(|row| (row.number, row.status, row.id.as_deref().unwrap()))
        .collect();
    let expected = [
        (7, LabelStatus::Covered, "LABEL-7"),
        (8, LabelStatus::Uncoverable, "CC-1"),
        (9, LabelStatus::Unknown, "LABEL-7-2"),
    ];
    assert_eq!(shown, expected);
    assert_eq!(rows[0].drivers, ["by_hand", "a_b"]);
    assert_eq!(
        (rows[0].current.as_str(), rows[0].origin.as_str()),
        ("f.c:3", "")
    );
    assert_eq!(
        (rows[1].current.as_str(), rows[1].origin.as_str()),
        ("", "f.c:3")
    );
    let lines =
        "1) <l7.s3|; ;> + <l8|; ;> - COVERED - [quell],\n2) <s4|; ;> - COVERED - [quell],\n";
    assert_eq!(files.hyper_labels, lines);
    assert_eq!(write(&records[1..2]).hyper_labels, "");
}
