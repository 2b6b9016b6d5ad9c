//! The findings so far, as the score that is shown and written.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::{Duration, Instant};

use quell_native::suite::recording::Recording;
use quell_native::suite::{
    Baseline, CodePlace, Finding, RunResult, SameCode, Subject, Suite, Unit,
};
use quell_results::{
    Count, Coverage, Decision, DecisionReport, Ending, Kill, Level, Observable, Protection, Reason,
    Record, RecordKind, Score, ScoredCode, Seen, Sight, SourceText, Span, Status, TestReport,
};

use crate::error::CliError;
use crate::output::Output;

#[derive(Debug)]
pub struct Results<'a> {
    suite: &'a Suite<'a>,
    programs: String,
    /// Files below it are named relative to it.
    directory: PathBuf,
    pub protection: Vec<Protection>,
    pub baselines: Rc<[Baseline]>,
    /// By the index of the mutant.
    pub findings: Vec<Option<Finding>>,
}

impl<'a> Results<'a> {
    pub fn new(suite: &'a Suite<'a>, programs: String, directory: PathBuf) -> Self {
        Self {
            suite,
            programs,
            directory,
            protection: Vec::new(),
            baselines: Rc::default(),
            findings: vec![None; suite.subjects.len()],
        }
    }

    /// Mutants whose runs are not finished are unknown.
    pub fn score(&self) -> Score {
        let all: Vec<(&Subject, Option<&Finding>)> = self
            .suite
            .subjects
            .iter()
            .zip(&self.findings)
            .map(|(subject, finding)| (subject, finding.as_ref().filter(|one| one.finished)))
            .collect();
        let known: Vec<(&Subject, &Finding)> = all
            .iter()
            .filter_map(|(subject, finding)| Some((*subject, (*finding)?)))
            .collect();
        let with_mutants = |unit: &&Unit| !unit.mutants.is_empty();
        let units = self.suite.units.iter().filter(with_mutants);
        let operators: BTreeSet<String> = units.map(|unit| unit.faults.clone()).collect();
        let kills = known
            .iter()
            .flat_map(|(subject, finding)| self.kills(subject, finding));
        let labels = self.labels();
        let tests = self.tests(&known, &labels);
        let records = all.iter().map(|(one, finding)| self.record(one, *finding));
        Score {
            file: self.programs.clone(),
            criteria: self.suite.labels.criteria.clone(),
            decisions: self.decisions(),
            operators: operators.into_iter().collect(),
            coverage: self.coverage(),
            tests,
            objectives: records.chain(labels).collect(),
            kills: kills.collect(),
            protection: self.protection.clone(),
            code: self.code(),
            ..Score::default()
        }
        .finished()
    }

    /// The functions of all units, each once.
    fn code(&self) -> Vec<ScoredCode> {
        let code = self.suite.units.iter().flat_map(|unit| &unit.code);
        let code: BTreeSet<ScoredCode> = code
            .map(|of| ScoredCode {
                file: self.file(&of.file),
                ..of.clone()
            })
            .collect();
        code.into_iter().collect()
    }

    /// The labels with their files as the user knows them.
    fn labels(&self) -> Vec<Record> {
        let records = self.suite.labels.records(&self.baselines).into_iter();
        let shown = records.map(|record| Record {
            id: self.file(&record.id),
            file: self.file(&record.file),
            alternatives: record
                .alternatives
                .iter()
                .map(|labels| labels.iter().map(|id| self.file(id)).collect())
                .collect(),
            ..record
        });
        shown.collect()
    }

    fn decisions(&self) -> Vec<DecisionReport> {
        let mut decisions = self.suite.labels.decisions.clone();
        for decision in &mut decisions {
            decision.file = self.file(&decision.file);
            let conditions = decision.conditions.iter_mut();
            for independence in conditions.flat_map(|of| of.independence.values_mut()) {
                independence.objective = self.file(&independence.objective);
            }
        }
        decisions
    }

    fn name(&self, index: usize) -> String {
        self.baselines
            .get(index)
            .map_or_else(String::new, |one| one.command.clone())
    }

    fn names(&self, indices: &[usize]) -> Vec<String> {
        indices.iter().map(|&index| self.name(index)).collect()
    }

    /// The file as the user knows it.
    fn file(&self, file: &str) -> String {
        let below = Path::new(file).strip_prefix(&self.directory);
        below.map_or_else(|_| file.to_owned(), |below| below.display().to_string())
    }

    fn id(&self, subject: &Subject) -> String {
        format!("{}:{}", self.file(&subject.mutant.file), subject.mutant.id)
    }

    fn record(&self, subject: &Subject, finding: Option<&Finding>) -> Record {
        let mutant = &subject.mutant;
        Record {
            id: self.id(subject),
            kind: RecordKind::Mutant,
            operator: Some(mutant.operator.clone()),
            criterion: None,
            function: mutant.function.clone(),
            file: self.file(&mutant.file),
            span: Span {
                line: mutant.line,
                column: mutant.column,
                end_line: mutant.end_line,
                end_column: mutant.end_column,
            },
            source: SourceText::Change {
                before: mutant.before.clone(),
                after: mutant.after.clone(),
                removed: mutant.original.clone(),
                inserted: mutant.replacement.clone(),
            },
            parts: Vec::new(),
            alternatives: Vec::new(),
            is_part: false,
            also: Vec::new(),
            verdict: self.verdict(subject, finding),
        }
    }

    fn verdict(&self, subject: &Subject, finding: Option<&Finding>) -> Decision {
        match (&subject.mutant.same_code, finding) {
            (Some(SameCode::Original), _) => Decision::same_code(),
            (Some(SameCode::Mutant(name)), _) => Decision::duplicate(self.file(name)),
            (None, Some(finding)) => self.achieved(finding),
            (None, None) => Decision::unknown(Reason::Interrupted),
        }
    }

    /// The most that any command achieved.
    fn achieved(&self, finding: &Finding) -> Decision {
        let with = |wanted: fn(&RunResult) -> bool| -> Vec<String> {
            let runs = finding.runs.iter().filter(|run| wanted(&run.result));
            runs.map(|run| self.name(run.command)).collect()
        };
        let killed = with(|result| matches!(result, RunResult::Differs(_)));
        let timeout = with(|result| matches!(result, RunResult::OutOfWork | RunResult::OutOfTime));
        match finding {
            _ if !killed.is_empty() => Decision::killed(Status::Killed, killed),
            _ if !timeout.is_empty() => Decision::killed(Status::Timeout, timeout),
            Finding { infected_by, .. } if !infected_by.is_empty() => {
                Decision::survived(Level::WeaklyKilled, self.names(infected_by))
            }
            Finding { executed_by, .. } if !executed_by.is_empty() => {
                Decision::survived(Level::Executed, self.names(executed_by))
            }
            _ => Decision::survived(Level::NotExecuted, Vec::new()),
        }
    }

    fn kills<'k>(
        &'k self,
        subject: &'k Subject,
        finding: &'k Finding,
    ) -> impl Iterator<Item = Kill> + 'k {
        finding.runs.iter().filter_map(move |run| {
            let observed = match &run.result {
                RunResult::Same => return None,
                RunResult::Differs(found) => found.sight(),
                RunResult::OutOfWork => self.too_much_work(run.command),
                RunResult::OutOfTime => Sight {
                    what: Observable::Time,
                    original: Seen::InTime,
                    mutant: Seen::FarMore,
                },
            };
            Some(Kill {
                objective: self.id(subject),
                test: self.name(run.command),
                observed,
            })
        })
    }

    fn too_much_work(&self, command: usize) -> Sight {
        let baseline = self.baselines.get(command);
        Sight {
            what: Observable::Work,
            original: Seen::Work {
                steps: baseline.map_or(0, |baseline| baseline.work),
            },
            mutant: Seen::FarMore,
        }
    }

    fn tests(&self, known: &[(&Subject, &Finding)], labels: &[Record]) -> Vec<TestReport> {
        let count = |wanted: &dyn Fn(&Finding) -> bool| {
            known.iter().filter(|(_, finding)| wanted(finding)).count() as u64
        };
        let report = |(index, baseline): (usize, &Baseline)| {
            let kills = |finding: &Finding| {
                let mut runs = finding.runs.iter();
                runs.any(|run| run.command == index && run.result.is_kill())
            };
            let covers = |label: &&Record| {
                let is_covered = label.verdict.status == Status::Covered;
                label.kind == RecordKind::Label
                    && is_covered
                    && label.verdict.tests.contains(&baseline.command)
            };
            TestReport {
                id: baseline.command.clone(),
                function: None,
                ended: Ending::Exited { status: 0 },
                executed: count(&|finding| finding.executed_by.contains(&index)),
                infected: count(&|finding| finding.infected_by.contains(&index)),
                killed: count(&kills),
                covered: labels.iter().filter(covers).count() as u64,
                unchecked: None,
            }
        };
        self.baselines.iter().enumerate().map(report).collect()
    }

    fn coverage(&self) -> Coverage {
        let blocks = self.covered(|unit| &unit.blocks, |recording| &recording.blocks);
        let branches = self.covered(|unit| &unit.branches, |recording| &recording.branches);
        Coverage { blocks, branches }
    }

    /// A place of a header is in many units and counts once.
    fn covered(
        &self,
        places: fn(&Unit) -> &Vec<CodePlace>,
        marks: fn(&Recording) -> &Vec<bool>,
    ) -> Count {
        let mut found: BTreeMap<&CodePlace, bool> = BTreeMap::new();
        for (number, unit) in self.suite.units.iter().enumerate() {
            for (index, place) in places(unit).iter().enumerate() {
                let is_marked = |baseline: &Baseline| {
                    let recording = baseline.recordings.get(number).map(marks);
                    recording
                        .and_then(|marks| marks.get(index))
                        .copied()
                        .unwrap_or(false)
                };
                *found.entry(place).or_default() |= self.baselines.iter().any(is_marked);
            }
        }
        Count {
            covered: found.values().filter(|covered| **covered).count() as u64,
            total: found.len() as u64,
        }
    }
}

/// A file with the results so far, whole at any time.
#[derive(Debug)]
pub struct ResultsFile {
    output: Output,
    written: Option<Instant>,
    /// The file that the user asked for, if another program put a file of its own there.
    lost: Option<PathBuf>,
}

/// How long results may be missing from the file.
const FRESHNESS: Duration = Duration::from_millis(500);

impl ResultsFile {
    pub fn new(output: Output) -> Self {
        Self {
            output,
            written: None,
            lost: None,
        }
    }

    /// A file with a longer name.
    pub fn beside(&self, ending: &str) -> PathBuf {
        let mut name = self.output.path.clone().into_os_string();
        name.push(ending);
        PathBuf::from(name)
    }

    /// Writes the results, unless it did a moment ago.
    pub fn update(&mut self, results: &Results<'_>) -> Result<(), CliError> {
        match self.written {
            Some(written) if written.elapsed() < FRESHNESS => Ok(()),
            _ => self.write(&results.score()),
        }
    }

    /// A new file takes the place of the old one at once. Where that is no longer Quell's, the results go to a file beside it
    /// from then on.
    pub fn write(&mut self, score: &Score) -> Result<(), CliError> {
        match self.output.write(&score.to_json()) {
            Err(CliError::Beside { path, beside }) => {
                self.output.path = beside;
                self.lost.get_or_insert(path);
            }
            other => other?,
        }
        self.written = Some(Instant::now());
        Ok(())
    }

    /// The error with the place of the results if they could not be written where the user wants them.
    pub fn moved(&self) -> Result<(), CliError> {
        match &self.lost {
            None => Ok(()),
            Some(path) => Err(CliError::Beside {
                path: path.clone(),
                beside: self.output.path.clone(),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use quell_results::score::SCORE_SCHEMA;

    use super::*;
    use crate::output::OutputKind;

    #[test]
    fn results_are_written_beside_a_file_that_appears_meanwhile() {
        let scratch = tempfile::tempdir().unwrap();
        let path = scratch.path().join("results.json");
        let mut file = ResultsFile::new(Output {
            option: "--results",
            path: path.clone(),
            kind: OutputKind::Score,
            force: false,
        });
        let score = Score {
            schema: SCORE_SCHEMA.to_owned(),
            ..Score::default()
        };
        file.write(&score).unwrap();
        file.moved().unwrap();
        fs::write(&path, "mine").unwrap();
        file.write(&score).unwrap();
        file.write(&score).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "mine");
        let error = file.moved().unwrap_err().to_string();
        assert!(error.contains("results.json.1"), "{error}");
        assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 2);
    }
}
