//! Frames: entering and leaving functions, and jumping out of them.

use std::rc::Rc;

use quell_ir::FuncId;
use quell_ir::entity::EntityRef;

use super::{Frame, Machine, Vararg};
use crate::domain::Domain;
use crate::memory::{Allocation, Memory, ObjectKind};
use crate::program::op::Reg;
use crate::stop::{Stop, StopKind, Ub};
use crate::value::Val;

/// A point that `longjmp` can return to.
#[derive(Clone, Copy, Debug)]
pub struct JumpPoint {
    pub frame: u64,
    pub depth: usize,
    pub pc: u32,
    pub dst: Option<Reg>,
}

impl<D: Domain> Machine<D> {
    /// Enters a function whose arguments are in the registers from `base` on.
    pub(super) fn push_frame(
        &mut self,
        function: FuncId,
        base: usize,
        varargs: Vec<Vararg<D>>,
        dst: Option<Reg>,
    ) -> Result<(), Stop> {
        let code = self.program.code(function)?;
        if self.frames.len() >= self.limits.depth {
            return Err(StopKind::CallDepth(self.limits.depth).into());
        }
        if !self.prepared[function.index()] {
            self.prepare(&code)?;
            self.prepared[function.index()] = true;
        }
        let empty = Val::Word(self.domain.word(1, 0));
        self.regs.grow(base, code.registers, &empty);
        self.serial += 1;
        self.frames.push(Frame {
            code,
            pc: 0,
            base,
            dst,
            objects: Vec::new(),
            areas: Vec::new(),
            varargs,
            serial: self.serial,
        });
        Ok(())
    }

    /// Returns from the innermost frame.
    #[inline(always)]
    pub(super) fn pop_frame(&mut self, value: Option<Val<D>>) -> Result<(), Stop> {
        let dst = self.drop_frame();
        match (dst, self.frames.last(), value) {
            (Some(dst), Some(caller), Some(value)) => self.regs.set(caller.base, dst, value)?,
            (_, _, value) => self.returned = value,
        }
        Ok(())
    }

    /// Drops the innermost frame and its objects. Returns the register of the caller that receives the
    /// result.
    pub(super) fn drop_frame(&mut self) -> Option<Reg> {
        let frame = self.frames.last_mut()?;
        let (base, dst) = (frame.base, frame.dst);
        for object in frame.objects.iter().chain(&frame.areas) {
            self.memory.end_scope(&mut self.domain, object);
        }
        self.regs.shrink(base);
        self.frames.truncate(self.frames.len() - 1);
        dst
    }

    pub(super) fn frame(&mut self) -> Result<&mut Frame<D>, Stop> {
        self.frames
            .last_mut()
            .ok_or_else(|| StopKind::broken("no frame").into())
    }

    /// The innermost frame, for models that inspect their caller (`va_start`).
    pub fn caller(&self) -> Option<&Frame<D>> {
        self.frames.last()
    }

    /// Allocates an object that lives as long as the innermost frame.
    pub fn allocate_in_frame(
        &mut self,
        name: Rc<str>,
        size: u64,
        align: u64,
    ) -> Result<D::Ptr, Stop> {
        let allocation = Allocation {
            kind: ObjectKind::Stack(name),
            size,
            align,
            zeroed: false,
            writable: true,
        };
        let ptr = self.memory.allocate(&mut self.domain, allocation)?;
        self.frame()?.objects.push(ptr.clone());
        Ok(ptr)
    }

    /// The number of objects of the innermost frame: `llvm.stacksave`.
    pub fn frame_mark(&self) -> usize {
        self.frames.last().map_or(0, |frame| frame.objects.len())
    }

    /// Ends the objects that were allocated since a mark: `llvm.stackrestore`.
    pub fn frame_restore(&mut self, mark: usize) -> Result<(), Stop> {
        let frame = self.frame()?;
        let from = mark.min(frame.objects.len());
        let ended: Vec<_> = frame.objects.drain(from..).collect();
        for object in ended {
            self.memory.end_scope(&mut self.domain, &object);
        }
        Ok(())
    }

    /// The return point of the running call, for `setjmp`.
    pub fn jump_point(&self, dst: Option<Reg>) -> Option<JumpPoint> {
        let frame = self.frames.last()?;
        Some(JumpPoint {
            frame: frame.serial,
            depth: self.frames.len(),
            pc: frame.pc,
            dst,
        })
    }

    /// Continues at a jump point with `value` as the result of its call. The frame of the jump point must be
    /// active.
    pub fn jump_to(&mut self, point: JumpPoint, value: Val<D>) -> Result<Stop, Stop> {
        let alive = self
            .frames
            .get(point.depth.wrapping_sub(1))
            .is_some_and(|frame| frame.serial == point.frame);
        if !alive {
            let what = "the function that called setjmp has returned".to_owned();
            return Err(Ub::LibraryMisuse {
                function: "longjmp".into(),
                what,
            }
            .into());
        }
        while self.frames.len() > point.depth {
            self.drop_frame();
        }
        let frame = self.frame()?;
        frame.pc = point.pc;
        let base = frame.base;
        if let Some(dst) = point.dst {
            self.regs.set(base, dst, value)?;
        }
        Ok(StopKind::JumpedOut.into())
    }
}
