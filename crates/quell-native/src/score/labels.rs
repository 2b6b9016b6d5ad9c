//! Which labels the tests of a suite cover: what the recording of the original shows, if the machine does not contradict it.
//!
//! One recorded run of a test shows all labels that it covers, whatever their number. The machine finds predicates whose value is
//! undefined, which cover nothing; where it cannot follow a test to its end, the native run decides. A label of a run-time error
//! is covered by undefined behaviour alone, which no test of a suite has.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use quell_exec::Program;
use quell_objectives::meta::Meta;
use quell_objectives::{Label, Objective, ObjectiveId};

use super::prepare::{Ready, machine_settings};
use super::{Settings, Subject};
use crate::Recording;
use crate::labels::{Judgement, LabelConditions, is_exact, is_run_time_error, label_of};

/// The labels that each test covers, in the order of the tests.
pub fn covered(
    subject: &Subject<'_>,
    built: &Meta,
    (tests, recordings): (&[Ready<'_>], &[Recording]),
    settings: &Settings,
) -> Vec<BTreeSet<ObjectiveId>> {
    let all = subject.objectives.iter();
    let labels = all.filter_map(|of| Some((&of.id, label_of(of)?)));
    let program = Rc::new(Program::new(subject.shared.clone()));
    let referee = Referee {
        labels: labels.collect(),
        conditions: LabelConditions::new(&program, subject.objectives.iter()),
        settings,
    };
    let pairs = tests.iter().zip(recordings);
    let covered = pairs.map(|(test, recording)| referee.covered(test, met(built, recording)));
    covered.collect()
}

/// The objectives whose conditions a recorded run met.
fn met<'b>(built: &'b Meta, recording: &'b Recording) -> impl Iterator<Item = &'b ObjectiveId> {
    let numbers = recording.infected.iter();
    numbers.filter_map(|&number| built.objective(number))
}

struct Referee<'a> {
    labels: BTreeMap<&'a ObjectiveId, &'a Label>,
    /// The predicates that the machine can evaluate.
    conditions: Option<LabelConditions>,
    settings: &'a Settings,
}

impl Referee<'_> {
    fn covered<'b>(
        &self,
        test: &Ready<'_>,
        met: impl Iterator<Item = &'b ObjectiveId>,
    ) -> BTreeSet<ObjectiveId> {
        let can_count = |id: &&ObjectiveId| {
            let label = self.labels.get(id);
            label.is_some_and(|label| is_exact(label) && !is_run_time_error(label))
        };
        let mut covered: BTreeSet<ObjectiveId> = met.filter(can_count).cloned().collect();
        if covered.is_empty() {
            return covered;
        }
        if let Some(conditions) = &self.conditions
            && let Ok(judged) = conditions.judge(&test.call.image, machine_settings(self.settings))
        {
            covered.retain(|id| is_confirmed(conditions, &judged, test, id));
        }
        covered
    }
}

/// Whether the machine agrees that a test covers a label. If it did not come to the end of the test, it may not have seen it.
fn is_confirmed(
    conditions: &LabelConditions,
    judged: &Judgement,
    test: &Ready<'_>,
    id: &ObjectiveId,
) -> bool {
    let Some(label) = conditions.get(id) else {
        return true;
    };
    match test.unchecked {
        None => judged.holds(label),
        Some(_) => !judged.is_undefined(label),
    }
}

/// Whether tests can kill an objective, and not cover it.
pub fn is_mutant(objective: &Objective) -> bool {
    label_of(objective).is_none() && !crate::labels::is_hyper_label(objective)
}
