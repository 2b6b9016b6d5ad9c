//! Calls through pointers with several targets, and how a path ends inside a block.

use std::rc::Rc;

use quell_ir::analysis::callgraph;
use quell_ir::debug::DebugInfo;
use quell_ir::{FuncId, InstId};
use quell_term::Term;
use quell_values::unsupported::UnsupportedCall;

use super::block_exit::BlockExit;
use super::explorer::Explorer;
use super::outcome::ReachedBound;
use super::state::{LoopProgress, State};
use crate::library::panic_end;
use crate::memory::ObjectKind;
use crate::program::op::{CallSite, Target};
use crate::stop::{Stop, StopKind, Ub};

/// The path condition and the excluded inputs where a state began to run.
#[derive(Clone, Copy, Debug)]
pub(super) struct BlockStart {
    condition: Term,
    excluded: Term,
}

impl Explorer<'_> {
    /// A call through a pointer with several alternatives.
    pub(super) fn call(
        &mut self,
        site: &Rc<CallSite>,
        pc: usize,
    ) -> Result<Option<BlockExit>, Stop> {
        let Target::Pointer(src) = site.target else {
            return Ok(None);
        };
        let ptr = self.machine.operand(src)?.ptr()?.clone();
        if ptr.single().is_some() {
            return Ok(None);
        }
        self.machine.pass(pc);
        let (memory, domain) = (&self.machine.memory, &mut self.machine.domain);
        let what = "an address";
        domain.trap_if(ptr.undef, || Ub::Uninitialised { what: what.into() })?;
        let mut targets = Vec::new();
        for alternative in &ptr.alternatives {
            let at_start = domain.pool.as_word(alternative.offset) == Some(0);
            let object = alternative.object.and_then(|id| memory.object(id));
            match object.map(|object| &object.kind) {
                None if at_start => domain.trap_if(alternative.when, || Ub::NotAFunction)?,
                Some(ObjectKind::Function(function, _)) if at_start => {
                    targets.push((alternative.when, *function));
                }
                _ => {
                    return Err(UnsupportedCall::Pointer.into());
                }
            }
        }
        Ok(Some(BlockExit::Calls(site.clone(), targets)))
    }

    /// Calls one of the targets of a pointer. The program counter of the state is behind the call.
    pub(super) fn call_one(
        &mut self,
        state: State,
        site: &CallSite,
        called: FuncId,
    ) -> Result<(), Stop> {
        let loops = self.resume(state);
        let start = self.block_start();
        let caller = self.running();
        let run = self.enter_target(loops, site, called);
        self.record_bounds(caller);
        match run {
            Ok(state) => self.enqueue(state),
            Err(stop) => self.ended_here(stop, start),
        }
    }

    /// Calls a function as the target of a pointer in the running state, whose program counter is behind the call.
    pub(crate) fn enter_target(
        &mut self,
        mut loops: LoopProgress,
        site: &CallSite,
        called: FuncId,
    ) -> Result<State, Stop> {
        let depth = self.machine.activations().len();
        let (_, pc) = self.machine.upcoming()?;
        self.machine.call_one(site, pc.saturating_sub(1), called)?;
        if let Some(what) = self.machine.domain.take_unsupported() {
            return Err(what.into());
        }
        if self.machine.activations().len() > depth {
            loops.unwindings.push(Vec::new());
        }
        Ok(self.suspend(loops))
    }

    /// Records the bounds that were reached inside a block.
    pub(super) fn record_bounds(&mut self, function: Option<FuncId>) {
        for (when, bound) in self.machine.domain.take_reached_bounds() {
            let reached = function.map(|function| ReachedBound {
                when,
                function,
                bound,
            });
            self.outcome.reached_bounds.extend(reached);
        }
    }

    /// The function that is running.
    pub(super) fn running(&self) -> Option<FuncId> {
        let frame = self.machine.activations().last();
        frame.map(|frame| frame.code.function)
    }

    /// The instruction that is being executed, and its function.
    pub(crate) fn here(&self) -> Option<(FuncId, InstId)> {
        let frame = self.machine.activations().last()?;
        let inst = frame.code.origin.get((frame.pc as usize).checked_sub(1)?)?;
        Some((frame.code.function, *inst))
    }

    /// The path condition of the running state, and the inputs excluded so far.
    pub(super) fn block_start(&mut self) -> BlockStart {
        let domain = &mut self.machine.domain;
        BlockStart {
            condition: domain.condition(),
            excluded: domain.excluded,
        }
    }

    /// Records how a path ended inside a block. What is unsupported is reported with its source line, unless the block is
    /// infeasible. That is decided at the start of the block: a value computed since then may stand for one without a term.
    pub(super) fn ended_here(&mut self, stop: Stop, start: BlockStart) -> Result<(), Stop> {
        let here = self.here();
        let stop = self.without_message(stop, here);
        let Err(stop) = self.record_end(stop) else {
            return Ok(());
        };
        let followed = !matches!(
            *stop,
            StopKind::Unsupported(_) | StopKind::UnmodelledFunction(_) | StopKind::NotConcrete(_)
        );
        if followed || self.may_hold(start.condition, start.excluded) {
            return Err(self.placed(stop, here));
        }
        Ok(())
    }

    /// A panic keeps its kind even if its message is symbolic; the message is left out then.
    pub(crate) fn without_message(&self, stop: Stop, here: Option<(FuncId, InstId)>) -> Stop {
        if !matches!(*stop, StopKind::NotConcrete(_)) {
            return stop;
        }
        let called = here.and_then(|(function, inst)| self.called_by_name(function, inst));
        match called.and_then(panic_end) {
            Some(end) => end.trap("panicked".to_owned()),
            None => stop,
        }
    }

    /// The name of the function that an instruction calls.
    pub(crate) fn called_by_name(&self, function: FuncId, inst: InstId) -> Option<&str> {
        let module = &self.program().module;
        let inst = module.functions.get(function)?.insts.get(inst)?;
        match callgraph::target(module, inst)? {
            callgraph::Target::Direct(called) => Some(self.program().name(called)),
            _ => None,
        }
    }

    pub(crate) fn placed(&self, stop: Stop, here: Option<(FuncId, InstId)>) -> Stop {
        let is_placed = matches!(
            *stop,
            StopKind::Unsupported(_) | StopKind::UnmodelledFunction(_) | StopKind::NotConcrete(_)
        );
        let module = &self.program().module;
        let place = here.filter(|_| is_placed).and_then(|(function, inst)| {
            DebugInfo::new(module).span_of(module.functions.get(function)?, inst)
        });
        match place {
            Some(place) => {
                let place = place.in_function();
                let (file, line) = (place.file.to_owned(), place.line);
                StopKind::At { stop, file, line }.into()
            }
            None => stop,
        }
    }
}
