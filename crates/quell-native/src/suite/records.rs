//! The mutants and labels of a suite as records, named as the user knows them, and what the runs of the original say of them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use quell_results::{
    Count, Coverage, Decision, DecisionReport, Ending, Reason, Record, RecordKind, Score,
    ScoredCode, SourceText, Span, Status, TestReport,
};

use super::baseline::Baseline;
use super::campaign::Suite;
use super::carried::{CodePlace, SameCode, Unit};
use super::error::SuiteError;
use super::recording::Recording;
use super::subjects::Subject;

impl Suite<'_> {
    /// The score before any command was run, and the protections of the runs; an error if they do not suffice.
    pub fn begin(&self, programs: String) -> Result<Score, SuiteError> {
        let with_mutants = |unit: &&Unit| !unit.mutants.is_empty();
        let units = self.units.iter().filter(with_mutants);
        let operators: BTreeSet<String> = units.map(|unit| unit.faults.clone()).collect();
        let mutants = self.subjects.iter().map(|subject| self.record(subject));
        Ok(Score {
            file: programs,
            criteria: self.labels.criteria.clone(),
            decisions: self.decisions(),
            operators: operators.into_iter().collect(),
            coverage: self.coverage(&[]),
            objectives: mutants.chain(self.label_records(&[])).collect(),
            protection: self.protection()?.in_force(),
            code: self.code(),
            ..Score::default()
        })
    }

    /// The functions of all units, each once.
    fn code(&self) -> Vec<ScoredCode> {
        let code = self.units.iter().flat_map(|unit| &unit.code);
        let code: BTreeSet<ScoredCode> = code
            .map(|of| ScoredCode {
                file: self.file(&of.file),
                ..of.clone()
            })
            .collect();
        code.into_iter().collect()
    }

    /// The id of a mutant in results: its file as the user knows it, and its id there.
    pub fn id(&self, subject: &Subject) -> String {
        self.file(&subject.mutant.name())
    }

    /// A file, or an id that begins with one, as the user knows it: files below the working directory are named relative to it.
    fn file(&self, file: &str) -> String {
        let below = Path::new(file).strip_prefix(&self.directory);
        below.map_or_else(|_| file.to_owned(), |below| below.display().to_string())
    }

    fn record(&self, subject: &Subject) -> Record {
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
            verdict: match &mutant.same_code {
                Some(SameCode::Original) => Decision::same_code(),
                Some(SameCode::Mutant(name)) => Decision::duplicate(self.file(name)),
                None => Decision::unknown(Reason::Interrupted),
            },
        }
    }

    /// The labels, with their files as the user knows them.
    pub(super) fn label_records(&self, baselines: &[Baseline]) -> Vec<Record> {
        let records = self.labels.records(baselines).into_iter();
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
        let mut decisions = self.labels.decisions.clone();
        for decision in &mut decisions {
            decision.file = self.file(&decision.file);
            let vectors = std::mem::take(&mut decision.vectors).into_iter();
            let named = vectors.map(|(label, vector)| (self.file(&label), vector));
            decision.vectors = named.collect();
            let conditions = decision.conditions.iter_mut();
            for independence in conditions.flat_map(|of| of.independence.values_mut()) {
                independence.objective = self.file(&independence.objective);
            }
        }
        decisions
    }

    /// A command, and what its runs on the original execute, infect and cover.
    pub(super) fn test_report(&self, baseline: &Baseline) -> TestReport {
        let count = |is_meant: fn(&Subject, &[Recording]) -> bool| {
            let subjects = self.subjects.iter();
            subjects
                .filter(|one| is_meant(one, &baseline.recordings))
                .count() as u64
        };
        let labels = self.labels.records(std::slice::from_ref(baseline));
        let is_covered = |label: &&Record| {
            label.kind == RecordKind::Label && label.verdict.status == Status::Covered
        };
        TestReport {
            id: baseline.command.clone(),
            function: None,
            ended: Ending::Exited { status: 0 },
            executed: count(Subject::is_executed),
            infected: count(Subject::is_infected),
            killed: 0,
            covered: labels.iter().filter(is_covered).count() as u64,
            unchecked: None,
        }
    }

    pub(super) fn coverage(&self, baselines: &[Baseline]) -> Coverage {
        let (blocks, branches) = (
            self.covered(baselines, |of| &of.blocks, |of| &of.blocks),
            self.covered(baselines, |of| &of.branches, |of| &of.branches),
        );
        Coverage { blocks, branches }
    }

    /// A place of a header is in many units and counts once.
    fn covered(
        &self,
        baselines: &[Baseline],
        places: fn(&Unit) -> &Vec<CodePlace>,
        marks: fn(&Recording) -> &Vec<bool>,
    ) -> Count {
        let mut found: BTreeMap<&CodePlace, bool> = BTreeMap::new();
        for (number, unit) in self.units.iter().enumerate() {
            for (index, place) in places(unit).iter().enumerate() {
                let is_marked = |baseline: &Baseline| {
                    let recording = baseline.recordings.get(number).map(marks);
                    recording
                        .and_then(|marks| marks.get(index))
                        .copied()
                        .unwrap_or(false)
                };
                *found.entry(place).or_default() |= baselines.iter().any(is_marked);
            }
        }
        Count {
            covered: found.values().filter(|covered| **covered).count() as u64,
            total: found.len() as u64,
        }
    }
}
