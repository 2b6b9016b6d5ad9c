//! The record of an objective: what it is, where it is, and what is known of it. Every JSON that Quell writes about objectives
//! has records of this one form.

use quell_values::{Assumption, Bound, Difference, Observable, Seen};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use crate::reason::{ProofMethod, Reason, Unanswered};

/// An objective and its verdict.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Record {
    /// Unique in a file. In the results of a suite on several files it is `FILE:ID`.
    pub id: String,
    pub kind: RecordKind,
    /// Of a mutant or a pair: the operator in the catalogue, such as `AOR`; `PAIR` for a pair.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub operator: Option<String>,
    /// Of a label: the coverage criterion, such as `CC`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub criterion: Option<String>,
    /// The name of the function in the source.
    pub function: String,
    /// The source file, which can be a header.
    pub file: String,
    pub span: Span,
    pub source: SourceText,
    /// Of a mutant of higher order: the ids of the mutants it is made of.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<String>,
    /// Of a hyperlabel: the ids of the labels of each of its alternatives. All labels of one alternative are to be covered.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub alternatives: Vec<Vec<String>>,
    /// A label that is only a part of hyperlabels. It is not counted.
    #[serde(default, skip_serializing_if = "is_false")]
    pub is_part: bool,
    /// Mutants of other operators that make the same change and are left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<String>,
    #[serde(flatten)]
    pub verdict: Decision,
}

impl Record {
    /// Whether it is to be covered, and not killed.
    pub fn is_label(&self) -> bool {
        matches!(self.kind, RecordKind::Label | RecordKind::HyperLabel)
    }
}

/// What a test has to achieve.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum RecordKind {
    /// A seeded fault, to be killed.
    Mutant,
    /// A coverage objective, to be covered.
    Label,
    /// A combination of labels, to be covered by several tests together.
    HyperLabel,
    /// Another function in place of the original: a test kills it if the two differ.
    Pair,
}

/// Lines and columns count from 1, columns in bytes; the end is excluded.
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Debug,
    Default,
    Serialize,
    Deserialize,
    JsonSchema,
)]
pub struct Span {
    pub line: u32,
    pub column: u32,
    pub end_line: u32,
    pub end_column: u32,
}

/// The text of an objective in the user's source.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum SourceText {
    /// Of a mutant or a pair.
    Change {
        /// The line before and after the change, without surrounding blanks.
        before: String,
        after: String,
        /// The text of the span, such as `+`, and its replacement, such as `-`.
        removed: String,
        inserted: String,
    },
    /// Of a label: the text of its predicate.
    Predicate { text: String },
}

impl SourceText {
    /// The text of the original; of a label the text of its predicate.
    pub fn before(&self) -> &str {
        match self {
            Self::Change { before, .. } => before,
            Self::Predicate { text } => text,
        }
    }

    /// The text of the mutant; of a label the text of its predicate.
    pub fn after(&self) -> &str {
        match self {
            Self::Change { after, .. } => after,
            Self::Predicate { text } => text,
        }
    }
}

/// The status of an objective.
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Debug,
    Default,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// A native run shows that a test kills the mutant.
    Killed,
    /// A native run shows that a test covers the label.
    Covered,
    /// No distinguishing input exists, within the assumptions and bounds.
    Equivalent,
    /// No input covers the label, within the assumptions and bounds.
    Uncoverable,
    /// No valid input within the bounds executes the site. This is a claim about the bounds, not an equivalence.
    Unreached,
    /// The mutant differs only by doing far more work than the original.
    Timeout,
    /// It has the same optimised code as another mutant, whose verdict it shares.
    Duplicate,
    /// The user excluded it.
    Suppressed,
    /// The tests of a suite do not kill it. Other tests may do so.
    Survived,
    /// The tests of a suite do not cover the label. Other tests may do so.
    Uncovered,
    /// Not decided; there is a reason.
    #[default]
    Unknown,
}

/// The highest level that the tests of a suite reach for a survivor, or for a label that they do not cover.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// No test reaches its site.
    NotExecuted,
    /// Tests reach its site, and its state never differed, or its predicate never held.
    Executed,
    /// Its state differed, but nothing observable did.
    WeaklyKilled,
}

/// The evidence of an equivalence, or of a label that is not decided again.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Evidence {
    /// It is proved.
    Proof,
    /// It has the same optimised code as the original.
    Code,
    /// A file that the user gave says so.
    Stated,
}

/// The verdict on an objective, and the evidence for it. The default is that no engine tried it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Decision {
    pub status: Status,
    /// Of a survivor or an uncovered label: the highest level that the tests reach.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<Level>,
    /// Of a duplicate: the id of the mutant whose code it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duplicate_of: Option<String>,
    /// True for an equivalence that no bound limits; absent otherwise.
    #[serde(default, skip_serializing_if = "is_false")]
    pub complete: bool,
    /// The bounds of the search for an equivalence or an unreached objective.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bounds: Vec<Bound>,
    /// The assumptions about the inputs that it covers, and about the comparison.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub assumptions: Vec<Assumption>,
    /// Of an equivalence: the evidence; of a label, that a file says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<Evidence>,
    /// The ids of the tests that kill or cover it; of a survivor or an uncovered label, those that reach its level.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tests: Vec<String>,
    /// The first difference that the first of the tests showed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub observed: Option<Sight>,
    /// Only tests on which the original aborts kill it: they show that something ends otherwise, not that a result is wrong.
    #[serde(default, skip_serializing_if = "is_false")]
    pub original_aborts: bool,
    /// Why it is not decided; of an equivalence or an unreached objective: why it is not decided beyond its bounds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// Of an equivalence: the method of the proof.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub method: Option<ProofMethod>,
    /// Of an equivalence: it is not known whether a valid input executes the mutant.
    #[serde(default, skip_serializing_if = "is_false")]
    pub reachability_unknown: bool,
    /// Of an equivalence: a difference that was predicted for smaller inputs and that native runs do not confirm.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unconfirmed: Option<Reason>,
    /// Of an equivalence, if a second solver was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second_solver: Option<SecondSolverResult>,
    /// The engine that decided it; absent if none tried it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub engine: String,
    /// The time that took; absent if no engine tried it.
    #[serde(default, deserialize_with = "seconds", skip_serializing_if = "is_zero")]
    pub seconds: f64,
}

pub(crate) fn is_false(flag: &bool) -> bool {
    !flag
}

pub(crate) fn is_zero(seconds: &f64) -> bool {
    *seconds == 0.0
}

/// Fields of a flattened struct are buffered before they are read. Numbers that keep all their digits leave that buffer only
/// as [`serde_json::Number`].
fn seconds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    let number = serde_json::Number::deserialize(deserializer)?;
    Ok(number.as_f64().unwrap_or_default())
}

impl Default for Decision {
    fn default() -> Self {
        Self::not_tried("")
    }
}

impl Decision {
    /// Unknown, because no engine tried it.
    pub fn not_tried(engine: &str) -> Self {
        Self {
            reason: Some(Reason::NotTried),
            ..Self::of(Status::Unknown, engine)
        }
    }

    /// A status without any evidence.
    fn of(status: Status, engine: &str) -> Self {
        Self {
            status,
            level: None,
            duplicate_of: None,
            complete: false,
            bounds: Vec::new(),
            assumptions: Vec::new(),
            evidence: None,
            tests: Vec::new(),
            observed: None,
            original_aborts: false,
            reason: None,
            method: None,
            reachability_unknown: false,
            unconfirmed: None,
            second_solver: None,
            engine: engine.to_owned(),
            seconds: 0.0,
        }
    }

    /// Tests kill it; a timeout if they do so only by its work.
    pub fn killed(status: Status, tests: Vec<String>) -> Self {
        Self {
            tests,
            ..Self::of(status, "")
        }
    }

    /// Survived the tests of a suite, which reach this level.
    pub fn survived(level: Level, tests: Vec<String>) -> Self {
        Self {
            level: Some(level),
            tests,
            ..Self::of(Status::Survived, "")
        }
    }

    /// A file says so, which names the tests that cover a label and the tool that knows of it.
    pub fn stated(status: Status, tests: Vec<String>, tool: &str) -> Self {
        Self {
            tests,
            evidence: Some(Evidence::Stated),
            ..Self::of(status, tool)
        }
    }

    /// Tests cover the label.
    pub fn covered(tests: Vec<String>) -> Self {
        Self {
            tests,
            ..Self::of(Status::Covered, "")
        }
    }

    /// Not covered by the tests of a suite, which reach this level.
    pub fn uncovered(level: Option<Level>, tests: Vec<String>) -> Self {
        Self {
            level,
            tests,
            ..Self::of(Status::Uncovered, "")
        }
    }

    /// It has the same optimised code as the original, without further evidence.
    pub fn same_code() -> Self {
        Self {
            evidence: Some(Evidence::Code),
            ..Self::of(Status::Equivalent, "")
        }
    }

    /// It has the same optimised code as another mutant, which has the evidence.
    pub fn duplicate(of: String) -> Self {
        Self {
            duplicate_of: Some(of),
            ..Self::of(Status::Duplicate, "")
        }
    }

    /// A comment in the source excludes it, and says why.
    pub fn suppressed(text: String) -> Self {
        Self {
            reason: Some(Reason::Comment { text }),
            ..Self::of(Status::Suppressed, "")
        }
    }

    /// It was left undecided.
    pub fn unknown(reason: Reason) -> Self {
        Self {
            reason: Some(reason),
            ..Self::of(Status::Unknown, "")
        }
    }

    /// Nothing is known of it.
    pub fn is_undecided(&self) -> bool {
        self.status == Status::Unknown
    }

    /// Killed by a test.
    pub fn is_killed(&self) -> bool {
        matches!(self.status, Status::Killed | Status::Timeout)
    }

    /// An equivalence by its code alone.
    pub fn is_same_code(&self) -> bool {
        self.status == Status::Equivalent && self.evidence == Some(Evidence::Code)
    }
}

/// The result of a second solver for an equivalence.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SecondSolverResult {
    pub solver: String,
    /// The number of queries that it solved.
    pub queries: u64,
    /// Why some queries have no answer, or were not passed to it.
    pub unanswered: Vec<Unanswered>,
}

impl SecondSolverResult {
    /// Whether something was asked, and everything confirmed.
    pub fn is_complete(&self) -> bool {
        self.queries > 0 && self.unanswered.is_empty()
    }
}

/// The first observable that differs, and what it is in the original and in the mutant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Sight {
    pub what: Observable,
    pub original: Seen,
    pub mutant: Seen,
}

impl From<Difference> for Sight {
    fn from(difference: Difference) -> Self {
        let Difference {
            what,
            original,
            mutant,
        } = difference;
        Self {
            what,
            original,
            mutant,
        }
    }
}
