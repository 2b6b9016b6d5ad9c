//! Scores: totals, order, JSON.

use quell_results::{
    Kill, MutantReport, Percent, Score, Span, TestReport, Totals, Verdict, Verdicts,
};

fn mutant(id: &str, line: u32, verdict: Verdict) -> MutantReport {
    MutantReport {
        id: id.to_owned(),
        operator: id.split('-').next().unwrap_or_default().to_owned(),
        function: "f".to_owned(),
        span: Span {
            file: "f.c".to_owned(),
            line,
            ..Span::default()
        },
        diff: quell_results::Diff::default(),
        verdict,
    }
}

fn test(id: &str) -> TestReport {
    TestReport {
        id: id.to_owned(),
        function: "f".to_owned(),
        ended: "returned 3".to_owned(),
        executed: 0,
        infected: 0,
        killed: 0,
        unchecked: None,
    }
}

fn kill(mutant: &str, test: &str) -> Kill {
    Kill {
        mutant: mutant.to_owned(),
        test: test.to_owned(),
        what: "result".to_owned(),
        original: "3".to_owned(),
        observed: "4".to_owned(),
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
            Verdict::Killed {
                tests: by(&["t1", "t2"]),
            },
        ),
        ("AOR-2", 3, Verdict::Timeout { tests: by(&["t1"]) }),
        ("AOR-3", 3, Verdict::WeaklyKilled { tests: by(&["t2"]) }),
        ("AOR-4", 4, Verdict::Executed { tests: by(&["t2"]) }),
        ("AOR-5", 5, Verdict::NotExecuted),
        ("AOR-6", 6, Verdict::Equivalent),
        (
            "AOR-7",
            7,
            Verdict::Duplicate {
                of: "ROR-1".to_owned(),
            },
        ),
    ];
    let mutants = verdicts.map(|(id, line, verdict)| mutant(id, line, verdict));
    Score {
        tests: vec![test("t2"), test("t1")],
        mutants: mutants.to_vec(),
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

/// The columns of the table contain each other; verdicts do not.
#[test]
fn totals_grow_and_verdicts_add_up() {
    let score = score().finished();
    let one_each = Verdicts {
        killed: 1,
        timeout: 1,
        weakly_killed: 1,
        executed: 1,
        not_executed: 1,
        equivalent: 1,
        duplicate: 1,
        unfinished: 0,
    };
    assert_eq!(score.verdicts, one_each);
    let of = score.totals;
    let columns = [of.mutants, of.executed, of.weakly_killed, of.killed];
    assert_eq!(columns, [7, 4, 3, 2]);
    assert_eq!([of.timeouts, of.same_code], [1, 2]);
}

/// Whatever becomes of what is left, the score is between the two.
#[test]
fn what_is_unfinished_leaves_the_score_open() {
    let mut score = score();
    score
        .mutants
        .extend((8..13).map(|line| mutant("AOR-8", line, Verdict::Unfinished)));
    let totals = score.finished().totals;
    assert_eq!((totals.mutants, totals.unfinished), (12, 5));
    assert_eq!(totals.score, percent(20.0, 70.0));
    assert_eq!(totals.weak_score, percent(30.0, 80.0));
}

#[test]
fn totals_leave_out_what_cannot_be_killed() {
    let totals = score().finished().totals;
    assert_eq!((totals.mutants, totals.counted()), (7, 5));
    assert_eq!(totals.score, percent(40.0, 40.0));
    assert_eq!(totals.weak_score, percent(60.0, 60.0));
    assert_eq!(Totals::of([&Verdict::Equivalent]).score, None);
    let alive = score()
        .mutants
        .iter()
        .filter(|of| of.verdict.is_alive())
        .count();
    assert_eq!(alive, 3);
}

#[test]
fn there_is_one_order() {
    let finished = score().finished();
    let mut shuffled = score();
    shuffled.mutants.reverse();
    shuffled.kills.reverse();
    assert_eq!(shuffled.finished(), finished);
    let ids: Vec<_> = finished.mutants.iter().map(|of| &of.id[..]).collect();
    assert_eq!(
        ids,
        [
            "AOR-2", "AOR-3", "AOR-4", "AOR-5", "AOR-6", "AOR-7", "ROR-1"
        ]
    );
    let kills = finished.kills.iter();
    let kills: Vec<_> = kills.map(|of| (&of.mutant[..], &of.test[..])).collect();
    assert_eq!(kills, [("AOR-2", "t1"), ("ROR-1", "t2"), ("ROR-1", "t1")]);
    assert_eq!(
        finished.mutants[6].verdict,
        Verdict::Killed {
            tests: by(&["t2", "t1"])
        }
    );
}

#[test]
fn json_gives_everything_back() {
    let score = score().finished();
    let text = score.to_json();
    assert!(text.contains(r#""schema": "quell-score-2""#), "{text}");
    assert!(text.contains(r#""status": "weakly_killed""#), "{text}");
    assert_eq!(serde_json::from_str::<Score>(&text).unwrap(), score);
}
