//! Exploration: all paths of a function at once, up to bounds. States that meet at a block become one.
//!
//! States wait in an order in which those that can still reach a block run before it is run: inner calls
//! before what follows them, earlier iterations before later ones, and a loop before what comes after it.

use std::collections::BTreeMap;
use std::rc::Rc;

use quell_ir::{BlockId, FuncId};
use quell_term::{Pool, Term};
use rustc_hash::FxHashMap;

use super::apart::{Meeting, Spot};
use super::domain::Symbolic;
use super::events::Log;
use super::faults::Fault;
use super::flow::Flow;
use super::library;
use super::memory::SymbolicMemory;
use super::models;
use super::path::Path;
use super::state::{Returned, State, Value};
use super::transfer::Pause;
use crate::host::Buffered;
use crate::machine::Machine;
use crate::program::Program;
use crate::program::op::EdgeId;
use crate::stop::{Stop, StopKind, Ub};

/// How far an exploration goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// How often a loop goes back to its start.
    pub unroll: u32,
    /// How many activations of a function there are at once.
    pub recursion: u32,
    /// States run; a stop for explorations that get nowhere.
    pub states: u64,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            unroll: 16,
            recursion: 8,
            states: 1 << 20,
        }
    }
}

/// Says whether inputs exist that meet conditions. "Yes" is always a right answer.
pub trait Oracle {
    fn may_hold(&mut self, pool: &mut Pool, conditions: &[Term]) -> bool;

    /// Whether it is known at once that no inputs meet conditions. "No" is always a right answer.
    fn never_hold(&mut self, pool: &mut Pool, conditions: &[Term]) -> bool {
        let _ = (pool, conditions);
        false
    }

    /// Whether nobody waits for more any longer.
    fn time_is_up(&self) -> bool {
        false
    }
}

/// A run that ended otherwise than by returning, and when.
#[derive(Clone, PartialEq, Debug)]
pub struct End {
    pub when: Term,
    pub how: StopKind,
    /// What was seen before.
    pub log: Log,
}

/// A bound that was reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    pub when: Term,
    pub function: FuncId,
    pub of: Bound,
}

/// What a bound is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// How often a loop goes back to its start, by its head.
    Loop(BlockId),
    Recursion,
    /// The size of what this is.
    Size(&'static str),
    /// How many calls of a function that nobody defines have results of their own.
    Calls(FuncId, u64),
}

/// What all paths came to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    pub returned: Option<Rc<Returned>>,
    /// In place of that, each path that returned, where they are followed one by one.
    pub paths: Vec<Rc<Returned>>,
    pub ends: Vec<End>,
    /// Where a mutant did what is undefined.
    pub faults: Vec<Fault>,
    pub cuts: Vec<Cut>,
}

/// The order in which states run.
pub(super) type Key = Vec<u32>;
/// The states that wait.
pub(super) type Pending = BTreeMap<Key, Waiting>;

#[derive(Clone, Debug)]
pub(super) struct Waiting {
    pub(super) place: u32,
    pub(super) state: Rc<State>,
    /// Of a state that begins a round of a loop apart from others.
    pub(super) spot: Option<Spot>,
}

/// The moment before a state of the original was run.
#[derive(Clone, Debug)]
pub(super) struct Moment {
    pub(super) function: FuncId,
    pub(super) block: BlockId,
    pub(super) pending: Pending,
    pub(super) outcome: Outcome,
}

pub struct Explorer<'o> {
    pub(super) machine: Machine<Symbolic>,
    pub(super) base: Rc<Program>,
    flows: FxHashMap<FuncId, Rc<Flow>>,
    /// The replaced function, while a mutant is run.
    pub(super) replaced: Option<(FuncId, Rc<Flow>)>,
    pub(super) places: FxHashMap<Vec<u32>, u32>,
    pub(super) pending: Pending,
    pub(super) outcome: Outcome,
    pub bounds: Bounds,
    pub meeting: Meeting,
    pub(super) oracle: Option<&'o mut dyn Oracle>,
    /// How often in a row it is asked in vain whether a mutant's states are the original's again.
    pub patience: u32,
    /// Whether a mutant is followed only where it differs, until its states are the original's again; else from the beginning to
    /// the end.
    pub(super) jumps: bool,
    states: u64,
    /// The original's run, by the place of the state that was run next.
    pub(super) moments: Vec<Moment>,
    pub(super) moment_at: FxHashMap<u32, usize>,
    recording: bool,
}

impl std::fmt::Debug for Explorer<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Explorer")
            .field("pending", &self.pending.len())
            .field("states", &self.states)
            .finish_non_exhaustive()
    }
}

impl<'o> Explorer<'o> {
    /// An explorer with the globals of the program in memory.
    pub fn new(program: Rc<Program>, bounds: Bounds) -> Result<Self, Stop> {
        Self::with_domain(program, bounds, Symbolic::default())
    }

    /// The same without rewrite rules, and without anything else that makes terms simpler or fewer: mutants are followed from
    /// the beginning to the end.
    pub fn without_rules(program: Rc<Program>, bounds: Bounds) -> Result<Self, Stop> {
        let mut domain = Symbolic::default();
        (domain.pool, domain.sums) = (Pool::without_rules(), false);
        let explorer = Self::with_domain(program, bounds, domain)?;
        Ok(Self {
            jumps: false,
            ..explorer
        })
    }

    fn with_domain(
        program: Rc<Program>,
        bounds: Bounds,
        mut domain: Symbolic,
    ) -> Result<Self, Stop> {
        domain.floor = program.module.consts.len();
        let memory = SymbolicMemory::default();
        let console = Box::new(Buffered::default());
        domain.block_limit = u64::from(bounds.unroll).saturating_mul(8).clamp(64, 512);
        let mut machine = Machine::new(program.clone(), domain, memory, console)?;
        for function in program.module.functions.keys() {
            let address = machine.function_address(function)?;
            if library::KEEPERS.contains(&program.name(function)) {
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
            base: program,
            flows: FxHashMap::default(),
            replaced: None,
            places: FxHashMap::default(),
            pending: Pending::new(),
            outcome: Outcome::default(),
            bounds,
            meeting: Meeting::Join,
            oracle: None,
            patience: 0,
            jumps: true,
            states: 0,
            moments: Vec::new(),
            moment_at: FxHashMap::default(),
            recording: false,
        })
    }

    pub fn ask(&mut self, oracle: &'o mut dyn Oracle) {
        self.oracle = Some(oracle);
    }

    /// The machine, to prepare inputs in its memory and to look at results.
    pub fn machine(&mut self) -> &mut Machine<Symbolic> {
        &mut self.machine
    }

    pub fn domain(&mut self) -> &mut Symbolic {
        &mut self.machine.domain
    }

    /// Runs the original on arguments; objects they point to are in the machine's memory.
    pub fn run_original(&mut self, function: FuncId, args: &[Value]) -> Result<Outcome, Stop> {
        let memory = self.machine.memory.clone();
        self.machine.begin(function, args)?;
        self.machine.memory = memory;
        let state = State {
            activation: self.machine.take_activation(),
            path: std::mem::take(&mut self.machine.domain.path),
            counts: vec![Vec::new()],
            began: Rc::default(),
        };
        self.recording = true;
        self.queue(state)?;
        let run = self.run(&mut |_, _| None);
        self.machine.domain.path = Path::default();
        self.recording = false;
        run?;
        Ok(std::mem::take(&mut self.outcome))
    }

    /// Runs states until none waits, or until `met` gives a moment before a state is run.
    pub(super) fn run(
        &mut self,
        met: &mut dyn FnMut(&mut Self, u32) -> Option<usize>,
    ) -> Result<Option<usize>, Stop> {
        self.states = 0;
        while let Some((_, next)) = self.pending.first_key_value() {
            let place = next.place;
            if let Some(moment) = met(self, place) {
                return Ok(Some(moment));
            }
            if self.recording {
                self.record(place)?;
            }
            let Some((_, waiting)) = self.pending.pop_first() else {
                break;
            };
            self.states += 1;
            if self.states > self.bounds.states {
                return Err(StopKind::StepLimit(self.bounds.states).into());
            }
            if self.oracle.as_ref().is_some_and(|of| of.time_is_up()) {
                return Err(StopKind::TimeUp.into());
            }
            self.machine.domain.enter(waiting.place);
            self.advance(Rc::unwrap_or_clone(waiting.state))?;
        }
        Ok(None)
    }

    fn record(&mut self, place: u32) -> Result<(), Stop> {
        let Some((_, waiting)) = self.pending.first_key_value() else {
            return Ok(());
        };
        let Some(frame) = waiting.state.activation.frames.last() else {
            return Ok(());
        };
        let (function, pc) = (frame.code.function, frame.pc as usize);
        let flow = self.flow_of(function)?;
        let block = flow.block_at(pc);
        self.moment_at.insert(place, self.moments.len());
        self.moments.push(Moment {
            function,
            block,
            pending: self.pending.clone(),
            outcome: self.outcome.clone(),
        });
        Ok(())
    }

    /// Runs a state to the end of its block, to a call or a return, and queues what comes of it.
    fn advance(&mut self, state: State) -> Result<(), Stop> {
        let State {
            activation,
            path,
            mut counts,
            began,
        } = state;
        self.machine.domain.path = path;
        let start = self.start();
        let depth = activation.frames.len();
        self.machine.put_activation(activation);
        let function = self.running();
        let run = self.run_piece();
        self.note_cuts(function);
        let pause = match run {
            Ok(pause) => pause,
            Err(stop) => return self.ended_here(stop, start),
        };
        if let Pause::Frame = pause {
            let now = self.machine.activations().len();
            match now > depth {
                true => counts.push(Vec::new()),
                false => counts.truncate(now),
            }
        }
        let rest = |this: &mut Self| State {
            activation: this.machine.take_activation(),
            path: std::mem::take(&mut this.machine.domain.path),
            counts,
            began,
        };
        match pause {
            Pause::Frame if self.machine.activations().is_empty() => {
                let value = self.machine.take_returned();
                let state = rest(self);
                self.returned(state, value);
                Ok(())
            }
            Pause::Frame => {
                let state = rest(self);
                // Calls that nest without end would be followed to the bound, each of them twice in a function that calls
                // itself twice.
                if state.activation.frames.len() > depth
                    && self.is_nested(&state)
                    && !self.is_possible(&state)
                {
                    return Ok(());
                }
                self.queue(state)
            }
            Pause::Goes(edge) => {
                let state = rest(self);
                self.go(state, edge)
            }
            Pause::Parts(ways) => {
                let state = rest(self);
                for (condition, edge) in ways {
                    let mut part = state.clone();
                    let is_open = part.path.push(&mut self.machine.domain.pool, condition);
                    // Paths are many: only those that somebody can take are followed.
                    if is_open && (self.meeting != Meeting::Fork || self.is_possible(&part)) {
                        self.go(part, edge)?;
                    }
                }
                Ok(())
            }
            Pause::Calls(site, targets) => {
                let state = rest(self);
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

    /// Follows an edge.
    fn go(&mut self, state: State, edge: EdgeId) -> Result<(), Stop> {
        let State {
            activation,
            path,
            mut counts,
            began,
        } = state;
        self.machine.domain.path = path;
        self.machine.put_activation(activation);
        let (code, pc) = self.machine.upcoming()?;
        let flow = self.flow_of(code.function)?;
        let from = flow.block_at(pc.saturating_sub(1));
        self.machine.take_edge(edge)?;
        let (_, pc) = self.machine.upcoming()?;
        let to = flow.block_at(pc);
        if flow.is_tangled(to) {
            let what = "a loop that can be entered at several places".to_owned();
            return Err(StopKind::Unsupported(what).into());
        }
        let Some(last) = counts.last_mut() else {
            return Err(StopKind::broken("no frame").into());
        };
        let before = last.iter().sum::<u32>();
        let now = flow.counts(from, to, last);
        let again = now.len() == last.len() && now.iter().sum::<u32>() > before;
        *last = now;
        let state = State {
            activation: self.machine.take_activation(),
            path: std::mem::take(&mut self.machine.domain.path),
            counts,
            began,
        };
        if again && !self.goes_round(&state, code.function, to)? {
            return Ok(());
        }
        self.queue(state)
    }

    /// Whether a loop that goes back to its start is followed further.
    fn goes_round(&mut self, state: &State, function: FuncId, head: BlockId) -> Result<bool, Stop> {
        let count = state.counts.last().and_then(|counts| counts.last());
        let count = count.copied().unwrap_or(0);
        if !self.is_possible(state) {
            return Ok(false);
        }
        if count > self.bounds.unroll {
            let when = state.path.condition(&mut self.machine.domain.pool);
            self.outcome.cuts.push(Cut {
                when,
                function,
                of: Bound::Loop(head),
            });
            return Ok(false);
        }
        Ok(true)
    }

    /// Whether the function that runs was called while it ran.
    fn is_nested(&self, state: &State) -> bool {
        let mut frames = state.activation.frames.iter().rev();
        let Some(running) = frames.next() else {
            return false;
        };
        frames.any(|frame| frame.code.function == running.code.function)
    }

    /// Whether some valid input leads to a state, as far as anyone can tell, and nothing went wrong before: what comes after is
    /// of no account.
    fn is_possible(&mut self, state: &State) -> bool {
        let domain = &mut self.machine.domain;
        let condition = state.path.condition(&mut domain.pool);
        let excluded = domain.pool.or(domain.excluded, domain.faulty);
        self.may_be(condition, excluded)
    }

    /// Whether some input meets a condition and is not excluded.
    pub(super) fn may_be(&mut self, condition: Term, excluded: Term) -> bool {
        let domain = &mut self.machine.domain;
        if domain.pool.as_bool(condition).is_some() {
            return domain.pool.as_bool(condition) == Some(true);
        }
        let valid = domain.pool.not(excluded);
        match &mut self.oracle {
            Some(oracle) => {
                let mut all = vec![condition, valid];
                all.extend_from_slice(domain.addresses.facts());
                oracle.may_hold(&mut domain.pool, &all)
            }
            None => true,
        }
    }

    /// Notes how a run ended, or passes on that it cannot be followed.
    pub(super) fn ended(&mut self, stop: Stop) -> Result<(), Stop> {
        if let Some(what) = self.machine.domain.unsupported.take() {
            return Err(StopKind::Unsupported(what).into());
        }
        let domain = &mut self.machine.domain;
        let when = domain.condition();
        // What is compared later is on no path.
        domain.path = Path::default();
        let state = self.machine.take_activation();
        match *stop {
            StopKind::Ub(ub) if is_unfollowed(&ub) => {
                return Err(StopKind::Unsupported(format!("what may be no fault: {ub}")).into());
            }
            StopKind::Ub(ub) => self.machine.domain.ends_badly(when, ub),
            StopKind::Exit(_) | StopKind::Abort(_) | StopKind::Trap { .. } => {
                let log = state.memory.log;
                self.outcome.ends.push(End {
                    when,
                    how: *stop,
                    log,
                });
            }
            // What is beyond is a cut, which was noted.
            StopKind::BeyondBounds => {}
            _ => {
                self.machine.put_activation(state);
                return Err(stop);
            }
        }
        Ok(())
    }

    fn returned(&mut self, state: State, value: Option<Value>) {
        let new = Returned {
            path: state.path,
            value,
            memory: state.activation.memory,
        };
        if self.meeting == Meeting::Fork {
            self.outcome.paths.push(Rc::new(new));
            return;
        }
        let joined = match self.outcome.returned.take() {
            Some(old) => old.join(&mut self.machine.domain, &new),
            None => new,
        };
        self.outcome.returned = Some(Rc::new(joined));
    }

    pub(super) fn flow_of(&mut self, function: FuncId) -> Result<Rc<Flow>, Stop> {
        match &self.replaced {
            Some((replaced, flow)) if *replaced == function => Ok(flow.clone()),
            _ => self.flow_of_original(function),
        }
    }

    pub(super) fn flow_of_original(&mut self, function: FuncId) -> Result<Rc<Flow>, Stop> {
        if let Some(flow) = self.flows.get(&function) {
            return Ok(flow.clone());
        }
        let code = self.base.code(function)?;
        let module = &self.base.module;
        let flow = Rc::new(Flow::new(module, &module.functions[function], &code));
        self.flows.insert(function, flow.clone());
        Ok(flow)
    }
}

/// What is reported where a pointer may lead to several places, and can be fine.
pub(super) fn is_unfollowed(ub: &Ub) -> bool {
    matches!(
        ub,
        Ub::NotAFunction
            | Ub::NotALabel
            | Ub::WildPointer { .. }
            | Ub::ForgedPointer { .. }
            | Ub::WrongArguments { .. }
            | Ub::WrongArgumentType { .. }
            | Ub::WrongResultType { .. }
            | Ub::LibraryMisuse { .. }
    )
}
