//! The mutants of one function, decided by one thread.

use std::cell::Cell;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use quell_exec::Program;
use quell_ir::{ConstKind, FuncId, GlobalRef, InstKind, Module, Value};
use quell_objectives::{Change, Objective};
use quell_results::{Construct, Reason, TimeLimit};
use quell_values::Callee;
use quell_values::inputs::{InputError, InputSettings, InputSpace};
use quell_values::lookup::Lookup;
use quell_values::types::Types;

use crate::EngineError;
use crate::ask::new_solver;
use crate::bmc::Unit;
use crate::evidence::Evidence;
use crate::hard::Free;
use crate::original::Found;
use crate::proof::Proof;
use crate::referee::Referee;
use crate::subject::{Engine, Settings};
use crate::trials::Trials;
use crate::verdicts::{Ledger, Part};

/// Capacities of buffers that are looked at first.
const SMALL: &[u64] = &[2, 4];
/// Inputs of a size that mutants are tried on natively where exploring takes long.
const SCOUTS: u64 = 2048;
/// The part of a function's time that this may take.
const SHARE: u32 = 8;
/// How far somebody is supposed to have followed loops who says that a mutant is equivalent.
const CLAIMED: u32 = 16;
/// How often the capacity of buffers is doubled where no input is valid.
const GROWTH: u32 = 3;

/// What all functions of a run share.
#[derive(Debug)]
pub struct Common<'c> {
    pub lookup: Lookup<'c>,
    pub mutants: &'c [Objective],
    pub settings: &'c Settings,
    pub referee: Referee<'c>,
    /// Of the run.
    pub start: Instant,
    /// How many functions nobody has begun to decide.
    pub waiting: AtomicUsize,
    pub free: Free,
    /// How many threads helped with a function so far.
    pub helpers: AtomicUsize,
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
    pub queries: u64,
    pub solving: Duration,
    /// On how many native inputs its equivalences were compared with the original.
    pub attacks: u64,
    /// Whether there may be inputs on which the original is defined.
    pub has_inputs: bool,
}

/// The input spaces that mutants were decided over.
struct Explored {
    /// Those of a size together, by the number of the size.
    sizes: Vec<Vec<InputSpace>>,
    /// Whether some input in them may be valid.
    has_inputs: bool,
}

impl Common<'_> {
    /// Decides the mutants of a function. Nothing is left over from other functions, not even the solver: results are
    /// the same whatever was decided before.
    pub fn decide(&self, plan: &Plan, program: &Rc<Program>) -> Result<Findings, EngineError> {
        let callee = self.callee(plan);
        let unit = self.unit(plan, &callee, program, self.log(plan))?;
        let mut ledger = self.ledger(plan);
        let (mut attacks, mut has_inputs) = (0, true);
        match self.over_all_inputs(plan, &unit, &mut ledger)? {
            Ok(Explored {
                sizes,
                has_inputs: is_some,
            }) => {
                has_inputs = is_some;
                for (number, spaces) in sizes.iter().enumerate() {
                    let of_size = |index: &usize| ledger.size_of_proof(*index) == Some(number);
                    let targets: Vec<usize> = plan.own.iter().copied().filter(of_size).collect();
                    attacks += self.attack(&unit, (spaces, number), &targets, &mut ledger)?;
                    for (space, inputs) in spaces.iter().enumerate() {
                        let at = (number, space);
                        // The questions of a proof are about the inputs that satisfy all of its assumptions.
                        if self.settings.second.is_some() {
                            unit.ask_without_rules(inputs, at, &targets, &mut ledger);
                        } else {
                            unit.drop_unneeded_values(inputs, at, &targets, &mut ledger)?;
                        }
                    }
                }
            }
            Err(what) => {
                ledger.turn_to(&plan.own, Part::only());
                ledger.all_open(&what);
            }
        }
        ledger.write_reserve();
        if let Some((mutant, test)) = ledger.contradiction() {
            return Err(EngineError::Contradiction {
                mutant: mutant.to_owned(),
                test: test.to_owned(),
            });
        }
        let asked = unit.asked();
        Ok(Findings {
            ledger,
            queries: asked.questions,
            solving: asked.time,
            attacks,
            has_inputs,
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
        let unit = self.unit(plan, &callee, program, self.log(plan))?;
        let inputs = self.inputs(plan);
        let own = plan.own.iter().copied();
        let targets: Vec<usize> = own.filter(|index| claimed.contains(index)).collect();
        // Without inputs nothing can be proved either.
        let spaces = InputSpace::all(&callee, &inputs).unwrap_or_default();
        let mut ledger = self.ledger(plan);
        for space in 0..spaces.len() {
            ledger.turn_to(&targets, Part::new((0, space), spaces.len()));
            for index in &targets {
                ledger.proved(*index, Proof::claimed());
                ledger.rests_on(*index, CLAIMED, Vec::new());
            }
        }
        self.attack(&unit, (&spaces, 0), &targets, &mut ledger)
    }

    /// Tries equivalences over the spaces of a size on as many inputs as the user wants; how many there were.
    fn attack(
        &self,
        unit: &Unit<'_, '_>,
        (spaces, size): (&[InputSpace], usize),
        targets: &[usize],
        ledger: &mut Ledger,
    ) -> Result<u64, EngineError> {
        let each = self.settings.attack.div_ceil(spaces.len().max(1) as u64);
        let mut tried = 0;
        for (number, space) in spaces.iter().enumerate() {
            let trials = Trials::new(unit, space, (size, number), self.end()).thorough();
            tried += trials.of(targets, each, ledger)?;
        }
        Ok(tried)
    }

    /// When the time of the whole run is up.
    pub fn end(&self) -> Instant {
        self.start + self.settings.budgets.run
    }

    pub fn is_over(&self) -> bool {
        Instant::now() >= self.end()
    }

    /// When the time of a function that is begun now is up, and which limit that is. Those that wait have a right to their
    /// share of the run.
    fn deadline(&self) -> (Instant, TimeLimit) {
        let now = Instant::now();
        let jobs = self.settings.jobs.max(1);
        let turns = (self.waiting.load(Ordering::Relaxed) + 1).div_ceil(jobs);
        let share = self.end().saturating_duration_since(now) / turns as u32;
        let own = self.settings.budgets.function;
        match share < own {
            true => (now + share, TimeLimit::Share),
            false => (now + own, TimeLimit::Function),
        }
    }

    pub fn callee(&self, plan: &Plan) -> Callee<'_> {
        let types = Types::new(self.lookup.module);
        let outside = self.referee.session.outside().iter();
        Callee {
            outside: outside.map(|of| of.symbol.clone()).collect(),
            ..Callee::new(&self.lookup, types, plan.function)
        }
    }

    pub fn unit<'u>(
        &'u self,
        plan: &'u Plan,
        callee: &'u Callee<'u>,
        program: &Rc<Program>,
        log: Option<PathBuf>,
    ) -> Result<Unit<'u, 'u>, EngineError> {
        let (deadline, late) = self.deadline();
        Ok(Unit {
            callee,
            common: self,
            plan,
            program: program.clone(),
            solver: new_solver(log)?,
            evidence: Evidence::new(self.settings.second.is_some()),
            deadline: Cell::new(deadline),
            late,
            query: Cell::new(self.settings.budgets.query),
            until: Rc::new(Cell::new(deadline)),
            began: Instant::now(),
            scouted: Cell::default(),
            helped: Cell::default(),
        })
    }

    /// Where questions about a function are written to.
    pub fn log(&self, plan: &Plan) -> Option<PathBuf> {
        let all = self.settings.log.as_ref();
        all.map(|all| all.join(&plan.prefix))
    }

    fn ledger(&self, plan: &Plan) -> Ledger {
        let ids = plan.mutants.iter();
        let ids = ids.map(|index| (*index, self.mutants[*index].id.0.clone()));
        Ledger::new(&plan.prefix, ids)
    }

    /// Decides over all input spaces of every size; an inner error is why there are none.
    fn over_all_inputs(
        &self,
        plan: &Plan,
        unit: &Unit<'_, '_>,
        ledger: &mut Ledger,
    ) -> Result<Result<Explored, Reason>, EngineError> {
        // Large structures make many inputs, which take long to list.
        if let Some(why) = unit.end() {
            return Ok(Err(why));
        }
        let mut inputs = self.inputs(plan);
        let mut sizes = match sizes(unit.callee, &inputs, &|| unit.end().is_some()) {
            Ok(sizes) => sizes,
            Err(error) => return Ok(Err(no_inputs(&error))),
        };
        let mut valid = None;
        for number in 0..sizes.len() {
            let end = unit.deadline.get();
            if number == 0 {
                // However long the smallest inputs take, there is time for trying others natively.
                let all = end.saturating_duration_since(unit.began);
                unit.deadline
                    .set(end.checked_sub(all / SHARE).unwrap_or(end));
            }
            let found = self.over_size(plan, unit, &sizes, number, ledger)?;
            valid = valid.or(found.then_some(number));
            unit.deadline.set(end);
            if number == 0 {
                self.scout(plan, unit, &sizes, ledger)?;
            }
        }
        for _ in 0..GROWTH {
            if unit.end().is_some() {
                // Unknown: larger ones were not tried.
                valid = valid.or(Some(sizes.len() - 1));
            }
            if valid.is_some() {
                break;
            }
            // A function may want more elements behind its pointers than there are.
            inputs.capacity = inputs.capacity.saturating_mul(2);
            match InputSpace::all(unit.callee, &inputs) {
                Ok(spaces) => sizes.push(spaces),
                Err(error) => return Ok(Err(no_inputs(&error))),
            }
            let last = sizes.len() - 1;
            let found = self.over_size(plan, unit, &sizes, last, ledger)?;
            valid = found.then_some(last);
        }
        if let Some(smallest) = valid {
            self.persist(plan, unit, (&sizes, smallest), ledger)?;
        }
        Ok(Ok(Explored {
            sizes,
            has_inputs: valid.is_some(),
        }))
    }

    /// Tries mutants natively that the smallest inputs do not kill: on larger ones, which take long to explore, and where
    /// there are none, on those for which loops were not followed to their ends.
    fn scout(
        &self,
        plan: &Plan,
        unit: &Unit<'_, '_>,
        sizes: &[Vec<InputSpace>],
        ledger: &mut Ledger,
    ) -> Result<(), EngineError> {
        if self.settings.engine != Engine::Bmc {
            return Ok(());
        }
        let start = Instant::now();
        let until = unit
            .deadline
            .get()
            .min(start + self.settings.budgets.function / SHARE);
        let smallest = usize::from(sizes.len() > 1);
        for (size, spaces) in sizes.iter().enumerate().skip(smallest) {
            let each = SCOUTS.div_ceil(spaces.len().max(1) as u64);
            for (number, space) in spaces.iter().enumerate() {
                let at = (size, number);
                let is_target = |index: &usize| {
                    let reach = ledger.reach(*index, at);
                    !ledger.is_killed(*index) && reach.is_none_or(|reach| reach.is_cut)
                };
                let targets: Vec<usize> = plan.own.iter().copied().filter(is_target).collect();
                Trials::new(unit, space, at, until).of(&targets, each, ledger)?;
            }
        }
        unit.scouted.set(start.elapsed());
        Ok(())
    }

    /// Asks again about mutants that were too hard, with all the time that is left.
    fn persist(
        &self,
        plan: &Plan,
        unit: &Unit<'_, '_>,
        (sizes, smallest): (&[Vec<InputSpace>], usize),
        ledger: &mut Ledger,
    ) -> Result<(), EngineError> {
        let left = ledger.take_up(&plan.own);
        let time = unit
            .deadline
            .get()
            .saturating_duration_since(Instant::now());
        let each = time / u32::try_from(left.max(1)).unwrap_or(u32::MAX);
        let budgets = self.settings.budgets;
        // The other engine has asked about each alone where its formula was too hard.
        let is_own = self.settings.engine == Engine::Bmc;
        if left == 0 || each <= budgets.query || !budgets.persist || !is_own {
            return Ok(());
        }
        unit.query.set(each);
        self.over_size(plan, unit, sizes, smallest, ledger)
            .map(drop)
    }

    /// Decides over all input spaces of one size; whether some input in them is valid.
    fn over_size(
        &self,
        plan: &Plan,
        unit: &Unit<'_, '_>,
        sizes: &[Vec<InputSpace>],
        number: usize,
        ledger: &mut Ledger,
    ) -> Result<bool, EngineError> {
        let Some(spaces) = sizes.get(number) else {
            return Ok(false);
        };
        let (bounds, further) = match self.settings.of(plan.function).unroll {
            Some(unroll) => (vec![unroll], &[][..]),
            None if number + 1 == sizes.len() => (bounds(number, sizes.len()), FURTHER),
            None => (bounds(number, sizes.len()), &[][..]),
        };
        let mut valid = false;
        for (index, space) in spaces.iter().enumerate() {
            ledger.turn_to(&plan.own, Part::new((number, index), spaces.len()));
            valid |= unit.decide(space, &bounds, further, ledger)? != Found::NoInput;
        }
        Ok(valid)
    }

    fn inputs(&self, plan: &Plan) -> InputSettings {
        let wanted = &self.settings.of(plan.function).inputs;
        inputs(wanted, self.lookup.module, self.of(&plan.own))
    }

    fn of<'s>(&'s self, places: &'s [usize]) -> impl Iterator<Item = &'s Objective> {
        places.iter().map(|index| &self.mutants[*index])
    }
}

/// The input spaces of a function in growing sizes, the last one as the user wants it. Most mutants differ on small inputs,
/// and a proof over small ones is better than none over large ones. Only the last one when the time is up.
fn sizes(
    callee: &Callee<'_>,
    wanted: &InputSettings,
    is_over: &dyn Fn() -> bool,
) -> Result<Vec<Vec<InputSpace>>, InputError> {
    let greatest = InputSpace::all(callee, wanted)?;
    let mut sizes: Vec<Vec<InputSpace>> = Vec::new();
    for capacity in SMALL
        .iter()
        .copied()
        .filter(|small| *small < wanted.capacity)
    {
        if is_over() {
            break;
        }
        let mut inputs = wanted.clone();
        inputs.capacity = capacity;
        if let Ok(spaces) = InputSpace::all(callee, &inputs)
            && !is_same(&spaces, &greatest)
        {
            sizes.push(spaces);
        }
    }
    sizes.push(greatest);
    Ok(sizes)
}

/// Whether the capacity makes no difference: where it does, it is one of the bounds.
fn is_same(some: &[InputSpace], others: &[InputSpace]) -> bool {
    some.len() == others.len()
        && some
            .iter()
            .zip(others)
            .all(|(one, other)| one.scope() == other.scope())
}

/// That the inputs of a function cannot be enumerated.
fn no_inputs(error: &InputError) -> Reason {
    let message = error.to_string();
    Reason::Unsupported {
        construct: Construct::Inputs { message },
    }
}

/// How often loops go back to their start besides, where that costs little.
const FURTHER: &[u32] = &[256, 1024, 4096, 16384];

/// How often loops go back to their start, until that is enough. Small inputs are for what is easy.
fn bounds(size: usize, sizes: usize) -> Vec<u32> {
    match (size, size + 1 == sizes) {
        (0, true) => vec![4, 16, 64],
        (_, true) => vec![16, 64],
        (_, false) => vec![4 << size],
    }
}

/// As the user wants them, with the globals that edits of mutants use.
pub fn inputs<'m>(
    wanted: &InputSettings,
    module: &Module,
    mutants: impl Iterator<Item = &'m Objective>,
) -> InputSettings {
    let mut inputs = wanted.clone();
    for edit in mutants.flat_map(|mutant| mutant.edits()) {
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
