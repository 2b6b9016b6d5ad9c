//! Concolic execution: the four explorations of the paper, what is concrete, bounds, and mutants.

#[path = "support/deciding.rs"]
mod deciding;
#[path = "labels/support.rs"]
mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use deciding::{BMC, decide_by, root, run_by, settings};
use quell_engine::{DseSettings, LabelExploration, SearchOrder, Settings};
use quell_results::{Bound, Reason, Record, Run, Status};
use support::labelled;

const DSE: &str = "dse";
const EXPLORATIONS: [(&str, LabelExploration); 4] = [
    ("none", LabelExploration::None),
    ("direct", LabelExploration::Direct),
    ("tight", LabelExploration::Tight),
    ("tight-idl", LabelExploration::TightIdl),
];

fn file(name: &str) -> String {
    format!("crates/quell-engine/tests/{name}")
}

fn cover(name: &str, criteria: &str, settings: &Settings) -> Run {
    let labels = labelled(&file(name), criteria);
    let run = labels.with_subject(|subject| run_by(DSE, subject, settings));
    run.unwrap_or_else(|error| panic!("{error}"))
}

fn explore(name: &str, criteria: &str, dse: DseSettings) -> Run {
    cover(name, criteria, &Settings { dse, ..settings() })
}

fn as_in_the_paper(labels: LabelExploration) -> DseSettings {
    DseSettings {
        labels,
        order: SearchOrder::DepthFirst,
        exhaustive: true,
    }
}

/// The expectations in comments: by function and exploration the number of paths.
fn expected(text: &str) -> BTreeMap<(String, String), u64> {
    let mut all = BTreeMap::new();
    for line in text.lines() {
        let Some((name, counts)) = line.strip_prefix("// ").and_then(|of| of.split_once(": "))
        else {
            continue;
        };
        let words: Vec<&str> = counts.split(' ').collect();
        for pair in words.chunks(2) {
            let count = pair[1].parse().expect("a number");
            all.insert((name.to_owned(), pair[0].to_owned()), count);
        }
    }
    all
}

fn covered(run: &Run) -> BTreeSet<&str> {
    let covered = run.objectives.iter();
    let covered = covered.filter(|of| of.verdict.status == Status::Covered);
    covered.map(|of| of.id.as_str()).collect()
}

#[test]
fn paths_of_the_four_explorations_are_those_counted_by_hand() {
    let name = "dse/explorations.c";
    let text = std::fs::read_to_string(root().join(file(name))).unwrap();
    let expected = expected(&text);
    assert_eq!(expected.len(), 8 * 4);
    let mut counted = BTreeMap::new();
    for (exploration, labels) in EXPLORATIONS {
        let run = explore(name, "LABEL", as_in_the_paper(labels));
        for of in &run.explorations {
            assert!(of.complete, "{of:?}");
            let key = (of.function.clone(), exploration.to_owned());
            counted.insert(key, of.paths);
        }
        let all: u64 = run.explorations.iter().map(|of| of.paths).sum();
        assert_eq!(run.statistics.paths, Some(all));
    }
    assert_eq!(counted, expected);
}

/// What tight exploration with deletion covers is all that the others cover; without searching for labels less is covered, and
/// nothing proved.
#[test]
fn explorations_cover_the_same_labels() {
    let runs = EXPLORATIONS
        .map(|(_, labels)| explore("dse/explorations.c", "LABEL", as_in_the_paper(labels)));
    let [none, direct, tight, idl] = &runs;
    assert_eq!(covered(direct), covered(idl));
    assert_eq!(covered(tight), covered(idl));
    assert!(covered(none).is_subset(&covered(idl)));
    assert!(covered(none).len() < covered(idl).len());
    let uncoverable = |run: &Run| run.totals.counts.uncoverable;
    assert_eq!(runs.each_ref().map(uncoverable), [0, 1, 1, 1]);
    let open = none
        .objectives
        .iter()
        .filter_map(|of| of.verdict.reason.as_ref());
    let open: Vec<&Reason> = open.collect();
    assert!(!open.is_empty());
    assert!(
        open.iter()
            .all(|of| matches!(of, Reason::ExploredPaths { .. })),
        "{open:?}"
    );
}

/// DSE(P) does not know the labels: its paths and queries do not depend on them. What its tests cover is measured afterwards, also if
/// the search does not end.
#[test]
fn without_labels_the_search_is_that_of_the_program() {
    let plain = as_in_the_paper(LabelExploration::None);
    let searches = ["FC", "CC,MCC,WM"].map(|criteria| {
        let run = explore("labels/exhaustive/flow.c", criteria, plain);
        assert!(run.totals.counts.covered > 0);
        let explorations = run.explorations.into_iter();
        let counts = explorations.map(|of| (of.function, of.paths, of.infeasible, of.queries));
        counts.collect::<Vec<_>>()
    });
    assert_eq!(searches[0], searches[1]);
    let mut short = Settings {
        dse: plain,
        ..settings()
    };
    short.budgets.function = Duration::from_secs(2);
    let run = cover("dse/endless.c", "CC", &short);
    assert!(!run.explorations[0].complete);
    assert!(run.totals.counts.covered > 4, "{:?}", run.totals);
}

/// Every order of the search comes to the same verdicts, and follows the same paths.
#[test]
fn orders_differ_in_their_order_alone() {
    let orders = [
        SearchOrder::DepthFirst,
        SearchOrder::Generational,
        SearchOrder::Guided,
    ];
    let runs = orders.map(|order| {
        let dse = DseSettings {
            order,
            exhaustive: true,
            labels: LabelExploration::Direct,
        };
        explore("labels/exhaustive/flow.c", "CC,MCC", dse)
    });
    let said = |run: &Run| {
        let verdicts = run
            .objectives
            .iter()
            .map(|of| (of.id.clone(), of.verdict.status));
        let paths: Vec<u64> = run.explorations.iter().map(|of| of.paths).collect();
        (verdicts.collect::<Vec<_>>(), paths)
    };
    let [depth_first, generational, guided] = runs.each_ref().map(said);
    assert_eq!(depth_first, generational);
    assert_eq!(depth_first, guided);
}

/// Where a value was concretised, what is not covered is unknown, and the reason names it.
#[test]
fn what_was_concrete_is_named() {
    let run = cover("dse/concrete.c", "CC", &settings());
    let unknown: Vec<&Record> = run
        .objectives
        .iter()
        .filter(|of| of.verdict.status == Status::Unknown)
        .collect();
    let [unknown] = &unknown[..] else {
        panic!("{unknown:?}");
    };
    assert_eq!(unknown.source.before(), "c > 2.0");
    let Some(Reason::Concretised { values }) = &unknown.verdict.reason else {
        panic!("{unknown:?}");
    };
    assert!(
        values
            .iter()
            .all(|value| value.function.as_deref() == Some("cos")),
        "{values:?}"
    );
    let lines: BTreeSet<_> = values
        .iter()
        .map(|of| of.at.as_ref().and_then(|at| at.line))
        .collect();
    assert_eq!(lines, BTreeSet::from([Some(6)]));
    assert_eq!(covered(&run).len(), run.objectives.len() - 1);
}

/// A label that only inputs cover on which the original aborts is covered by one of them.
#[test]
fn inputs_on_which_the_original_aborts_cover_labels() {
    let run = cover("dse/aborting.c", "CC", &settings());
    let said: Vec<(&str, Status, bool)> = run
        .objectives
        .iter()
        .map(|of| {
            let verdict = &of.verdict;
            (of.source.before(), verdict.status, verdict.original_aborts)
        })
        .collect();
    assert!(
        said.contains(&("a == 3", Status::Covered, true)),
        "{said:?}"
    );
    assert!(
        said.contains(&("a < 3", Status::Uncoverable, false)),
        "{said:?}"
    );
}

/// A label behind more iterations than the unwinding bound is no proof without bounds.
#[test]
fn behind_a_loop_a_proof_has_bounds() {
    let mut settings = settings();
    settings.usual.unroll = Some(4);
    let run = cover("labels/loop.c", "CC", &settings);
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

/// Mutants: what concolic execution kills and proves, bounded model checking kills and proves.
#[test]
fn mutants_are_decided_as_by_bounded_model_checking() {
    for name in ["labels/exhaustive/flow.c", "labels/exhaustive/decisions.c"] {
        let (own, _) = decide_by(DSE, &file(name), "symbmc");
        let (bmc, _) = decide_by(BMC, &file(name), "symbmc");
        // A mutant that does not end on one test may end on another.
        let said = |of: &Record| match of.verdict.status {
            Status::Timeout => Status::Killed,
            status => status,
        };
        let mut counts = BTreeMap::<(Status, Status), usize>::new();
        for (own, bmc) in own.objectives.iter().zip(&bmc.objectives) {
            *counts.entry((said(own), said(bmc))).or_default() += 1;
            let is_open = said(own) == Status::Unknown && own.verdict.reason.is_some();
            assert!(said(own) == said(bmc) || is_open, "{own:?}\n{bmc:?}");
        }
        let known = |own, bmc| counts.get(&(own, bmc)).copied().unwrap_or(0);
        assert!(
            known(Status::Equivalent, Status::Equivalent) > 0,
            "{counts:?}"
        );
        let (killed, missed) = (
            known(Status::Killed, Status::Killed),
            known(Status::Unknown, Status::Killed),
        );
        assert!(killed > 40 && killed > 20 * missed, "{counts:?}");
    }
}
