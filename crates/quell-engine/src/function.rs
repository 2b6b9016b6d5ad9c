//! The mutants of one function, decided by one thread.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::time::{Duration, Instant};

use quell_exec::Program;
use quell_ir::{ConstKind, FuncId, GlobalRef, InstKind, Module, Value};
use quell_objectives::{Change, Mutant};
use quell_results::{Kind, Unsupported};
use quell_solver::Solver;
use quell_values::Callee;
use quell_values::inputs::{InputSettings, InputSpace};
use quell_values::lookup::Lookup;
use quell_values::types::Types;

use crate::EngineError;
use crate::ask::new_solver;
use crate::attack::attack;
use crate::bmc::Unit;
use crate::evidence::Evidence;
use crate::original::Found;
use crate::referee::Referee;
use crate::subject::Settings;
use crate::verdicts::Ledger;

/// How often the capacity of buffers is doubled where no input is valid.
const GROWTH: u32 = 3;

/// What all functions of a run share.
#[derive(Debug)]
pub struct Common<'c> {
    pub lookup: Lookup<'c>,
    pub mutants: &'c [Mutant],
    pub settings: &'c Settings,
    pub referee: Referee<'c>,
    /// Of the run.
    pub start: Instant,
}

/// A function with mutants.
#[derive(Clone, Debug)]
pub struct Plan {
    pub function: FuncId,
    /// As the source calls it.
    pub name: String,
    /// How the names of its tests begin, which no other function's do.
    pub prefix: String,
    /// By their places in the list of all.
    pub mutants: Vec<usize>,
    /// Those that have to be decided: others have the same code as one of them.
    pub own: Vec<usize>,
}

/// What was found out about a function.
#[derive(Debug)]
pub struct Findings {
    pub ledger: Ledger,
    pub unsupported: Vec<Unsupported>,
    pub queries: u64,
    pub solving: Duration,
    /// How many native inputs its equivalences were tried on.
    pub attacks: u64,
}

impl Common<'_> {
    /// Decides the mutants of a function. Nothing is left over from other functions, not even the solver: results are
    /// the same whatever was decided before.
    pub fn decide(&self, plan: &Plan, program: &Rc<Program>) -> Result<Findings, EngineError> {
        let callee = self.callee(plan);
        let unit = self.unit(plan, &callee, program);
        let mut ledger = self.ledger(plan);
        let mut attacks = 0;
        match self.over_all_inputs(plan, &unit, &mut ledger)? {
            Ok(spaces) => {
                let is_target = |index: &usize| ledger.verdict(*index, "").kind == Kind::Equivalent;
                let targets: Vec<usize> = plan.own.iter().copied().filter(is_target).collect();
                attacks = attack(&unit, &spaces, &targets, &mut ledger)?;
            }
            Err(what) => {
                ledger.turn_to(&plan.own, 0, 1);
                ledger.all_open(&what);
            }
        }
        let statistics = unit.solver.borrow().statistics();
        let outermost = statistics.first();
        let reasons = reasons(&ledger, &plan.own).into_iter();
        let unsupported = reasons.map(|what| Unsupported {
            function: plan.name.clone(),
            what,
        });
        Ok(Findings {
            ledger,
            unsupported: unsupported.collect(),
            queries: outermost.map_or(0, |stage| stage.questions),
            solving: outermost.map_or(Duration::ZERO, |stage| stage.time),
            attacks,
        })
    }

    /// Attacks mutants of a function that somebody says are equivalent.
    pub fn refute(
        &self,
        plan: &Plan,
        program: &Rc<Program>,
        claimed: &[usize],
    ) -> Result<u64, EngineError> {
        let callee = self.callee(plan);
        let unit = self.unit(plan, &callee, program);
        let inputs = inputs(self.settings, self.lookup.module, self.of(&plan.own));
        let own = plan.own.iter().copied();
        let targets: Vec<usize> = own.filter(|index| claimed.contains(index)).collect();
        // Without inputs nothing can be proved either.
        let spaces = InputSpace::all(&callee, &inputs).unwrap_or_default();
        attack(&unit, &spaces, &targets, &mut self.ledger(plan))
    }

    fn callee(&self, plan: &Plan) -> Callee<'_> {
        Callee::new(&self.lookup, Types::new(self.lookup.module), plan.function)
    }

    fn unit<'u>(
        &'u self,
        plan: &'u Plan,
        callee: &'u Callee<'u>,
        program: &Rc<Program>,
    ) -> Unit<'u, 'u> {
        let end = self.start + self.settings.budgets.run;
        Unit {
            callee,
            name: &plan.name,
            program: program.clone(),
            mutants: self.mutants,
            settings: self.settings,
            referee: &self.referee,
            solver: new_solver(),
            evidence: Evidence::new(self.settings.second.is_some()),
            deadline: (Instant::now() + self.settings.budgets.function).min(end),
        }
    }

    fn ledger(&self, plan: &Plan) -> Ledger {
        let ids = plan.mutants.iter();
        let ids = ids.map(|index| (*index, self.mutants[*index].id.0.clone()));
        Ledger::new(&plan.prefix, ids)
    }

    /// Decides over all input spaces, and gives them; an inner error is why there are none.
    fn over_all_inputs(
        &self,
        plan: &Plan,
        unit: &Unit<'_, '_>,
        ledger: &mut Ledger,
    ) -> Result<Result<Vec<InputSpace>, String>, EngineError> {
        let mut inputs = inputs(self.settings, self.lookup.module, self.of(&plan.own));
        let mut growth = 0;
        loop {
            let spaces = match InputSpace::all(unit.callee, &inputs) {
                Ok(spaces) => spaces,
                Err(error) => return Ok(Err(error.to_string())),
            };
            let mut valid = false;
            for (index, space) in spaces.iter().enumerate() {
                ledger.turn_to(&plan.own, index, spaces.len());
                valid |= unit.decide(space, ledger)? != Found::NoInput;
            }
            if valid || growth == GROWTH {
                return Ok(Ok(spaces));
            }
            growth += 1;
            // A function may want more elements behind its pointers than there are.
            inputs.capacity = inputs.capacity.saturating_mul(2);
        }
    }

    fn of<'s>(&'s self, places: &'s [usize]) -> impl Iterator<Item = &'s Mutant> {
        places.iter().map(|index| &self.mutants[*index])
    }
}

/// What kept mutants from being decided, once for all of them.
fn reasons(ledger: &Ledger, mutants: &[usize]) -> BTreeSet<String> {
    let verdicts = mutants.iter().map(|index| ledger.verdict(*index, ""));
    let unknown = verdicts.filter(|verdict| verdict.kind == Kind::Unknown);
    unknown.map(|verdict| verdict.reason).collect()
}

/// As the user wants them, with the globals that edits of mutants use.
fn inputs<'m>(
    settings: &Settings,
    module: &Module,
    mutants: impl Iterator<Item = &'m Mutant>,
) -> InputSettings {
    let mut inputs = settings.inputs.clone();
    for edit in mutants.flat_map(|mutant| &mutant.edits) {
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
