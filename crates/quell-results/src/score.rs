//! The score of a suite of tests.

use std::collections::BTreeMap;

use quell_values::Ending;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::decisions::{DecisionReport, with_pairs};
use crate::hyper_labels;
use crate::reason::{Protection, Reason};
use crate::record::{Record, RecordKind, Sight, Span};
use crate::totals::{FunctionSummary, Totals, functions, percent};

/// Changes whenever a reader of the old form would be misled.
pub const SCORE_SCHEMA: &str = "quell-score-4";

/// The result of `quell score`: on tests that are data, and on commands of the user's own suite.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Score {
    #[schemars(extend("const" = SCORE_SCHEMA))]
    pub schema: String,
    /// The file, or the programs that the commands run.
    pub file: String,
    /// The operators, as the user chose them.
    pub operators: Vec<String>,
    /// The coverage criteria, as the user chose them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub criteria: Vec<String>,
    /// Whether it was interrupted: the remaining objectives are unknown, and tests may be missing from the other records.
    #[serde(default)]
    pub interrupted: bool,
    pub totals: Totals,
    pub coverage: Coverage,
    pub objectives: Vec<Record>,
    pub tests: Vec<TestReport>,
    /// The decisions for MC/DC, in the order of the source.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub decisions: Vec<DecisionReport>,
    /// The functions with objectives, in the order of their first ones.
    #[serde(default)]
    pub functions: Vec<FunctionSummary>,
    /// The kill matrix, without its empty fields.
    pub kills: Vec<Kill>,
    /// The protections of the sandbox that were in force.
    pub protection: Vec<Protection>,
    /// The functions of the files as they were scored, whether they have objectives or not.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub code: Vec<ScoredCode>,
    /// Undefined symbols: a run that reaches one ends there.
    #[serde(default)]
    pub undefined: Vec<UsedSymbol>,
    /// External functions with a stub: calls are compared, and return the values of the test.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outside: Vec<UsedSymbol>,
}

/// The code of a function when it was scored.
#[derive(
    Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
pub struct ScoredCode {
    /// The file that was compiled.
    pub file: String,
    pub function: String,
    /// Of the function with everything that it refers to, wherever it is in the source.
    pub digest: String,
}

/// A function or variable that neither the file nor a library defines, and the functions that use it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct UsedSymbol {
    pub symbol: String,
    pub used_by: Vec<String>,
}

/// A test or a command, and the behaviour of the original on it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TestReport {
    /// Of a command: its text.
    pub id: String,
    /// The function that the test calls; absent for a command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
    /// The end of the original.
    pub ended: Ending,
    /// The numbers of objectives that it executed, infected and killed.
    pub executed: u64,
    pub infected: u64,
    pub killed: u64,
    /// How many labels it covers.
    #[serde(default, skip_serializing_if = "covers_none")]
    pub covered: u64,
    /// Why the machine could not check that the original has no undefined behaviour on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unchecked: Option<Reason>,
}

fn covers_none(count: &u64) -> bool {
    *count == 0
}

/// A test that kills an objective, and the first difference that it showed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Kill {
    pub objective: String,
    pub test: String,
    pub observed: Sight,
}

/// The coverage of the functions by all tests.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Coverage {
    pub blocks: Count,
    pub branches: Count,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Count {
    pub covered: u64,
    pub total: u64,
}

impl Count {
    /// `None` if there are none.
    pub fn percent(self) -> Option<f64> {
        percent(self.covered, self.total)
    }
}

impl Score {
    /// Decides hyperlabels, adds up the totals and puts everything into its one order: objectives by their places in the source,
    /// hyperlabels behind them, tests as they were given, kills by both. The first kill of each objective is what its record
    /// shows as observed.
    pub fn finished(mut self) -> Self {
        self.schema = SCORE_SCHEMA.to_owned();
        self.objectives.sort_by(|a, b| place(a).cmp(&place(b)));
        let objectives = numbers(self.objectives.iter().map(|of| &of.id));
        let tests = numbers(self.tests.iter().map(|test| &test.id));
        let number = |table: &BTreeMap<String, usize>, id: &String| {
            table.get(id).copied().unwrap_or(usize::MAX)
        };
        self.kills.sort_by_key(|kill| {
            (
                number(&objectives, &kill.objective),
                number(&tests, &kill.test),
                kill.observed.what.clone(),
            )
        });
        for record in &mut self.objectives {
            let by = &mut record.verdict.tests;
            by.sort_by_key(|test| (number(&tests, test), test.clone()));
        }
        self.show_first_kills(&objectives);
        hyper_labels::decide(&mut self.objectives);
        self.totals = Totals::of_records(&self.objectives);
        self.functions = functions(&self.objectives);
        self.decisions = with_pairs(self.decisions, &self.objectives);
        self
    }

    fn show_first_kills(&mut self, objectives: &BTreeMap<String, usize>) {
        for kill in &self.kills {
            let place = objectives.get(&kill.objective);
            let record = place.and_then(|place| self.objectives.get_mut(*place));
            if let Some(record) = record
                && record.verdict.tests.first() == Some(&kill.test)
                && record.verdict.is_killed()
            {
                let observed = &mut record.verdict.observed;
                observed.get_or_insert_with(|| kill.observed.clone());
            }
        }
    }

    pub fn to_json(&self) -> String {
        crate::to_json(self)
    }
}

/// The order of the source, hyperlabels behind all labels. Labels at one place stay in their order.
fn place(of: &Record) -> (bool, &String, Span, Option<(&String, &String)>) {
    let is_hyper = of.kind == RecordKind::HyperLabel;
    let mutant = of.operator.as_ref().map(|operator| (operator, &of.id));
    (is_hyper, &of.file, of.span, mutant)
}

fn numbers<'i>(ids: impl Iterator<Item = &'i String>) -> BTreeMap<String, usize> {
    ids.enumerate()
        .map(|(index, id)| (id.clone(), index))
        .collect()
}
