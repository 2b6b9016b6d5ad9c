//! A campaign: jobs whose events are written as they happen, and whose verdicts are known to later runs.
//!
//! - **A verdict is kept when it cannot change any more.** Duplicates, kills and proofs without assumptions and bounds are kept at
//!   once; whatever happens to the process, they are not lost. Everything else is kept when the run ends: until then tests of other
//!   functions may still kill, and equal code may still decide.
//! - **What ended early is not kept**: objectives that an interruption, the time of the run or an error left open.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;

use quell_engine::Known;
use quell_objectives::ObjectiveId;
use quell_results::{Decision, Event, Reason, Recorder, Status, TimeLimit, WrittenTest};

use crate::digest::{Digest, Digester};
use crate::error::StoreError;
use crate::folder::Folder;
use crate::inputs::{InputChange, JobInputs};
use crate::keys::{FunctionKey, Keys};
use crate::store::{JobRow, JobState, SqliteStore, Store, TestRow, VerdictRow, Writes};

/// A folder with its store, held by this process.
#[derive(Debug)]
pub struct Campaign {
    store: SqliteStore,
    _folder: Folder,
}

impl Campaign {
    /// Opens the campaign of a project in a folder, or begins one.
    pub fn open(folder: &Path, project: &str, command: &str) -> Result<Self, StoreError> {
        let folder = Folder::take(folder, command)?;
        Ok(Self {
            store: SqliteStore::open(&folder.store(), project)?,
            _folder: folder,
        })
    }

    /// Whether any run was begun in it.
    pub fn has_jobs(&self) -> Result<bool, StoreError> {
        Ok(!self.store.jobs()?.is_empty())
    }

    /// Begins a job, with what earlier runs decided.
    pub fn begin(
        &mut self,
        name: &str,
        inputs: &JobInputs,
        keys: Keys,
    ) -> Result<Job<'_>, StoreError> {
        let jobs = self.store.jobs()?;
        let earlier = jobs.into_iter().find(|row| row.job == name);
        let before = earlier.as_ref().map(|row| &row.inputs);
        let before = before.and_then(|text| serde_json::from_str::<JobInputs>(text).ok());
        let known = known(&self.store, &keys)?;
        self.store.begin(&JobRow {
            job: name.to_owned(),
            state: JobState::Begun,
            inputs: json(inputs),
        })?;
        Ok(Job {
            store: &mut self.store,
            name: name.to_owned(),
            changes: before.map_or_else(Vec::new, |before| inputs.changes_since(&before)),
            is_continued: earlier.is_some_and(|row| row.state == JobState::Begun),
            keys,
            known,
            recorder: Recorder::default(),
            error: None,
        })
    }
}

/// A run over one file.
#[derive(Debug)]
pub struct Job<'c> {
    store: &'c mut SqliteStore,
    name: String,
    /// What changed since the last run.
    pub changes: Vec<InputChange>,
    /// Whether the last run did not end.
    pub is_continued: bool,
    keys: Keys,
    known: Known,
    recorder: Recorder,
    error: Option<StoreError>,
}

impl Job<'_> {
    /// What earlier runs decided.
    pub fn known(&self) -> &Known {
        &self.known
    }

    /// Writes an event and what it makes known; whether that was possible. After a failure nothing more is written.
    pub fn record(&mut self, event: &Event, is_interrupted: bool) -> bool {
        if self.error.is_none() {
            self.recorder.record(event);
            let writes = self.writes(event, is_interrupted);
            self.error = self.store.append(&self.name, &json(event), &writes).err();
        }
        self.error.is_none()
    }

    /// What kept events from being written.
    pub fn end(self) -> Result<(), StoreError> {
        self.error.map_or(Ok(()), Err)
    }

    fn writes(&self, event: &Event, is_interrupted: bool) -> Writes {
        let mut writes = Writes::default();
        match event {
            Event::ObjectiveDecided { id, decision } if is_settled(decision) => {
                self.keep(&ObjectiveId(id.clone()), decision, &mut writes);
            }
            Event::RunStarted { .. } => {
                self.keep_all(|of| of.status == Status::Duplicate, &mut writes);
            }
            Event::RunFinished { .. } if !is_interrupted => {
                writes.state = Some(JobState::Finished);
                self.keep_all(may_be_kept, &mut writes);
            }
            _ => {}
        }
        writes
    }

    /// Keeps the decisions so far that are meant.
    fn keep_all(&self, is_meant: impl Fn(&Decision) -> bool, writes: &mut Writes) {
        for (id, _, _) in self.keys.objectives() {
            let decision = self.recorder.decision(id.as_str());
            if let Some(decision) = decision.filter(|of| is_meant(of)) {
                self.keep(id, decision, writes);
            }
        }
    }

    /// Keeps a decision, unless one of its tests cannot be kept.
    fn keep(&self, id: &ObjectiveId, decision: &Decision, writes: &mut Writes) {
        let Some((key, function)) = self.keys.objective(id) else {
            return;
        };
        let tests = decision.tests.iter().map(|test| {
            let test = self.recorder.test(test)?;
            Some(test_row(test, self.keys.function(&test.function)?))
        });
        let Some(tests) = tests.collect::<Option<Vec<TestRow>>>() else {
            return;
        };
        let text = json(&Decision {
            tests: Vec::new(),
            ..decision.clone()
        });
        writes.verdicts.push(VerdictRow {
            key,
            limits: (!is_settled(decision)).then_some(self.keys.limits),
            positions: names_places(&text).then_some(function.positions),
            decision: text,
            tests: tests.iter().map(|test| test.key).collect(),
        });
        writes.tests.extend(tests);
    }
}

fn test_row(test: &WrittenTest, function: FunctionKey) -> TestRow {
    let content = WrittenTest {
        id: String::new(),
        kills: Vec::new(),
        alone: Vec::new(),
        ..test.clone()
    };
    let mut digester = Digester::new("test");
    digester.digest(function.key);
    digester.text(&json(&content));
    let text = json(test);
    TestRow {
        key: digester.finish(),
        function: function.key,
        positions: names_places(&text).then_some(function.positions),
        test: text,
    }
}

/// Whether a decision stands whatever else is found, and whatever the time limits are.
fn is_settled(decision: &Decision) -> bool {
    match decision.status {
        Status::Killed | Status::Covered => !decision.original_aborts,
        Status::Equivalent | Status::Uncoverable => {
            decision.complete && decision.assumptions.is_empty() && decision.doubt.is_none()
        }
        Status::Duplicate => true,
        _ => false,
    }
}

/// Whether another run with the same limits would decide the same.
fn may_be_kept(decision: &Decision) -> bool {
    !matches!(
        decision.reason,
        Some(
            Reason::NotTried
                | Reason::Interrupted
                | Reason::OutOfMemory
                | Reason::Failed { .. }
                | Reason::OutOfTime {
                    limit: TimeLimit::Run | TimeLimit::Share
                }
        )
    )
}

/// Whether data names a place in the source, as a line of its own or in a message.
fn names_places(json: &str) -> bool {
    const NAMING: &[&str] = &[
        "\"line\":",
        "\"message\":",
        "\"undefined\":",
        "\"traps\":",
        "\"reason\":{\"kind\":\"unconfirmed",
    ];
    NAMING.iter().any(|field| json.contains(field))
}

/// Texts of fields have no other keys than text, and nothing else can fail.
fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// The verdicts of earlier runs that hold for these keys.
fn known(store: &impl Store, keys: &Keys) -> Result<Known, StoreError> {
    let mut found = Found::default();
    for (id, key, function) in keys.objectives() {
        let Some(row) = store.verdict(key)? else {
            continue;
        };
        let has_limits = row.limits.is_none_or(|limits| limits == keys.limits);
        if has_limits && is_there(row.positions, function) {
            found.add(store, keys, (id, &row))?;
        }
    }
    Ok(found.into_known(keys))
}

fn is_there(positions: Option<Digest>, function: FunctionKey) -> bool {
    positions.is_none_or(|positions| positions == function.positions)
}

/// Decisions with the keys of their tests.
#[derive(Default)]
struct Found {
    decisions: Vec<(ObjectiveId, Decision, Vec<Digest>)>,
    tests: BTreeMap<Digest, WrittenTest>,
}

impl Found {
    /// Adds a verdict, if all its tests are still those of their functions.
    fn add(
        &mut self,
        store: &impl Store,
        keys: &Keys,
        (id, row): (&ObjectiveId, &VerdictRow),
    ) -> Result<(), StoreError> {
        let mut tests = Vec::new();
        for key in &row.tests {
            let Some(test) = store.test(*key)? else {
                return Ok(());
            };
            let Ok(written) = serde_json::from_str::<WrittenTest>(&test.test) else {
                return Ok(());
            };
            let function = keys.function(&written.function);
            let holds = |of: FunctionKey| of.key == test.function && is_there(test.positions, of);
            if !function.is_some_and(holds) {
                return Ok(());
            }
            tests.push((*key, written));
        }
        if let Ok(decision) = serde_json::from_str(&row.decision) {
            let keys = tests.iter().map(|(key, _)| *key).collect();
            self.decisions.push((id.clone(), decision, keys));
            self.tests.extend(tests);
        }
        Ok(())
    }

    /// Tests of several runs may have one id: later ones get another.
    fn into_known(self, keys: &Keys) -> Known {
        let mut tests: Vec<(Digest, WrittenTest)> = self.tests.into_iter().collect();
        tests.sort_by_key(|(key, test)| {
            let place = keys.place(&test.function);
            (place, number(&test.id), *key)
        });
        let mut used: BTreeSet<String> = BTreeSet::new();
        let mut names: HashMap<Digest, String> = HashMap::new();
        for (key, test) in &mut tests {
            let free = free_id(&test.id, &used);
            test.id.clone_from(&free);
            used.insert(free.clone());
            names.insert(*key, free);
        }
        let mut decisions = Vec::new();
        for (id, decision, of) in self.decisions {
            for (_, test) in tests.iter_mut().filter(|(key, _)| of.contains(key)) {
                if !test.kills.contains(&id.0) {
                    test.kills.push(id.0.clone());
                }
            }
            let of = of.iter().filter_map(|key| names.get(key).cloned());
            let decision = Decision {
                tests: of.collect(),
                ..decision
            };
            decisions.push((id, decision));
        }
        Known::new(decisions, tests.into_iter().map(|(_, test)| test).collect())
    }
}

/// The number at the end of the id of a test.
fn number(id: &str) -> u64 {
    let digits = id.rsplit('-').next();
    digits.and_then(|digits| digits.parse().ok()).unwrap_or(0)
}

fn free_id(id: &str, used: &BTreeSet<String>) -> String {
    let base = id.rsplit_once('-').map_or(id, |(base, _)| base);
    let later = (number(id) + 1..).map(|number| format!("{base}-{number}"));
    let mut ids = std::iter::once(id.to_owned()).chain(later);
    ids.find(|id| !used.contains(id)).unwrap_or_default()
}
