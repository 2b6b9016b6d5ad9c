//! What an engine is asked to do.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use quell_exec::UbMode;
use quell_ir::{FuncId, Module};
use quell_native::NativeError;
use quell_objectives::Objective;
use quell_objectives::meta::MetaError;
use quell_solver::{Program, SolverError};
use quell_values::inputs::InputSettings;
use quell_values::lookup::Lookup;
use thiserror::Error;

/// What is decided.
#[derive(Clone, Debug)]
pub struct Subject<'m> {
    pub lookup: Lookup<'m>,
    /// The module of `lookup`.
    pub shared: Rc<Module>,
    pub mutants: &'m [Objective],
    /// The operators, as the user chose them.
    pub faults: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Engine {
    /// Bounded proof of one mutant after the other, from where it differs.
    #[default]
    Bmc,
    /// One formula with all mutants in it.
    Symbmc,
}

impl Engine {
    pub fn name(self) -> &'static str {
        match self {
            Self::Bmc => "bmc",
            Self::Symbmc => "symbmc",
        }
    }
}

/// A century, so that points in time can be computed: as long as somebody likes.
pub const LONGEST: Duration = Duration::from_secs(100 * 366 * 24 * 60 * 60);

/// How long things may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budgets {
    pub query: Duration,
    /// Whether questions may take longer where nothing else is left to do.
    pub persist: bool,
    /// How long a mutant is looked at before others have their turn.
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

/// What is looked at of a function.
#[derive(Clone, Debug, Default)]
pub struct FunctionSettings {
    /// How often loops go back to their start; grows until that is enough where not given.
    pub unroll: Option<u32>,
    pub inputs: InputSettings,
    /// What broken promises of the original lead to: inputs that are no tests, or numbers that wrap.
    pub ub: UbMode,
}

#[derive(Clone, Debug)]
pub struct Settings {
    pub engine: Engine,
    /// Of all functions that have no settings of their own.
    pub usual: FunctionSettings,
    pub functions: BTreeMap<FuncId, FunctionSettings>,
    pub native: quell_native::Options,
    pub budgets: Budgets,
    /// Whether mutants are looked for that the compiler makes the same code of.
    pub compare_code: bool,
    /// How many functions are decided at a time. What is found does not depend on it while time and memory are enough.
    pub jobs: usize,
    /// On how many native inputs each equivalence is tried.
    pub attack: u64,
    /// Whether another solver has to prove equivalences as well.
    pub second: Option<SecondSolver>,
    /// Where every question to the solver is written to, in a directory for each function.
    pub log: Option<PathBuf>,
    /// Raised to end a run early, with everything found so far.
    pub stop: Arc<AtomicBool>,
}

impl Settings {
    /// What is looked at of a function.
    pub fn of(&self, function: FuncId) -> &FunctionSettings {
        self.functions.get(&function).unwrap_or(&self.usual)
    }
}

/// A solver that is asked again what verdicts rest on, and how long each question may take it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SecondSolver {
    pub program: Program,
    pub time: Duration,
}

/// How far a run is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Progress {
    Building {
        mutants: usize,
    },
    /// Nobody defines these functions and variables: a test that comes to one of them is of no use.
    Undefined {
        symbols: Vec<String>,
    },
    Function {
        name: String,
        mutants: usize,
    },
    Decided {
        done: usize,
        of: usize,
    },
    Confirming {
        equivalences: usize,
    },
}

/// Nothing where only the time was up, or somebody stopped the run: what was found so far stands.
pub fn in_time<T>(found: Result<T, EngineError>) -> Result<Option<T>, EngineError> {
    match found {
        Err(EngineError::Native(NativeError::TimeUp | NativeError::Interrupted)) => Ok(None),
        found => found.map(Some),
    }
}

#[derive(Debug, Error)]
pub enum EngineError {
    #[error(transparent)]
    Native(#[from] NativeError),
    #[error(transparent)]
    Meta(#[from] MetaError),
    #[error(transparent)]
    Solver(#[from] SolverError),
    #[error(
        "{program} finds a model where Bitwuzla proved that there is none: one of the two is wrong, and no verdict can \
         be trusted; the question is in {}", path.display()
    )]
    Disagreement { program: Program, path: PathBuf },
    #[error(
        "{test} kills {mutant} natively, which was proved to be equivalent: no verdict can be trusted; please report it"
    )]
    Contradiction { mutant: String, test: String },
    #[error("cannot start a thread: {0}")]
    Thread(std::io::Error),
    #[error("a thread of the engine ended early; please report it")]
    Lost,
}
