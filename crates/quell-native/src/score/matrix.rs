//! Which test does what to which mutant.

use quell_objectives::Mutant;
use quell_objectives::meta::Meta;
use quell_results::{Count, Diff, Kill, MutantReport, Score, Span, TestReport, Verdict};
use quell_values::{Difference, End, compare, shown_end};

use super::Subject;
use super::error::ScoreError;
use super::prepare::Ready;
use crate::tce::Likeness;
use crate::{Recording, RunResult, Runs};

/// What became of one mutant so far; tests by their ids.
#[derive(Clone, Debug, Default)]
struct Fate {
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
    Mutant(String),
}

#[derive(Debug)]
pub struct Matrix<'a> {
    mutants: &'a [Mutant],
    first: u32,
    fates: Vec<Fate>,
    tests: Vec<TestReport>,
    kills: Vec<Kill>,
}

impl<'a> Matrix<'a> {
    pub fn new(
        subject: &'a Subject<'_>,
        built: &Meta,
        tests: &[Ready<'_>],
        recordings: &[Recording],
    ) -> Self {
        let mut matrix = Self {
            mutants: subject.mutants,
            first: built.first,
            fates: vec![Fate::default(); subject.mutants.len()],
            tests: Vec::new(),
            kills: Vec::new(),
        };
        for (test, recording) in tests.iter().zip(recordings) {
            matrix.recorded(test, recording);
        }
        matrix
    }

    fn recorded(&mut self, test: &Ready<'_>, recording: &Recording) {
        let id = &test.case.id;
        for &number in &recording.executed {
            self.fate(number, |fate| fate.executed.push(id.clone()));
        }
        for &number in &recording.infected {
            self.fate(number, |fate| fate.infected.push(id.clone()));
        }
        self.tests.push(TestReport {
            id: id.clone(),
            function: test.case.function.clone(),
            ended: shown_end(&test.callee, &test.call, &recording.observed),
            executed: recording.executed.len() as u64,
            infected: recording.infected.len() as u64,
            killed: 0,
            unchecked: test.unchecked.clone(),
        });
    }

    fn fate(&mut self, number: u32, change: impl FnOnce(&mut Fate)) {
        let index = number.checked_sub(self.first).map(|index| index as usize);
        if let Some(fate) = index.and_then(|index| self.fates.get_mut(index)) {
            change(fate);
        }
    }

    /// Adds the runs of the mutants that a test infects.
    pub fn add(&mut self, test: &Ready<'_>, recording: &Recording, runs: &Runs) {
        let mut killed = 0;
        for (&number, result) in recording.infected.iter().zip(&runs.mutants) {
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
    pub fn leave(&mut self, recording: &Recording) {
        for &number in &recording.infected {
            self.fate(number, |fate| fate.is_left = true);
        }
    }

    fn kill(&mut self, number: u32, test: &str, difference: Difference, is_timeout: bool) {
        let Some(mutant) = self.mutants.get((number - self.first) as usize) else {
            return;
        };
        self.kills.push(Kill {
            mutant: mutant.id.0.clone(),
            test: test.to_owned(),
            what: difference.what.to_string(),
            original: difference.original,
            observed: difference.mutant,
        });
        self.fate(number, |fate| match is_timeout {
            true => fate.timeout.push(test.to_owned()),
            false => fate.killed.push(test.to_owned()),
        });
    }

    /// Notes what the compiler makes of the mutants. It is wrong if a test tells two with the same code apart.
    pub fn compared(&mut self, likenesses: &[Likeness]) -> Result<(), ScoreError> {
        for (index, likeness) in likenesses.iter().enumerate() {
            let (partner, apart) = match *likeness {
                Likeness::Unlike | Likeness::NotCompared => continue,
                Likeness::Equivalent => (Partner::Original, self.told_apart(index, None)),
                Likeness::DuplicateOf(other) => {
                    let id = self.mutants[other].id.0.clone();
                    (Partner::Mutant(id), self.told_apart(index, Some(other)))
                }
            };
            if let Some(test) = apart {
                return Err(ScoreError::Contradiction {
                    test,
                    mutant: self.mutants[index].id.0.clone(),
                    partner: match partner {
                        Partner::Original => "the original".to_owned(),
                        Partner::Mutant(id) => id,
                    },
                });
            }
            if *likeness == Likeness::Equivalent {
                self.forget_timeouts(index);
            }
            self.fates[index].same_code = Some(partner);
        }
        Ok(())
    }

    /// A test that kills one of two and not the other; the original is never killed. How much work is done is not told
    /// by the code: the compiler leaves out a loop that only counts.
    fn told_apart(&self, one: usize, other: Option<usize>) -> Option<String> {
        let nothing = Fate::default();
        let (one, other) = (
            &self.fates[one],
            other.map_or(&nothing, |index| &self.fates[index]),
        );
        let spared =
            |by: &'_ Fate, test: &String| !by.killed.contains(test) && !by.timeout.contains(test);
        let only_one = one.killed.iter().filter(|test| spared(other, test));
        let only_other = other.killed.iter().filter(|test| spared(one, test));
        only_one.chain(only_other).next().cloned()
    }

    /// The code of the original does what the original does, however much work the mutant counted.
    fn forget_timeouts(&mut self, index: usize) {
        let tests = std::mem::take(&mut self.fates[index].timeout);
        let id = &self.mutants[index].id.0;
        self.kills.retain(|kill| kill.mutant != *id);
        for report in self.tests.iter_mut().filter(|of| tests.contains(&of.id)) {
            report.killed = report.killed.saturating_sub(1);
        }
    }

    pub fn score(self, subject: &Subject<'_>) -> Score {
        let mutants = self.mutants.iter().zip(self.fates);
        let reports = mutants.map(|(mutant, fate)| report(subject, mutant, fate));
        Score {
            file: subject.lookup.file.to_owned(),
            faults: subject.faults.clone(),
            mutants: reports.collect(),
            tests: self.tests,
            kills: self.kills,
            ..Score::default()
        }
    }
}

fn report(subject: &Subject<'_>, mutant: &Mutant, fate: Fate) -> MutantReport {
    let span = &mutant.span;
    MutantReport {
        id: mutant.id.0.clone(),
        operator: mutant.operator.to_owned(),
        function: subject.lookup.name(mutant.function),
        span: Span {
            file: span.file.clone(),
            line: span.line,
            column: span.column,
            end_line: span.end_line,
            end_column: span.end_column,
        },
        diff: Diff {
            before: mutant.diff.before.clone(),
            after: mutant.diff.after.clone(),
        },
        verdict: verdict(fate),
    }
}

/// The most that any test achieved.
fn verdict(fate: Fate) -> Verdict {
    let Fate {
        killed,
        timeout,
        infected,
        executed,
        same_code,
        is_left,
    } = fate;
    match same_code {
        Some(Partner::Original) => return Verdict::Equivalent,
        Some(Partner::Mutant(of)) => return Verdict::Duplicate { of },
        None => {}
    }
    match () {
        () if !killed.is_empty() => Verdict::Killed { tests: killed },
        () if !timeout.is_empty() => Verdict::Timeout { tests: timeout },
        () if is_left => Verdict::Unfinished,
        () if !infected.is_empty() => Verdict::WeaklyKilled { tests: infected },
        () if !executed.is_empty() => Verdict::Executed { tests: executed },
        () => Verdict::NotExecuted,
    }
}

/// The score before anything was run.
pub fn unfinished(subject: &Subject<'_>) -> Score {
    let fate = Fate {
        is_left: true,
        ..Fate::default()
    };
    let reports = subject
        .mutants
        .iter()
        .map(|mutant| report(subject, mutant, fate.clone()));
    let score = Score {
        file: subject.lookup.file.to_owned(),
        faults: subject.faults.clone(),
        mutants: reports.collect(),
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
