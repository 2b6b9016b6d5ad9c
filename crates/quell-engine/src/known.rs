//! What is known before a run: decisions of an earlier one, with their tests.
//!
//! - **Known objectives are not decided again.** They are not built into the native program and no engine sees them. They stand
//!   in the result with their decision, and the tests that these name are part of the suite.
//! - **The caller answers for them.** A decision has to hold for the program, the input contract and the settings of this run.
//! - **Hyperlabels are never known.** What is known of their labels decides them, which costs nothing. Their labels are known
//!   all together or not at all, because it depends on all of them which one is still needed.

use std::collections::{BTreeMap, BTreeSet};

use quell_objectives::{Objective, ObjectiveId};
use quell_results::{Decision, Status, WrittenTest};

use crate::labels::is_hyper_label;

/// Decisions on objectives, and the tests that they name.
#[derive(Clone, Debug, Default)]
pub struct Known {
    decisions: BTreeMap<ObjectiveId, Decision>,
    tests: Vec<WrittenTest>,
}

impl Known {
    /// Decisions by the ids of objectives. Tests that none of them names are left out of the suite.
    pub fn new(
        decisions: impl IntoIterator<Item = (ObjectiveId, Decision)>,
        tests: Vec<WrittenTest>,
    ) -> Self {
        Self {
            decisions: decisions.into_iter().collect(),
            tests,
        }
    }

    pub fn decision(&self, id: &ObjectiveId) -> Option<&Decision> {
        self.decisions.get(id)
    }

    /// The same with what another one knows beside that.
    pub fn or(mut self, other: Self) -> Self {
        for (id, decision) in other.decisions {
            self.decisions.entry(id).or_insert(decision);
        }
        self.tests.extend(other.tests);
        self
    }

    /// How many objectives are known.
    pub fn len(&self) -> usize {
        self.decisions.len()
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.decisions.is_empty()
    }

    pub fn tests(&self) -> &[WrittenTest] {
        &self.tests
    }

    /// The part that is about these objectives: a duplicate is known only together with the mutant whose code it has, and a
    /// test kills only what is known to be killed by it.
    pub fn about(&self, objectives: &[Objective]) -> Self {
        let own: BTreeSet<&ObjectiveId> = objectives
            .iter()
            .filter(|objective| !is_hyper_label(objective))
            .map(|objective| &objective.id)
            .collect();
        let is_whole = |decision: &Decision| match decision.status {
            Status::Duplicate => partner(decision).is_some_and(|id| {
                let known = self.decisions.get(&id);
                own.contains(&id) && known.is_some_and(|of| of.status != Status::Duplicate)
            }),
            _ => true,
        };
        let decisions = self.decisions.iter();
        let decisions = decisions.filter(|(id, of)| own.contains(id) && is_whole(of));
        let decisions = decisions.map(|(id, of)| (id.clone(), of.clone()));
        let mut about = Self::new(decisions, Vec::new());
        while about.forget_parts(objectives) {}
        for test in &self.tests {
            let kills = test.kills.iter().filter(|id| about.names(id, &test.id));
            let test = WrittenTest {
                kills: kills.cloned().collect(),
                ..test.clone()
            };
            if !test.kills.is_empty() {
                about.tests.push(test);
            }
        }
        about
    }

    /// Forgets the known labels of hyperlabels that have others; whether there were any. They may be labels of other hyperlabels.
    fn forget_parts(&mut self, objectives: &[Objective]) -> bool {
        let before = self.decisions.len();
        for hyper_label in objectives.iter().filter(|of| is_hyper_label(of)) {
            let labels = || hyper_label.alternatives().iter().flatten();
            if labels().any(|id| !self.decisions.contains_key(id)) {
                labels().for_each(|id| _ = self.decisions.remove(id));
            }
        }
        self.decisions.len() < before
    }

    /// Whether a test is named by the decision on an objective, or on the mutant whose code it has.
    fn names(&self, id: &str, test: &str) -> bool {
        let Some(decision) = self.decisions.get(&ObjectiveId(id.to_owned())) else {
            return false;
        };
        let shared = partner(decision).and_then(|id| self.decisions.get(&id));
        let names = |of: &Decision| of.tests.iter().any(|named| named == test);
        names(shared.unwrap_or(decision))
    }

    /// The highest number of a test whose id is made of this prefix.
    pub(crate) fn last_number(&self, prefix: &str) -> usize {
        let numbers = self.tests.iter().filter_map(|test| {
            let number = test.id.strip_prefix(prefix)?.strip_prefix('-')?;
            number.parse().ok()
        });
        numbers.max().unwrap_or(0)
    }
}

fn partner(decision: &Decision) -> Option<ObjectiveId> {
    decision.duplicate_of.clone().map(ObjectiveId)
}
