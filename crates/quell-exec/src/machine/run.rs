//! The loop: one operation after another.

use super::call::Called;
use super::{Frame, Machine};
use crate::domain::{Decision, Domain, Fpu, Fpu1, Test};
use crate::memory::{Extent, Memory};
use crate::program::op::{
    AllocaArgs, Bin, CmpXchgArgs, Code, EdgeId, FBin, GepArgs, Op, Reg, Resize, RmwArgs, Src,
    SwitchArgs,
};
use crate::semantics::cast::{self, Widths};
use crate::semantics::int::{self, Kind};
use crate::semantics::{aggregate, atomic, lanes, memory, select};
use crate::stop::{Stop, StopKind, Ub};
use crate::value::Val;

/// Where to go after an operation.
enum Flow {
    Next,
    Jump(EdgeId),
    /// The innermost frame is another one now.
    Frame,
}

#[inline(always)]
fn operand<'v, D: Domain>(
    regs: &'v [Val<D>],
    consts: &'v [Val<D>],
    src: Src,
) -> Result<&'v Val<D>, Stop> {
    let from = if src.is_const() { consts } else { regs };
    from.get(src.index()).ok_or_else(no_register)
}

#[cold]
fn no_register() -> Stop {
    StopKind::Internal("a register out of range".to_owned()).into()
}

/// The registers of the running frame, the constants, and the domain: what plain operations need.
struct Bank<'m, D: Domain> {
    regs: &'m mut [Val<D>],
    consts: &'m [Val<D>],
    domain: &'m mut D,
}

impl<D: Domain> Bank<'_, D> {
    #[inline(always)]
    fn set(&mut self, dst: Reg, value: Val<D>) -> Result<Flow, Stop> {
        *self.regs.get_mut(dst as usize).ok_or_else(no_register)? = value;
        Ok(Flow::Next)
    }

    #[inline(always)]
    fn int(
        &mut self,
        args: &Bin,
        f: impl FnOnce(&mut D, Kind, &D::Word, &D::Word) -> Result<D::Word, Stop>,
    ) -> Result<Flow, Stop> {
        let a = operand(self.regs, self.consts, args.a)?.word()?;
        let b = operand(self.regs, self.consts, args.b)?.word()?;
        let result = f(
            self.domain,
            Kind {
                width: args.width,
                flags: args.flags,
            },
            a,
            b,
        )?;
        self.set(args.dst, Val::Word(result))
    }

    #[inline(always)]
    fn test(&mut self, args: &Bin, test: Test) -> Result<Flow, Stop> {
        self.int(args, |d, kind, a, b| Ok(d.test(test, kind.width, a, b)))
    }

    #[inline(always)]
    fn float(&mut self, args: &FBin, op: Fpu) -> Result<Flow, Stop> {
        let a = operand(self.regs, self.consts, args.a)?.word()?;
        let b = operand(self.regs, self.consts, args.b)?.word()?;
        let result = self.domain.fpu(op, args.format, a, b);
        self.set(args.dst, Val::Word(result))
    }

    #[inline(always)]
    fn resize(
        &mut self,
        args: &Resize,
        f: impl FnOnce(&mut D, Widths, &D::Word) -> Result<D::Word, Stop>,
    ) -> Result<Flow, Stop> {
        let a = operand(self.regs, self.consts, args.a)?.word()?;
        let result = f(
            self.domain,
            Widths {
                from: args.from,
                to: args.to,
                flags: args.flags,
            },
            a,
        )?;
        self.set(args.dst, Val::Word(result))
    }
}

impl<D: Domain> Machine<D> {
    /// Runs until the stack is down to `floor` frames.
    pub(super) fn run(&mut self, floor: usize) -> Result<(), Stop> {
        while self.frames.len() > floor {
            match self.run_frame() {
                Ok(()) => {}
                Err(stop) if *stop == StopKind::JumpedOut && self.frames.len() > floor => {}
                Err(stop) => return Err(self.stopped(stop)),
            }
        }
        Ok(())
    }

    /// Remembers where a run stopped. The innermost loop is the first to get here.
    #[cold]
    fn stopped(&mut self, stop: Stop) -> Stop {
        if *stop != StopKind::JumpedOut && self.stopped_at.is_empty() {
            self.stopped_at = self.places();
        }
        stop
    }

    /// Runs the innermost frame until it calls or returns.
    fn run_frame(&mut self) -> Result<(), Stop> {
        let Some(Frame { code, pc, base, .. }) = self.frames.last() else {
            return Ok(());
        };
        let (code, mut pc, base) = (code.clone(), *pc as usize, *base);
        loop {
            let Some(op) = code.ops.get(pc) else {
                return Err(
                    StopKind::Internal("the end of a function was passed".to_owned()).into(),
                );
            };
            pc += 1;
            self.steps += 1;
            match self.step(op, base) {
                Ok(Flow::Next) => {}
                Ok(Flow::Jump(edge)) => {
                    if self.steps >= self.limits.steps {
                        self.save_pc(pc);
                        return Err(StopKind::StepLimit(self.limits.steps).into());
                    }
                    pc = self.follow(&code, edge, base)?;
                }
                Ok(Flow::Frame) => {
                    self.save_pc(pc);
                    return self.leave(op, base);
                }
                Err(stop) => {
                    self.save_pc(pc);
                    return Err(stop);
                }
            }
        }
    }

    fn save_pc(&mut self, pc: usize) {
        if let Some(frame) = self.frames.last_mut() {
            frame.pc = pc as u32;
        }
    }

    /// Calls and returns, with the position of the frame saved.
    fn leave(&mut self, op: &Op, base: usize) -> Result<(), Stop> {
        match op {
            Op::Call(site) => self.call(site).map(|_: Called| ()),
            Op::Ret { value } => {
                let value = value
                    .map(|src| operand(&self.regs[base..], &self.consts, src).cloned())
                    .transpose()?;
                self.pop_frame(value);
                Ok(())
            }
            _ => Err(StopKind::Internal("not a call".to_owned()).into()),
        }
    }

    /// Takes an edge: all phi moves at once.
    #[inline(always)]
    fn follow(&mut self, code: &Code, edge: EdgeId, base: usize) -> Result<usize, Stop> {
        let edge = code.edges.get(edge as usize).ok_or_else(no_register)?;
        if edge.overlapping {
            self.move_together(&edge.moves, base)?;
        } else {
            for (dst, src) in &edge.moves {
                let regs = &mut self.regs[base..];
                let value = operand(regs, &self.consts, *src)?.clone();
                *regs.get_mut(*dst as usize).ok_or_else(no_register)? = value;
            }
        }
        Ok(edge.to as usize)
    }

    fn move_together(&mut self, moves: &[(Reg, Src)], base: usize) -> Result<(), Stop> {
        let regs = &mut self.regs[base..];
        let mut values = smallvec::SmallVec::<[Val<D>; 8]>::new();
        for (_, src) in moves {
            values.push(operand(regs, &self.consts, *src)?.clone());
        }
        for ((dst, _), value) in moves.iter().zip(values) {
            *regs.get_mut(*dst as usize).ok_or_else(no_register)? = value;
        }
        Ok(())
    }

    /// One operation. The frequent ones are here; the others are in [`Self::rare`].
    #[inline(always)]
    fn step(&mut self, op: &Op, base: usize) -> Result<Flow, Stop> {
        let mut bank = Bank {
            regs: &mut self.regs[base..],
            consts: &self.consts,
            domain: &mut self.domain,
        };
        match op {
            Op::Add(args) => bank.int(args, int::add),
            Op::Sub(args) => bank.int(args, int::sub),
            Op::Mul(args) => bank.int(args, int::mul),
            Op::UDiv(args) => bank.int(args, int::udiv),
            Op::SDiv(args) => bank.int(args, int::sdiv),
            Op::URem(args) => bank.int(args, int::urem),
            Op::SRem(args) => bank.int(args, int::srem),
            Op::Shl(args) => bank.int(args, int::shl),
            Op::LShr(args) => bank.int(args, int::lshr),
            Op::AShr(args) => bank.int(args, int::ashr),
            Op::And(args) => bank.int(args, int::and),
            Op::Or(args) => bank.int(args, int::or),
            Op::Xor(args) => bank.int(args, int::xor),
            Op::Eq(args) => bank.test(args, Test::Eq),
            Op::Ne(args) => bank.test(args, Test::Ne),
            Op::Ult(args) => bank.test(args, Test::Ult),
            Op::Ule(args) => bank.test(args, Test::Ule),
            Op::Slt(args) => bank.test(args, Test::Slt),
            Op::Sle(args) => bank.test(args, Test::Sle),
            Op::FAdd(args) => bank.float(args, Fpu::Add),
            Op::FSub(args) => bank.float(args, Fpu::Sub),
            Op::FMul(args) => bank.float(args, Fpu::Mul),
            Op::FDiv(args) => bank.float(args, Fpu::Div),
            Op::Trunc(args) => bank.resize(args, cast::trunc),
            Op::ZExt(args) => bank.resize(args, cast::zext),
            Op::SExt(args) => bank.resize(args, cast::sext),
            Op::Copy { dst, a } => {
                let value = operand(bank.regs, bank.consts, *a)?.clone();
                bank.set(*dst, value)
            }
            Op::Jump(edge) => Ok(Flow::Jump(*edge)),
            Op::Branch {
                cond,
                then,
                otherwise,
            } => {
                let cond = operand(bank.regs, bank.consts, *cond)?.word()?;
                branch(bank.domain, cond, *then, *otherwise)
            }
            Op::Call(_) | Op::Ret { .. } => Ok(Flow::Frame),
            _ => self.access(op, base),
        }
    }

    /// Memory accesses and addresses.
    #[inline(always)]
    fn access(&mut self, op: &Op, base: usize) -> Result<Flow, Stop> {
        let regs = &mut self.regs[base..];
        let (d, mem) = (&mut self.domain, &mut self.memory);
        let (dst, value) = match op {
            Op::Load {
                dst,
                ptr,
                width,
                bytes,
                align,
            } => {
                let ptr = operand(regs, &self.consts, *ptr)?.ptr()?;
                let extent = Extent {
                    bytes: u64::from(*bytes),
                    align: u64::from(*align),
                };
                (*dst, Val::Word(mem.read(d, ptr, extent, *width)?))
            }
            Op::Store {
                value,
                ptr,
                width,
                bytes,
                align,
            } => {
                let ptr = operand(regs, &self.consts, *ptr)?.ptr()?;
                let value = operand(regs, &self.consts, *value)?.word()?;
                let extent = Extent {
                    bytes: u64::from(*bytes),
                    align: u64::from(*align),
                };
                mem.write(d, ptr, extent, *width, value)?;
                return Ok(Flow::Next);
            }
            Op::LoadPtr { dst, ptr, align } => {
                let ptr = operand(regs, &self.consts, *ptr)?.ptr()?;
                (*dst, Val::Ptr(mem.read_ptr(d, ptr, u64::from(*align))?))
            }
            Op::StorePtr { value, ptr, align } => {
                let ptr = operand(regs, &self.consts, *ptr)?.ptr()?;
                let value = operand(regs, &self.consts, *value)?.ptr()?;
                mem.write_ptr(d, ptr, u64::from(*align), value)?;
                return Ok(Flow::Next);
            }
            Op::PtrOffset { dst, base, offset } => (
                *dst,
                Val::Ptr(d.ptr_offset(operand(regs, &self.consts, *base)?.ptr()?, *offset)),
            ),
            Op::PtrIndex {
                dst,
                base,
                index,
                width,
                scale,
                offset,
            } => {
                let base = operand(regs, &self.consts, *base)?.ptr()?;
                let index = operand(regs, &self.consts, *index)?.word()?;
                let moved = scaled(d, base, (index, *width), i64::from(*scale));
                (*dst, Val::Ptr(d.ptr_offset(&moved, i64::from(*offset))))
            }
            Op::PtrTest { test, dst, a, b } => {
                let a = operand(regs, &self.consts, *a)?.ptr()?;
                let b = operand(regs, &self.consts, *b)?.ptr()?;
                (*dst, Val::Word(d.ptr_test(*test, a, b)))
            }
            _ => return self.rare(op),
        };
        *regs.get_mut(dst as usize).ok_or_else(no_register)? = value;
        Ok(Flow::Next)
    }

    pub(super) fn fetch(&self, src: Src) -> Result<&Val<D>, Stop> {
        let base = self.frames.last().map_or(0, |frame| frame.base);
        operand(&self.regs[base..], &self.consts, src)
    }

    pub(super) fn set(&mut self, dst: Reg, value: Val<D>) -> Result<(), Stop> {
        let base = self.frames.last().map_or(0, |frame| frame.base);
        *self
            .regs
            .get_mut(base + dst as usize)
            .ok_or_else(no_register)? = value;
        Ok(())
    }

    #[inline(never)]
    fn rare(&mut self, op: &Op) -> Result<Flow, Stop> {
        let program = self.program.clone();
        let (dst, value) = match op {
            Op::FRem(args) => {
                let (a, b) = (self.fetch(args.a)?.clone(), self.fetch(args.b)?.clone());
                (
                    args.dst,
                    Val::Word(self.domain.fpu(Fpu::Rem, args.format, a.word()?, b.word()?)),
                )
            }
            Op::FNeg { dst, a, format } => {
                let a = self.fetch(*a)?.clone();
                (
                    *dst,
                    Val::Word(self.domain.fpu1(Fpu1::Neg, *format, a.word()?)),
                )
            }
            Op::FCmp {
                pred,
                dst,
                a,
                b,
                format,
            } => {
                let (a, b) = (self.fetch(*a)?.clone(), self.fetch(*b)?.clone());
                (
                    *dst,
                    Val::Word(self.domain.float_test(*pred, *format, a.word()?, b.word()?)),
                )
            }
            Op::Cast(args) => {
                let a = self.fetch(args.a)?.clone();
                let types = (args.from, args.to);
                let (d, mem) = (&mut self.domain, &mut self.memory);
                (
                    args.dst,
                    cast::cast(d, mem, &program, args.op, args.flags, types, &a)?,
                )
            }
            Op::Lanes(args) => {
                let (a, b) = (self.fetch(args.a)?.clone(), self.fetch(args.b)?.clone());
                (args.dst, lanes::all(&mut self.domain, args.op, &a, &b)?)
            }
            Op::Freeze { dst, a, ty } => {
                let a = self.fetch(*a)?.clone();
                (*dst, select::freeze(&mut self.domain, &program, *ty, &a)?)
            }
            Op::Forget { dst, ty } => (*dst, select::undef(&mut self.domain, &program, *ty)?),
            Op::Select {
                dst,
                cond,
                a,
                b,
                ty,
            } => {
                let (cond, a, b) = (
                    self.fetch(*cond)?.clone(),
                    self.fetch(*a)?.clone(),
                    self.fetch(*b)?.clone(),
                );
                (
                    *dst,
                    select::select(&mut self.domain, &program, *ty, cond.word()?, &a, &b)?,
                )
            }
            Op::SelectLanes {
                dst,
                cond,
                a,
                b,
                ty,
            } => {
                let (cond, a, b) = (
                    self.fetch(*cond)?.clone(),
                    self.fetch(*a)?.clone(),
                    self.fetch(*b)?.clone(),
                );
                (
                    *dst,
                    select::select_lanes(&mut self.domain, &program, *ty, &cond, &a, &b)?,
                )
            }
            Op::Alloca(args) => (args.dst, self.alloca(args)?),
            Op::LoadAny {
                dst,
                ptr,
                ty,
                align,
            } => {
                let ptr = self.fetch(*ptr)?.ptr()?.clone();
                let (d, mem) = (&mut self.domain, &mut self.memory);
                (
                    *dst,
                    memory::load(d, mem, &program, *ty, &ptr, u64::from(*align))?,
                )
            }
            Op::StoreAny {
                value,
                ptr,
                ty,
                align,
            } => {
                let (value, ptr) = (
                    self.fetch(*value)?.clone(),
                    self.fetch(*ptr)?.ptr()?.clone(),
                );
                let (d, mem) = (&mut self.domain, &mut self.memory);
                memory::store(d, mem, &program, *ty, (&ptr, u64::from(*align)), &value)?;
                return Ok(Flow::Next);
            }
            Op::Gep(args) => (args.dst, self.gep(args)?),
            Op::Rmw(args) => (args.dst, self.atomic_rmw(args)?),
            Op::CmpXchg(args) => (args.dst, self.compare_exchange(args)?),
            _ => return self.rarest(op),
        };
        self.set(dst, value)?;
        Ok(Flow::Next)
    }

    fn rarest(&mut self, op: &Op) -> Result<Flow, Stop> {
        let program = self.program.clone();
        let (dst, value) = match op {
            Op::ExtractValue { dst, agg, path } => (*dst, self.fetch(*agg)?.at(path)?.clone()),
            Op::InsertValue {
                dst,
                agg,
                value,
                path,
            } => {
                let value = self.fetch(*value)?.clone();
                (*dst, self.fetch(*agg)?.with(path, value)?)
            }
            Op::ExtractElement {
                dst,
                vector,
                index,
                index_width,
                elem,
            } => {
                let (vector, index) = (self.fetch(*vector)?.clone(), self.fetch(*index)?.clone());
                let index = (index.word()?, *index_width);
                (
                    *dst,
                    aggregate::extract_element(&mut self.domain, &program, *elem, &vector, index)?,
                )
            }
            Op::InsertElement {
                dst,
                vector,
                value,
                index,
                index_width,
                ty,
            } => {
                let (vector, value) = (self.fetch(*vector)?.clone(), self.fetch(*value)?.clone());
                let index = self.fetch(*index)?.clone();
                let index = (index.word()?, *index_width);
                (
                    *dst,
                    aggregate::insert_element(
                        &mut self.domain,
                        &program,
                        *ty,
                        &vector,
                        &value,
                        index,
                    )?,
                )
            }
            Op::Shuffle(args) => {
                let (a, b) = (self.fetch(args.a)?.clone(), self.fetch(args.b)?.clone());
                (
                    args.dst,
                    aggregate::shuffle(
                        &mut self.domain,
                        &program,
                        args.elem,
                        (&a, &b),
                        &args.mask,
                    )?,
                )
            }
            Op::Switch(args) => return self.switch(args).map(Flow::Jump),
            Op::IndirectBr { addr, dests } => {
                return self.indirect_branch(*addr, dests).map(Flow::Jump);
            }
            Op::Unreachable => return Err(Ub::Unreachable.into()),
            Op::VaArg { .. } => {
                return Err(StopKind::Unsupported("the instruction `va_arg`".to_owned()).into());
            }
            _ => return Err(StopKind::Trap("an exception was thrown".to_owned()).into()),
        };
        self.set(dst, value)?;
        Ok(Flow::Next)
    }

    fn alloca(&mut self, args: &AllocaArgs) -> Result<Val<D>, Stop> {
        let count = match args.count {
            None => 1,
            Some((src, width)) => {
                let count = self.fetch(src)?.clone();
                self.domain
                    .concrete_u64(width, count.word()?, "the length of an array")?
            }
        };
        let size = args
            .stride
            .checked_mul(count)
            .ok_or(StopKind::OutOfMemory(u64::MAX))?;
        self.allocate_in_frame(args.name.clone(), size, args.align)
            .map(Val::Ptr)
    }

    fn gep(&mut self, args: &GepArgs) -> Result<Val<D>, Stop> {
        let base = self.fetch(args.base)?.clone();
        let mut terms = Vec::with_capacity(args.terms.len());
        for (src, width, scale) in &args.terms {
            terms.push((self.fetch(*src)?.clone(), *width, *scale));
        }
        let Some(lanes) = args.lanes else {
            return one_address(&mut self.domain, &base, args.offset, &terms);
        };
        let lane_of = |value: &Val<D>, lane: u32| match value {
            Val::Agg(lanes) => lanes.get(lane as usize).cloned().ok_or_else(no_register),
            scalar => Ok(scalar.clone()),
        };
        let mut addresses = Vec::with_capacity(lanes as usize);
        for lane in 0..lanes {
            let mut own = Vec::with_capacity(terms.len());
            for (index, width, scale) in &terms {
                own.push((lane_of(index, lane)?, *width, *scale));
            }
            addresses.push(one_address(
                &mut self.domain,
                &lane_of(&base, lane)?,
                args.offset,
                &own,
            )?);
        }
        Ok(Val::agg(addresses))
    }

    fn atomic_rmw(&mut self, args: &RmwArgs) -> Result<Val<D>, Stop> {
        let program = self.program.clone();
        let (ptr, operand) = (
            self.fetch(args.ptr)?.ptr()?.clone(),
            self.fetch(args.value)?.clone(),
        );
        let (d, mem, align) = (&mut self.domain, &mut self.memory, u64::from(args.align));
        let old = memory::load(d, mem, &program, args.ty, &ptr, align)?;
        let new = atomic::update(d, args.op, &*program.shapes.get(args.ty)?, &old, &operand)?;
        memory::store(d, mem, &program, args.ty, (&ptr, align), &new)?;
        Ok(old)
    }

    /// The old value and whether it was replaced.
    fn compare_exchange(&mut self, args: &CmpXchgArgs) -> Result<Val<D>, Stop> {
        let program = self.program.clone();
        let (ptr, expected) = (
            self.fetch(args.ptr)?.ptr()?.clone(),
            self.fetch(args.expected)?.clone(),
        );
        let replacement = self.fetch(args.replacement)?.clone();
        let (d, mem, align) = (&mut self.domain, &mut self.memory, u64::from(args.align));
        let old = memory::load(d, mem, &program, args.ty, &ptr, align)?;
        let equal = match (&old, &expected) {
            (Val::Ptr(a), Val::Ptr(b)) => d.ptr_test(Test::Eq, a, b),
            (a, b) => {
                let width = program.shapes.get(args.ty)?.width().unwrap_or(64);
                d.test(Test::Eq, width, a.word()?, b.word()?)
            }
        };
        let new = select::select(d, &program, args.ty, &equal, &replacement, &old)?;
        memory::store(d, mem, &program, args.ty, (&ptr, align), &new)?;
        Ok(Val::agg([old, Val::Word(equal)]))
    }

    fn switch(&mut self, args: &SwitchArgs) -> Result<EdgeId, Stop> {
        let value = self.fetch(args.value)?.clone();
        let what = "the value of a switch";
        let found = if args.width <= 64 {
            let value = self.domain.concrete_u64(args.width, value.word()?, what)?;
            args.small
                .binary_search_by_key(&value, |case| case.0)
                .ok()
                .map(|at| args.small[at].1)
        } else {
            let value = self.domain.concrete(args.width, value.word()?, what)?;
            args.cases
                .binary_search_by(|case| case.0.cmp_unsigned(&value))
                .ok()
                .map(|at| args.cases[at].1)
        };
        Ok(found.unwrap_or(args.default))
    }

    fn indirect_branch(
        &mut self,
        addr: Src,
        dests: &[(quell_ir::BlockId, EdgeId)],
    ) -> Result<EdgeId, Stop> {
        let ptr = self.fetch(addr)?.ptr()?.clone();
        let here = self.frame()?.code.function;
        let target = self.memory.target(&mut self.domain, &ptr);
        let found = match target.map(|target| target.kind) {
            Some(crate::memory::ObjectKind::Block(function, block)) if function == here => {
                dests.iter().find(|(dest, _)| *dest == block)
            }
            _ => None,
        };
        found
            .map(|(_, edge)| *edge)
            .ok_or_else(|| Ub::NotAFunction.into())
    }
}

#[inline(always)]
fn branch<D: Domain>(
    d: &mut D,
    cond: &D::Word,
    then: EdgeId,
    otherwise: EdgeId,
) -> Result<Flow, Stop> {
    match d.decide(cond) {
        Decision::Known(true) => Ok(Flow::Jump(then)),
        Decision::Known(false) => Ok(Flow::Jump(otherwise)),
        Decision::Undefined => Err(Ub::Uninitialised {
            what: "the condition of a branch",
        }
        .into()),
        Decision::Open => Err(StopKind::NotConcrete("the condition of a branch").into()),
    }
}

/// `base + sext(index) * scale`.
#[inline(always)]
fn scaled<D: Domain>(
    d: &mut D,
    base: &D::Ptr,
    (index, width): (&D::Word, u32),
    scale: i64,
) -> D::Ptr {
    use crate::domain::Alu;
    let index = if width < 64 {
        d.sext(width, 64, index)
    } else {
        d.extract(width, index, 0, 64)
    };
    let scale = d.word(64, scale as u64);
    let offset = d.alu(Alu::Mul, 64, &index, &scale);
    d.ptr_add(base, &offset)
}

fn one_address<D: Domain>(
    d: &mut D,
    base: &Val<D>,
    offset: i64,
    terms: &[(Val<D>, u32, i64)],
) -> Result<Val<D>, Stop> {
    let mut ptr = d.ptr_offset(base.ptr()?, offset);
    for (index, width, scale) in terms {
        ptr = scaled(d, &ptr, (index.word()?, *width), *scale);
    }
    Ok(Val::Ptr(ptr))
}
