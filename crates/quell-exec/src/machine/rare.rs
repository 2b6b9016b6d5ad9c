//! Operations that are not frequent: vectors, aggregates, conversions, atomics, wide switches.

use quell_ir::entity::EntityRef;

use super::Machine;
use super::run::Flow;
use crate::domain::{Domain, Fpu, Fpu1, Test};
use crate::memory::{LABEL_STRIDE, Memory, ObjectKind};
use crate::program::op::{
    AllocaArgs, CmpXchgArgs, EdgeId, GepArgs, Op, Reg, RmwArgs, Rule, Src, SwitchArgs,
};
use crate::semantics::address::{product, sum, within};
use crate::semantics::{aggregate, atomic, cast, lanes, memory, rules, select};
use crate::stop::{Broken, NativeEnd, Stop, Ub};
use crate::value::Val;

/// A register and its new value.
type Assignment<D> = (Reg, Val<D>);

impl<D: Domain> Machine<D> {
    #[inline(never)]
    pub(super) fn rare(&mut self, op: &Op) -> Result<Flow, Stop> {
        let (dst, value) = match op {
            Op::FRem(_) | Op::FNeg { .. } | Op::Cast(_) | Op::Lanes(_) => self.computed(op)?,
            Op::Freeze { .. } | Op::Select { .. } | Op::SelectLanes { .. } => self.chosen(op)?,
            Op::ExtractValue { .. }
            | Op::InsertValue { .. }
            | Op::ExtractElement { .. }
            | Op::InsertElement { .. }
            | Op::Shuffle(_) => self.member(op)?,
            Op::Alloca(args) => (args.dst, self.alloca(args)?),
            Op::LoadAny {
                dst,
                ptr,
                ty,
                align,
            } => {
                let (program, ptr) = (self.program.clone(), self.fetch(*ptr)?.ptr()?.clone());
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
                let program = self.program.clone();
                let (d, mem) = (&mut self.domain, &mut self.memory);
                memory::store(d, mem, &program, *ty, (&ptr, u64::from(*align)), &value)?;
                return Ok(Flow::Next);
            }
            Op::Gep(args) => (args.dst, self.gep(args)?),
            Op::Rule(rule) => return self.check_rule(rule).map(|()| Flow::Next),
            Op::VolatileAccess => {
                self.domain.note_volatile();
                return Ok(Flow::Next);
            }
            Op::Rmw(args) => (args.dst, self.atomic_rmw(args)?),
            Op::CmpXchg(args) => (args.dst, self.compare_exchange(args)?),
            Op::Switch(args) => return self.switch(args).map(Flow::Jump),
            Op::IndirectBr { addr, dests } => {
                return self.indirect_branch(*addr, dests).map(Flow::Jump);
            }
            Op::Unreachable => return Err(Ub::Unreachable.into()),
            Op::VaArg { dst, list, ty } => (*dst, self.va_arg(*list, *ty)?),
            _ => return Err(NativeEnd::ABORT.trap("an exception was thrown")),
        };
        self.set(dst, value)?;
        Ok(Flow::Next)
    }

    /// Two operands, cloned.
    fn pair(&self, a: Src, b: Src) -> Result<(Val<D>, Val<D>), Stop> {
        Ok((self.fetch(a)?.clone(), self.fetch(b)?.clone()))
    }

    fn computed(&mut self, op: &Op) -> Result<Assignment<D>, Stop> {
        match op {
            Op::FRem(args) => {
                let (a, b) = self.pair(args.a, args.b)?;
                let rest = self.domain.fpu(Fpu::Rem, args.format, a.word()?, b.word()?);
                Ok((args.dst, Val::Word(rest)))
            }
            Op::FNeg { dst, a, format } => {
                let a = self.fetch(*a)?.clone();
                Ok((
                    *dst,
                    Val::Word(self.domain.fpu1(Fpu1::Neg, *format, a.word()?)),
                ))
            }
            Op::Cast(args) => {
                let (program, a) = (self.program.clone(), self.fetch(args.a)?.clone());
                let types = (args.from, args.to);
                let (d, mem) = (&mut self.domain, &mut self.memory);
                let value = cast::cast(d, mem, &program, args.op, args.flags, types, &a)?;
                Ok((args.dst, value))
            }
            Op::Lanes(args) => {
                let (a, b) = self.pair(args.a, args.b)?;
                Ok((args.dst, lanes::all(&mut self.domain, args.op, &a, &b)?))
            }
            _ => Err(Broken::Operation("a computation").into()),
        }
    }

    fn chosen(&mut self, op: &Op) -> Result<Assignment<D>, Stop> {
        let program = self.program.clone();
        match op {
            Op::Freeze { dst, a, ty } => {
                let a = self.fetch(*a)?.clone();
                Ok((*dst, select::freeze(&mut self.domain, &program, *ty, &a)?))
            }
            Op::Select {
                dst,
                cond,
                a,
                b,
                ty,
            } => {
                let (cond, (a, b)) = (self.fetch(*cond)?.clone(), self.pair(*a, *b)?);
                let value = select::select(&mut self.domain, &program, *ty, cond.word()?, &a, &b)?;
                Ok((*dst, value))
            }
            Op::SelectLanes {
                dst,
                cond,
                a,
                b,
                ty,
            } => {
                let (cond, (a, b)) = (self.fetch(*cond)?.clone(), self.pair(*a, *b)?);
                let value = select::select_lanes(&mut self.domain, &program, *ty, &cond, &a, &b)?;
                Ok((*dst, value))
            }
            _ => Err(Broken::Operation("a choice").into()),
        }
    }

    fn member(&mut self, op: &Op) -> Result<Assignment<D>, Stop> {
        let program = self.program.clone();
        match op {
            Op::ExtractValue { dst, agg, path } => Ok((*dst, self.fetch(*agg)?.at(path)?.clone())),
            Op::InsertValue {
                dst,
                agg,
                value,
                path,
            } => {
                let value = self.fetch(*value)?.clone();
                Ok((*dst, self.fetch(*agg)?.with(path, value)?))
            }
            Op::ExtractElement {
                dst,
                vector,
                index,
                index_width,
                elem,
            } => {
                let (vector, index) = self.pair(*vector, *index)?;
                let index = (index.word()?, *index_width);
                let d = &mut self.domain;
                Ok((
                    *dst,
                    aggregate::extract_element(d, &program, *elem, &vector, index)?,
                ))
            }
            Op::InsertElement {
                dst,
                vector,
                value,
                index,
                index_width,
                ty,
            } => {
                let ((vector, value), index) =
                    (self.pair(*vector, *value)?, self.fetch(*index)?.clone());
                let index = (index.word()?, *index_width);
                let d = &mut self.domain;
                Ok((
                    *dst,
                    aggregate::insert_element(d, &program, *ty, &vector, &value, index)?,
                ))
            }
            Op::Shuffle(args) => {
                let (a, b) = self.pair(args.a, args.b)?;
                let d = &mut self.domain;
                Ok((
                    args.dst,
                    aggregate::shuffle(d, &program, args.elem, (&a, &b), &args.mask)?,
                ))
            }
            _ => Err(Broken::Operation("on members").into()),
        }
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
        if count == 0 && args.is_nonempty && !self.domain.ignores_flags() {
            return Err(Ub::EmptyArray.into());
        }
        let size = args.stride.checked_mul(count);
        let size = size.filter(|_| !is_impossible(count));
        let size = size.ok_or(Ub::ArrayLength { elements: count })?;
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
            let (d, memory) = (&mut self.domain, &mut self.memory);
            return one_address((d, memory), &base, args, &terms);
        };
        let lane_of = |value: &Val<D>, lane: u32| match value {
            Val::Agg(lanes) => {
                let found = lanes.get(lane as usize).cloned();
                found.ok_or_else(|| Stop::from(Broken::Lane))
            }
            scalar => Ok(scalar.clone()),
        };
        let mut addresses = Vec::with_capacity(lanes as usize);
        for lane in 0..lanes {
            let mut own = Vec::with_capacity(terms.len());
            for (index, width, scale) in &terms {
                own.push((lane_of(index, lane)?, *width, *scale));
            }
            let (d, memory) = (&mut self.domain, &mut self.memory);
            let base = lane_of(&base, lane)?;
            addresses.push(one_address((d, memory), &base, args, &own)?);
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

    /// The old value, and whether it was replaced.
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

    /// Checks a rule of the source language. Mutants ignore them without evaluating the operands, which an
    /// edit may have removed.
    fn check_rule(&mut self, rule: &Rule) -> Result<(), Stop> {
        if self.domain.ignores_flags() {
            return Ok(());
        }
        let base = self.base();
        let (regs, d) = (&self.regs, &mut self.domain);
        let word = |src: Src| regs.word(base, src);
        match *rule {
            Rule::Index {
                index,
                width,
                limit,
                length,
            } => rules::index(d, (word(index)?, width), limit, length),
            Rule::UnsignedIndex { index } => rules::unsigned_index(d, word(index)?),
            Rule::SameObject { what, a, b } => {
                let (a, b) = (regs.ptr(base, a)?, regs.ptr(base, b)?);
                rules::same_object(d, what, a, b)
            }
            Rule::SignedShiftLeft { a, amount, width } => {
                rules::signed_shift_left(d, width, word(a)?, word(amount)?)
            }
            Rule::Subscript {
                dimension,
                index,
                extent,
            } => rules::subscript(d, dimension, word(index)?, word(extent)?),
            Rule::ShiftDistance {
                amount,
                amount_width,
                width,
            } => rules::shift_distance(d, (word(amount)?, amount_width), width),
        }
    }

    fn indirect_branch(
        &mut self,
        addr: Src,
        dests: &[(quell_ir::BlockId, EdgeId)],
    ) -> Result<EdgeId, Stop> {
        let ptr = self.fetch(addr)?.ptr()?.clone();
        let here = self.frame()?.code.function;
        let target = self.memory.target(&mut self.domain, &ptr);
        let block = target
            .filter(|target| target.kind == ObjectKind::Labels(here))
            .and_then(|target| block_at(target.offset));
        let found = dests.iter().find(|(dest, _)| Some(*dest) == block);
        found
            .map(|(_, edge)| *edge)
            .ok_or_else(|| Ub::NotALabel.into())
    }
}

/// Whether no stack has room for this many elements. Zero-extended negative numbers of type `int` are among
/// them.
const fn is_impossible(count: u64) -> bool {
    count >> 31 == 1 || count >> 47 != 0
}

/// The block whose label has an offset in the object of its function's labels.
fn block_at(offset: i64) -> Option<quell_ir::BlockId> {
    let offset = u64::try_from(offset).ok()?;
    let index = usize::try_from(offset / LABEL_STRIDE).ok()?;
    (offset % LABEL_STRIDE == 0).then(|| quell_ir::BlockId::new(index))
}

fn one_address<D: Domain>(
    (d, memory): (&mut D, &mut D::Memory),
    base: &Val<D>,
    args: &GepArgs,
    terms: &[(Val<D>, u32, i64)],
) -> Result<Val<D>, Stop> {
    let base = base.ptr()?;
    let mut offset = d.word(64, args.offset as u64);
    for (index, width, scale) in terms {
        let by = product(d, (index.word()?, *width), *scale, args.inbounds)?;
        offset = sum(d, &offset, &by, args.inbounds)?;
    }
    let ptr = d.ptr_add(base, &offset);
    within((d, memory), base, ptr, args.inbounds).map(Val::Ptr)
}
