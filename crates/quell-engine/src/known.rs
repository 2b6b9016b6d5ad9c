//! What is known before a run: decisions of an earlier one, with their tests.
//!
//! - **Known objectives are not decided again.** They are not built into the native program and no engine sees them. They stand
//!   in the result with their decision, and the tests that these name are part of the suite.
//! - **The caller answers for them.** A decision has to hold for the program, the input contract and the settings of this run.
//! - **Kills by the tests of another suite** name tests that are not part of the suite of this run: tests of this run and of
//!   earlier ones get other names.
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
    /// Those of the objectives that tests of another suite kill.
    by_suites: BTreeSet<ObjectiveId>,
    /// The names of the tests of other suites.
    foreign: BTreeSet<String>,
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
            ..Self::default()
        }
    }

    /// Kills by the tests of another suite, and the names of all of its tests.
    pub fn by_suite(
        kills: impl IntoIterator<Item = (ObjectiveId, Decision)>,
        tests: impl IntoIterator<Item = String>,
    ) -> Self {
        let decisions: BTreeMap<_, _> = kills.into_iter().collect();
        let named = decisions.values().flat_map(|of| of.tests.iter().cloned());
        Self {
            by_suites: decisions.keys().cloned().collect(),
            foreign: named.chain(tests).collect(),
            decisions,
            tests: Vec::new(),
        }
    }

    /// Objectives that only tests of another suite kill, as far as is known.
    pub fn by_suites(&self) -> &BTreeSet<ObjectiveId> {
        &self.by_suites
    }

    pub fn decision(&self, id: &ObjectiveId) -> Option<&Decision> {
        self.decisions.get(id)
    }

    /// The same with what another one knows beside that. Tests get other names where another suite uses theirs.
    pub fn or(mut self, mut other: Self) -> Self {
        for id in &self.foreign {
            other.rename(id, &self.foreign);
        }
        for id in &other.foreign {
            self.rename(id, &other.foreign);
        }
        let decisions = &self.decisions;
        let further = other.by_suites.into_iter();
        self.by_suites
            .extend(further.filter(|id| !decisions.contains_key(id)));
        self.foreign.extend(other.foreign);
        for (id, decision) in other.decisions {
            self.decisions.entry(id).or_insert(decision);
        }
        self.tests.extend(other.tests);
        self
    }

    /// Gives another name to a test, if there is one of that name.
    fn rename(&mut self, id: &str, used: &BTreeSet<String>) {
        let Some(place) = self.tests.iter().position(|test| test.id == id) else {
            return;
        };
        let prefix = id.rsplit_once('-').map_or(id, |(prefix, _)| prefix);
        let last = self
            .last_number(prefix)
            .max(last_number(used.iter(), prefix));
        let new = format!("{prefix}-{}", last + 1);
        for decision in self.decisions.values_mut() {
            let named = decision.tests.iter_mut().filter(|test| *test == id);
            named.for_each(|test| test.clone_from(&new));
        }
        self.tests[place].id = new;
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
        let mut about = Self {
            by_suites: self.by_suites.clone(),
            foreign: self.foreign.clone(),
            ..Self::new(decisions, Vec::new())
        };
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
        let ids = self.tests.iter().map(|test| &test.id);
        last_number(ids.chain(&self.foreign), prefix)
    }
}

/// The highest number of those ids that are made of this prefix.
fn last_number<'i>(ids: impl Iterator<Item = &'i String>, prefix: &str) -> usize {
    let numbers = ids.filter_map(|id| {
        let number = id.strip_prefix(prefix)?.strip_prefix('-')?;
        number.parse().ok()
    });
    numbers.max().unwrap_or(0)
}

fn partner(decision: &Decision) -> Option<ObjectiveId> {
    decision.duplicate_of.clone().map(ObjectiveId)
}
