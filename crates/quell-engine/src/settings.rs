//! What a run decides, and within which limits.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use quell_exec::UbMode;
use quell_ir::{FuncId, Module};
use quell_objectives::Objective;
use quell_objectives::criteria::DecisionTable;
use quell_results::TestCase;
use quell_solver::Program;
use quell_values::inputs::InputSettings;
use quell_values::lookup::Lookup;

/// What is decided.
#[derive(Clone, Debug)]
pub struct Subject<'m> {
    pub lookup: Lookup<'m>,
    /// The module of `lookup`.
    pub shared: Arc<Module>,
    /// Mutants and labels, in any order.
    pub objectives: &'m [Objective],
    /// The operators, as the user chose them.
    pub faults: Vec<String>,
    /// The coverage criteria, as the user chose them.
    pub criteria: Vec<String>,
    /// The decisions of the source whose conditions the objectives are about.
    pub decisions: &'m [DecisionTable],
}

/// The duration of no limit: a century, so that points in time can be computed.
pub const LONGEST: Duration = Duration::from_secs(100 * 366 * 24 * 60 * 60);

/// Time limits of queries, objectives, functions and the run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budgets {
    pub query: Duration,
    /// Whether queries may take longer than `query` where nothing else is left to do.
    pub persist: bool,
    /// How long the exploration of one mutant may take before others have their turn.
    pub turn: Duration,
    /// All turns of a mutant together.
    pub mutant: Duration,
    pub function: Duration,
    pub run: Duration,
}

impl Default for Budgets {
    fn default() -> Self {
        Self {
            query: Duration::from_secs(5),
            persist: true,
            turn: Duration::from_secs(10),
            mutant: LONGEST,
            function: Duration::from_secs(60),
            run: LONGEST,
        }
    }
}

/// The input contract and the bounds of a function.
#[derive(Clone, Debug, Default)]
pub struct FunctionSettings {
    /// The unwinding bound. Where none is given it grows until it suffices.
    pub unroll: Option<u32>,
    pub inputs: InputSettings,
    /// How to treat inputs that violate a poison-generating flag in the original: as invalid, or by wrapping.
    pub ub: UbMode,
}

/// How concolic execution follows the predicates of labels.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LabelExploration {
    /// DSE(P): the paths of the program alone. Labels are measured by the tests of these paths.
    None,
    /// DSE(P'): each label is a branch with both sides followed.
    Direct,
    /// DSE(P*): at a label a second path asserts its predicate and ends there; the path itself goes on without a constraint.
    Tight,
    /// PexMutator: each is a branch until an input meets it, as in a meta-program. What follows on its path is explored as well.
    Branches,
    /// DSE*(P*): the same, where labels that a test covers are deleted before the next input is searched for.
    #[default]
    TightIdl,
}

/// The order in which concolic execution tries branches that no test has taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SearchOrder {
    /// The last branch of the last path first.
    DepthFirst,
    /// Each branch in turn: those that were left open least often first.
    Breadth,
    /// All branches of a run, those of the run that covered most first.
    Generational,
    /// The branch nearest to the site of an open objective first, in edges of the control-flow graph.
    #[default]
    Guided,
}

/// How concolic execution explores.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DseSettings {
    pub labels: LabelExploration,
    pub order: SearchOrder,
    /// Whether all feasible paths are followed, also when every objective is decided.
    pub exhaustive: bool,
}

/// Which constraints constraint-based testing solves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CbtConstraints {
    /// The state differs behind the mutant.
    Necessity,
    /// The predicate that the mutant changes has another value; the necessity constraint of mutants that change none.
    Predicate,
    /// Both, one after the other.
    #[default]
    Both,
}

/// How constraint-based testing solves constraints.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CbtSettings {
    pub constraints: CbtConstraints,
    /// How often values are chosen for a constraint system before the satisfier gives up.
    pub tries: u32,
}

impl Default for CbtSettings {
    fn default() -> Self {
        Self {
            constraints: CbtConstraints::default(),
            tries: 20,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Settings {
    /// Settings of all functions that `functions` does not name.
    pub usual: FunctionSettings,
    pub functions: BTreeMap<FuncId, FunctionSettings>,
    /// The function that tests call, whatever function a label is in. Where none is named, tests call the function of each objective.
    pub entry: Option<FuncId>,
    /// Tests of the user. They run on all objectives before any engine, which begins with their inputs.
    pub seeds: Vec<TestCase>,
    pub native: quell_native::Options,
    pub budgets: Budgets,
    /// Whether the optimised code of mutants is compared with that of the original and of other mutants.
    pub compare_code: bool,
    /// How many functions are decided in parallel. Results do not depend on it while time and memory suffice.
    pub jobs: usize,
    /// What the inputs of the random engine depend on.
    pub seed: u64,
    /// On how many native inputs each equivalence is tried.
    pub fuzz: u64,
    /// How the engine `dse` explores.
    pub dse: DseSettings,
    /// How the engine `cbt` solves constraints.
    pub cbt: CbtSettings,
    /// The solver that has to prove equivalences again.
    pub second: Option<SecondSolver>,
    /// The directory that every query is written to, with a subdirectory for each function.
    pub log: Option<PathBuf>,
    /// Raised to end a run early, with everything found so far.
    pub stop: Arc<AtomicBool>,
}

impl Settings {
    /// The function that tests of an objective call.
    pub fn called_for(&self, objective: &Objective) -> FuncId {
        self.entry.unwrap_or(objective.site.function)
    }

    /// The settings of a function.
    pub fn of(&self, function: FuncId) -> &FunctionSettings {
        self.functions.get(&function).unwrap_or(&self.usual)
    }
}

/// A solver that checks the queries that proofs rest on once more, and the time limit of each query.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SecondSolver {
    pub program: Program,
    pub time: Duration,
}
