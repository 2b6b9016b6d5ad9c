//! Hyperlabels, decided from what is known of their labels.

use std::collections::{BTreeMap, BTreeSet};

use quell_values::scope::Scope;

use crate::reason::Reason;
use crate::record::{Decision, Evidence, Record, RecordKind, Status};

/// Decides the hyperlabels among records, unless something is known of them already.
pub fn decide(records: &mut [Record]) {
    let labels = records.iter().filter(|of| of.kind == RecordKind::Label);
    let labels: BTreeMap<String, Decision> = labels
        .map(|of| (of.id.clone(), of.verdict.clone()))
        .collect();
    let labels = labels.iter().collect();
    let is_open = |of: &&mut Record| {
        of.kind == RecordKind::HyperLabel && of.verdict.status == Status::Unknown
    };
    for record in records.iter_mut().filter(is_open) {
        record.verdict = decision(&record.alternatives, &labels, "");
    }
}

/// The decision on a hyperlabel with these alternatives, given those on all labels.
pub fn decision<I: Ord + ToString>(
    alternatives: &[Vec<I>],
    labels: &BTreeMap<&I, &Decision>,
    engine: &str,
) -> Decision {
    let known: Vec<Vec<&Decision>> = alternatives
        .iter()
        .map(|ids| {
            ids.iter()
                .filter_map(|id| labels.get(id).copied())
                .collect()
        })
        .collect();
    let unknown = Decision::not_tried(engine);
    // A label without a decision decides nothing.
    let is_whole = |place: usize| known[place].len() == alternatives[place].len();
    let is_covered = |place: &usize| {
        is_whole(*place) && known[*place].iter().all(|of| of.status == Status::Covered)
    };
    if let Some(place) = (0..known.len()).find(is_covered) {
        return covered(&known[place], unknown);
    }
    let denied: Option<Vec<&Decision>> = known.iter().map(|labels| strongest(labels)).collect();
    if let Some(denied) = denied {
        return uncoverable(&denied, unknown);
    }
    // The tests of a suite leave labels uncovered: it does not cover the hyperlabel, whatever is unknown beside that.
    let is_left = |labels: &Vec<&Decision>| labels.iter().any(|of| of.status == Status::Uncovered);
    let is_denied = |labels: &Vec<&Decision>| strongest(labels).is_some();
    match known
        .iter()
        .all(|labels| is_left(labels) || is_denied(labels))
    {
        true => Decision::uncovered(None, Vec::new()),
        false => Decision {
            reason: Some(Reason::OpenLabels {
                labels: open(alternatives, labels),
            }),
            ..unknown
        },
    }
}

fn covered(labels: &[&Decision], unknown: Decision) -> Decision {
    Decision {
        status: Status::Covered,
        tests: fewest_tests(labels),
        original_aborts: labels.iter().any(|of| of.original_aborts),
        reason: None,
        ..unknown
    }
}

/// A test for each label, as few as possible: always the one that covers most of the labels that are left.
fn fewest_tests(labels: &[&Decision]) -> Vec<String> {
    let mut left: Vec<&Decision> = labels.to_vec();
    let mut chosen = Vec::new();
    while !left.is_empty() {
        let mut counts: BTreeMap<&String, usize> = BTreeMap::new();
        for test in left.iter().flat_map(|of| &of.tests) {
            *counts.entry(test).or_default() += 1;
        }
        let most = counts.values().max().copied();
        let mut tests = left.iter().flat_map(|of| &of.tests);
        let Some(test) = tests.find(|test| counts.get(test).copied() == most) else {
            break;
        };
        chosen.push(test.clone());
        left.retain(|of| !of.tests.contains(test));
    }
    chosen
}

/// Of the labels of an alternative the one that says with the least bounds and assumptions that it is impossible.
fn strongest<'d>(labels: &[&'d Decision]) -> Option<&'d Decision> {
    let is_denied = |of: &&&Decision| matches!(of.status, Status::Uncoverable | Status::Unreached);
    let denied = labels.iter().filter(is_denied);
    let weakness = |of: &&&Decision| (of.bounds.len(), of.assumptions.len());
    denied.min_by_key(weakness).copied()
}

/// Each alternative has a label that no input covers: what all these proofs cover together.
fn uncoverable(denied: &[&Decision], unknown: Decision) -> Decision {
    let mut scope = Scope::default();
    for label in denied {
        scope.extend(&Scope {
            assumptions: label.assumptions.clone(),
            bounds: label.bounds.clone(),
        });
    }
    let mut reached = denied.iter().filter(|of| of.status != Status::Unreached);
    let is_unreached = reached.next().is_none() && !denied.is_empty();
    Decision {
        status: match is_unreached {
            true => Status::Unreached,
            false => Status::Uncoverable,
        },
        complete: scope.is_complete(),
        bounds: scope.bounds,
        assumptions: scope.assumptions,
        evidence: Some(Evidence::Proof),
        reason: None,
        ..unknown
    }
}

/// The labels that are not decided, each once.
fn open<I: Ord + ToString>(
    alternatives: &[Vec<I>],
    labels: &BTreeMap<&I, &Decision>,
) -> Vec<String> {
    let is_open = |id: &&I| {
        let known = labels.get(id);
        known.is_none_or(|known| known.status == Status::Unknown)
    };
    let all: BTreeSet<&I> = alternatives.iter().flatten().collect();
    let open = all.into_iter().filter(is_open);
    open.map(ToString::to_string).collect()
}
