//! The machine one operation at a time, with its state separable from it: for explorers that keep many states
//! of one program and decide branches themselves.

use std::rc::Rc;

use quell_ir::FuncId;

use super::call::Called;
use super::run::Flow;
use super::{Frame, Machine};
use crate::domain::Domain;
use crate::program::op::{CallSite, Code, EdgeId, Op};
use crate::stop::{Stop, StopKind};
use crate::value::Val;

/// The parts of the machine that differ between states of one program.
#[derive(Debug)]
pub struct Activation<D: Domain> {
    /// The registers of all frames, innermost last.
    pub registers: Vec<Val<D>>,
    pub frames: Vec<Frame<D>>,
    pub memory: D::Memory,
}

/// The effect of one operation on control flow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Single {
    Next,
    Goes(EdgeId),
    /// The innermost frame changed.
    Frame,
}

impl<D: Domain> Machine<D> {
    /// Enters a function without running it.
    pub(crate) fn begin(&mut self, function: FuncId, args: &[Val<D>]) -> Result<(), Stop> {
        let base = self.regs.top();
        for arg in args {
            self.regs.push(arg.clone());
        }
        self.push_frame(function, base, Vec::new(), None)
    }

    /// Takes the state out of the machine; the constants stay.
    pub(crate) fn take_activation(&mut self) -> Activation<D>
    where
        D::Memory: Default,
    {
        let floor = self.program.module.consts.len();
        Activation {
            registers: self.regs.split_off(floor),
            frames: std::mem::take(&mut self.frames),
            memory: std::mem::take(&mut self.memory),
        }
    }

    /// Puts a state into the machine.
    pub(crate) fn put_activation(&mut self, state: Activation<D>) {
        self.regs
            .replace_above(self.program.module.consts.len(), state.registers);
        self.frames = state.frames;
        self.memory = state.memory;
    }

    /// The frames, innermost last.
    pub(crate) fn activations(&self) -> &[Frame<D>] {
        &self.frames
    }

    pub(crate) fn take_returned(&mut self) -> Option<Val<D>> {
        self.returned.take()
    }

    /// The next operation, with its code.
    pub(crate) fn upcoming(&self) -> Result<(Rc<Code>, usize), Stop> {
        let frame = self
            .frames
            .last()
            .ok_or_else(|| StopKind::broken("no frame"))?;
        Ok((frame.code.clone(), frame.pc as usize))
    }

    /// Executes the operation at `pc` of the innermost frame's code.
    pub(crate) fn single(&mut self, op: &Op, pc: usize) -> Result<Single, Stop> {
        let base = self.frames.last().map_or(0, |frame| frame.base);
        if let Some(frame) = self.frames.last_mut() {
            frame.pc = pc as u32 + 1;
        }
        self.count_step();
        match self.step(op, base)? {
            Flow::Next => Ok(Single::Next),
            Flow::Jump(edge) => Ok(Single::Goes(edge)),
            Flow::Frame => {
                let depth = self.frames.len();
                self.leave(op, base)?;
                let stayed = self.frames.len() == depth;
                Ok(if stayed { Single::Next } else { Single::Frame })
            }
        }
    }

    /// Executes a call with this function as the callee, whatever its target.
    pub(crate) fn call_one(
        &mut self,
        site: &CallSite,
        pc: usize,
        function: FuncId,
    ) -> Result<(), Stop> {
        let base = self.frames.last().map_or(0, |frame| frame.base);
        self.pass(pc);
        self.count_step();
        match self.call_known(function, site)? {
            Called::Entered if !site.checked => self.check_result_type(site, base),
            _ => Ok(()),
        }
    }

    /// Takes an edge, after which the innermost frame is at the start of the target.
    pub(crate) fn take_edge(&mut self, edge: EdgeId) -> Result<(), Stop> {
        let (code, pc) = self.upcoming()?;
        let base = self.frames.last().map_or(0, |frame| frame.base);
        let to = self.follow(&code, edge, base, pc)?;
        if let Some(frame) = self.frames.last_mut() {
            frame.pc = to as u32;
        }
        Ok(())
    }

    /// Moves behind an operation without executing it.
    pub(crate) fn pass(&mut self, pc: usize) {
        if let Some(frame) = self.frames.last_mut() {
            frame.pc = pc as u32 + 1;
        }
    }

    /// Evaluates the constants of code that does not belong to the module.
    pub(crate) fn prepare_code(&mut self, code: &Rc<Code>) -> Result<(), Stop> {
        self.prepare(code)
    }

    /// An operand of the innermost frame.
    pub(crate) fn operand(&self, src: crate::program::op::Src) -> Result<&Val<D>, Stop> {
        self.fetch(src)
    }
}

impl<D: Domain> Clone for Activation<D>
where
    D::Memory: Clone,
{
    fn clone(&self) -> Self {
        Self {
            registers: self.registers.clone(),
            frames: self.frames.clone(),
            memory: self.memory.clone(),
        }
    }
}

impl<D: Domain> Clone for Frame<D> {
    fn clone(&self) -> Self {
        Self {
            code: self.code.clone(),
            pc: self.pc,
            base: self.base,
            dst: self.dst,
            objects: self.objects.clone(),
            areas: self.areas.clone(),
            varargs: self.varargs.clone(),
            serial: self.serial,
        }
    }
}
