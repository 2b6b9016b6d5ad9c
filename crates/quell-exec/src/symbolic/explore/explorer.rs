//! The explorer: runs scheduled states until none is left.

use std::rc::Rc;

use quell_ir::{BlockId, FuncId};
use quell_term::{Pool, Term};
use quell_values::unsupported::Unsupported;
use rustc_hash::FxHashMap;

use super::block_exit::BlockExit;
use super::feasibility::Feasibility;
use super::flow::Flow;
use super::merge_policy::MergePolicy;
use super::options::Options;
use super::outcome::{End, Outcome, ReachedBound};
use super::scheduler::{Iteration, Queue};
use super::state::{LoopProgress, Returned, State, Value};
use super::watch::Watch;
use crate::host::Buffered;
use crate::machine::Machine;
use crate::program::Program;
use crate::program::op::{Code, EdgeId};
use crate::stop::{Stop, StopKind};
use crate::symbolic::domain::{Bound, DomainOptions, PathCondition, Symbolic, is_imprecise};
use crate::symbolic::memory::SymbolicMemory;
use crate::symbolic::models;

/// A state in the queue.
#[derive(Clone, Debug)]
pub(crate) struct QueuedState {
    /// Its program location. Two states at one location can be merged.
    pub(crate) location: u32,
    pub(crate) state: Rc<State>,
    /// The loop iteration that it begins, where only states with the same constants are merged.
    pub(super) iteration: Option<Iteration>,
}

/// The state of an exploration between two steps.
#[derive(Clone, Debug)]
pub(crate) struct Snapshot {
    queue: Queue,
    pub(crate) outcome: Outcome,
}

impl Snapshot {
    /// The queued states, in the order in which they will run.
    pub(crate) fn queued(&self) -> impl ExactSizeIterator<Item = &QueuedState> {
        self.queue.values()
    }
}

/// Explores functions of a program.
pub struct Explorer<'o> {
    pub(crate) machine: Machine<Symbolic>,
    program: Rc<Program>,
    flows: FxHashMap<FuncId, Rc<Flow>>,
    /// The function whose body is substituted, and the control flow of the substitute.
    substitute: Option<(FuncId, Rc<Flow>)>,
    pub(super) locations: FxHashMap<Vec<u32>, u32>,
    pub(super) queue: Queue,
    pub(super) outcome: Outcome,
    pub(super) options: Options,
    feasibility: Option<&'o mut dyn Feasibility>,
    steps: u64,
    /// The site conditions to be judged on the way.
    pub(super) watch: Option<Watch>,
}

impl std::fmt::Debug for Explorer<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Explorer")
            .field("queue", &self.queue.len())
            .field("steps", &self.steps)
            .finish_non_exhaustive()
    }
}

impl<'o> Explorer<'o> {
    /// An explorer with the globals of the program in memory.
    pub fn new(program: Rc<Program>, options: Options) -> Result<Self, Stop> {
        let domain = Symbolic::new(DomainOptions {
            simplification: options.simplification,
            flag_mode: options.ub,
            block_limit: options.bounds.block_limit(),
            constant_registers: program.module.consts.len(),
        });
        let memory = SymbolicMemory::default();
        let console = Box::new(Buffered::default());
        let mut machine = Machine::new(program.clone(), domain, memory, console)?;
        for function in program.module.functions.keys() {
            let address = machine.function_address(function)?;
            if models::allocates_once(program.name(function)) {
                machine.call_pointer(&address, &[])?;
            }
        }
        machine.errno_object()?;
        let mut names = program.module.functions.keys().map(|id| program.name(id));
        if names.any(models::is_output) {
            machine.standard_streams()?;
        }
        Ok(Self {
            machine,
            program,
            flows: FxHashMap::default(),
            substitute: None,
            locations: FxHashMap::default(),
            queue: Queue::new(),
            outcome: Outcome::default(),
            options,
            feasibility: None,
            steps: 0,
            watch: None,
        })
    }

    /// Gives the explorer a feasibility check; without one, every path counts as feasible. It is no option: it needs the
    /// constraints on the inputs, which exist once the inputs are in the memory of this explorer.
    pub fn set_feasibility(&mut self, feasibility: &'o mut dyn Feasibility) {
        self.feasibility = Some(feasibility);
    }

    /// The machine, to place inputs in its memory and to inspect results.
    pub fn machine(&mut self) -> &mut Machine<Symbolic> {
        &mut self.machine
    }

    pub fn domain(&mut self) -> &mut Symbolic {
        &mut self.machine.domain
    }

    /// Explores a function on arguments. The objects that they point to are in the machine's memory.
    pub fn explore(&mut self, function: FuncId, args: &[Value]) -> Result<Outcome, Stop> {
        self.explore_with(function, args, |_, _| Ok(()))
    }

    /// Explores a function; `before_step` is called before each state is run, with its location.
    pub(crate) fn explore_with(
        &mut self,
        function: FuncId,
        args: &[Value],
        mut before_step: impl FnMut(&mut Self, u32) -> Result<(), Stop>,
    ) -> Result<Outcome, Stop> {
        let memory = self.machine.memory.clone();
        self.machine.begin(function, args)?;
        self.machine.memory = memory;
        let state = self.suspend(LoopProgress {
            unwindings: vec![Vec::new()],
            iteration_constants: Rc::default(),
        });
        self.enqueue(state)?;
        let run = self.run(|explorer, location| {
            before_step(explorer, location)?;
            Ok(None::<()>)
        });
        self.machine.domain.path = PathCondition::default();
        run?;
        Ok(self.take_outcome())
    }

    /// Runs states until the queue is empty, or until `before_step` returns a value. It is called before each
    /// state is run, with its location.
    pub(crate) fn run<T>(
        &mut self,
        mut before_step: impl FnMut(&mut Self, u32) -> Result<Option<T>, Stop>,
    ) -> Result<Option<T>, Stop> {
        self.steps = 0;
        while let Some((_, next)) = self.queue.first_key_value() {
            let location = next.location;
            if let Some(value) = before_step(self, location)? {
                return Ok(Some(value));
            }
            let Some((_, next)) = self.queue.pop_first() else {
                break;
            };
            self.steps += 1;
            if self.steps > self.options.bounds.states {
                return Err(StopKind::StepLimit(self.options.bounds.states).into());
            }
            if self.deadline_passed() {
                return Err(StopKind::TimeUp.into());
            }
            self.machine.domain.enter(next.location);
            self.advance(Rc::unwrap_or_clone(next.state))?;
        }
        Ok(None)
    }

    /// Puts a state into the machine. Returns the part of it that the machine does not hold.
    pub(crate) fn resume(&mut self, state: State) -> LoopProgress {
        self.machine.domain.path = state.path;
        self.machine.put_activation(state.activation);
        state.loops
    }

    /// Takes the running state out of the machine.
    pub(crate) fn suspend(&mut self, loops: LoopProgress) -> State {
        State {
            activation: self.machine.take_activation(),
            path: std::mem::take(&mut self.machine.domain.path),
            loops,
        }
    }

    fn deadline_passed(&self) -> bool {
        self.feasibility
            .as_ref()
            .is_some_and(|feasibility| feasibility.deadline_passed())
    }

    /// Runs a state to the end of its block, to a call or a return, and schedules its successors.
    fn advance(&mut self, state: State) -> Result<(), Stop> {
        let depth = state.activation.frames.len();
        let mut loops = self.resume(state);
        let start = self.block_start();
        let function = self.running();
        let run = self.run_block();
        self.record_bounds(function);
        let exit = match run {
            Ok(exit) => exit,
            Err(stop) => return self.ended_here(stop, start),
        };
        if let BlockExit::Frame = exit {
            let now = self.machine.activations().len();
            if now > depth {
                loops.unwindings.push(Vec::new());
            } else {
                loops.unwindings.truncate(now);
            }
        }
        let state = self.suspend(loops);
        match exit {
            BlockExit::Frame if state.activation.frames.is_empty() => {
                let value = self.machine.take_returned();
                self.record_return(state, value);
                Ok(())
            }
            BlockExit::Frame => {
                // Infeasible recursion would be followed to the bound, with exponentially many calls in a function that calls
                // itself twice.
                if state.activation.frames.len() > depth
                    && is_recursive(&state)
                    && !self.is_feasible(&state)
                {
                    return Ok(());
                }
                self.enqueue(state)
            }
            BlockExit::Goto(edge) => self.take_edge(state, edge),
            BlockExit::Fork(branches) => {
                for (condition, edge) in branches {
                    let mut part = state.clone();
                    let may_hold = part.path.push(&mut self.machine.domain.pool, condition);
                    // Without merging there are many paths: only feasible ones are followed.
                    if may_hold && (!self.never_merges() || self.is_feasible(&part)) {
                        self.take_edge(part, edge)?;
                    }
                }
                Ok(())
            }
            BlockExit::Calls(site, targets) => {
                for (condition, function) in targets {
                    let mut part = state.clone();
                    if part.path.push(&mut self.machine.domain.pool, condition) {
                        self.call_one(part, &site, function)?;
                    }
                }
                Ok(())
            }
        }
    }

    /// Follows an edge of the control-flow graph.
    fn take_edge(&mut self, state: State, edge: EdgeId) -> Result<(), Stop> {
        match self.follow_edge(state, edge)? {
            (state, true) => self.enqueue(state),
            (_, false) => Ok(()),
        }
    }

    /// The state at the end of an edge, and whether it is followed further. If it is beyond the unwinding bound, that is
    /// recorded.
    pub(crate) fn follow_edge(
        &mut self,
        state: State,
        edge: EdgeId,
    ) -> Result<(State, bool), Stop> {
        let mut loops = self.resume(state);
        let (code, pc) = self.machine.upcoming()?;
        let flow = self.flow_of(code.function)?;
        let from = flow.block_at(pc.saturating_sub(1));
        self.watch_edge(&code, pc, edge);
        self.machine.take_edge(edge)?;
        let (_, pc) = self.machine.upcoming()?;
        let to = flow.block_at(pc);
        if flow.is_irreducible(to) {
            return Err(Unsupported::IrreducibleLoop.into());
        }
        let Some(last) = loops.unwindings.last_mut() else {
            return Err(StopKind::broken("no frame").into());
        };
        let before = last.iter().sum::<u32>();
        let now = flow.unwindings(from, to, last);
        let unwinds = now.len() == last.len() && now.iter().sum::<u32>() > before;
        *last = now;
        let state = self.suspend(loops);
        let is_followed = !unwinds || self.may_unwind(&state, code.function, to);
        Ok((state, is_followed))
    }

    /// Whether a loop that returned to its header is unwound further.
    fn may_unwind(&mut self, state: &State, function: FuncId, header: BlockId) -> bool {
        let count = state
            .loops
            .unwindings
            .last()
            .and_then(|counts| counts.last());
        let count = count.copied().unwrap_or(0);
        if !self.is_feasible(state) {
            return false;
        }
        if count > self.options.bounds.unwinding {
            let when = state.path.condition(&mut self.machine.domain.pool);
            self.outcome.reached_bounds.push(ReachedBound {
                when,
                function,
                bound: Bound::Loop(header),
            });
            return false;
        }
        true
    }

    pub(super) fn never_merges(&self) -> bool {
        self.options.merge_policy == MergePolicy::Never
    }

    /// Whether some valid input may reach a state without a trap before it. What happens after a trap does not matter.
    fn is_feasible(&mut self, state: &State) -> bool {
        let domain = &mut self.machine.domain;
        let condition = state.path.condition(&mut domain.pool);
        let excluded = domain.pool.or(domain.excluded, domain.trapped());
        self.may_hold(condition, excluded)
    }

    /// Whether some input may meet a condition without being excluded.
    pub(super) fn may_hold(&mut self, condition: Term, excluded: Term) -> bool {
        let domain = &mut self.machine.domain;
        if domain.pool.as_bool(condition).is_some() {
            return domain.pool.as_bool(condition) == Some(true);
        }
        let valid = domain.pool.not(excluded);
        match &mut self.feasibility {
            Some(feasibility) => {
                let mut all = vec![condition, valid];
                all.extend_from_slice(domain.addresses.facts());
                feasibility.may_hold(&mut domain.pool, &all)
            }
            None => true,
        }
    }

    /// Records how a path ended; an error if it cannot be followed.
    pub(super) fn record_end(&mut self, stop: Stop) -> Result<(), Stop> {
        if let Some(what) = self.machine.domain.take_unsupported() {
            return Err(what.into());
        }
        let domain = &mut self.machine.domain;
        let when = domain.condition();
        // Comparisons after the exploration have no path condition.
        domain.path = PathCondition::default();
        let state = self.machine.take_activation();
        match *stop {
            StopKind::Ub(ub) if is_imprecise(&ub) => {
                let rule = ub.to_string();
                return Err(Unsupported::UncertainTrap { rule }.into());
            }
            StopKind::Ub(ub) => self.machine.domain.ends_in_trap(when, ub),
            StopKind::Exit(_) | StopKind::Abort(_) | StopKind::Trap { .. } => {
                let log = state.memory.log;
                self.outcome.ends.push(End {
                    when,
                    how: *stop,
                    log,
                });
            }
            // The bound was recorded when it was reached.
            StopKind::BeyondBounds => {}
            _ => {
                self.machine.put_activation(state);
                return Err(stop);
            }
        }
        Ok(())
    }

    fn record_return(&mut self, state: State, value: Option<Value>) {
        let new = Returned {
            path: state.path,
            value,
            memory: state.activation.memory,
        };
        if self.never_merges() {
            self.outcome.paths.push(Rc::new(new));
            return;
        }
        let merged = match self.outcome.returned.take() {
            Some(old) => old.merge(&mut self.machine.domain, &new),
            None => new,
        };
        self.outcome.returned = Some(Rc::new(merged));
    }

    /// The control flow of the body that runs for a function.
    pub(crate) fn flow_of(&mut self, function: FuncId) -> Result<Rc<Flow>, Stop> {
        match &self.substitute {
            Some((substituted, flow)) if *substituted == function => Ok(flow.clone()),
            _ => self.flow_of_program(function),
        }
    }

    /// The control flow of a function's body in the program.
    pub(crate) fn flow_of_program(&mut self, function: FuncId) -> Result<Rc<Flow>, Stop> {
        if let Some(flow) = self.flows.get(&function) {
            return Ok(flow.clone());
        }
        let code = self.program.code(function)?;
        let module = &self.program.module;
        let body = &module.functions[function];
        let kept = self.watch.as_ref().and_then(|watch| watch.kept(function));
        let flow = Rc::new(match kept {
            Some(kept) => Flow::observed(module, body, &code, kept),
            None => Flow::new(module, body, &code),
        });
        self.flows.insert(function, flow.clone());
        Ok(flow)
    }
}

/// The interface for a room above that runs variants of a program from stored snapshots.
impl Explorer<'_> {
    pub(crate) fn program(&self) -> &Rc<Program> {
        &self.program
    }

    pub(crate) fn options(&self) -> &Options {
        &self.options
    }

    pub(crate) fn snapshot(&self) -> Snapshot {
        Snapshot {
            queue: self.queue.clone(),
            outcome: self.outcome.clone(),
        }
    }

    /// Runs a state to the end of its block, with nothing else to run.
    pub(crate) fn start(&mut self, state: State) -> Result<(), Stop> {
        self.queue.clear();
        self.outcome = Outcome::default();
        self.machine.domain.enter(0);
        self.advance(state)
    }

    /// Continues from a snapshot. The states are scheduled anew after `change` was applied to each of them: the blocks of a
    /// substituted body may be in another order.
    pub(crate) fn restore(
        &mut self,
        snapshot: &Snapshot,
        mut change: impl FnMut(&mut Rc<State>),
    ) -> Result<(), Stop> {
        self.outcome = snapshot.outcome.clone();
        self.queue.clear();
        for queued in snapshot.queued() {
            let mut state = queued.state.clone();
            change(&mut state);
            self.enqueue(Rc::unwrap_or_clone(state))?;
        }
        Ok(())
    }

    /// The queued states, in the order in which they will run.
    pub(crate) fn queued(&self) -> impl ExactSizeIterator<Item = &QueuedState> {
        self.queue.values()
    }

    /// The queued states and the outcome so far, with the pool of their terms.
    pub(crate) fn progress(&mut self) -> (&mut Pool, impl Iterator<Item = &QueuedState>, &Outcome) {
        (
            &mut self.machine.domain.pool,
            self.queue.values(),
            &self.outcome,
        )
    }

    pub(crate) fn outcome(&self) -> &Outcome {
        &self.outcome
    }

    pub(crate) fn take_outcome(&mut self) -> Outcome {
        std::mem::take(&mut self.outcome)
    }

    /// Runs another body in place of a function's.
    pub(crate) fn substitute(
        &mut self,
        function: FuncId,
        code: &Rc<Code>,
        flow: Rc<Flow>,
    ) -> Result<(), Stop> {
        self.machine.prepare_code(code)?;
        self.machine.program = Rc::new(self.program.with_code(function, code.clone()));
        self.substitute = Some((function, flow));
        Ok(())
    }

    /// Discards all states, and runs the program's own bodies again.
    pub(crate) fn reset(&mut self) {
        self.machine.domain.path = PathCondition::default();
        self.machine.program = self.program.clone();
        self.substitute = None;
        self.queue.clear();
    }

    /// The feasibility check, if there is one, and the domain whose terms it is asked about.
    pub(crate) fn feasibility(&mut self) -> Option<(&mut dyn Feasibility, &mut Symbolic)> {
        let feasibility = self.feasibility.as_deref_mut()?;
        Some((feasibility, &mut self.machine.domain))
    }
}

/// Whether the running function was called while it was active.
fn is_recursive(state: &State) -> bool {
    let mut frames = state.activation.frames.iter().rev();
    let Some(running) = frames.next() else {
        return false;
    };
    frames.any(|frame| frame.code.function == running.code.function)
}
