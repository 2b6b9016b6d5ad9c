//! Evaluates site conditions in the innermost frame.

use quell_bits::Bits;
use quell_ir::opcode::BinOp;

use super::Machine;
use super::run::Flow;
use crate::condition::{Compiled, Computed, Guard, Logic, Shape, Stage};
use crate::domain::{Alu, Domain, Test};
use crate::program::op::{Reg, Src};
use crate::stop::{Stop, StopKind};
use crate::value::Val;

impl<D: Domain> Machine<D> {
    /// Evaluates the stage before the instruction, right before it is executed. A word of one bit.
    pub(crate) fn judge_before(
        &mut self,
        condition: &Compiled,
        computed: &mut Computed<D>,
    ) -> Result<D::Word, Stop> {
        self.judge(condition, &condition.before, computed)
    }

    /// Evaluates the stage after the instruction, right after it was executed, in the same frame.
    pub(crate) fn judge_after(
        &mut self,
        condition: &Compiled,
        computed: &mut Computed<D>,
    ) -> Result<D::Word, Stop> {
        self.judge(condition, &condition.after, computed)
    }

    fn judge(
        &mut self,
        condition: &Compiled,
        stage: &Stage,
        computed: &mut Computed<D>,
    ) -> Result<D::Word, Stop> {
        let base = self.frames.last().map_or(0, |frame| frame.base);
        let top = self.regs.top();
        if top != base + condition.base {
            return Err(StopKind::broken("a condition of another function").into());
        }
        self.prepare(&condition.code)?;
        let filler = Val::Word(self.domain.word(1, 0));
        let registers = condition.base + 2 * condition.steps;
        self.regs.grow(base, registers, &filler);
        let suspended = self.domain.suspend();
        let held = self.stage_holds((condition, stage), base, computed);
        let trapped = self.domain.resume(suspended);
        self.regs.shrink(top);
        // Where the code of the condition is undefined after all, it counts as met.
        let held = held?;
        Ok(self.domain.alu(Alu::Or, 1, &held, &trapped))
    }

    fn stage_holds(
        &mut self,
        (condition, stage): (&Compiled, &Stage),
        base: usize,
        computed: &mut Computed<D>,
    ) -> Result<D::Word, Stop> {
        for (number, value) in computed.values.iter().enumerate() {
            let register = (condition.base + number) as Reg;
            self.regs.set(base, register, value.clone())?;
        }
        for step in &stage.steps {
            let number = computed.values.len();
            let register = (condition.base + number) as Reg;
            let trap = match &step.guard {
                Some(guard) => {
                    let (trap, operand) = self.guarded(base, guard)?;
                    let guarded = (condition.base + condition.steps + number) as Reg;
                    self.regs.set(base, guarded, operand)?;
                    trap
                }
                None => self.domain.word(1, 0),
            };
            for op in condition.ops(step) {
                match self.step(op, base)? {
                    Flow::Next => {}
                    // A call of an intrinsic, which pushes no frame.
                    Flow::Frame => self.leave(op, base)?,
                    Flow::Jump(_) => return Err(StopKind::broken("a jump in a condition").into()),
                }
            }
            let value = self.regs.get(base, Src::reg(register))?.clone();
            computed.values.push(value);
            computed.traps.push(trap);
        }
        self.logic(base, &stage.holds, &computed.traps)
    }

    /// Whether an operation would trap, and an operand with which it does not.
    fn guarded(&mut self, base: usize, guard: &Guard) -> Result<(D::Word, Val<D>), Stop> {
        match guard {
            Guard::Division {
                op,
                width,
                dividend,
                divisor,
            } => {
                let a = self.regs.word(base, *dividend)?.clone();
                let b = self.regs.word(base, *divisor)?.clone();
                let d = &mut self.domain;
                let (zero, one) = (d.word(*width, 0), d.word(*width, 1));
                let mut trap = d.test(Test::Eq, *width, &b, &zero);
                if matches!(op, BinOp::SDiv | BinOp::SRem) {
                    let smallest = d.constant(&Bits::min_signed(*width));
                    let minus_one = d.constant(&Bits::ones(*width));
                    let left = d.test(Test::Eq, *width, &a, &smallest);
                    let right = d.test(Test::Eq, *width, &b, &minus_one);
                    let overflows = d.alu(Alu::And, 1, &left, &right);
                    trap = d.alu(Alu::Or, 1, &trap, &overflows);
                }
                let safe = d.select(&trap, *width, &one, &b);
                Ok((trap, Val::Word(safe)))
            }
            Guard::Load {
                ptr,
                root,
                last,
                offset,
                steps,
            } => {
                let mut at = self.domain.word(64, *offset);
                for (index, width, bytes) in steps {
                    let index = self.regs.word(base, *index)?.clone();
                    let d = &mut self.domain;
                    let index = match *width {
                        ..64 => d.sext(*width, 64, &index),
                        64 => index,
                        _ => d.extract(*width, &index, 0, 64),
                    };
                    let bytes = d.word(64, *bytes);
                    let part = d.alu(Alu::Mul, 64, &index, &bytes);
                    at = d.alu(Alu::Add, 64, &at, &part);
                }
                let (ptr, root) = (
                    self.regs.ptr(base, *ptr)?.clone(),
                    self.regs.ptr(base, *root)?.clone(),
                );
                let d = &mut self.domain;
                let last = d.word(64, *last);
                let trap = d.test(Test::Ult, 64, &last, &at);
                let safe = d.select_ptr(&trap, &root, &ptr);
                Ok((trap, Val::Ptr(safe)))
            }
        }
    }

    fn logic(&mut self, base: usize, logic: &Logic, traps: &[D::Word]) -> Result<D::Word, Stop> {
        match logic {
            Logic::Constant(holds) => Ok(self.domain.word(1, u64::from(*holds))),
            Logic::Holds(src) => Ok(self.regs.word(base, *src)?.clone()),
            Logic::Differ(a, b, shape) => {
                let a = self.regs.get(base, *a)?.clone();
                let b = self.regs.get(base, *b)?.clone();
                differ(&mut self.domain, shape, &a, &b)
            }
            Logic::Traps(step) => {
                let trap = traps.get(*step).cloned();
                trap.ok_or_else(|| StopKind::broken("a step that was not executed").into())
            }
            Logic::Any(all) => {
                let mut any = self.domain.word(1, 0);
                for one in all {
                    let one = self.logic(base, one, traps)?;
                    any = self.domain.alu(Alu::Or, 1, &any, &one);
                }
                Ok(any)
            }
            Logic::All(all) => {
                let mut both = self.domain.word(1, 1);
                for one in all {
                    let one = self.logic(base, one, traps)?;
                    both = self.domain.alu(Alu::And, 1, &both, &one);
                }
                Ok(both)
            }
            Logic::Not(inner) => {
                let inner = self.logic(base, inner, traps)?;
                Ok(self.domain.not(&inner))
            }
        }
    }
}

/// Whether two values differ in a bit.
fn differ<D: Domain>(d: &mut D, shape: &Shape, a: &Val<D>, b: &Val<D>) -> Result<D::Word, Stop> {
    match shape {
        Shape::Word(width) => Ok(d.test(Test::Ne, *width, a.word()?, b.word()?)),
        Shape::Ptr => Ok(d.ptr_test(Test::Ne, a.ptr()?, b.ptr()?)),
        Shape::Members(shapes) => {
            let mut any = d.word(1, 0);
            let (a, b) = (a.members()?, b.members()?);
            for ((shape, a), b) in shapes.iter().zip(a.iter()).zip(b.iter()) {
                let one = differ(d, shape, a, b)?;
                any = d.alu(Alu::Or, 1, &any, &one);
            }
            Ok(any)
        }
    }
}
