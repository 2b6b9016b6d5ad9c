//! Constants as values. Constant expressions are evaluated by the semantics of instructions.

use std::rc::Rc;

use quell_ir::{ConstExpr, ConstId, ConstKind, GlobalRef, TypeId};
use quell_values::unsupported::Unsupported;

use super::Machine;
use crate::domain::{Domain, Fpu1, Test};
use crate::program::geps::{self, IndexInfo};
use crate::program::op::Code;
use crate::program::shape::ShapeKind;
use crate::program::spelling::test_of;
use crate::semantics::int::{self, Kind};
use crate::semantics::{aggregate, cast, float, lanes, select};
use crate::stop::Stop;
use crate::value::{Val, mismatch};

impl<D: Domain> Machine<D> {
    /// Evaluates the constants that a function uses.
    pub(super) fn prepare(&mut self, code: &Rc<Code>) -> Result<(), Stop> {
        for &id in &code.consts {
            let value = self.const_value(id)?;
            self.regs.set_constant(id, value);
        }
        Ok(())
    }

    pub fn const_value(&mut self, id: ConstId) -> Result<Val<D>, Stop> {
        let program = self.program.clone();
        let constant = program.module.consts.get(id);
        let ty = constant.ty;
        match &constant.kind {
            ConstKind::Int(bits) | ConstKind::Float(bits) => {
                Ok(Val::Word(self.domain.constant(bits)))
            }
            ConstKind::Null | ConstKind::Zero | ConstKind::TokenNone => {
                select::zero(&mut self.domain, &program, ty)
            }
            ConstKind::Undef | ConstKind::Poison => select::undef(&mut self.domain, &program, ty),
            ConstKind::Aggregate(members) => self.members(members),
            ConstKind::Splat(lane) => {
                program.shapes.get(ty)?.check_register()?;
                let lane = self.const_value(*lane)?;
                let count = program.module.types.lanes(ty).unwrap_or(0);
                Ok(Val::agg((0..count).map(|_| lane.clone())))
            }
            ConstKind::Bytes(bytes) => {
                let bytes = bytes
                    .iter()
                    .map(|&byte| Val::Word(self.domain.word(8, u64::from(byte))));
                Ok(Val::agg(bytes))
            }
            ConstKind::Global(thing) => self.address_of(*thing).map(Val::Ptr),
            ConstKind::BlockAddress(function, block) => {
                self.label_address(*function, *block).map(Val::Ptr)
            }
            ConstKind::Expr(expr) => self.expression(ty, expr),
        }
    }

    fn members(&mut self, members: &[ConstId]) -> Result<Val<D>, Stop> {
        let values: Result<Vec<_>, Stop> = members
            .iter()
            .map(|&member| self.const_value(member))
            .collect();
        Ok(Val::agg(values?))
    }

    fn address_of(&mut self, thing: GlobalRef) -> Result<D::Ptr, Stop> {
        match thing {
            GlobalRef::Var(id) => Ok(self.global_address(id)),
            GlobalRef::Func(id) => self.function_address(id),
            GlobalRef::Alias(id) => {
                let program = self.program.clone();
                let alias = &program.module.aliases[id];
                if alias.ifunc {
                    return self.ifunc_address(id);
                }
                Ok(self.const_value(alias.target)?.ptr()?.clone())
            }
        }
    }

    fn expression(&mut self, ty: TypeId, expr: &ConstExpr) -> Result<Val<D>, Stop> {
        let program = self.program.clone();
        match expr {
            ConstExpr::Cast { op, flags, arg } => {
                let from = program.module.consts.get(*arg).ty;
                let arg = self.const_value(*arg)?;
                cast::cast(
                    &mut self.domain,
                    &mut self.memory,
                    &program,
                    *op,
                    *flags,
                    (from, ty),
                    &arg,
                )
            }
            ConstExpr::Gep {
                source,
                base,
                indices,
                ..
            } => self.address(*source, *base, indices),
            ConstExpr::Equivalent { of, .. } => self.const_value(*of),
            ConstExpr::Select {
                cond,
                then,
                otherwise,
            } => {
                let (cond, a) = (self.const_value(*cond)?, self.const_value(*then)?);
                let b = self.const_value(*otherwise)?;
                select::select(&mut self.domain, &program, ty, cond.word()?, &a, &b)
            }
            ConstExpr::ExtractValue { agg, path } => Ok(self.const_value(*agg)?.at(path)?.clone()),
            ConstExpr::InsertValue { agg, value, path } => {
                let value = self.const_value(*value)?;
                self.const_value(*agg)?.with(path, value)
            }
            _ => self.operator(ty, expr),
        }
    }

    /// Arithmetic, comparisons, and operations on lanes.
    fn operator(&mut self, ty: TypeId, expr: &ConstExpr) -> Result<Val<D>, Stop> {
        let program = self.program.clone();
        match expr {
            ConstExpr::Binary {
                op,
                flags,
                lhs,
                rhs,
            } => {
                let shape = program.shapes.get(program.module.types.lane(ty))?;
                let (a, b) = (self.const_value(*lhs)?, self.const_value(*rhs)?);
                let d = &mut self.domain;
                lanes::zip(&a, &b, |a, b| match (&shape.kind, float::operation(*op)) {
                    (ShapeKind::Float(format), Some(op)) => {
                        Ok(Val::Word(d.fpu(op, *format, a.word()?, b.word()?)))
                    }
                    (ShapeKind::Int(width), None) => {
                        let kind = Kind {
                            width: *width,
                            flags: *flags,
                        };
                        Ok(Val::Word(int::binary(d, *op, kind, a.word()?, b.word()?)?))
                    }
                    _ => Err(mismatch("a number")),
                })
            }
            ConstExpr::FNeg { arg } => {
                let ShapeKind::Float(format) =
                    program.shapes.get(program.module.types.lane(ty))?.kind
                else {
                    return Err(mismatch("a floating-point number"));
                };
                let arg = self.const_value(*arg)?;
                let d = &mut self.domain;
                lanes::map(&arg, |arg| {
                    Ok(Val::Word(d.fpu1(Fpu1::Neg, format, arg.word()?)))
                })
            }
            ConstExpr::ICmp { pred, lhs, rhs } => {
                let (test, swap) = test_of(*pred);
                let (lhs, rhs) = if swap { (rhs, lhs) } else { (lhs, rhs) };
                self.compare(test, *lhs, *rhs)
            }
            ConstExpr::FCmp { pred, lhs, rhs } => {
                let operand = program
                    .module
                    .types
                    .lane(program.module.consts.get(*lhs).ty);
                let ShapeKind::Float(format) = program.shapes.get(operand)?.kind else {
                    return Err(mismatch("a floating-point number"));
                };
                let (a, b) = (self.const_value(*lhs)?, self.const_value(*rhs)?);
                let d = &mut self.domain;
                lanes::zip(&a, &b, |a, b| {
                    Ok(Val::Word(d.float_test(*pred, format, a.word()?, b.word()?)))
                })
            }
            _ => self.vector_operator(ty, expr),
        }
    }

    fn vector_operator(&mut self, ty: TypeId, expr: &ConstExpr) -> Result<Val<D>, Stop> {
        let program = self.program.clone();
        let elem = program.module.types.lane(ty);
        let width_of = |id: ConstId| -> Result<u32, Stop> {
            Ok(program
                .shapes
                .get(program.module.consts.get(id).ty)?
                .width()
                .unwrap_or(64))
        };
        match expr {
            ConstExpr::ExtractElement { vector, index } => {
                let (vector, at) = (self.const_value(*vector)?, self.const_value(*index)?);
                let at = (at.word()?, width_of(*index)?);
                aggregate::extract_element(&mut self.domain, &program, ty, &vector, at)
            }
            ConstExpr::InsertElement {
                vector,
                value,
                index,
            } => {
                let (vector, value) = (self.const_value(*vector)?, self.const_value(*value)?);
                let at = self.const_value(*index)?;
                let at = (at.word()?, width_of(*index)?);
                aggregate::insert_element(&mut self.domain, &program, ty, &vector, &value, at)
            }
            ConstExpr::ShuffleVector { a, b, mask } => {
                let (a, b) = (self.const_value(*a)?, self.const_value(*b)?);
                aggregate::shuffle(&mut self.domain, &program, elem, (&a, &b), mask)
            }
            _ => {
                let expression = format!("{expr:?}");
                Err(Unsupported::ConstantExpression { expression }.into())
            }
        }
    }

    fn compare(&mut self, test: Test, lhs: ConstId, rhs: ConstId) -> Result<Val<D>, Stop> {
        let program = self.program.clone();
        let operand = program.module.types.lane(program.module.consts.get(lhs).ty);
        let width = program.shapes.get(operand)?.width();
        let (a, b) = (self.const_value(lhs)?, self.const_value(rhs)?);
        let d = &mut self.domain;
        lanes::zip(&a, &b, |a, b| {
            Ok(Val::Word(match width {
                Some(width) => d.test(test, width, a.word()?, b.word()?),
                None => d.ptr_test(test, a.ptr()?, b.ptr()?),
            }))
        })
    }

    fn address(
        &mut self,
        source: TypeId,
        base: ConstId,
        indices: &[ConstId],
    ) -> Result<Val<D>, Stop> {
        let program = self.program.clone();
        let sum = geps::sum(&program, source, indices, &*program)?;
        if !sum.terms.is_empty() {
            return Err(Unsupported::AddressConstant.into());
        }
        let base = self.const_value(base)?;
        let d = &mut self.domain;
        lanes::map(&base, |base| {
            Ok(Val::Ptr(d.ptr_offset(base.ptr()?, sum.offset)))
        })
    }
}

impl IndexInfo<ConstId> for crate::program::Program {
    fn constant(&self, index: ConstId) -> Option<i64> {
        geps::number(&self.module, index)
    }

    fn width(&self, index: ConstId) -> Result<u32, Stop> {
        let ty = self.module.types.lane(self.module.consts.get(index).ty);
        self.shapes
            .get(ty)?
            .width()
            .ok_or_else(|| mismatch("a number"))
    }
}
