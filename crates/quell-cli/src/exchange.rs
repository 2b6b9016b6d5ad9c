//! Files of LTest on the command line: hyperlabels beside a source file, what is known of labels before a run, and what is known
//! after it.
//!
//! - **What is known is not decided again.** Labels that a file calls covered or uncoverable are left out of a run, and its hyperlabels
//!   are reduced to what is left of them. In a score only *uncoverable* counts: what other tests cover, these do not.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use quell_compile::check_regular;
use quell_native::record_of;
use quell_objectives::criteria::CriteriaSelection;
use quell_objectives::criteria::combinations::{Combination, CombinationStatus, combinations};
use quell_objectives::{HyperLabel, Objective, ObjectiveId, ObjectiveKind};
use quell_results::ltest::{HYPER_LABELS_NOTE, LabelStatus, read_labels, write};
use quell_results::{Decision, Record, RecordKind, Run, Score, Status};
use quell_values::lookup::Lookup;
use thiserror::Error;

use crate::args::ExchangeFiles;
use crate::error::CliError;
use crate::output::{Output, OutputKind};
use crate::report;

const LABELS: &str = "labels";
const HYPER_LABELS: &str = "hyperlabels";

/// What is wrong with a file of LTest.
#[derive(Debug, Error)]
pub enum ExchangeError {
    #[error("cannot read {}: {source}", path.display())]
    Read { path: PathBuf, source: io::Error },
    /// The message begins with the line.
    #[error("{}:{message}", path.display())]
    Wrong { path: PathBuf, message: String },
}

/// Hyperlabels beside a source file.
#[derive(Clone, Debug)]
pub struct Beside {
    pub file: String,
    pub combinations: Vec<Combination>,
}

/// The hyperlabels beside a source file, if the labels in it are wanted.
pub fn beside(
    source: &Path,
    selection: &CriteriaSelection,
) -> Result<Option<Beside>, ExchangeError> {
    let path = source.with_extension(HYPER_LABELS);
    match selection.has("LABEL") && path.is_file() {
        true => Ok(Some(Beside {
            combinations: read_combinations(&path)?,
            file: path.display().to_string(),
        })),
        false => Ok(None),
    }
}

fn read(path: &Path) -> Result<String, ExchangeError> {
    let bytes = check_regular(path).and_then(|()| fs::read(path));
    match bytes {
        Ok(bytes) => Ok(String::from_utf8_lossy(&bytes).into_owned()),
        Err(source) => Err(ExchangeError::Read {
            path: path.to_owned(),
            source,
        }),
    }
}

fn read_combinations(path: &Path) -> Result<Vec<Combination>, ExchangeError> {
    combinations(&read(path)?).map_err(|error| ExchangeError::Wrong {
        path: path.to_owned(),
        message: error.to_string(),
    })
}

/// What the files say of a label or hyperlabel.
#[derive(Clone, Debug)]
struct KnownStatus {
    status: Status,
    tests: Vec<String>,
    emitter: String,
}

impl KnownStatus {
    fn decision(&self) -> Decision {
        Decision::stated(self.status, self.tests.clone(), &self.emitter)
    }
}

/// The files that are read and written, and what is known from them.
#[derive(Debug, Default)]
pub struct Exchange {
    known: BTreeMap<String, KnownStatus>,
    /// The file that says so.
    source: String,
    outputs: Option<[Output; 2]>,
}

impl Exchange {
    /// Reads what is known, and checks that the results can be written.
    pub fn new(files: &ExchangeFiles, force: bool) -> Result<Self, CliError> {
        let mut exchange = match &files.labels_in {
            Some(path) => Self::read(path)?,
            None => Self::default(),
        };
        if let Some(path) = &files.labels_out {
            crate::output::refuse_stdout(
                "--labels-out",
                path,
                "a file with another one beside it",
            )?;
            let output = |path: PathBuf, kind| Output {
                option: "--labels-out",
                path,
                kind,
                force,
            };
            let beside = path.with_extension(HYPER_LABELS);
            if path.extension().is_none_or(|ending| ending != LABELS) {
                return Err(CliError::Usage(format!(
                    "--labels-out needs a name that ends in .{LABELS}, and not {}; the hyperlabels are written beside it",
                    path.display()
                )));
            }
            let outputs = [
                output(path.clone(), OutputKind::Labels),
                output(beside, OutputKind::HyperLabels),
            ];
            outputs.iter().try_for_each(Output::check)?;
            exchange.outputs = Some(outputs);
        }
        Ok(exchange)
    }

    fn read(path: &Path) -> Result<Self, ExchangeError> {
        let rows = read_labels(&read(path)?).map_err(|error| ExchangeError::Wrong {
            path: path.to_owned(),
            message: error.to_string(),
        })?;
        let mut known = BTreeMap::new();
        for row in rows {
            let status = match row.status {
                LabelStatus::Unknown => continue,
                LabelStatus::Covered => Status::Covered,
                LabelStatus::Uncoverable => Status::Uncoverable,
            };
            let id = row.id.unwrap_or_else(|| format!("LABEL-{}", row.number));
            let (tests, emitter) = (row.drivers, row.emitter);
            let of = KnownStatus {
                status,
                tests,
                emitter,
            };
            known.insert(id, of);
        }
        let beside = path.with_extension(HYPER_LABELS);
        if beside.is_file() {
            // What Quell wrote follows from the labels, and may be about labels of criteria.
            let all = read_combinations(&beside)?.into_iter();
            for combination in all.filter(|of| of.note != HYPER_LABELS_NOTE) {
                let status = match combination.status {
                    CombinationStatus::Unknown => continue,
                    CombinationStatus::Covered => Status::Covered,
                    CombinationStatus::Uncoverable => Status::Uncoverable,
                };
                let id = format!("HYPERLABEL-{}", combination.number);
                let of = KnownStatus {
                    status,
                    tests: Vec::new(),
                    emitter: String::new(),
                };
                known.insert(id, of);
            }
        }
        Ok(Self {
            known,
            source: path.display().to_string(),
            outputs: None,
        })
    }

    /// What is known of an objective, with or without a file in front of its id.
    fn of(&self, id: &str) -> Option<&KnownStatus> {
        let short = || id.rsplit(':').next().and_then(|id| self.known.get(id));
        self.known.get(id).or_else(short)
    }

    /// The objectives that are left to decide.
    pub fn open(&self, objectives: &[Objective]) -> Vec<Objective> {
        let open = objectives.iter().filter_map(|objective| {
            if self.of(objective.id.as_str()).is_some() {
                return None;
            }
            let ObjectiveKind::HyperLabel(hyper) = &objective.kind else {
                return Some(objective.clone());
            };
            let alternatives = self.left_of(&hyper.alternatives)?;
            let kind = ObjectiveKind::HyperLabel(HyperLabel {
                alternatives,
                ..hyper.clone()
            });
            Some(Objective {
                kind,
                ..objective.clone()
            })
        });
        open.collect()
    }

    /// What is left of alternatives; none if nothing is left to decide.
    fn left_of(&self, alternatives: &[Vec<ObjectiveId>]) -> Option<Vec<Vec<ObjectiveId>>> {
        let status = |id: &ObjectiveId| self.of(id.as_str()).map(|of| of.status);
        let mut left = Vec::new();
        for labels in alternatives {
            if labels
                .iter()
                .any(|id| status(id) == Some(Status::Uncoverable))
            {
                continue;
            }
            let open = labels.iter().filter(|id| status(id).is_none());
            let open: Vec<ObjectiveId> = open.cloned().collect();
            if open.is_empty() {
                return None;
            }
            left.push(open);
        }
        (!left.is_empty()).then_some(left)
    }

    /// Puts what was known into the result of a run on the objectives that were open.
    pub fn complete(&self, run: &mut Run, objectives: &[Objective], lookup: &Lookup<'_>) {
        if self.known.is_empty() {
            return;
        }
        let decided = std::mem::take(&mut run.objectives);
        let mut decided: BTreeMap<String, Decision> = decided
            .into_iter()
            .map(|record| (record.id, record.verdict))
            .collect();
        let records = objectives.iter().map(|objective| {
            let record = record_of(objective, lookup.name(objective.site.function));
            let verdict = match self.of(&record.id) {
                Some(known) => known.decision(),
                // Their labels decide them.
                None if record.kind == RecordKind::HyperLabel => Decision::default(),
                None => decided.remove(&record.id).unwrap_or_default(),
            };
            Record { verdict, ..record }
        });
        run.objectives = records.collect();
        quell_results::hyper_labels::decide(&mut run.objectives);
        *run = std::mem::take(run).finished();
    }

    /// Puts what was known into a score, and warns where its tests show otherwise.
    pub fn settle(&self, score: &mut Score) {
        if self.known.is_empty() {
            return;
        }
        for record in &mut score.objectives {
            let known = self.of(&record.id);
            let is_denied = known.is_some_and(|of| of.status == Status::Uncoverable);
            match record.verdict.status {
                Status::Covered if is_denied => report::print_warning(&format!(
                    "{} is covered by {}, although {} says that it is uncoverable",
                    record.id,
                    record.verdict.tests.join(", "),
                    self.source
                )),
                Status::Uncovered | Status::Unknown if is_denied => {
                    let decision = known.map(KnownStatus::decision);
                    record.verdict = decision.unwrap_or_default();
                }
                Status::Uncovered if record.kind == RecordKind::HyperLabel => {
                    record.verdict = Decision::default();
                }
                _ => {}
            }
        }
        *score = std::mem::take(score).finished();
    }

    /// Writes the labels and hyperlabels, if that was asked for.
    pub fn write(&self, records: &[Record]) -> Result<(), CliError> {
        let Some([labels, hyper_labels]) = &self.outputs else {
            return Ok(());
        };
        let text = write(records);
        labels.write(&text.labels)?;
        match text.hyper_labels.is_empty() && !hyper_labels.path.exists() {
            true => Ok(()),
            false => hyper_labels.write(&text.hyper_labels),
        }
    }
}
