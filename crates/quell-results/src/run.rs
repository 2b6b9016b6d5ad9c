//! What an engine decided about mutants, and the tests it wrote.

use std::collections::BTreeMap;

use quell_values::{Assumption, Bound, Guard, Observable, Outcome};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::reason::{ProofMethod, Protection, Reason, Unanswered};

/// Changes whenever a reader of the old form would be misled.
pub const RUN_SCHEMA: &str = "quell-run-2";

/// All there is to say about the mutants of a file.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Run {
    pub schema: String,
    pub file: String,
    pub engine: String,
    /// The operators, as the user chose them.
    pub faults: Vec<String>,
    /// The file with settings of functions that was used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub config: Option<String>,
    /// Whether it was ended early: what was left is unknown then.
    #[serde(default)]
    pub interrupted: bool,
    pub totals: RunTotals,
    pub mutants: Vec<DecidedMutant>,
    pub tests: Vec<WrittenTest>,
    /// What could not be looked at, by function.
    pub unsupported: Vec<Unsupported>,
    /// What kept the mutants from doing harm.
    pub protection: Vec<Protection>,
}

#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct RunTotals {
    pub mutants: u64,
    pub killed: u64,
    /// Equivalent without any bound; assumptions may be needed.
    pub equivalent: u64,
    pub equivalent_up_to_bounds: u64,
    /// Equivalent because the compiler makes the same code of them as of the original; nothing else is known of these.
    #[serde(default)]
    pub same_code: u64,
    /// Not executed by any valid input within the bounds.
    #[serde(default)]
    pub unreached: u64,
    /// Told apart only by doing far more work than the original.
    pub timeout: u64,
    pub unknown: u64,
    pub duplicates: u64,
    /// Equivalences with which a second solver agrees, and those of which it did not confirm everything or was not asked.
    #[serde(default)]
    pub confirmed: u64,
    #[serde(default)]
    pub not_confirmed: u64,
    /// Native inputs that equivalences were tried on, if that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attacks: Option<u64>,
    pub tests: u64,
    pub queries: u64,
    /// Added up over all processors: it may exceed `seconds`.
    pub solver_seconds: f64,
    pub seconds: f64,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct DecidedMutant {
    pub id: String,
    pub operator: String,
    /// As the source calls it.
    pub function: String,
    pub file: String,
    pub line: u32,
    pub column: u32,
    /// The line of the source before and after.
    pub original: String,
    pub replacement: String,
    /// The mutant whose code is the same, and whose verdict this one carries.
    #[serde(default)]
    pub duplicate_of: Option<String>,
    pub verdict: Decision,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    Killed,
    Equivalent,
    /// No valid input within the bounds executes it.
    Unreached,
    Timeout,
    Unknown,
}

/// What an equivalence rests on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Evidence {
    /// It is proved.
    Proof,
    /// The compiler makes the same code of it as of the original.
    Code,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Decision {
    pub kind: Kind,
    /// Of an equivalence: no bound limits it.
    pub complete: bool,
    /// How far the search for an equivalence or an unreached mutant went.
    pub bounds: Vec<Bound>,
    /// What holds of all inputs that it covers, and what is compared.
    pub assumptions: Vec<Assumption>,
    /// Of an equivalence: what it rests on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<Evidence>,
    /// The tests that kill it.
    pub tests: Vec<String>,
    /// What the first of them saw.
    #[serde(default)]
    pub observed: Option<Sight>,
    /// Only tests on which the original aborts kill it: they show that something ends otherwise, not that a result is wrong.
    #[serde(default, skip_serializing_if = "is_false")]
    pub original_aborts: bool,
    /// Why nothing was decided; of an equivalence or an unreached mutant: why nothing is known beyond its bounds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// Of an equivalence: how it was proved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub method: Option<ProofMethod>,
    /// Of an equivalence: it is not known whether a valid input executes the mutant.
    #[serde(default, skip_serializing_if = "is_false")]
    pub reachability_unknown: bool,
    /// Of an equivalence: a difference that was predicted for smaller inputs and that native runs do not confirm.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doubt: Option<Reason>,
    /// Of an equivalence, if a second solver was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confirmation: Option<Confirmation>,
    pub engine: String,
    pub seconds: f64,
}

/// What a second solver says of an equivalence.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Confirmation {
    pub solver: String,
    /// How many questions it was asked.
    pub questions: u64,
    /// Why some of them have no answer, or could not be asked.
    pub unanswered: Vec<Unanswered>,
}

impl Confirmation {
    /// Whether something was asked, and everything confirmed.
    pub fn is_complete(&self) -> bool {
        self.questions > 0 && self.unanswered.is_empty()
    }
}

/// The first observable that differs, with its value in the original and in the mutant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sight {
    pub what: Observable,
    pub original: String,
    pub mutant: String,
}

/// A test, as `quell-tests-1` has them, and what it kills.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct WrittenTest {
    pub id: String,
    pub function: String,
    pub inputs: Inputs,
    /// What the original was seen to do.
    pub expected: Outcome,
    /// What it returned, where that is a single value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<Value>,
    /// Whether the original aborts on it: it fails an assertion of its own, panics or traps.
    #[serde(default, skip_serializing_if = "is_false")]
    pub original_aborts: bool,
    /// Why the machine could not check that the original has no undefined behaviour on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unchecked: Option<Reason>,
    pub kills: Vec<String>,
}

fn is_false(flag: &bool) -> bool {
    !flag
}

#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Inputs {
    pub args: Vec<Value>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub globals: Vec<(String, Value)>,
    /// What calls of functions return that nobody defines, in their order; zero when the list is over.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub calls: BTreeMap<String, Vec<Value>>,
    #[serde(default, skip_serializing_if = "Guard::is_usual")]
    pub guard: Guard,
}

/// A function whose mutants are unknown, and why.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Unsupported {
    pub function: String,
    pub reason: Reason,
}

impl Run {
    /// The same with everything counted.
    pub fn finished(mut self) -> Self {
        self.schema = RUN_SCHEMA.to_owned();
        let count = |wanted: &dyn Fn(&DecidedMutant) -> bool| {
            self.mutants.iter().filter(|mutant| wanted(mutant)).count() as u64
        };
        let kind = |wanted: Kind| count(&|mutant| mutant.verdict.kind == wanted);
        let complete = |mutant: &DecidedMutant| {
            mutant.verdict.kind == Kind::Equivalent && mutant.verdict.complete
        };
        let equivalent = count(&complete);
        let same_code = count(&|mutant| mutant.verdict.evidence == Some(Evidence::Code));
        let confirmation = |is_wanted: fn(&Confirmation) -> bool| {
            count(&|mutant| mutant.verdict.confirmation.as_ref().is_some_and(is_wanted))
        };
        self.totals = RunTotals {
            mutants: self.mutants.len() as u64,
            killed: kind(Kind::Killed),
            equivalent,
            equivalent_up_to_bounds: kind(Kind::Equivalent) - equivalent - same_code,
            same_code,
            unreached: kind(Kind::Unreached),
            timeout: kind(Kind::Timeout),
            unknown: kind(Kind::Unknown),
            duplicates: count(&|mutant| mutant.duplicate_of.is_some()),
            confirmed: confirmation(Confirmation::is_complete),
            not_confirmed: confirmation(|of| !of.is_complete()),
            tests: self.tests.len() as u64,
            ..self.totals
        };
        self
    }
}
