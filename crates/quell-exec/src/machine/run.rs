//! The loop: one operation after another.

use super::call::Called;
use super::{Frame, Machine};
use crate::domain::{Decision, Domain, Fpu, Test};
use crate::memory::{Extent, Memory};
use crate::program::op::{Bin, Code, EdgeId, FBin, Op, Reg, Resize, Src};
use crate::semantics::cast::{self, Widths};
use crate::semantics::int::{self, Kind};
use crate::stop::{Stop, StopKind, Ub};
use crate::value::Val;

/// Where to go after an operation.
pub(super) enum Flow {
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
pub(super) fn no_register() -> Stop {
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
    fn select(
        &mut self,
        dst: Reg,
        cond: Src,
        (a, b): (Src, Src),
        width: u32,
    ) -> Result<Flow, Stop> {
        let cond = operand(self.regs, self.consts, cond)?.word()?;
        let a = operand(self.regs, self.consts, a)?.word()?;
        let b = operand(self.regs, self.consts, b)?.word()?;
        let value = self.domain.select(cond, width, a, b);
        self.set(dst, Val::Word(value))
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
                let value =
                    value.map(|src| operand(&self.regs[base..], &self.consts, src).cloned());
                let value = value.transpose()?;
                self.check_result(value.as_ref())?;
                self.pop_frame(value);
                Ok(())
            }
            _ => Err(StopKind::Internal("not a call".to_owned()).into()),
        }
    }

    /// Where the compiler promised a value, returning none is undefined.
    fn check_result(&mut self, value: Option<&Val<D>>) -> Result<(), Stop> {
        let function = self.frame()?.code.function;
        let promised = self.program.module.functions[function].ret_attrs.noundef;
        if promised && value.is_some_and(|value| !self.is_defined(value)) {
            return Err(Ub::Uninitialised {
                what: "the result of a function",
            }
            .into());
        }
        Ok(())
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

    /// One operation. The frequent ones are here; the others are in `rare.rs`.
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
            Op::SelectWord {
                dst,
                cond,
                a,
                b,
                width,
            } => bank.select(*dst, *cond, (*a, *b), *width),
            Op::FCmp {
                pred,
                dst,
                a,
                b,
                format,
            } => {
                let a = operand(bank.regs, bank.consts, *a)?.word()?;
                let b = operand(bank.regs, bank.consts, *b)?.word()?;
                let holds = bank.domain.float_test(*pred, *format, a, b);
                bank.set(*dst, Val::Word(holds))
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
pub(super) fn scaled<D: Domain>(
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
