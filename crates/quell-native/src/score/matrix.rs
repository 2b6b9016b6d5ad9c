//! Which test does what to which mutant, and covers which label.

use std::collections::{BTreeMap, BTreeSet};

use quell_objectives::meta::Meta;
use quell_objectives::{Objective, ObjectiveId, ObjectiveKind};
use quell_results::{Count, Decision, Kill, Level, Reason, Record, Score, Status, TestReport};
use quell_values::{Difference, End, compare, ending};

use super::Subject;
use super::error::ScoreError;
use super::labels::is_mutant;
use super::prepare::Ready;
use crate::labels::label_of;
use crate::record::{decision_reports, record_of};
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
    same_code: Option<Partner>,
    /// A test that infects it was not run.
    is_left: bool,
}

/// Whose code a mutant has.
#[derive(Clone, Debug)]
enum Partner {
    Original,
    Mutant(ObjectiveId),
}

#[derive(Debug)]
pub struct Matrix<'a> {
    objectives: &'a [Objective],
    /// The numbers of mutants.
    mutants: BTreeSet<u32>,
    built: &'a Meta,
    fates: BTreeMap<ObjectiveId, Fate>,
    tests: Vec<TestReport>,
    kills: Vec<Kill>,
}

impl<'a> Matrix<'a> {
    pub fn new(subject: &'a Subject<'_>, built: &'a Meta) -> Self {
        let mutants = subject.objectives.iter().filter(|of| is_mutant(of));
        Self {
            objectives: subject.objectives,
            mutants: mutants.filter_map(|of| built.number(&of.id)).collect(),
            built,
            fates: BTreeMap::new(),
            tests: Vec::new(),
            kills: Vec::new(),
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
        self.tests.push(TestReport {
            id: id.clone(),
            function: Some(test.case.function.clone()),
            ended: ending(&test.callee, &test.call, &recording.observed),
            executed: recording.executed.len() as u64,
            infected: infected.len() as u64,
            killed: 0,
            covered: covered.len() as u64,
            unchecked: test.unchecked.clone(),
        });
    }

    fn fate(&mut self, number: u32, change: impl FnOnce(&mut Fate)) {
        if let Some(id) = self.built.objective(number) {
            change(self.fates.entry(id.clone()).or_default());
        }
    }

    /// Adds the runs of the mutants that a test infects.
    pub fn add(&mut self, test: &Ready<'_>, infected: &[u32], runs: &Runs) {
        let mut killed = 0;
        for (&number, result) in infected.iter().zip(&runs.mutants) {
            let RunResult::Differs(observed) = result else {
                continue;
            };
            let difference = compare(&test.callee, &test.call, &runs.original, observed);
            if let Some(difference) = difference {
                let is_timeout = matches!(observed.end, End::OutOfWork | End::OverLimit(_));
                self.kill(number, &test.case.id, difference, is_timeout);
                killed += 1;
            }
        }
        let report = self.tests.iter_mut().find(|of| of.id == test.case.id);
        if let Some(report) = report {
            report.killed = killed;
        }
    }

    /// Notes that the mutants that a test infects were not run on it.
    pub fn leave(&mut self, infected: &[u32]) {
        for &number in infected {
            self.fate(number, |fate| fate.is_left = true);
        }
    }

    fn kill(&mut self, number: u32, test: &str, difference: Difference, is_timeout: bool) {
        let Some(id) = self.built.objective(number) else {
            return;
        };
        self.kills.push(Kill {
            objective: id.0.clone(),
            test: test.to_owned(),
            observed: difference.into(),
        });
        self.fate(number, |fate| match is_timeout {
            true => fate.timeout.push(test.to_owned()),
            false => fate.killed.push(test.to_owned()),
        });
    }

    /// Notes code equivalence. It is an error if a test distinguishes two mutants with the same code.
    pub fn compared(&mut self, found: &CodeEquivalences) -> Result<(), ScoreError> {
        for mutant in self.objectives {
            let id = &mutant.id;
            let (partner, apart) = match found.get(id) {
                None | Some(CodeEquivalence::Distinct | CodeEquivalence::NotCompared) => continue,
                Some(CodeEquivalence::Equivalent) => (Partner::Original, self.told_apart(id, None)),
                Some(CodeEquivalence::DuplicateOf(other)) => {
                    let apart = self.told_apart(id, Some(other));
                    (Partner::Mutant(other.clone()), apart)
                }
            };
            if let Some(test) = apart {
                return Err(ScoreError::Contradiction {
                    test,
                    mutant: id.0.clone(),
                    partner: match partner {
                        Partner::Original => "the original".to_owned(),
                        Partner::Mutant(id) => id.0,
                    },
                });
            }
            if matches!(partner, Partner::Original) {
                self.forget_timeouts(id);
            }
            self.fates.entry(id.clone()).or_default().same_code = Some(partner);
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

    /// Code that equals the original's behaves like the original, whatever work the mutant counted.
    fn forget_timeouts(&mut self, id: &ObjectiveId) {
        let fate = self.fates.get_mut(id);
        let tests = fate.map_or_else(Vec::new, |fate| std::mem::take(&mut fate.timeout));
        self.kills.retain(|kill| kill.objective != id.0);
        for report in self.tests.iter_mut().filter(|of| tests.contains(&of.id)) {
            report.killed = report.killed.saturating_sub(1);
        }
    }

    pub fn score(mut self, subject: &Subject<'_>) -> Score {
        let mut fate_of = |id| self.fates.remove(id).unwrap_or_default();
        let all = self.objectives.iter();
        let records = all.map(|of| match self.built.number(&of.id) {
            None if label_of(of).is_some() => unrecorded(subject, of),
            _ => record(subject, of, fate_of(&of.id)),
        });
        Score {
            file: subject.lookup.file.to_owned(),
            operators: subject.operators.clone(),
            criteria: subject.criteria.clone(),
            objectives: records.collect(),
            decisions: decision_reports(&subject.lookup, subject.decisions),
            tests: self.tests,
            kills: self.kills,
            ..Score::default()
        }
    }
}

fn record(subject: &Subject<'_>, of: &Objective, fate: Fate) -> Record {
    Record {
        verdict: match &of.kind {
            ObjectiveKind::Label(_) => label_verdict(fate),
            // Its labels decide it.
            ObjectiveKind::HyperLabel(_) => Decision::not_tried(""),
            ObjectiveKind::Mutant(_) | ObjectiveKind::Pair(_) => verdict(fate),
        },
        ..record_of(of, subject.lookup.name(of.site.function))
    }
}

/// A label that no native run can record.
fn unrecorded(subject: &Subject<'_>, label: &Objective) -> Record {
    Record {
        verdict: Decision::unknown(Reason::NotRecorded),
        ..record_of(label, subject.lookup.name(label.site.function))
    }
}

fn label_verdict(fate: Fate) -> Decision {
    let Fate {
        covered,
        executed,
        is_left,
        ..
    } = fate;
    match () {
        () if !covered.is_empty() => Decision::covered(covered),
        () if is_left => Decision::unknown(Reason::Interrupted),
        () if !executed.is_empty() => Decision::uncovered(Some(Level::Executed), executed),
        () => Decision::uncovered(Some(Level::NotExecuted), Vec::new()),
    }
}

/// The most that any test achieved.
fn verdict(fate: Fate) -> Decision {
    let Fate {
        killed,
        timeout,
        infected,
        executed,
        same_code,
        is_left,
        ..
    } = fate;
    match same_code {
        Some(Partner::Original) => return Decision::same_code(),
        Some(Partner::Mutant(of)) => return Decision::duplicate(of.0),
        None => {}
    }
    match () {
        () if !killed.is_empty() => Decision::killed(Status::Killed, killed),
        () if !timeout.is_empty() => Decision::killed(Status::Timeout, timeout),
        () if is_left => Decision::unknown(Reason::Interrupted),
        () if !infected.is_empty() => Decision::survived(Level::WeaklyKilled, infected),
        () if !executed.is_empty() => Decision::survived(Level::Executed, executed),
        () => Decision::survived(Level::NotExecuted, Vec::new()),
    }
}

/// The score before anything was run.
pub fn unfinished(subject: &Subject<'_>) -> Score {
    let fate = Fate {
        is_left: true,
        ..Fate::default()
    };
    let all = subject.objectives.iter();
    let records = all.map(|of| record(subject, of, fate.clone()));
    let score = Score {
        file: subject.lookup.file.to_owned(),
        operators: subject.operators.clone(),
        criteria: subject.criteria.clone(),
        objectives: records.collect(),
        decisions: decision_reports(&subject.lookup, subject.decisions),
        interrupted: true,
        ..Score::default()
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
