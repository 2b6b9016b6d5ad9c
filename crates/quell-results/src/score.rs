//! What tests do to mutants.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::reason::Protection;

/// Changes whenever a reader of the old form would be misled.
pub const SCORE_SCHEMA: &str = "quell-score-2";

/// All there is to say about a suite and the mutants of a file.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Score {
    pub schema: String,
    pub file: String,
    /// The operators, as the user chose them.
    pub faults: Vec<String>,
    /// As the table shows them.
    pub totals: Totals,
    /// How many mutants have which verdict: each counts once.
    pub verdicts: Verdicts,
    pub coverage: Coverage,
    pub tests: Vec<TestReport>,
    pub mutants: Vec<MutantReport>,
    /// The kill matrix, without its empty fields.
    pub kills: Vec<Kill>,
    /// What kept the mutants from doing harm.
    pub protection: Vec<Protection>,
    /// What nobody defines: a run that comes to it ends there.
    #[serde(default)]
    pub undefined: Vec<Undefined>,
    /// Functions that nobody defines and that are stood in for: calls are seen, and give what the test says.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outside: Vec<Undefined>,
    /// Somebody ended it early: some mutants are unfinished, and tests may be missing from the others.
    #[serde(default)]
    pub interrupted: bool,
}

/// A function or variable that neither the file nor a library defines.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Undefined {
    pub symbol: String,
    pub used_by: Vec<String>,
}

/// A test and what the original did with it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TestReport {
    pub id: String,
    pub function: String,
    /// `returned 3`.
    pub ended: String,
    pub executed: u64,
    pub infected: u64,
    pub killed: u64,
    /// Why it could not be told whether the original has undefined behaviour on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unchecked: Option<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MutantReport {
    pub id: String,
    pub operator: String,
    /// As the source calls it.
    pub function: String,
    pub span: Span,
    pub diff: Diff,
    pub verdict: Verdict,
}

/// Lines and columns count from 1, the end is excluded.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub struct Span {
    pub file: String,
    pub line: u32,
    pub column: u32,
    pub end_line: u32,
    pub end_column: u32,
}

/// The line of the source before and after.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Diff {
    pub before: String,
    pub after: String,
}

/// The most that any test achieved, with the tests that did.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "status", rename_all = "snake_case")]
pub enum Verdict {
    /// A run of it was told from that of the original.
    Killed { tests: Vec<String> },
    /// Told apart only by doing far more work than the original.
    Timeout { tests: Vec<String> },
    /// Its state differed, but nothing of that could be observed in the end.
    WeaklyKilled { tests: Vec<String> },
    /// Its place was reached, without any difference.
    Executed { tests: Vec<String> },
    /// No test reaches its place.
    NotExecuted,
    /// The compiler makes the same code of it as of the original.
    Equivalent,
    /// The compiler makes the same code of it as of another mutant.
    Duplicate { of: String },
    /// No test killed it before the campaign was interrupted, and there were more to run.
    Unfinished,
}

/// A test that tells a mutant from the original, and what it saw of either.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Kill {
    pub mutant: String,
    pub test: String,
    /// `result`, `a[2]`, `stdout`, `how it ended`.
    pub what: String,
    pub original: String,
    pub observed: String,
}

/// How many mutants have which verdict. Each mutant counts once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Verdicts {
    pub killed: u64,
    pub timeout: u64,
    pub weakly_killed: u64,
    pub executed: u64,
    pub not_executed: u64,
    pub equivalent: u64,
    pub duplicate: u64,
    pub unfinished: u64,
}

/// How far mutants got: those that were weakly killed were executed as well, and those that were killed were both.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Totals {
    pub mutants: u64,
    pub executed: u64,
    pub weakly_killed: u64,
    /// Timeouts too.
    pub killed: u64,
    pub timeouts: u64,
    /// They do not count for the score.
    pub same_code: u64,
    pub unfinished: u64,
    /// Killed mutants in percent of those that count. The lowest and the highest that it can be, while mutants
    /// are unfinished; none if no mutant counts.
    pub score: Option<Percent>,
    /// The same for mutants that were weakly killed.
    pub weak_score: Option<Percent>,
}

/// A share in percent, as far as it is known.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Percent {
    pub least: f64,
    pub most: f64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Coverage {
    pub blocks: Count,
    pub branches: Count,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Count {
    pub covered: u64,
    pub total: u64,
}

impl Count {
    /// `None` of nothing.
    pub fn percent(self) -> Option<f64> {
        percent(self.covered, self.total)
    }
}

fn percent(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 * 100.0 / whole as f64)
}

impl Verdict {
    /// Told from the original by some test.
    pub fn is_killed(&self) -> bool {
        matches!(self, Self::Killed { .. } | Self::Timeout { .. })
    }

    /// Neither killed nor left out of the score nor unfinished.
    pub fn is_alive(&self) -> bool {
        matches!(
            self,
            Self::WeaklyKilled { .. } | Self::Executed { .. } | Self::NotExecuted
        )
    }
}

impl Verdicts {
    pub fn of<'v>(verdicts: impl IntoIterator<Item = &'v Verdict>) -> Self {
        let mut counts = Self::default();
        for verdict in verdicts {
            *match verdict {
                Verdict::Killed { .. } => &mut counts.killed,
                Verdict::Timeout { .. } => &mut counts.timeout,
                Verdict::WeaklyKilled { .. } => &mut counts.weakly_killed,
                Verdict::Executed { .. } => &mut counts.executed,
                Verdict::NotExecuted => &mut counts.not_executed,
                Verdict::Equivalent => &mut counts.equivalent,
                Verdict::Duplicate { .. } => &mut counts.duplicate,
                Verdict::Unfinished => &mut counts.unfinished,
            } += 1;
        }
        counts
    }

    /// What they add up to.
    pub fn totals(&self) -> Totals {
        let killed = self.killed + self.timeout;
        let weakly_killed = killed + self.weakly_killed;
        let executed = weakly_killed + self.executed;
        let same_code = self.equivalent + self.duplicate;
        let counted = executed + self.not_executed + self.unfinished;
        let percent = |judged: u64| {
            Some(Percent {
                least: percent(judged, counted)?,
                most: percent(judged + self.unfinished, counted)?,
            })
        };
        Totals {
            mutants: counted + same_code,
            executed,
            weakly_killed,
            killed,
            timeouts: self.timeout,
            same_code,
            unfinished: self.unfinished,
            score: percent(killed),
            weak_score: percent(weakly_killed),
        }
    }
}

impl Totals {
    pub fn of<'v>(verdicts: impl IntoIterator<Item = &'v Verdict>) -> Self {
        Verdicts::of(verdicts).totals()
    }

    /// The mutants that count: neither equivalent nor duplicate.
    pub fn counted(&self) -> u64 {
        self.mutants - self.same_code
    }
}

impl Score {
    /// Adds up the totals and puts everything into its one order: mutants as they stand in the source,
    /// tests as they were given, kills by both.
    pub fn finished(mut self) -> Self {
        self.schema = SCORE_SCHEMA.to_owned();
        self.verdicts = Verdicts::of(self.mutants.iter().map(|mutant| &mutant.verdict));
        self.totals = self.verdicts.totals();
        self.mutants.sort_by(|a, b| {
            let key = |of: &MutantReport| (of.span.clone(), of.operator.clone(), of.id.clone());
            key(a).cmp(&key(b))
        });
        let mutants = numbers(self.mutants.iter().map(|mutant| &mutant.id));
        let tests = numbers(self.tests.iter().map(|test| &test.id));
        let number = |table: &BTreeMap<String, usize>, id: &String| {
            table.get(id).copied().unwrap_or(usize::MAX)
        };
        self.kills.sort_by_key(|kill| {
            (
                number(&mutants, &kill.mutant),
                number(&tests, &kill.test),
                kill.what.clone(),
            )
        });
        for mutant in &mut self.mutants {
            if let Verdict::Killed { tests: by }
            | Verdict::Timeout { tests: by }
            | Verdict::WeaklyKilled { tests: by }
            | Verdict::Executed { tests: by } = &mut mutant.verdict
            {
                by.sort_by_key(|test| (number(&tests, test), test.clone()));
            }
        }
        self
    }

    pub fn to_json(&self) -> String {
        // Nothing in it can fail.
        let text = serde_json::to_string_pretty(self).unwrap_or_default();
        text + "\n"
    }
}

fn numbers<'i>(ids: impl Iterator<Item = &'i String>) -> BTreeMap<String, usize> {
    ids.enumerate()
        .map(|(index, id)| (id.clone(), index))
        .collect()
}
