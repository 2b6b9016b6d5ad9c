//! The results of several files as one: objectives and tests under ids with their file, totals for each file and for all.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::decisions::DecisionReport;
use crate::reason::{Protection, Reason};
use crate::record::{Decision, Record};
use crate::run::{PathStatistics, Run, Statistics, WrittenTest};
use crate::totals::{FunctionSummary, Totals};

/// Changes whenever a reader of the old form would be misled.
pub const PROJECT_SCHEMA: &str = "quell-project-1";

/// The result of `quell run` or `quell cover` on several files.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct ProjectRun {
    #[schemars(extend("const" = PROJECT_SCHEMA))]
    pub schema: String,
    pub engine: String,
    /// The operators, as the user chose them.
    pub operators: Vec<String>,
    /// The coverage criteria, as the user chose them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub criteria: Vec<String>,
    /// The configuration files that were used.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub configs: Vec<String>,
    /// Whether it was interrupted: the remaining objectives are unknown.
    #[serde(default)]
    pub interrupted: bool,
    /// Of all files together.
    pub totals: Totals,
    pub statistics: Statistics,
    /// The files that were worked on, in the order of the project.
    pub files: Vec<FileSummary>,
    /// Files without a result.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub skipped: Vec<SkippedFile>,
    /// Their ids are `FILE:ID`. An objective of a header is one objective, whichever files include the header.
    pub objectives: Vec<Record>,
    /// The tests that were written. Their ids begin with their file, too.
    pub tests: Vec<WrittenTest>,
    /// The decisions for MC/DC, in the order of the source.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub decisions: Vec<DecisionReport>,
    /// The functions with objectives, in the order of their first ones.
    pub functions: Vec<FunctionSummary>,
    /// The paths of each function, if an engine follows single paths.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub explorations: Vec<PathStatistics>,
    /// The protections of the sandbox that were in force.
    pub protection: Vec<Protection>,
}

/// A file of a project.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct FileSummary {
    pub file: String,
    pub totals: Totals,
    /// The number of tests that call its functions.
    pub tests: u64,
    pub seconds: f64,
    #[serde(default)]
    pub linked: Linked,
}

/// What a file was linked with.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Linked {
    /// The number of functions of other files.
    pub functions: u64,
    /// Functions and variables that files of the project define, and that are external nevertheless.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub external: Vec<LeftExternal>,
}

/// A symbol that is not linked.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LeftExternal {
    pub symbol: String,
    pub reason: NotLinked,
}

/// Why a symbol that some file defines is not linked.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum NotLinked {
    /// The limit on linked functions is reached.
    Limit,
    /// Several files define it.
    SeveralDefinitions,
    /// The file declares it with another type than it is defined with.
    OtherType,
    /// The file that defines it is for another machine.
    OtherTarget,
}

/// A file without a result.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SkippedFile {
    pub file: String,
    pub reason: SkippedReason,
}

/// Why a file has no result.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SkippedReason {
    /// It is no source file that Quell compiles, or the command makes no code.
    NoSource { message: String },
    /// The build names it, and it does not exist.
    Missing,
    /// The build compiles it several times, and the first command is used.
    CompiledAgain,
    /// It cannot be compiled or read.
    NotLoaded { message: String },
    /// An error ended the work on it.
    Failed { message: String },
}

/// The result of one file of a project.
#[derive(Clone, PartialEq, Debug)]
pub struct FileRun {
    /// As the user knows it.
    pub file: String,
    pub run: Run,
    /// `FILE:ID` of each objective by its id, where the file is that of the text: it may be a header.
    pub ids: BTreeMap<String, String>,
    pub linked: Linked,
}

impl ProjectRun {
    /// The results of files together.
    pub fn new(files: Vec<FileRun>, skipped: Vec<SkippedFile>) -> Self {
        let mut project = Self {
            schema: PROJECT_SCHEMA.to_owned(),
            skipped,
            ..Self::default()
        };
        for file in files {
            project.add(file);
        }
        project.totals = Totals::of_records(&project.objectives);
        project
    }

    fn add(&mut self, of: FileRun) {
        let run = of.run;
        let names = Names {
            file: &of.file,
            ids: &of.ids,
            tests: run.tests.iter().map(|test| test.id.clone()).collect(),
        };
        self.files.push(FileSummary {
            file: of.file.clone(),
            totals: run.totals,
            tests: run.tests.len() as u64,
            seconds: run.statistics.seconds,
            linked: of.linked,
        });
        if self.engine.is_empty() {
            self.engine = run.engine;
            self.operators = run.operators;
            self.criteria = run.criteria;
            self.protection = run.protection;
        }
        let config = run.config.filter(|config| !self.configs.contains(config));
        self.configs.extend(config);
        self.interrupted |= run.interrupted;
        self.statistics = self.statistics.and(run.statistics);
        let records = run.objectives.into_iter();
        self.objectives.extend(records.map(|of| names.record(of)));
        let tests = run.tests.into_iter();
        self.tests.extend(tests.map(|of| names.test(of)));
        let decisions = run.decisions.into_iter();
        self.decisions
            .extend(decisions.map(|of| names.decision(of)));
        let functions = run.functions.into_iter().map(|one| FunctionSummary {
            file: Some(of.file.clone()),
            reasons: one.reasons.into_iter().map(|of| names.reason(of)).collect(),
            ..one
        });
        self.functions.extend(functions);
        self.explorations.extend(run.explorations);
    }

    pub fn to_json(&self) -> String {
        crate::to_json(self)
    }
}

impl Statistics {
    /// Those of two runs, one after the other.
    fn and(self, other: Self) -> Self {
        let sum = |one: Option<u64>, two: Option<u64>| match (one, two) {
            (Some(one), Some(two)) => Some(one + two),
            (one, two) => one.or(two),
        };
        Self {
            fuzzed: sum(self.fuzzed, other.fuzzed),
            paths: sum(self.paths, other.paths),
            reached: match (self.reached, other.reached) {
                (Some(one), Some(two)) => Some(one.and(two)),
                (one, two) => one.or(two),
            },
            queries: self.queries + other.queries,
            solver_seconds: self.solver_seconds + other.solver_seconds,
            seconds: self.seconds + other.seconds,
        }
    }
}

/// The names that things of one file have in the project.
struct Names<'n> {
    file: &'n str,
    ids: &'n BTreeMap<String, String>,
    /// The ids of the tests that were written. Tests of other suites keep their names.
    tests: BTreeSet<String>,
}

impl Names<'_> {
    fn id(&self, id: &str) -> String {
        let known = self.ids.get(id).cloned();
        known.unwrap_or_else(|| format!("{}:{id}", self.file))
    }

    fn all(&self, ids: &[String]) -> Vec<String> {
        ids.iter().map(|id| self.id(id)).collect()
    }

    fn test_id(&self, id: &str) -> String {
        match self.tests.contains(id) {
            true => format!("{}:{id}", self.file),
            false => id.to_owned(),
        }
    }

    fn record(&self, record: Record) -> Record {
        let id = self.id(&record.id);
        let file = id.rsplit_once(':').map(|(file, _)| file.to_owned());
        Record {
            file: file.unwrap_or(record.file),
            parts: self.all(&record.parts),
            alternatives: record.alternatives.iter().map(|of| self.all(of)).collect(),
            verdict: self.verdict(record.verdict),
            id,
            ..record
        }
    }

    fn verdict(&self, decision: Decision) -> Decision {
        Decision {
            duplicate_of: decision.duplicate_of.map(|id| self.id(&id)),
            tests: decision.tests.iter().map(|id| self.test_id(id)).collect(),
            reason: decision.reason.map(|of| self.reason(of)),
            ..decision
        }
    }

    fn reason(&self, reason: Reason) -> Reason {
        match reason {
            Reason::OpenLabels { labels } => Reason::OpenLabels {
                labels: self.all(&labels),
            },
            Reason::ExecutedBeyondBounds { test } => Reason::ExecutedBeyondBounds {
                test: self.test_id(&test),
            },
            other => other,
        }
    }

    fn test(&self, test: WrittenTest) -> WrittenTest {
        WrittenTest {
            id: self.test_id(&test.id),
            file: Some(self.file.to_owned()),
            kills: self.all(&test.kills),
            ..test
        }
    }

    fn decision(&self, mut decision: DecisionReport) -> DecisionReport {
        let vectors = std::mem::take(&mut decision.vectors).into_iter();
        decision.vectors = vectors.map(|(id, of)| (self.id(&id), of)).collect();
        let conditions = decision.conditions.iter_mut();
        for of in conditions.flat_map(|of| of.independence.values_mut()) {
            of.objective = self.id(&of.objective);
            if let Some(pair) = &mut of.pair {
                for witness in [&mut pair.holds, &mut pair.fails] {
                    witness.test = self.test_id(&witness.test);
                    witness.label = self.id(&witness.label);
                }
            }
        }
        decision
    }
}
