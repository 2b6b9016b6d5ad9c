//! Runs a mutant from its first site until it has converged with the original.

use std::collections::BTreeMap;
use std::rc::Rc;

use quell_ir::entity::EntityRef;
use quell_ir::{BlockId, FuncId, Function, InstId, Module};
use quell_term::Term;
use quell_values::unsupported::Unsupported;

use super::recording::{RecordedStep, Recording};
use crate::condition::Conditions;
use crate::machine::Machine;
use crate::program::Program;
use crate::program::op::Code;
use crate::program::promote;
use crate::stop::Stop;
use crate::symbolic::domain::{Symbolic, TrapPolicy, Word};
use crate::symbolic::explore::{
    Explorer, Feasibility, Flow, MergePolicy, MetTerms, Options, Outcome, State, Value,
};

/// A function body that is run in place of one of the module.
#[derive(Debug)]
pub struct Replacement {
    pub function: FuncId,
    pub body: Function,
    /// New calls, each with the call of the original that it stands for: objects allocated in the one have the names of those
    /// allocated in the other.
    pub calls: BTreeMap<InstId, InstId>,
    /// The blocks in which it differs from the original.
    pub first: Vec<BlockId>,
}

/// The result of running a mutant.
#[derive(Clone, Debug, PartialEq)]
pub enum Comparison {
    /// It converged with the original before any input could distinguish them.
    Converged,
    Outcome(Box<Outcome>),
}

/// How convergence of a mutant with the original is detected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Convergence {
    /// Not at all: a mutant is run from the entry of the function to its end.
    Ignored,
    /// By equality of states; for states that differ, up to `queries` unsuccessful queries between two sites ask whether some
    /// input distinguishes them.
    Detected { queries: u32 },
}

/// Explores a function, and its mutants from where they differ.
#[derive(Debug)]
pub struct DifferentialExplorer<'o> {
    explorer: Explorer<'o>,
    convergence: Convergence,
    original: Recording,
}

impl<'o> DifferentialExplorer<'o> {
    /// An explorer with the globals of the original program in memory.
    pub fn new(
        program: Rc<Program>,
        options: Options,
        convergence: Convergence,
    ) -> Result<Self, Stop> {
        Ok(Self {
            explorer: Explorer::new(program, options)?,
            convergence,
            original: Recording::default(),
        })
    }

    /// See [`Explorer::set_feasibility`].
    pub fn set_feasibility(&mut self, feasibility: &'o mut dyn Feasibility) {
        self.explorer.set_feasibility(feasibility);
    }

    /// The machine, to place inputs in its memory and to inspect results.
    pub fn machine(&mut self) -> &mut Machine<Symbolic> {
        self.explorer.machine()
    }

    pub fn domain(&mut self) -> &mut Symbolic {
        self.explorer.domain()
    }

    /// Explores and records the original on arguments. The objects that they point to are in the machine's memory.
    pub fn run_original(&mut self, function: FuncId, args: &[Value]) -> Result<Outcome, Stop> {
        let original = &mut self.original;
        self.explorer
            .explore_with(function, args, |explorer, location| {
                original.record(explorer, location)
            })
    }

    /// See [`Explorer::explore_watching`]. No mutant can be run beside an original that was explored like this.
    pub fn watch_original(
        &mut self,
        function: FuncId,
        args: &[Value],
        conditions: &Rc<Conditions>,
    ) -> Result<(Outcome, MetTerms), Stop> {
        self.explorer.explore_watching(function, args, conditions)
    }

    /// Runs a mutant from its first site. Where it has converged with the original, it continues at the next step of the
    /// original at one of its sites.
    pub fn run_mutant(&mut self, mutant: &Replacement) -> Result<Comparison, Stop> {
        if self.explorer.options().merge_policy == MergePolicy::Never {
            return Err(Unsupported::SinglePaths.into());
        }
        let program = self.explorer.program().clone();
        let mut code = program.lower(mutant.function, &mutant.body)?;
        for inst in &mut code.origin {
            *inst = mutant.calls.get(inst).copied().unwrap_or(*inst);
        }
        let code = Rc::new(code);
        let flow = Rc::new(Flow::new(&program.module, &mutant.body, &code));
        let Some(sites) = self.sites(mutant, &flow)? else {
            return Ok(Comparison::Converged);
        };
        self.explorer.substitute(mutant.function, &code, flow)?;
        self.explorer.domain().trap_policy = TrapPolicy::Record;
        let run = self.run_sites(&sites, mutant.function, &code);
        self.explorer.domain().trap_policy = TrapPolicy::Exclude;
        self.explorer.reset();
        let mut outcome = self.explorer.take_outcome();
        outcome.traps = self.explorer.domain().take_traps();
        Ok(if run? {
            Comparison::Converged
        } else {
            Comparison::Outcome(Box::new(outcome))
        })
    }

    /// Runs from site to site; whether the mutant has converged with the original after the last.
    fn run_sites(
        &mut self,
        sites: &Sites,
        function: FuncId,
        code: &Rc<Code>,
    ) -> Result<bool, Stop> {
        let Self {
            explorer,
            convergence,
            original,
        } = self;
        let mut start = sites.first;
        loop {
            let mut queries = match *convergence {
                Convergence::Ignored => 0,
                Convergence::Detected { queries } => queries,
            };
            let switch = CodeSwitch::new(explorer, function, code)?;
            let snapshot = &original.steps[start].snapshot;
            explorer.restore(snapshot, |state| switch.apply(state))?;
            let converged = explorer.run(|explorer, location| {
                Ok(if sites.can_converge {
                    original.converged_at(explorer, location, start, &mut queries)
                } else {
                    None
                })
            })?;
            let Some(converged) = converged else {
                return Ok(false);
            };
            // No valid input triggers them.
            explorer.domain().take_traps();
            match sites.steps.iter().find(|&&site| site >= converged) {
                Some(&next) => start = next,
                None => return Ok(true),
            }
        }
    }

    /// The steps of the original at which the mutant differs; none if it never does.
    fn sites(&mut self, mutant: &Replacement, flow: &Flow) -> Result<Option<Sites>, Stop> {
        let own = self.explorer.flow_of(mutant.function)?;
        let at_sites = || self.original.steps_at(mutant.function, &mutant.first);
        let steps: Vec<usize> = at_sites().map(|(number, _)| number).collect();
        if self.convergence == Convergence::Ignored && !self.original.steps.is_empty() {
            return Ok(Some(Sites {
                first: 0,
                steps,
                can_converge: false,
            }));
        }
        let Some(&first) = steps.first() else {
            return Ok(None);
        };
        let module = &self.explorer.program().module;
        let original = &module.functions[mutant.function];
        let can_converge = promotes_alike(module, original, &mutant.body)
            && at_sites().all(|(_, step)| can_switch(step, &own, flow));
        // Code that promotes other variables to registers can only run from the entry.
        let first = if can_converge { first } else { 0 };
        Ok(Some(Sites {
            first,
            steps,
            can_converge,
        }))
    }

    /// When the original reaches one of some blocks of a function.
    pub fn reaches(&mut self, function: FuncId, blocks: &[BlockId]) -> Term {
        let steps = self.original.steps_at(function, blocks);
        let states = steps.filter_map(|(_, step)| step.snapshot.queued().next());
        let pool = &mut self.explorer.machine.domain.pool;
        let paths: Vec<Term> = states
            .map(|queued| queued.state.path.condition(pool))
            .collect();
        pool.or_all(&paths)
    }
}

/// The steps of the original at which a mutant is to be run.
struct Sites {
    /// The step it starts at.
    first: usize,
    /// All steps at which it differs, in order.
    steps: Vec<usize>,
    /// Whether its frames can continue those of the original at any of them, so that convergence can be detected.
    can_converge: bool,
}

/// Moves frames of a replaced function to its new code, to the start of the block they are at.
struct CodeSwitch<'c> {
    function: FuncId,
    code: &'c Rc<Code>,
    original: Rc<Flow>,
    constant_registers: usize,
    cleared: Value,
}

impl<'c> CodeSwitch<'c> {
    fn new(
        explorer: &mut Explorer<'_>,
        function: FuncId,
        code: &'c Rc<Code>,
    ) -> Result<Self, Stop> {
        let original = explorer.flow_of_program(function)?;
        let domain = explorer.domain();
        Ok(Self {
            function,
            code,
            original,
            constant_registers: domain.constant_registers(),
            cleared: Value::Word(Word::defined(domain.pool.bool(false))),
        })
    }

    fn apply(&self, state: &mut Rc<State>) {
        let frames = &state.activation.frames;
        if frames.last().map(|frame| frame.code.function) != Some(self.function) {
            return;
        }
        let activation = &mut Rc::make_mut(state).activation;
        let Some(frame) = activation.frames.last_mut() else {
            return;
        };
        let block = self.original.block_at(frame.pc as usize);
        frame.pc = self.code.starts[block.index()];
        frame.code = self.code.clone();
        let length = frame.base - self.constant_registers + self.code.registers;
        activation.registers.resize(length, self.cleared.clone());
    }
}

/// Whether two versions of a function promote the same variables to registers.
pub(super) fn promotes_alike(module: &Module, a: &Function, b: &Function) -> bool {
    let (x, y) = (promote::find(module, a), promote::find(module, b));
    a.locals.keys().all(|local| x[local] == y[local])
}

/// Whether all frames of a function can continue in other code: they are at the start of a block, innermost on their stacks,
/// and all registers that are live in the other code are live in theirs.
fn can_switch(step: &RecordedStep, own: &Flow, other: &Flow) -> bool {
    step.snapshot.queued().all(|queued| {
        let frames = &queued.state.activation.frames;
        let mut found = frames
            .iter()
            .enumerate()
            .filter(|(_, frame)| frame.code.function == step.function);
        found.all(|(index, frame)| {
            let pc = frame.pc as usize;
            let block = own.block_at(pc);
            index + 1 == frames.len()
                && own.starts_at(block) == pc
                && other.live(block).is_within(own.live(block))
        })
    })
}
