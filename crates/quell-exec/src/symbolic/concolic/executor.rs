//! The executor: runs an input from a fork to the end of its path.

use std::rc::Rc;

use quell_ir::debug::DebugInfo;
use quell_ir::{FuncId, InstId};
use quell_term::{Assignment, Term};
use rustc_hash::FxHashMap;

use super::fork::{Fork, ForkKind, Resume};
use super::iterations::decided_loops;
use super::leave::Step;
use super::run::{Concretisation, PathEnd, Run};
use super::trail::{Met, Trail};
use super::watch::{ConditionBranches, Watch, note};
use crate::condition::Conditions;
use crate::machine::Machine;
use crate::machine::single::Single;
use crate::program::Program;
use crate::stop::{Stop, StopKind};
use crate::symbolic::domain::{PathCondition, Symbolic, TrapPolicy};
use crate::symbolic::explore::{
    BlockExit, Explorer, LoopProgress, MergePolicy, Options, State, Value,
};

/// Runs inputs along single paths.
#[derive(Debug)]
pub struct Concolic {
    pub(super) explorer: Explorer<'static>,
    pub(super) watch: Option<Watch>,
    /// Whether iterations of a loop that depend on no input count as unwindings.
    pub(super) counts_fixed_iterations: bool,
    /// The locations of blocks on paths by function, operation and number, which name the objects that are allocated there.
    locations: FxHashMap<(FuncId, usize, u32), u32>,
}

/// What a run found so far.
#[derive(Debug)]
pub(super) struct Progress {
    pub(super) trail: Rc<Trail>,
    /// The conditions since the last fork.
    pub(super) met: Vec<Met>,
    pub(super) forks: Vec<Fork>,
    pub(super) infeasible: u64,
    pub(super) blocks: u32,
    pub(super) satisfied: usize,
    /// Of each loop around the running block, outermost first, whether the input decided something in its iteration.
    pub(super) decided: Vec<bool>,
    /// The decisions of the path, once it is over.
    pub(super) decisions: Vec<Term>,
    pub(super) concretisations: Vec<Concretisation>,
}

impl Concolic {
    /// An executor with the globals of the program in memory. States are never merged.
    pub fn new(program: Rc<Program>, options: Options) -> Result<Self, Stop> {
        let options = Options {
            merge_policy: MergePolicy::Never,
            ..options
        };
        Ok(Self {
            explorer: Explorer::new(program, options)?,
            watch: None,
            counts_fixed_iterations: true,
            locations: FxHashMap::default(),
        })
    }

    /// Counts only unwindings of a loop that some decision leads to: a loop over constants is executed to its end.
    pub fn pass_fixed_iterations(&mut self) {
        self.counts_fixed_iterations = false;
    }

    /// Judges site conditions on all paths. The program of this executor has to be that of the conditions.
    pub fn watch(&mut self, conditions: &Rc<Conditions>, branches: ConditionBranches) {
        self.watch = Some(Watch::new(conditions.clone(), branches));
    }

    /// Judges a condition no more, on paths that are still to be run.
    pub fn forget(&mut self, index: usize) {
        if let Some(watch) = &mut self.watch {
            watch.forget(index);
        }
    }

    /// Notes a condition from now on, without a branch there.
    pub fn stop_forking(&mut self, index: usize) {
        if let Some(watch) = &mut self.watch {
            watch.stop_forking(index);
        }
    }

    fn is_wanted(&self, index: usize) -> bool {
        let watch = self.watch.as_ref();
        watch.is_some_and(|watch| watch.is_wanted(index))
    }

    /// Whether a condition holds on the input of the last run.
    pub fn holds(&mut self, condition: Term) -> bool {
        self.explorer.domain().holds_on_input(condition)
    }

    /// The machine, to place inputs in its memory and to inspect results.
    pub fn machine(&mut self) -> &mut Machine<Symbolic> {
        self.explorer.machine()
    }

    pub fn domain(&mut self) -> &mut Symbolic {
        self.explorer.domain()
    }

    /// The fork that all inputs take: the entry of a function. The objects that the arguments point to are in the machine's
    /// memory; assumptions made of the domain are the first decisions.
    pub fn enter(&mut self, function: FuncId, args: &[Value]) -> Result<Fork, Stop> {
        let memory = self.explorer.machine.memory.clone();
        self.explorer.machine.begin(function, args)?;
        self.explorer.machine.memory = memory;
        let state = self.explorer.suspend(LoopProgress {
            unwindings: vec![Vec::new()],
            iteration_constants: Rc::default(),
        });
        Ok(Fork {
            places: self.places(&state, &Resume::Block)?,
            state,
            resume: Resume::Block,
            blocks: 0,
            trail: Rc::default(),
            satisfied: 0,
            kind: ForkKind::Entry,
        })
    }

    /// Runs an input, which satisfies the decisions of the fork, from there to its end. An error is about the machine; what
    /// cannot be executed is how a path ends.
    pub fn run(&mut self, fork: Fork, input: Assignment) -> Result<Run, Stop> {
        let domain = self.explorer.domain();
        domain.trap_policy = TrapPolicy::Require;
        domain.set_input(input);
        let mut progress = Progress {
            trail: fork.trail,
            met: Vec::new(),
            forks: Vec::new(),
            infeasible: 0,
            blocks: fork.blocks,
            satisfied: fork.state.path.decisions(),
            decided: decided_loops(&fork.state),
            decisions: Vec::new(),
            concretisations: Vec::new(),
        };
        let (mut state, mut resume) = (fork.state, fork.resume);
        let end = loop {
            match self.step(state, resume, &mut progress)? {
                Step::Goes(next, at) => (state, resume) = (next, at),
                Step::Ends(end) => break end,
            }
        };
        let domain = self.explorer.domain();
        domain.trap_policy = TrapPolicy::Exclude;
        domain.path = PathCondition::default();
        self.explorer.take_outcome();
        Ok(Run {
            end,
            decisions: progress.decisions,
            satisfied: progress.satisfied,
            trail: Trail::new(progress.trail, progress.met),
            forks: progress.forks,
            infeasible: progress.infeasible,
            concretisations: progress.concretisations,
        })
    }

    fn step(
        &mut self,
        state: State,
        resume: Resume,
        progress: &mut Progress,
    ) -> Result<Step, Stop> {
        match resume {
            Resume::Block => self.block(state, None, progress),
            Resume::Inside { judged } => self.block(state, Some(judged), progress),
            Resume::Edge(edge) => self.edge(state, edge, progress),
            Resume::Call(site, function) => self.target(state, &site, function, progress),
            Resume::Exit(exit) => self.leave(state, exit, progress),
            Resume::Ends(end) => {
                progress.decisions = state.path.iter().collect();
                Ok(Step::Ends(PathEnd::clone(&end)))
            }
        }
    }

    /// Runs a state to the end of its block, to a call or a return.
    fn block(
        &mut self,
        state: State,
        judged: Option<usize>,
        progress: &mut Progress,
    ) -> Result<Step, Stop> {
        if u64::from(progress.blocks) >= self.explorer.options().bounds.states {
            let limit = StopKind::StepLimit(self.explorer.options().bounds.states);
            return Ok(Step::Ends(PathEnd::Stopped(limit.into())));
        }
        let depth = state.activation.frames.len();
        let mut loops = self.explorer.resume(state);
        let (code, pc) = self.explorer.machine.upcoming()?;
        let location = self.location((code.function, pc, progress.blocks));
        self.explorer.domain().enter(location);
        progress.blocks += 1;
        let exit = match self.run_block(&mut loops, judged, progress) {
            Ok(exit) => exit,
            Err(stop) => return self.ended(stop, progress),
        };
        self.note_bounds(&loops, progress)?;
        if let BlockExit::Frame = exit {
            let now = self.explorer.machine.activations().len();
            if now > depth {
                loops.unwindings.push(Vec::new());
            } else {
                loops.unwindings.truncate(now);
            }
        }
        let state = self.explorer.suspend(loops);
        if !self.input_stays(&state, progress) {
            progress.decisions = state.path.iter().collect();
            let branch = Resume::Exit(exit);
            self.push_fork(state, ForkKind::Defined, branch, progress)?;
            return Ok(Step::Ends(PathEnd::Undefined));
        }
        self.leave(state, exit, progress)
    }

    fn location(&mut self, at: (FuncId, usize, u32)) -> u32 {
        let next = self.locations.len() as u32 + 1;
        *self.locations.entry(at).or_insert(next)
    }

    /// Whether the input satisfies all decisions.
    pub(super) fn input_stays(&mut self, state: &State, progress: &mut Progress) -> bool {
        let domain = self.explorer.domain();
        for decision in state.path.iter().skip(progress.satisfied) {
            if !domain.holds_on_input(decision) {
                return false;
            }
            progress.satisfied += 1;
        }
        true
    }

    /// Runs operations until control leaves the block or the frame.
    fn run_block(
        &mut self,
        loops: &mut LoopProgress,
        judged: Option<usize>,
        progress: &mut Progress,
    ) -> Result<BlockExit, Stop> {
        let (code, mut pc) = self.explorer.machine.upcoming()?;
        if let (Some(watch), None) = (&mut self.watch, judged) {
            watch.resumed(&mut self.explorer, (&code, pc), progress);
        }
        let mut judged = judged.unwrap_or(0);
        let first = pc;
        loop {
            if let Some(watch) = &mut self.watch {
                if pc != first {
                    watch.passed(&mut self.explorer, (&code, pc), progress);
                }
                let here = watch.starting(&code, pc);
                for (number, index) in here.into_iter().enumerate().skip(judged) {
                    if self.is_wanted(index) {
                        self.judge(loops, (index, number + 1), progress)?;
                    }
                }
                judged = 0;
            }
            let op = code
                .ops
                .get(pc)
                .ok_or_else(|| StopKind::broken("the end of a function was passed"))?;
            if let Some(exit) = self.explorer.transfer(op, pc)? {
                return Ok(exit);
            }
            let single = self.explorer.machine.single(op, pc);
            self.note_concretised(progress);
            match single? {
                Single::Next => pc += 1,
                Single::Goes(edge) => return Ok(BlockExit::Goto(edge)),
                Single::Frame => return Ok(BlockExit::Frame),
            }
            if let Some(what) = self.explorer.domain().take_unsupported() {
                return Err(what.into());
            }
        }
    }

    /// Judges a condition before an operation, and forks the path if conditions are branches.
    fn judge(
        &mut self,
        loops: &mut LoopProgress,
        (index, judged): (usize, usize),
        progress: &mut Progress,
    ) -> Result<(), Stop> {
        let Some(watch) = &mut self.watch else {
            return Ok(());
        };
        let forks = watch.is_forked(index);
        let held = watch.judge(&mut self.explorer, index);
        note(&mut self.explorer, index, held, progress);
        let condition = progress.met.last().filter(|met| forks && met.is_exact);
        let Some(condition) = condition.map(|met| met.holds) else {
            return Ok(());
        };
        let domain = self.explorer.domain();
        if domain.pool.as_bool(condition).is_some() {
            return Ok(());
        }
        let holds = domain.holds_on_input(condition);
        let opposite = domain.pool.not(condition);
        let (own, other) = match holds {
            true => (condition, opposite),
            false => (opposite, condition),
        };
        let state = self.explorer.suspend(loops.clone());
        // What was decided in this block so far is checked first: the new decision comes after it.
        self.input_stays(&state, progress);
        let mut beside = state.clone();
        let feasible = beside.path.push(&mut self.explorer.domain().pool, other);
        if feasible {
            let kind = ForkKind::Condition {
                index,
                holds: !holds,
            };
            self.push_fork(beside, kind, Resume::Inside { judged }, progress)?;
        } else {
            progress.infeasible += 1;
        }
        *loops = self.explorer.resume(state);
        let domain = self.explorer.domain();
        domain.path.push(&mut domain.pool, own);
        Ok(())
    }

    /// Names the values that became concrete in the last operation.
    pub(super) fn note_concretised(&mut self, progress: &mut Progress) {
        let concretised = self.explorer.domain().take_concretised();
        if concretised.is_empty() {
            return;
        }
        let here = self.explorer.here();
        let called = here.and_then(|(function, inst)| self.explorer.called_by_name(function, inst));
        let function = called.map(str::to_owned);
        let place = here.and_then(|at| self.source_place(at));
        for what in concretised {
            progress.concretisations.push(Concretisation {
                what,
                function: function.clone(),
                place: place.clone(),
            });
        }
    }

    fn source_place(&self, (function, inst): (FuncId, InstId)) -> Option<(String, u32)> {
        let module = &self.explorer.program().module;
        let body = module.functions.get(function)?;
        let place = DebugInfo::new(module).span_of(body, inst)?;
        let place = place.in_function();
        Some((place.file.to_owned(), place.line))
    }

    /// Leaves forks behind for inputs that reach a bound inside the block.
    fn note_bounds(&mut self, loops: &LoopProgress, progress: &mut Progress) -> Result<(), Stop> {
        for (when, bound) in self.explorer.domain().take_reached_bounds() {
            let mut state = self.explorer.suspend(loops.clone());
            let mut beyond = state.clone();
            beyond.path = PathCondition::default();
            if beyond.path.push(&mut self.explorer.domain().pool, when) {
                let satisfied = std::mem::take(&mut progress.satisfied);
                self.push_fork(
                    beyond,
                    ForkKind::Bound,
                    Resume::Ends(Rc::new(PathEnd::Cut(bound))),
                    progress,
                )?;
                progress.satisfied = satisfied;
            }
            state.loops = loops.clone();
            self.explorer.resume(state);
        }
        Ok(())
    }
}
