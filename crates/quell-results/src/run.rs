//! The verdicts of an engine on objectives, and the tests that it wrote.

use std::collections::BTreeMap;

use quell_values::{Guard, Outcome};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::decisions::{DecisionReport, with_pairs};
use crate::reason::{Protection, Reason};
use crate::record::{Decision, Record, Status, is_false};
use crate::totals::{FunctionSummary, Totals, functions};

/// Changes whenever a reader of the old form would be misled.
pub const RUN_SCHEMA: &str = "quell-run-3";

/// The result of `quell run` on a file.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Run {
    #[schemars(extend("const" = RUN_SCHEMA))]
    pub schema: String,
    pub file: String,
    pub engine: String,
    /// The operators, as the user chose them.
    pub operators: Vec<String>,
    /// The coverage criteria, as the user chose them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub criteria: Vec<String>,
    /// The configuration file that was used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub config: Option<String>,
    /// Whether it was interrupted: the remaining objectives are unknown.
    #[serde(default)]
    pub interrupted: bool,
    pub totals: Totals,
    pub statistics: Statistics,
    pub objectives: Vec<Record>,
    /// The tests that were written.
    pub tests: Vec<WrittenTest>,
    /// The decisions for MC/DC, in the order of the source.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub decisions: Vec<DecisionReport>,
    /// The functions with objectives, in the order of their first ones.
    #[serde(default)]
    pub functions: Vec<FunctionSummary>,
    /// The killed mutants that no other one subsumes, if the engine chooses a smallest suite.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub subsuming: Vec<SubsumingMutant>,
    /// The paths of each function, if an engine follows single paths.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub explorations: Vec<PathStatistics>,
    /// The protections of the sandbox that were in force.
    pub protection: Vec<Protection>,
}

/// The cost of a run.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Statistics {
    /// The number of native inputs on which equivalences were tried, if requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attacks: Option<u64>,
    /// Paths that were explored, if an engine follows single paths.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paths: Option<u64>,
    /// How far the inputs of these paths get with mutants, where that was noted, for all functions together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reached: Option<MutantStatistics>,
    /// Queries to the solver.
    pub queries: u64,
    /// The sum over all processors, which may exceed `seconds`.
    pub solver_seconds: f64,
    pub seconds: f64,
}

/// The paths of one function that an engine for single paths explored.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct PathStatistics {
    pub function: String,
    /// Feasible paths for which an input was found, with those that end at a label.
    pub paths: u64,
    /// Those of them that end at a label.
    pub label_paths: u64,
    /// Paths that no input takes.
    pub infeasible: u64,
    /// Paths that were left at an unwinding or recursion bound, or where an operation has no symbolic model.
    pub cut: u64,
    /// Inputs on which the original has undefined behaviour. Their paths do not count.
    pub undefined: u64,
    /// Queries about paths that the solver solved; others were decided without it.
    pub queries: u64,
    /// The objectives that the inputs of these paths meet.
    pub covered: u64,
    /// Whether every feasible path was followed to its end.
    pub complete: bool,
    pub seconds: f64,
    /// How far the inputs of the paths get with mutants, where the weak-kill constraints of PexMutator were judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reached: Option<MutantStatistics>,
}

/// How far inputs get with the mutants of a function, as in table IV of the paper on PexMutator.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct MutantStatistics {
    /// Blocks of the function that its entry leads to.
    pub blocks: u64,
    /// Those of them that some valid input executes.
    pub covered_blocks: u64,
    /// Mutants, without those that have the code of another one.
    pub mutants: u64,
    /// Those of which some valid input executes the changed place.
    pub executed: u64,
    /// Those of which some valid input meets the weak-kill constraint: the changed expression has another value.
    pub weakly_killed: u64,
    /// Those that some test kills.
    pub killed: u64,
    /// Tests that were written for the function.
    pub tests: u64,
}

/// A test that was written, and its kills.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct WrittenTest {
    pub id: String,
    pub function: String,
    pub inputs: Inputs,
    /// The observed behaviour of the original.
    pub expected: Outcome,
    /// The result, if it is a single value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<Value>,
    /// Whether the original aborts on it: it fails an assertion of its own, panics or traps.
    #[serde(default, skip_serializing_if = "is_false")]
    pub original_aborts: bool,
    /// Why the machine could not check that the original has no undefined behaviour on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unchecked: Option<Reason>,
    /// The undefined behaviour of the original on it. Such a test covers labels of run-time errors, and is part of no suite.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undefined: Option<String>,
    /// The ids of the objectives that it kills or covers.
    pub kills: Vec<String>,
    /// Those that no other test of the suite kills, if the engine chooses a smallest suite.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub alone: Vec<String>,
}

/// A killed mutant that no other one subsumes: a suite that kills all of these kills all mutants that the tests of the run kill.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SubsumingMutant {
    pub id: String,
    /// Later mutants that exactly the same tests kill.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub same: Vec<String>,
    /// The number of further mutants that each test which kills it kills too.
    pub subsumed: u64,
}

/// The inputs of a call, as values of tests.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Inputs {
    pub args: Vec<Value>,
    /// Names and values of globals that are set.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub globals: Vec<(String, Value)>,
    /// Results of calls of external functions, in their order; further calls return zero.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub calls: BTreeMap<String, Vec<Value>>,
    /// The side of its objects on which memory ends.
    #[serde(default, skip_serializing_if = "Guard::is_usual")]
    pub guard: Guard,
}

impl MutantStatistics {
    /// Those of two functions together.
    pub fn and(self, other: Self) -> Self {
        Self {
            blocks: self.blocks + other.blocks,
            covered_blocks: self.covered_blocks + other.covered_blocks,
            mutants: self.mutants + other.mutants,
            executed: self.executed + other.executed,
            weakly_killed: self.weakly_killed + other.weakly_killed,
            killed: self.killed + other.killed,
            tests: self.tests + other.tests,
        }
    }
}

impl Run {
    /// The same with its schema and with everything counted.
    pub fn finished(mut self) -> Self {
        self.schema = RUN_SCHEMA.to_owned();
        self.totals = Totals::of_records(&self.objectives);
        self.functions = functions(&self.objectives);
        self.decisions = with_pairs(self.decisions, &self.objectives);
        self
    }

    /// The verdict on each objective, in their order. Duplicates have that of the mutant whose code they have.
    pub fn shared_verdicts(&self) -> Vec<&Decision> {
        let ids = self.objectives.iter().map(|of| (of.id.as_str(), of));
        let by_id: BTreeMap<&str, &Record> = ids.collect();
        let shared = |record: &'_ Record| {
            let partner = record.verdict.duplicate_of.as_deref();
            partner.and_then(|id| by_id.get(id).copied())
        };
        let verdict = |record| match shared(record) {
            Some(partner) if record.verdict.status == Status::Duplicate => &partner.verdict,
            _ => &record.verdict,
        };
        self.objectives.iter().map(verdict).collect()
    }

    pub fn to_json(&self) -> String {
        crate::to_json(self)
    }
}
