//! The interpreter loop.

use quell_ir::Type;

use super::call::Called;
use super::{Frame, Machine};
use crate::domain::{Decision, Domain, Fpu, Test};
use crate::memory::{Extent, Memory};
use crate::program::op::{Bin, CallSite, Code, EdgeId, FBin, Op, Reg, Resize, Src};
use crate::semantics::address::{scaled, within};
use crate::semantics::cast::{self, Widths};
use crate::semantics::int::{self, Kind};
use crate::semantics::select;
use crate::stop::{Broken, Stop, StopKind, Ub};
use crate::value::Val;

/// Spreads the numbers of edges over all bits of [`Machine::trail`].
const TRAIL_FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// Where execution continues after an operation.
pub(super) enum Flow {
    Next,
    Jump(EdgeId),
    /// The innermost frame changed.
    Frame,
}

impl<D: Domain> Machine<D> {
    /// Runs until only `floor` frames are left.
    pub(super) fn run(&mut self, floor: usize) -> Result<(), Stop> {
        self.running += 1;
        let end = loop {
            match self.run_bounded(floor) {
                // `longjmp` returned to a frame of this loop, which is the innermost one now.
                Err(stop) if *stop == StopKind::JumpedOut && self.frames.len() > floor => {}
                Err(stop) => break Err(self.stopped(stop, floor)),
                Ok(()) => break Ok(()),
            }
        };
        self.running -= 1;
        end
    }

    fn run_bounded(&mut self, floor: usize) -> Result<(), Stop> {
        if self.running > self.limits.callbacks {
            return Err(StopKind::CallbackDepth(self.limits.callbacks).into());
        }
        self.check_steps()?;
        self.run_frames(floor)
    }

    /// Records the call stack of a stopped run, if an inner loop has not done so, and drops the frames of
    /// this loop.
    #[cold]
    fn stopped(&mut self, stop: Stop, floor: usize) -> Stop {
        if *stop != StopKind::JumpedOut {
            if self.stopped_at.is_empty() {
                self.stopped_at = self.places();
            }
            while self.frames.len() > floor {
                self.drop_frame();
            }
        }
        stop
    }

    /// Runs the innermost frame and the frames above it until it has returned.
    fn run_frames(&mut self, floor: usize) -> Result<(), Stop> {
        while self.frames.len() > floor {
            let Some(Frame { code, pc, base, .. }) = self.frames.last() else {
                return Ok(());
            };
            let (code, mut pc, base) = (code.clone(), *pc as usize, *base);
            loop {
                let op = code.ops.get(pc).ok_or_else(passed_the_end)?;
                pc += 1;
                self.steps += 1;
                match self.step(op, base) {
                    Ok(Flow::Next) => {}
                    Ok(Flow::Jump(edge)) => pc = self.follow(&code, edge, base, pc)?,
                    Ok(Flow::Frame) => {
                        self.save_pc(pc);
                        self.leave(op, base)?;
                        break;
                    }
                    Err(stop) => {
                        self.save_pc(pc);
                        return Err(stop);
                    }
                }
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn save_pc(&mut self, pc: usize) {
        if let Some(frame) = self.frames.last_mut() {
            frame.pc = pc as u32;
        }
    }

    /// Executes a call or a return, after the position of the frame was saved.
    #[inline(always)]
    pub(super) fn leave(&mut self, op: &Op, base: usize) -> Result<(), Stop> {
        match op {
            Op::Call(site) => {
                self.check_steps()?;
                match self.call(site)? {
                    Called::Entered if !site.checked => self.check_result_type(site, base),
                    _ => Ok(()),
                }
            }
            Op::Ret { value } => {
                let value = value
                    .map(|src| self.regs.get(base, src).cloned())
                    .transpose()?;
                self.check_result(value.as_ref())?;
                self.pop_frame(value)
            }
            _ => Err(StopKind::broken("not a call").into()),
        }
    }

    /// Checks the step limit. It suffices to do so at edges, calls and callbacks: every loop and every
    /// recursion contains one of them.
    #[inline(always)]
    fn check_steps(&self) -> Result<(), Stop> {
        if self.steps >= self.limits.steps {
            return Err(StopKind::StepLimit(self.limits.steps).into());
        }
        Ok(())
    }

    /// Checks the result type of the function that was just entered through a pointer. If the function
    /// returns nothing, the result is undefined.
    pub(super) fn check_result_type(&mut self, site: &CallSite, caller: usize) -> Result<(), Stop> {
        let program = self.program.clone();
        let function = self.frame()?.code.function;
        let given = program.module.functions[function].ret;
        let Some(dst) = site.dst.filter(|_| given != site.ret) else {
            return Ok(());
        };
        if *program.module.types.get(given) != Type::Void {
            let name = program.name(function).to_owned();
            return Err(Ub::WrongResultType { name }.into());
        }
        let nothing = select::undef(&mut self.domain, &program, site.ret)?;
        self.regs.set(caller, dst, nothing)
    }

    /// Checks that a result that is declared `noundef` is defined.
    #[inline(always)]
    fn check_result(&mut self, value: Option<&Val<D>>) -> Result<(), Stop> {
        let noundef = self.frame()?.code.result_noundef;
        if noundef && value.is_some_and(|value| !self.is_defined(value)) {
            return Err(Ub::Uninitialised {
                what: "the result of a function".into(),
            }
            .into());
        }
        Ok(())
    }

    /// Takes an edge, with all its phi moves in parallel.
    #[inline(always)]
    pub(super) fn follow(
        &mut self,
        code: &Code,
        edge: EdgeId,
        base: usize,
        pc: usize,
    ) -> Result<usize, Stop> {
        if let Err(stop) = self.check_steps() {
            self.save_pc(pc);
            return Err(stop);
        }
        if !code.of_library {
            self.trail = (self.trail ^ u64::from(edge)).wrapping_mul(TRAIL_FACTOR);
        }
        let edge = code.edges.get(edge as usize).ok_or_else(no_edge)?;
        if edge.overlapping {
            self.move_in_parallel(&edge.moves, base)?;
        } else {
            for (dst, src) in &edge.moves {
                let value = self.regs.get(base, *src)?.clone();
                self.regs.set(base, *dst, value)?;
            }
        }
        Ok(edge.to as usize)
    }

    fn move_in_parallel(&mut self, moves: &[(Reg, Src)], base: usize) -> Result<(), Stop> {
        let mut values = smallvec::SmallVec::<[Val<D>; 8]>::new();
        for (_, src) in moves {
            values.push(self.regs.get(base, *src)?.clone());
        }
        for ((dst, _), value) in moves.iter().zip(values) {
            self.regs.set(base, *dst, value)?;
        }
        Ok(())
    }

    #[inline(always)]
    fn int(
        &mut self,
        base: usize,
        args: &Bin,
        f: impl FnOnce(&mut D, Kind, &D::Word, &D::Word) -> Result<D::Word, Stop>,
    ) -> Result<Flow, Stop> {
        let kind = Kind {
            width: args.width,
            flags: args.flags,
        };
        let (a, b) = (self.regs.word(base, args.a)?, self.regs.word(base, args.b)?);
        let result = f(&mut self.domain, kind, a, b)?;
        self.assign(base, args.dst, Val::Word(result))
    }

    #[inline(always)]
    fn test(&mut self, base: usize, args: &Bin, test: Test) -> Result<Flow, Stop> {
        self.int(base, args, |d, kind, a, b| {
            Ok(d.test(test, kind.width, a, b))
        })
    }

    #[inline(always)]
    fn float(&mut self, base: usize, args: &FBin, op: Fpu) -> Result<Flow, Stop> {
        let (a, b) = (self.regs.word(base, args.a)?, self.regs.word(base, args.b)?);
        let result = self.domain.fpu(op, args.format, a, b);
        self.assign(base, args.dst, Val::Word(result))
    }

    #[inline(always)]
    fn resize(
        &mut self,
        base: usize,
        args: &Resize,
        f: impl FnOnce(&mut D, Widths, &D::Word) -> Result<D::Word, Stop>,
    ) -> Result<Flow, Stop> {
        let widths = Widths {
            from: args.from,
            to: args.to,
            flags: args.flags,
        };
        let result = f(&mut self.domain, widths, self.regs.word(base, args.a)?)?;
        self.assign(base, args.dst, Val::Word(result))
    }

    #[inline(always)]
    fn assign(&mut self, base: usize, dst: Reg, value: Val<D>) -> Result<Flow, Stop> {
        self.regs.set(base, dst, value)?;
        Ok(Flow::Next)
    }

    /// Executes one operation: the frequent ones here, all others in `rare.rs`.
    #[inline(always)]
    pub(super) fn step(&mut self, op: &Op, base: usize) -> Result<Flow, Stop> {
        match op {
            Op::Add(args) => self.int(base, args, int::add),
            Op::Sub(args) => self.int(base, args, int::sub),
            Op::Mul(args) => self.int(base, args, int::mul),
            Op::UDiv(args) => self.int(base, args, int::udiv),
            Op::SDiv(args) => self.int(base, args, int::sdiv),
            Op::URem(args) => self.int(base, args, int::urem),
            Op::SRem(args) => self.int(base, args, int::srem),
            Op::Shl(args) => self.int(base, args, int::shl),
            Op::LShr(args) => self.int(base, args, int::lshr),
            Op::AShr(args) => self.int(base, args, int::ashr),
            Op::And(args) => self.int(base, args, int::and),
            Op::Or(args) => self.int(base, args, int::or),
            Op::Xor(args) => self.int(base, args, int::xor),
            Op::Eq(args) => self.test(base, args, Test::Eq),
            Op::Ne(args) => self.test(base, args, Test::Ne),
            Op::Ult(args) => self.test(base, args, Test::Ult),
            Op::Ule(args) => self.test(base, args, Test::Ule),
            Op::Slt(args) => self.test(base, args, Test::Slt),
            Op::Sle(args) => self.test(base, args, Test::Sle),
            Op::FAdd(args) => self.float(base, args, Fpu::Add),
            Op::FSub(args) => self.float(base, args, Fpu::Sub),
            Op::FMul(args) => self.float(base, args, Fpu::Mul),
            Op::FDiv(args) => self.float(base, args, Fpu::Div),
            Op::Trunc(args) => self.resize(base, args, cast::trunc),
            Op::ZExt(args) => self.resize(base, args, cast::zext),
            Op::SExt(args) => self.resize(base, args, cast::sext),
            Op::Copy { dst, a } => {
                let value = self.regs.get(base, *a)?.clone();
                self.assign(base, *dst, value)
            }
            Op::Forget { dst, width } => {
                let value = match width {
                    Some(width) => Val::Word(self.domain.undef(*width)),
                    None => Val::Ptr(self.domain.undef_ptr()),
                };
                self.assign(base, *dst, value)
            }
            Op::SelectWord {
                dst,
                cond,
                a,
                b,
                width,
            } => {
                let (a, b) = (self.regs.word(base, *a)?, self.regs.word(base, *b)?);
                let value = self
                    .domain
                    .select(self.regs.word(base, *cond)?, *width, a, b);
                self.assign(base, *dst, Val::Word(value))
            }
            Op::FCmp {
                pred,
                dst,
                a,
                b,
                format,
            } => {
                let (a, b) = (self.regs.word(base, *a)?, self.regs.word(base, *b)?);
                let holds = self.domain.float_test(*pred, *format, a, b);
                self.assign(base, *dst, Val::Word(holds))
            }
            Op::Jump(_) | Op::Branch { .. } | Op::BranchIf { .. } => self.transfer(op, base),
            Op::Call(_) | Op::Ret { .. } => Ok(Flow::Frame),
            _ => self.access(op, base),
        }
    }

    /// Jumps and branches.
    #[inline(always)]
    fn transfer(&mut self, op: &Op, base: usize) -> Result<Flow, Stop> {
        match op {
            Op::Jump(edge) => Ok(Flow::Jump(*edge)),
            Op::Branch {
                cond,
                then,
                otherwise,
            } => branch(
                &mut self.domain,
                self.regs.word(base, *cond)?,
                *then,
                *otherwise,
            ),
            Op::BranchIf {
                test,
                a,
                b,
                width,
                then,
                otherwise,
            } => {
                let (a, b) = (self.regs.word(base, *a)?, self.regs.word(base, *b)?);
                let cond = self.domain.test(*test, *width, a, b);
                branch(&mut self.domain, &cond, *then, *otherwise)
            }
            _ => Err(Broken::Operation("a jump").into()),
        }
    }

    /// Memory accesses and address arithmetic.
    #[inline(always)]
    fn access(&mut self, op: &Op, base: usize) -> Result<Flow, Stop> {
        let (regs, d, mem) = (&self.regs, &mut self.domain, &mut self.memory);
        let (dst, value) = match op {
            Op::Load {
                dst,
                ptr,
                width,
                bytes,
                align,
            } => {
                let extent = Extent {
                    bytes: u64::from(*bytes),
                    align: u64::from(*align),
                };
                (
                    *dst,
                    Val::Word(mem.read(d, regs.ptr(base, *ptr)?, extent, *width)?),
                )
            }
            Op::Store {
                value,
                ptr,
                width,
                bytes,
                align,
            } => {
                let extent = Extent {
                    bytes: u64::from(*bytes),
                    align: u64::from(*align),
                };
                let value = regs.word(base, *value)?;
                mem.write(d, regs.ptr(base, *ptr)?, extent, *width, value)?;
                return Ok(Flow::Next);
            }
            Op::LoadPtr { dst, ptr, align } => (
                *dst,
                Val::Ptr(mem.read_ptr(d, regs.ptr(base, *ptr)?, u64::from(*align))?),
            ),
            Op::StorePtr { value, ptr, align } => {
                let value = regs.ptr(base, *value)?;
                mem.write_ptr(d, regs.ptr(base, *ptr)?, u64::from(*align), value)?;
                return Ok(Flow::Next);
            }
            Op::PtrOffset {
                dst,
                base: from,
                offset,
                inbounds,
            } => {
                let from = regs.ptr(base, *from)?;
                let moved = d.ptr_offset(from, *offset);
                (*dst, Val::Ptr(within((d, mem), from, moved, *inbounds)?))
            }
            Op::PtrIndex {
                dst,
                base: from,
                index,
                width,
                scale,
                offset,
                inbounds,
            } => {
                let (from, index) = (regs.ptr(base, *from)?, (regs.word(base, *index)?, *width));
                let moved = scaled(d, from, index, i64::from(*scale), *inbounds)?;
                let moved = d.ptr_offset(&moved, i64::from(*offset));
                (*dst, Val::Ptr(within((d, mem), from, moved, *inbounds)?))
            }
            Op::PtrTest { test, dst, a, b } => {
                let (a, b) = (regs.ptr(base, *a)?, regs.ptr(base, *b)?);
                if !matches!(test, Test::Eq | Test::Ne) {
                    mem.note_order(a, b);
                }
                (*dst, Val::Word(d.ptr_test(*test, a, b)))
            }
            _ => return self.rare(op),
        };
        self.assign(base, dst, value)
    }

    pub(super) fn base(&self) -> usize {
        self.frames.last().map_or(0, |frame| frame.base)
    }

    pub(super) fn fetch(&self, src: Src) -> Result<&Val<D>, Stop> {
        self.regs.get(self.base(), src)
    }

    pub(super) fn set(&mut self, dst: Reg, value: Val<D>) -> Result<(), Stop> {
        self.regs.set(self.base(), dst, value)
    }
}

#[cold]
fn no_edge() -> Stop {
    Broken::Edge.into()
}

#[cold]
fn passed_the_end() -> Stop {
    StopKind::broken("the end of a function was passed").into()
}

#[inline(always)]
fn branch<D: Domain>(
    d: &mut D,
    cond: &D::Word,
    then: EdgeId,
    otherwise: EdgeId,
) -> Result<Flow, Stop> {
    match d.settle(cond) {
        Decision::Known(true) => Ok(Flow::Jump(then)),
        Decision::Known(false) => Ok(Flow::Jump(otherwise)),
        Decision::Undefined => Err(Ub::Uninitialised {
            what: "the condition of a branch".into(),
        }
        .into()),
        Decision::Open => Err(StopKind::NotConcrete("the condition of a branch").into()),
    }
}
