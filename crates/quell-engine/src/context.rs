//! What engines know: the context of a run and that of one function. Both are immutable.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use quell_exec::Program;
use quell_ir::{ConstKind, FuncId, GlobalRef, InstKind, Module, Value};
use quell_objectives::{Change, Objective, ObjectiveId};
use quell_results::TimeLimit;
use quell_values::Callee;
use quell_values::inputs::InputSettings;
use quell_values::lookup::Lookup;
use quell_values::types::Types;

use crate::budget::Budget;
use crate::error::EngineError;
use crate::events::Events;
use crate::labels::{LabelConditions, Objectives};
use crate::ledger::{LabelTable, Ledger};
use crate::oracle::{Oracle, TestedFunction};
use crate::settings::{FunctionSettings, Settings};
use crate::solving::SolverSession;
use crate::workers::IdleProcessors;

/// What all functions of a run share.
#[derive(Debug)]
pub struct RunContext<'c> {
    pub lookup: Lookup<'c>,
    /// The module of `lookup`, shared by all workers.
    pub module: Arc<Module>,
    pub objectives: &'c Objectives<'c>,
    pub settings: &'c Settings,
    pub oracle: Oracle<'c>,
    /// When the run began.
    pub start: Instant,
    /// The number of functions that no worker has begun.
    pub waiting: AtomicUsize,
    pub idle: IdleProcessors,
    /// The number of workers that helped with a function so far, which numbers their logs.
    helpers: AtomicUsize,
}

impl<'c> RunContext<'c> {
    pub fn new(
        (lookup, module): (Lookup<'c>, Arc<Module>),
        objectives: &'c Objectives<'c>,
        settings: &'c Settings,
        oracle: Oracle<'c>,
        start: Instant,
    ) -> Self {
        Self {
            lookup,
            module,
            objectives,
            settings,
            oracle,
            start,
            waiting: AtomicUsize::new(0),
            idle: IdleProcessors::default(),
            helpers: AtomicUsize::new(0),
        }
    }

    /// When the whole run has to end.
    pub fn end(&self) -> Instant {
        self.start + self.settings.budgets.run
    }

    /// The program of one worker: lowered code is kept per thread, the module is shared.
    pub fn program(&self) -> Rc<Program> {
        Rc::new(Program::new(Arc::clone(&self.module)))
    }

    /// A function with the external functions that have a stub.
    pub fn callee(&self, function: FuncId) -> Callee<'c> {
        let outside = self.oracle.session.outside().iter();
        Callee {
            outside: outside.map(|of| of.symbol.clone()).collect(),
            ..Callee::new(&self.lookup, Types::new(self.lookup.module), function)
        }
    }

    /// The budget of a function that is begun now. Functions that wait keep their share of the run.
    pub fn function_budget(&self) -> Budget {
        let now = Instant::now();
        let jobs = self.settings.jobs.max(1);
        let turns = (self.waiting.load(Ordering::Relaxed) + 1).div_ceil(jobs);
        let share = self.end().saturating_duration_since(now) / turns as u32;
        let own = self.settings.budgets.function;
        let deadline = if share < own {
            (now + share, TimeLimit::Share)
        } else {
            (now + own, TimeLimit::Function)
        };
        let settings = self.settings;
        Budget::new(deadline, self.end(), settings.budgets, &settings.stop)
    }
}

/// A function and its objectives.
#[derive(Clone, Debug)]
pub struct FunctionPlan {
    pub function: FuncId,
    /// As the source calls it.
    pub name: String,
    /// The beginning of the names of its tests, which no other function shares.
    pub prefix: String,
    /// The highest number of a test with this prefix that is known already.
    pub known_tests: usize,
    pub objectives: Vec<ObjectiveId>,
    /// Objectives to decide: the others are duplicates of one of them, or hyperlabels.
    pub own: Vec<ObjectiveId>,
    /// The hyperlabels, which are decided from labels in the end.
    pub hyper_labels: Vec<ObjectiveId>,
    /// Objectives in other functions, which this one calls.
    pub inner: BTreeSet<ObjectiveId>,
}

impl FunctionPlan {
    /// An empty ledger of an engine for the function.
    pub fn ledger(
        &self,
        objectives: &Objectives<'_>,
        engine: &'static str,
        events: Events,
    ) -> Ledger {
        let is_hyper = |id: &&ObjectiveId| self.hyper_labels.contains(id);
        let all = self.objectives.iter().filter(|id| !is_hyper(id));
        let all: Vec<ObjectiveId> = all.cloned().collect();
        let table = LabelTable::new(objectives, self.objectives.iter());
        let ledger = Ledger::new(&self.prefix, engine, &all, events);
        let mut ledger = ledger.announcing(&self.own).with_labels(table);
        ledger.known_tests = self.known_tests;
        ledger.called_through(&self.name, &self.inner);
        ledger
    }
}

/// What an engine gets to decide objectives of one function.
#[derive(Debug)]
pub struct FunctionContext<'c> {
    pub run: &'c RunContext<'c>,
    pub plan: &'c FunctionPlan,
    pub callee: Callee<'c>,
    pub program: Rc<Program>,
    /// The predicates of its labels that the machine can evaluate.
    pub labels: Option<LabelConditions>,
}

impl<'c> FunctionContext<'c> {
    pub fn new(run: &'c RunContext<'c>, plan: &'c FunctionPlan, program: &Rc<Program>) -> Self {
        let own = plan.own.iter().map(|id| run.objectives[id]);
        Self {
            run,
            plan,
            callee: run.callee(plan.function),
            labels: LabelConditions::new(program, own),
            program: Rc::clone(program),
        }
    }

    /// The input contract and bounds of the function.
    pub fn settings(&self) -> &'c FunctionSettings {
        self.run.settings.of(self.plan.function)
    }

    /// The native oracle.
    pub fn oracle(&self) -> &'c Oracle<'c> {
        &self.run.oracle
    }

    pub fn objective(&self, id: &ObjectiveId) -> &'c Objective {
        self.run.objectives[id]
    }

    /// What the oracle runs, until shortly after a deadline: a test that was found in the last moment is still run.
    pub fn tested(&self, deadline: Instant) -> TestedFunction<'_> {
        let tested = TestedFunction::new(&self.callee, &self.program, self.settings().ub, deadline);
        tested.watching(self.labels.as_ref())
    }

    /// The inputs of the function as the user wants them, with the globals that its objectives use.
    pub fn inputs(&self) -> InputSettings {
        let objectives = self.plan.own.iter().map(|id| self.objective(id));
        inputs(&self.settings().inputs, self.run.lookup.module, objectives)
    }

    /// A new solver for this function.
    pub fn solver(&self) -> Result<SolverSession, EngineError> {
        self.session(self.log())
    }

    /// A new solver for a worker that helps with this function.
    pub fn helper_solver(&self) -> Result<SolverSession, EngineError> {
        let number = self.run.helpers.fetch_add(1, Ordering::Relaxed);
        let log = self.log();
        self.session(log.map(|log| log.join(format!("helper-{number}"))))
    }

    fn session(&self, log: Option<PathBuf>) -> Result<SolverSession, EngineError> {
        let keeps_evidence = self.run.settings.second.is_some();
        Ok(SolverSession::new(log, keeps_evidence)?)
    }

    fn log(&self) -> Option<PathBuf> {
        let all = self.run.settings.log.as_ref();
        all.map(|all| all.join(&self.plan.prefix))
    }
}

/// The inputs that the user wants, with the globals that edits of objectives use.
pub fn inputs<'m>(
    wanted: &InputSettings,
    module: &Module,
    objectives: impl Iterator<Item = &'m Objective>,
) -> InputSettings {
    let mut inputs = wanted.clone();
    for edit in objectives.flat_map(|objective| objective.edits()) {
        let new = match &edit.change {
            Change::Replace(new) | Change::Return(new) | Change::Incoming { value: new, .. } => new,
            Change::Jump(_) => continue,
        };
        let values = new.code.iter().flat_map(|inst| operands(&inst.kind));
        for value in values.chain(new.result) {
            if let Value::Const(id) = value
                && let ConstKind::Global(GlobalRef::Var(global)) = module.consts.get(id).kind
            {
                let symbol = module.text(module.globals[global].name);
                inputs.further_globals.insert(symbol.to_owned());
            }
        }
    }
    inputs
}

fn operands(kind: &InstKind) -> Vec<Value> {
    let mut values = Vec::new();
    kind.for_each_operand(|value| values.push(*value));
    values
}

/// A name that is not in use. Instances of one generic function have one name.
pub fn unused_name(name: &str, used: &mut BTreeSet<String>) -> String {
    let numbered = (2..).map(|number| format!("{name}.{number}"));
    let mut names = std::iter::once(name.to_owned()).chain(numbered);
    let free = names.find(|name| !used.contains(name)).unwrap_or_default();
    used.insert(free.clone());
    free
}
