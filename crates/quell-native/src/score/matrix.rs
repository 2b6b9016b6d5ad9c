//! Which test does what to which mutant, and covers which label.

use std::collections::{BTreeMap, BTreeSet};

use quell_objectives::meta::Meta;
use quell_objectives::{Objective, ObjectiveId, ObjectiveKind};
use quell_results::{Count, Decision, Event, Level, Reason, Record, Score, Status, TestReport};
use quell_values::{Difference, End, Observed, compare, ending};

use super::Subject;
use super::error::ScoreError;
use super::labels::is_mutant;
use super::prepare::Ready;
use crate::labels::label_of;
use crate::record::{decision_reports, record_of};
use crate::stream::ScoreStream;
use crate::tce::{CodeEquivalence, CodeEquivalences};
use crate::{Recording, RunResult, Runs};

/// What became of one objective so far; tests by their ids.
#[derive(Clone, Debug, Default)]
struct Fate {
    covered: Vec<String>,
    killed: Vec<String>,
    timeout: Vec<String>,
    infected: Vec<String>,
    executed: Vec<String>,
    /// A test that infects it was not run.
    is_left: bool,
}

#[derive(Debug)]
pub struct Matrix<'a> {
    objectives: &'a [Objective],
    /// The numbers of mutants.
    mutants: BTreeSet<u32>,
    built: &'a Meta,
    fates: BTreeMap<ObjectiveId, Fate>,
    /// Mutants with the code of the original or of another mutant.
    pub equivalences: CodeEquivalences,
}

impl<'a> Matrix<'a> {
    pub fn new(subject: &'a Subject<'_>, built: &'a Meta) -> Self {
        let mutants = subject.objectives.iter().filter(|of| is_mutant(of));
        Self {
            objectives: subject.objectives,
            mutants: mutants.filter_map(|of| built.number(&of.id)).collect(),
            built,
            fates: BTreeMap::new(),
            equivalences: CodeEquivalences::new(),
        }
    }

    /// The mutants that a test infects, by their numbers.
    pub fn infected(&self, recording: &Recording) -> Vec<u32> {
        let met = recording.infected.iter().copied();
        met.filter(|number| self.mutants.contains(number)).collect()
    }

    /// Adds a test with what its recorded run showed, and the labels that it covers.
    pub fn recorded(
        &mut self,
        test: &Ready<'_>,
        recording: &Recording,
        covered: &BTreeSet<ObjectiveId>,
        stream: &mut ScoreStream<'_>,
    ) {
        let id = &test.case.id;
        let infected = self.infected(recording);
        for label in covered {
            let fate = self.fates.entry(label.clone()).or_default();
            fate.covered.push(id.clone());
        }
        for &number in &recording.executed {
            self.fate(number, |fate| fate.executed.push(id.clone()));
        }
        for &number in &infected {
            self.fate(number, |fate| fate.infected.push(id.clone()));
        }
        let report = TestReport {
            id: id.clone(),
            function: Some(test.case.function.clone()),
            ended: ending(&test.callee, &test.call, &recording.observed),
            executed: recording.executed.len() as u64,
            infected: infected.len() as u64,
            killed: 0,
            covered: covered.len() as u64,
            unchecked: test.unchecked.clone(),
        };
        stream.send(&Event::TestRecorded {
            test: Box::new(report),
        });
    }

    fn fate(&mut self, number: u32, change: impl FnOnce(&mut Fate)) {
        if let Some(id) = self.built.objective(number) {
            change(self.fates.entry(id.clone()).or_default());
        }
    }

    /// Adds the runs of the mutants that a test infects.
    pub fn add(
        &mut self,
        test: &Ready<'_>,
        infected: &[u32],
        runs: &Runs,
        stream: &mut ScoreStream<'_>,
    ) {
        for (&number, result) in infected.iter().zip(&runs.mutants) {
            let Some(id) = self.built.objective(number) else {
                continue;
            };
            let observed = self.difference(test, id, result, &runs.original);
            stream.send(&Event::MutantRan {
                id: id.0.clone(),
                test: test.case.id.clone(),
                observed: observed.map(Into::into),
            });
            self.decide_kill(id, stream);
        }
        let test = test.case.id.clone();
        stream.send(&Event::TestFinished { test });
    }

    /// The difference that kills a mutant, which is noted. Code that equals the original's behaves like the original, whatever
    /// work the mutant counted.
    fn difference(
        &mut self,
        test: &Ready<'_>,
        id: &ObjectiveId,
        result: &RunResult,
        original: &Observed,
    ) -> Option<Difference> {
        let RunResult::Differs(observed) = result else {
            return None;
        };
        let is_timeout = matches!(observed.end, End::OutOfWork | End::OverLimit(_));
        let has_original_code = self.equivalences.get(id) == Some(&CodeEquivalence::Equivalent);
        if is_timeout && has_original_code {
            return None;
        }
        let difference = compare(&test.callee, &test.call, original, observed)?;
        let fate = self.fates.entry(id.clone()).or_default();
        match is_timeout {
            true => fate.timeout.push(test.case.id.clone()),
            false => fate.killed.push(test.case.id.clone()),
        }
        Some(difference)
    }

    /// Sends the verdict on a killed mutant as soon as its status is known. All tests that kill it are known only in the end, and
    /// whether code equivalence holds.
    fn decide_kill(&self, id: &ObjectiveId, stream: &mut ScoreStream<'_>) {
        if let Some(fate) = self.fates.get(id)
            && self.code(id).is_none()
            && let verdict = verdict(fate)
            && verdict.is_killed()
            && stream.decision(id.as_str()).map(|of| of.status) != Some(verdict.status)
        {
            stream.decide(id.as_str(), verdict);
        }
    }

    /// Notes that the mutants that a test infects were not run on it.
    pub fn leave(&mut self, infected: &[u32]) {
        for &number in infected {
            self.fate(number, |fate| fate.is_left = true);
        }
    }

    /// The verdict that follows from the code of a mutant alone.
    fn code(&self, id: &ObjectiveId) -> Option<Decision> {
        match self.equivalences.get(id)? {
            CodeEquivalence::Distinct | CodeEquivalence::NotCompared => None,
            CodeEquivalence::Equivalent => Some(Decision::same_code()),
            CodeEquivalence::DuplicateOf(of) => Some(Decision::duplicate(of.0.clone())),
        }
    }

    /// It is an error if a test distinguishes two mutants with the same code.
    pub fn check_code(&self) -> Result<(), ScoreError> {
        for mutant in self.objectives {
            let id = &mutant.id;
            let other = match self.equivalences.get(id) {
                None | Some(CodeEquivalence::Distinct | CodeEquivalence::NotCompared) => continue,
                Some(CodeEquivalence::Equivalent) => None,
                Some(CodeEquivalence::DuplicateOf(other)) => Some(other),
            };
            if let Some(test) = self.told_apart(id, other) {
                let original = || "the original".to_owned();
                return Err(ScoreError::Contradiction {
                    test,
                    mutant: id.0.clone(),
                    partner: other.map_or_else(original, |id| id.0.clone()),
                });
            }
        }
        Ok(())
    }

    /// A test that kills one of two mutants and not the other; the original is never killed. The amount of work does not
    /// distinguish code: the compiler removes a loop that only counts.
    fn told_apart(&self, one: &ObjectiveId, other: Option<&ObjectiveId>) -> Option<String> {
        let nothing = Fate::default();
        let one = self.fates.get(one).unwrap_or(&nothing);
        let other = other.and_then(|other| self.fates.get(other));
        let other = other.unwrap_or(&nothing);
        let spared =
            |by: &'_ Fate, test: &String| !by.killed.contains(test) && !by.timeout.contains(test);
        let only_one = one.killed.iter().filter(|test| spared(other, test));
        let only_other = other.killed.iter().filter(|test| spared(one, test));
        only_one.chain(only_other).next().cloned()
    }

    /// Sends the verdicts on labels: the runs of the original show all of them.
    pub fn decide_labels(&self, stream: &mut ScoreStream<'_>) {
        let nothing = Fate::default();
        for label in self
            .objectives
            .iter()
            .filter(|of| is_recorded(self.built, of))
        {
            let fate = self.fates.get(&label.id).unwrap_or(&nothing);
            stream.decide(label.id.as_str(), label_verdict(fate));
        }
    }

    /// Sends the verdicts on all mutants.
    pub fn decide_mutants(&self, stream: &mut ScoreStream<'_>) {
        let nothing = Fate::default();
        for mutant in self.objectives.iter().filter(|of| is_mutant(of)) {
            let fate = self.fates.get(&mutant.id).unwrap_or(&nothing);
            let decision = self.code(&mutant.id).unwrap_or_else(|| verdict(fate));
            stream.decide(mutant.id.as_str(), decision);
        }
    }
}

/// Whether an objective is a label that native runs record.
fn is_recorded(built: &Meta, of: &Objective) -> bool {
    label_of(of).is_some() && built.number(&of.id).is_some()
}

fn label_verdict(fate: &Fate) -> Decision {
    let Fate {
        covered, executed, ..
    } = fate;
    match () {
        () if !covered.is_empty() => Decision::covered(covered.clone()),
        () if !executed.is_empty() => Decision::uncovered(Some(Level::Executed), executed.clone()),
        () => Decision::uncovered(Some(Level::NotExecuted), Vec::new()),
    }
}

/// The most that any test achieved.
fn verdict(fate: &Fate) -> Decision {
    let Fate {
        killed,
        timeout,
        infected,
        executed,
        is_left,
        ..
    } = fate;
    match () {
        () if !killed.is_empty() => Decision::killed(Status::Killed, killed.clone()),
        () if !timeout.is_empty() => Decision::killed(Status::Timeout, timeout.clone()),
        () if *is_left => Decision::unknown(Reason::Interrupted),
        () if !infected.is_empty() => Decision::survived(Level::WeaklyKilled, infected.clone()),
        () if !executed.is_empty() => Decision::survived(Level::Executed, executed.clone()),
        () => Decision::survived(Level::NotExecuted, Vec::new()),
    }
}

/// The score before anything is known. A label that the built program does not record stays unknown.
pub fn unscored(subject: &Subject<'_>, built: Option<&Meta>) -> Score {
    let undecided = |of: &Objective| match &of.kind {
        ObjectiveKind::Label(_) if built.is_some_and(|built| !is_recorded(built, of)) => {
            Decision::unknown(Reason::NotRecorded)
        }
        // Its labels decide it.
        ObjectiveKind::HyperLabel(_) => Decision::not_tried(""),
        _ => Decision::unknown(Reason::Interrupted),
    };
    let records = subject.objectives.iter().map(|of| Record {
        verdict: undecided(of),
        ..record_of(of, subject.lookup.name(of.site.function))
    });
    Score {
        file: subject.lookup.file.to_owned(),
        operators: subject.operators.clone(),
        criteria: subject.criteria.clone(),
        objectives: records.collect(),
        decisions: decision_reports(&subject.lookup, subject.decisions),
        ..Score::default()
    }
}

/// The score of a campaign that was interrupted before the program was built.
pub fn interrupted(subject: &Subject<'_>) -> Score {
    let score = Score {
        interrupted: true,
        ..unscored(subject, None)
    };
    score.finished()
}

/// How many places at least one of the runs reached.
pub fn reached<'r>(runs: impl Iterator<Item = &'r [u8]>) -> Count {
    let mut all: Vec<bool> = Vec::new();
    for run in runs {
        all.resize(all.len().max(run.len()), false);
        for (place, byte) in all.iter_mut().zip(run) {
            *place |= *byte != 0;
        }
    }
    Count {
        covered: all.iter().filter(|reached| **reached).count() as u64,
        total: all.len() as u64,
    }
}
