//! Calls through pointers that lead to several functions, and what a block comes to besides where it goes.

use std::rc::Rc;

use quell_ir::analysis::callgraph;
use quell_ir::debug::DebugInfo;
use quell_ir::{FuncId, InstId};
use quell_term::Term;

use super::explore::{Cut, Explorer};
use super::state::State;
use super::transfer::Pause;
use crate::library::panic_end;
use crate::memory::ObjectKind;
use crate::program::op::{CallSite, Target};
use crate::stop::{Stop, StopKind, Ub};

/// What is known where a piece of a run begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start {
    condition: Term,
    excluded: Term,
}

impl Explorer<'_> {
    /// Calls through pointers that may lead to several functions.
    pub(super) fn call(&mut self, site: &Rc<CallSite>, pc: usize) -> Result<Option<Pause>, Stop> {
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
        domain.fault(ptr.undef, || Ub::Uninitialised { what })?;
        let mut targets = Vec::new();
        for alternative in &ptr.alternatives {
            let at_start = domain.pool.as_word(alternative.offset) == Some(0);
            let object = alternative.object.and_then(|id| memory.object(id));
            match object.map(|object| &object.kind) {
                None if at_start => domain.fault(alternative.when, || Ub::NotAFunction)?,
                Some(ObjectKind::Function(function, _)) if at_start => {
                    targets.push((alternative.when, *function));
                }
                _ => {
                    let what = "a call through a pointer that may not be a function";
                    return Err(StopKind::Unsupported(what.to_owned()).into());
                }
            }
        }
        Ok(Some(Pause::Calls(site.clone(), targets)))
    }

    /// Calls one of the functions that a pointer may lead to. The state has just passed the call.
    pub(super) fn call_one(
        &mut self,
        state: State,
        site: &CallSite,
        called: FuncId,
    ) -> Result<(), Stop> {
        let State {
            activation,
            path,
            mut counts,
            began,
        } = state;
        self.machine.domain.path = path;
        let depth = activation.frames.len();
        self.machine.put_activation(activation);
        let start = self.start();
        let (code, pc) = self.machine.upcoming()?;
        let run = self.machine.call_one(site, pc.saturating_sub(1), called);
        self.note_cuts(Some(code.function));
        if let Err(stop) = run {
            return self.ended_here(stop, start);
        }
        if let Some(what) = self.machine.domain.unsupported.take() {
            let stop = StopKind::Unsupported(what).into();
            return self.ended_here(stop, start);
        }
        if self.machine.activations().len() > depth {
            counts.push(Vec::new());
        }
        let state = State {
            activation: self.machine.take_activation(),
            path: std::mem::take(&mut self.machine.domain.path),
            counts,
            began,
        };
        self.queue(state)
    }

    /// Bounds that were reached inside a block.
    pub(super) fn note_cuts(&mut self, function: Option<FuncId>) {
        for (when, of) in std::mem::take(&mut self.machine.domain.cuts) {
            self.outcome
                .cuts
                .extend(function.map(|function| Cut { when, function, of }));
        }
    }

    /// The function that is running.
    pub(super) fn running(&self) -> Option<FuncId> {
        let frame = self.machine.activations().last();
        frame.map(|frame| frame.code.function)
    }

    /// The instruction that is executed, and its function.
    fn here(&self) -> Option<(FuncId, InstId)> {
        let frame = self.machine.activations().last()?;
        let inst = frame.code.origin.get((frame.pc as usize).checked_sub(1)?)?;
        Some((frame.code.function, *inst))
    }

    /// When the running state is where it is, and which inputs are excluded so far.
    pub(super) fn start(&mut self) -> Start {
        let domain = &mut self.machine.domain;
        Start {
            condition: domain.condition(),
            excluded: domain.excluded,
        }
    }

    /// Notes how a run ended. What cannot be followed is told with its place, unless no input leads there. That is asked
    /// of the start: what was computed in between may be no more than a stand-in for what has no term.
    pub(super) fn ended_here(&mut self, stop: Stop, start: Start) -> Result<(), Stop> {
        let here = self.here();
        let stop = self.without_message(stop, here);
        let Err(stop) = self.ended(stop) else {
            return Ok(());
        };
        let followed = !matches!(
            *stop,
            StopKind::Unsupported(_) | StopKind::UnmodelledFunction(_) | StopKind::NotConcrete(_)
        );
        if followed || self.may_be(start.condition, start.excluded) {
            return Err(self.placed(stop, here));
        }
        Ok(())
    }

    /// A panic is one whether or not its message can be told.
    fn without_message(&self, stop: Stop, here: Option<(FuncId, InstId)>) -> Stop {
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
    fn called_by_name(&self, function: FuncId, inst: InstId) -> Option<&str> {
        let module = &self.base.module;
        let inst = module.functions.get(function)?.insts.get(inst)?;
        match callgraph::target(module, inst)? {
            callgraph::Target::Direct(called) => Some(self.base.name(called)),
            _ => None,
        }
    }

    fn placed(&self, stop: Stop, here: Option<(FuncId, InstId)>) -> Stop {
        let what = match &*stop {
            StopKind::Unsupported(what) => what.clone(),
            StopKind::UnmodelledFunction(_) | StopKind::NotConcrete(_) => stop.to_string(),
            _ => return stop,
        };
        let module = &self.base.module;
        let place = here.and_then(|(function, inst)| {
            DebugInfo::new(module).span_of(module.functions.get(function)?, inst)
        });
        match place {
            Some(place) => {
                let place = place.in_function();
                let (file, line) = (place.file, place.line);
                StopKind::Unsupported(format!("{what} (in {file}, line {line})")).into()
            }
            None => stop,
        }
    }
}
