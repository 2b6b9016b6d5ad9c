//! The ledger of a function: where an engine writes what it finds, and which objectives are still open. It sends events the
//! moment something is found.

mod entry;
mod inputs;
mod labels;
mod part;
pub mod proof;
mod reached;
mod verdict;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use indexmap::IndexMap;
use quell_objectives::ObjectiveId;
use quell_results::{Event, PathStatistics, Reason, Status, WrittenTest};
use quell_values::Prepared;

use crate::error::EngineError;
use crate::events::Events;
use crate::ledger::entry::Entry;
use crate::ledger::inputs::NamedInput;
use crate::ledger::labels::LabelState;
use crate::ledger::proof::{Basis, Coverage, Doubt, Ground, Proof, Proofs};
use crate::ledger::reached::ReachedCode;
use crate::oracle::{Finding, Kill, sight, written};
use crate::solving::{QueryStatistics, Script};

pub use crate::ledger::labels::LabelTable;
pub use crate::ledger::part::Part;

/// A test and its kills, before it is part of the suite.
#[derive(Clone, Debug)]
struct Reserved {
    test: WrittenTest,
    call: Prepared,
    kills: Vec<Kill>,
}

/// What was found about the objectives of a function.
#[derive(Debug, Default)]
pub struct Ledger {
    /// In the order of the source.
    entries: IndexMap<ObjectiveId, Entry>,
    /// Those of them that are no duplicates; all of them if that is not known.
    own: Option<BTreeSet<ObjectiveId>>,
    labels: Arc<LabelTable>,
    /// Objectives that are being decided.
    current: Vec<ObjectiveId>,
    pub tests: Vec<WrittenTest>,
    /// The same tests, ready to be run.
    pub calls: Vec<Prepared>,
    /// The inputs of all tests that were found.
    inputs: Vec<NamedInput>,
    /// Tests on which the original aborts: they are written only for mutants that no other test kills.
    reserve: Vec<Reserved>,
    /// The beginning of the names of tests.
    prefix: String,
    /// Their numbers begin after this one.
    pub known_tests: usize,
    /// The engine that decides.
    engine: &'static str,
    part: Part,
    /// Queries of all workers.
    pub queries: QueryStatistics,
    /// The paths that were explored, if the engine follows single paths.
    pub paths: Option<PathStatistics>,
    /// What the inputs of these paths reach.
    pub reached: ReachedCode,
    /// The number of native inputs on which equivalences were compared with the original.
    pub fuzzed: u64,
    /// No input is valid for the original.
    pub has_no_inputs: bool,
    events: Events,
}

impl Ledger {
    /// The ledger of an engine for objectives. The names of tests begin with the prefix.
    pub fn new(
        prefix: &str,
        engine: &'static str,
        objectives: &[ObjectiveId],
        events: Events,
    ) -> Self {
        let entries = objectives.iter().map(|id| (id.clone(), Entry::default()));
        Self {
            entries: entries.collect(),
            prefix: prefix.to_owned(),
            engine,
            events,
            ..Self::default()
        }
    }

    /// Sends decisions on these objectives alone; the others are duplicates, whose decision is known.
    pub fn announcing(mut self, own: &[ObjectiveId]) -> Self {
        self.own = Some(own.iter().cloned().collect());
        self
    }

    /// The labels among the objectives.
    pub fn with_labels(mut self, labels: LabelTable) -> Self {
        self.labels = Arc::new(labels);
        self
    }

    /// Another engine goes on with the open objectives. Tests and proofs so far stand.
    pub fn begin_stage(&mut self, engine: &'static str) {
        self.name_engine(engine);
        self.current.clear();
        self.entries.values_mut().for_each(Entry::begin_anew);
    }

    /// What later findings, and objectives about which nothing is known, name as their engine.
    pub fn name_engine(&mut self, engine: &'static str) {
        self.engine = engine;
    }

    /// A snapshot for a worker that decides one mutant in parallel. It sends no events.
    pub fn fork(&self) -> Self {
        Self {
            entries: self.entries.clone(),
            current: self.current.clone(),
            labels: Arc::clone(&self.labels),
            prefix: self.prefix.clone(),
            engine: self.engine,
            part: self.part,
            ..Self::default()
        }
    }

    /// Takes over what a worker found about a mutant. Its tests are dropped where another test killed the mutant meanwhile.
    pub fn absorb(&mut self, id: &ObjectiveId, fork: Self) {
        let Some(found) = fork.entries.get(id) else {
            return;
        };
        if self.is_killed(id) {
            let entry = self.entry(id);
            entry.time = found.time;
            entry.sizes.clone_from(&found.sizes);
            return;
        }
        let is_reserved = self.is_reserved(id);
        *self.entry(id) = Entry {
            tests: Vec::new(),
            is_reserved,
            ..found.clone()
        };
        for (test, call) in fork.tests.into_iter().zip(fork.calls) {
            self.adopt(test, call, &fork.entries);
        }
        for reserved in fork.reserve {
            self.reserve(reserved);
        }
        self.inputs.extend(fork.inputs);
    }

    /// Takes over a test of a worker, with the kills of mutants that are still alive here.
    fn adopt(&mut self, test: WrittenTest, call: Prepared, known: &IndexMap<ObjectiveId, Entry>) {
        let id = self.next_id();
        let mut kills = Vec::new();
        for (mutant, found) in known {
            if found.tests.contains(&test.id) && !self.is_killed(mutant) {
                let entry = self.entry(mutant);
                entry.observed.clone_from(&found.observed);
                entry.is_timeout = found.is_timeout;
                entry.tests.push(id.clone());
                kills.push(mutant.clone());
            }
        }
        let names = kills.iter().map(ToString::to_string).collect();
        self.publish(
            WrittenTest {
                id,
                kills: names,
                ..test
            },
            call,
            &kills,
        );
    }

    /// Adds a test to the suite and sends events about it and the mutants that it decides.
    fn publish(&mut self, test: WrittenTest, call: Prepared, kills: &[ObjectiveId]) {
        self.events.send(|| Event::TestFound {
            test: Box::new(test.clone()),
        });
        self.tests.push(test);
        self.calls.push(call);
        let is_own = |id: &&ObjectiveId| self.own.as_ref().is_none_or(|own| own.contains(*id));
        for id in kills.iter().filter(is_own) {
            self.announce(id);
        }
    }

    /// Sends the current decision on an objective. A later one replaces it.
    pub fn announce(&self, id: &ObjectiveId) {
        self.events.send(|| Event::ObjectiveDecided {
            id: id.to_string(),
            decision: Box::new(self.verdict(id)),
        });
    }

    /// Sends the decisions on objectives that no test killed. Kills were announced when they were found.
    pub fn announce_rest(&self, objectives: &[ObjectiveId]) {
        for id in objectives.iter().filter(|id| !self.is_killed(id)) {
            self.announce(id);
        }
    }

    /// Sends no events from now on.
    pub fn close(&mut self) {
        self.events = Events::default();
    }

    /// Notes that an error ended the work. Kills stand, because native runs showed them; a proof may not be finished.
    pub fn fail(&mut self, error: &EngineError) {
        let message = error.to_string();
        self.reserve.clear();
        for entry in self.entries.values_mut() {
            if !entry.is_killed() {
                *entry = Entry {
                    open: Some(Reason::Failed {
                        message: message.clone(),
                    }),
                    time: entry.time,
                    ..Entry::default()
                };
            }
        }
    }

    fn next_id(&self) -> String {
        format!(
            "{}-{}",
            self.prefix,
            self.known_tests + self.tests.len() + 1
        )
    }

    /// A mutant with an unrestricted proof that a test killed, and the test. Timeouts contradict no proof.
    pub fn contradiction(&self) -> Option<(&ObjectiveId, &str)> {
        let is_proved = |known: &Entry| {
            let proofs = known.proved().map(|(_, of)| &of.proofs);
            proofs.is_some_and(|all| all.values().all(|proof| proof.scope.is_unrestricted()))
        };
        let mut all = self.entries.iter();
        let (id, known) =
            all.find(|(_, known)| known.is_killed() && !known.is_timeout && is_proved(known))?;
        Some((id, known.tests.first()?))
    }

    /// The numbers of the current size and input space.
    pub fn at(&self) -> (usize, usize) {
        (self.part.size, self.part.space)
    }

    /// Whether the objective is one of this ledger's.
    pub fn has(&self, id: &ObjectiveId) -> bool {
        self.entries.contains_key(id)
    }

    /// Begins to decide objectives over an input space, without those that were given up.
    pub fn turn_to(&mut self, objectives: &[ObjectiveId], part: Part) {
        self.current.clear();
        self.part = part;
        for id in objectives {
            let entry = self.entry(id);
            if !entry.given_up {
                entry.settled = false;
                entry.sizes.entry(part.size).or_default().spaces = part.spaces;
                self.current.push(id.clone());
            }
        }
    }

    /// Gives up objectives that are too hard.
    pub fn give_up(&mut self, objectives: &[ObjectiveId]) {
        for id in objectives {
            self.entry(id).given_up = true;
        }
    }

    /// Resumes objectives that were given up and about which nothing is known, and none of the others; their number.
    pub fn resume(&mut self, objectives: &[ObjectiveId]) -> usize {
        let mut count = 0;
        for id in objectives {
            let entry = self.entry(id);
            let is_left = entry.given_up
                && !entry.is_killed()
                && !entry.is_reserved
                && entry.proved().is_none();
            entry.given_up = !is_left;
            count += usize::from(is_left);
        }
        count
    }

    fn entry(&mut self, id: &ObjectiveId) -> &mut Entry {
        self.entries.entry(id.clone()).or_default()
    }

    /// The current objectives about which nothing final is known.
    pub fn open(&self) -> Vec<ObjectiveId> {
        let needed = self.needed_parts();
        let is_needed = |id: &ObjectiveId| !self.labels.is_part(id) || needed.contains(id);
        let open = self.current.iter();
        let open = open.filter(|id| self.is_undecided(id) && is_needed(id));
        open.cloned().collect()
    }

    /// The labels that are parts of hyperlabels and may still decide one.
    fn needed_parts(&self) -> BTreeSet<&ObjectiveId> {
        let needed = self.labels.needed_parts(|id| match self.entries.get(id) {
            Some(known) if known.is_killed() => LabelState::Covered,
            Some(known) if known.is_impossible() => LabelState::Impossible,
            _ => LabelState::Open,
        });
        needed.into_iter().collect()
    }

    /// Whether it is a label.
    pub fn is_label(&self, id: &ObjectiveId) -> bool {
        self.labels.is_label(id)
    }

    /// Whether a test kills it.
    pub fn is_killed(&self, id: &ObjectiveId) -> bool {
        self.entries.get(id).is_some_and(Entry::is_killed)
    }

    /// Whether native runs do not confirm a kill that was predicted by defined behaviour.
    pub fn is_contradicted(&self, id: &ObjectiveId) -> bool {
        let known = self.entries.get(id);
        known.is_some_and(Entry::is_contradicted)
    }

    /// Whether nothing final is known of it in the current input space, and something depends on it.
    pub fn is_open(&self, id: &ObjectiveId) -> bool {
        self.is_undecided(id) && (!self.labels.is_part(id) || self.needed_parts().contains(id))
    }

    fn is_undecided(&self, id: &ObjectiveId) -> bool {
        let known = self.entries.get(id);
        known.is_some_and(|known| !known.is_killed() && !known.settled)
    }

    /// Objectives that another engine may decide: no test was found, and no proof about all inputs of the largest size.
    pub fn left(&self, objectives: &[ObjectiveId]) -> Vec<ObjectiveId> {
        let is_left = |id: &&ObjectiveId| {
            let known = self.entries.get(*id);
            known.is_some_and(|known| !known.is_killed() && !known.is_exhausted())
        };
        objectives.iter().filter(is_left).cloned().collect()
    }

    /// Whether a test in reserve kills it.
    pub fn is_reserved(&self, id: &ObjectiveId) -> bool {
        self.entries.get(id).is_some_and(|of| of.is_reserved)
    }

    /// Mutants that still want a test: survivors, and those that only tests with an aborting original kill.
    pub fn alive(&self) -> Vec<ObjectiveId> {
        let alive = self.entries.iter().filter(|(_, of)| of.wants_tests());
        alive.map(|(id, _)| id.clone()).collect()
    }

    /// Mutants that no test kills.
    pub fn survivors(&self) -> Vec<ObjectiveId> {
        let alive = self.entries.iter().filter(|(_, of)| !of.is_killed());
        alive.map(|(id, _)| id.clone()).collect()
    }

    /// The mutants that tests kill.
    pub fn kills(&self) -> impl Iterator<Item = Killed> {
        let killed = self.entries.iter().filter(|(_, of)| of.is_killed());
        killed.map(|(id, of)| Killed {
            id: id.clone(),
            is_timeout: of.is_timeout,
            original_aborts: of.original_aborts,
        })
    }

    /// Keeps only tests with some numbers. Each mutant that another test killed has to be killed by one of them.
    pub fn keep_tests(&mut self, is_kept: impl Fn(usize) -> bool) {
        let tests = std::mem::take(&mut self.tests)
            .into_iter()
            .zip(std::mem::take(&mut self.calls));
        let kept = tests.enumerate().filter(|(number, _)| is_kept(*number));
        (self.tests, self.calls) = kept.map(|(_, of)| of).unzip();
    }

    /// Replaces the tests that kill a mutant by others with their kills, of which the first one tells what is observed.
    pub fn killed_by(&mut self, id: &ObjectiveId, killers: &[(String, &Kill)]) {
        let Some((_, first)) = killers.first() else {
            return;
        };
        let entry = self.entry(id);
        entry.tests = killers.iter().map(|(test, _)| test.clone()).collect();
        entry.observed = first.difference().map(sight);
        entry.is_timeout = first.is_timeout();
        entry.original_aborts = false;
    }

    /// States why the open objectives are not decided.
    pub fn all_open(&mut self, reason: &Reason) {
        for id in self.open() {
            self.left_open(&id, reason.clone());
        }
    }

    pub fn left_open(&mut self, id: &ObjectiveId, reason: Reason) {
        self.entry(id).open = Some(reason);
    }

    /// Notes a predicted kill that native runs do not confirm, and whether it is undefined behaviour of the mutant alone.
    pub fn doubted(&mut self, id: &ObjectiveId, reason: Reason, is_undefined: bool) {
        let size = self.part.size;
        let entry = self.entry(id);
        if !entry.is_contradicted() {
            entry.doubt = Some(Doubt {
                reason,
                only_in: is_undefined.then_some(size),
            });
        }
        entry.settled = true;
    }

    /// Writes a proof over the current input space, which replaces an earlier one.
    pub fn proved(&mut self, id: &ObjectiveId, proof: Proof) {
        let (space, engine) = (self.part.space, self.engine);
        let entry = self.entry(id);
        entry.open = None;
        entry.engine = Some(engine);
        self.of_size(id).proofs.insert(space, proof);
    }

    fn of_size(&mut self, id: &ObjectiveId) -> &mut Proofs {
        let size = self.part.size;
        self.entry(id).sizes.entry(size).or_default()
    }

    /// Writes what the proof over the current input space rests on.
    pub fn rests_on(&mut self, id: &ObjectiveId, unwinding: u32, queries: Vec<Script>) {
        let space = self.part.space;
        let ground = Ground {
            unwinding,
            queries,
            unasked: None,
        };
        self.of_size(id).grounds.insert(space, ground);
    }

    /// The number of the size that the proof about a mutant is about, if the verdict rests on one.
    pub fn size_of_proof(&self, id: &ObjectiveId) -> Option<usize> {
        let kind = self.verdict(id).status;
        let is_proved = matches!(
            kind,
            Status::Equivalent | Status::Uncoverable | Status::Unreached
        );
        let known = self.entries.get(id).filter(|_| is_proved)?;
        known.proved().map(|(size, _)| size)
    }

    /// What the proof about a mutant over an input space covers, if there is one.
    pub fn coverage(&self, id: &ObjectiveId, (size, space): (usize, usize)) -> Option<Coverage> {
        let known = self.entries.get(id)?.sizes.get(&size)?;
        let is_cut = known.proofs.get(&space)?.cut;
        let unwinding = known.grounds.get(&space)?.unwinding;
        Some(Coverage { unwinding, is_cut })
    }

    /// The proof about a mutant over an input space, and what it rests on.
    pub fn ground(
        &mut self,
        id: &ObjectiveId,
        (size, space): (usize, usize),
    ) -> Option<(&Proof, &mut Ground)> {
        let known = self.entries.get_mut(id)?.sizes.get_mut(&size)?;
        let proof = known.proofs.get(&space)?;
        Some((proof, known.grounds.get_mut(&space)?))
    }

    /// The proof about a mutant over an input space.
    pub fn proof_mut(
        &mut self,
        id: &ObjectiveId,
        (size, space): (usize, usize),
    ) -> Option<&mut Proof> {
        let known = self.entries.get_mut(id)?.sizes.get_mut(&size)?;
        known.proofs.get_mut(&space)
    }

    /// What the proof about a mutant rests on.
    pub fn basis(&self, id: &ObjectiveId) -> Basis {
        let proved = self.entries.get(id).and_then(Entry::proved);
        let grounds = proved.into_iter().flat_map(|(_, of)| of.grounds.values());
        let mut basis = Basis::default();
        for ground in grounds {
            basis.queries.extend(ground.queries.iter().cloned());
            basis.unasked.extend(ground.unasked.clone());
        }
        basis
    }

    /// Reopens current objectives whose proofs would cover more within a larger unwinding bound; whether there are any.
    pub fn reopen_cut(&mut self) -> bool {
        let part = self.part;
        let mut some = false;
        for id in self.current.clone() {
            let entry = self.entry(&id);
            let of_size = entry.sizes.get(&part.size);
            let proof = of_size.and_then(|of| of.proofs.get(&part.space));
            if proof.is_some_and(|proof| proof.cut) && !entry.is_killed() && !entry.given_up {
                entry.settled = false;
                some = true;
            }
        }
        some
    }

    pub fn settle(&mut self, id: &ObjectiveId) {
        self.entry(id).settled = true;
    }

    /// The time that was spent on an objective.
    pub fn time_of(&self, id: &ObjectiveId) -> Duration {
        self.entries.get(id).map_or(Duration::ZERO, |of| of.time)
    }

    pub fn took(&mut self, id: &ObjectiveId, time: Duration) {
        self.entry(id).time += time;
    }

    /// Writes a test and its kills. One on which the original aborts is kept in reserve.
    pub fn test(&mut self, finding: Finding<'_>) {
        self.inputs
            .push(NamedInput::new(finding.space, finding.values));
        let test = written(String::new(), &finding);
        let found = Reserved {
            kills: finding.run.kills,
            call: finding.call,
            test,
        };
        if found.test.original_aborts {
            self.reserve(found);
        } else {
            self.write(found);
        }
    }

    fn write(&mut self, found: Reserved) {
        let Reserved {
            mut test,
            call,
            kills,
        } = found;
        test.id = self.next_id();
        test.kills = kills
            .iter()
            .map(|kill| kill.objective.to_string())
            .collect();
        for kill in &kills {
            self.killed(kill, &test);
        }
        let killed: Vec<ObjectiveId> = kills.into_iter().map(|kill| kill.objective).collect();
        self.publish(test, call, &killed);
    }

    /// Keeps a test for mutants that no other test in reserve kills.
    fn reserve(&mut self, mut found: Reserved) {
        found
            .kills
            .retain(|kill| !self.is_reserved(&kill.objective));
        for kill in &found.kills {
            self.entry(&kill.objective).is_reserved = true;
        }
        if !found.kills.is_empty() {
            self.reserve.push(found);
        }
    }

    /// Writes the tests in reserve that some survivor needs.
    pub fn write_reserve(&mut self) {
        for mut found in std::mem::take(&mut self.reserve) {
            found.kills.retain(|kill| !self.is_killed(&kill.objective));
            if !found.kills.is_empty() {
                self.write(found);
            }
        }
    }

    /// Notes that a test kills a mutant. A test on which the original aborts gives way to any other.
    pub fn killed(&mut self, kill: &Kill, test: &WrittenTest) {
        let engine = self.engine;
        let entry = self.entry(&kill.objective);
        entry.engine = Some(engine);
        let replaces = entry.original_aborts && !test.original_aborts;
        if replaces {
            entry.tests.clear();
        }
        if entry.observed.is_none() || replaces {
            entry.observed = kill.difference().map(sight);
            entry.is_timeout = kill.is_timeout();
            entry.original_aborts = test.original_aborts;
        }
        entry.tests.push(test.id.clone());
    }
}

/// A mutant that a test kills.
#[derive(Clone, Debug)]
pub struct Killed {
    pub id: ObjectiveId,
    pub is_timeout: bool,
    pub original_aborts: bool,
}

#[cfg(test)]
mod tests;
