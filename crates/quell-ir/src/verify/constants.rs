//! Rules for constants.

use super::Verifier;
use super::classes::Class;
use super::error::Violation;
use super::rules::{Checked, Rules};
use super::vectors::Index;
use crate::constant::{Const, ConstExpr, ConstKind, GlobalRef};
use crate::entity::{BlockId, ConstId, FuncId, TypeId};
use crate::types::Type;

impl Verifier<'_> {
    /// Checks every constant of the table, which contains the members of constants too.
    pub(super) fn constants(&mut self) {
        let module = self.rules.module;
        for (id, constant) in module.consts.iter() {
            self.check(0, self.rules.constant(id, constant));
            if self.is_full() {
                break;
            }
        }
    }
}

impl Rules<'_> {
    fn const_type(&self, id: ConstId) -> TypeId {
        self.module.consts.get(id).ty
    }

    fn bad_constant(&self, id: ConstId) -> Violation {
        Violation::BadConstant(self.module.display_const(id).to_string())
    }

    fn constant(&self, id: ConstId, constant: &Const) -> Checked {
        let kind = self.kind(constant.ty);
        let fits = match &constant.kind {
            ConstKind::Int(bits) => *kind == Type::Int(bits.width()),
            ConstKind::Float(bits) => {
                matches!(kind, Type::Float(format) if format.width() == bits.width())
            }
            ConstKind::Null => matches!(kind, Type::Ptr(_)),
            ConstKind::Zero => self.sized("a constant", constant.ty).map(|()| true)?,
            ConstKind::Undef | ConstKind::Poison => {
                Class::AnyValue.holds(&self.module.types, constant.ty)
            }
            ConstKind::TokenNone => *kind == Type::Token,
            ConstKind::Bytes(bytes) => match kind {
                Type::Array { elem, len } => {
                    *self.kind(*elem) == Type::Int(8) && *len == bytes.len() as u64
                }
                _ => false,
            },
            ConstKind::Splat(lane) => match kind {
                Type::Vector { elem, .. } => self.const_type(*lane) == *elem,
                _ => false,
            },
            ConstKind::Aggregate(members) => return self.aggregate(id, constant.ty, members),
            ConstKind::Global(thing) => *kind == Type::Ptr(self.address_space(*thing)),
            ConstKind::BlockAddress(function, block) => {
                self.block_address(*function, *block)?;
                matches!(kind, Type::Ptr(_))
            }
            ConstKind::Expr(expr) => return self.expr(constant.ty, expr),
        };
        if fits {
            Ok(())
        } else {
            Err(self.bad_constant(id))
        }
    }

    fn address_space(&self, thing: GlobalRef) -> u32 {
        let of_type = |ty: TypeId| match self.kind(ty) {
            Type::Ptr(space) => *space,
            _ => 0,
        };
        match thing {
            GlobalRef::Var(id) => self.module.globals[id].addr_space,
            // Functions have no address space in the data model.
            GlobalRef::Func(_) => 0,
            GlobalRef::Alias(id) => of_type(self.const_type(self.module.aliases[id].target)),
        }
    }

    fn aggregate(&self, id: ConstId, ty: TypeId, members: &[ConstId]) -> Checked {
        let expected = match self.module.types.resolve(ty) {
            Type::Array { len, .. } => *len,
            Type::Vector {
                len,
                scalable: false,
                ..
            } => u64::from(*len),
            Type::Struct { fields, .. } => fields.len() as u64,
            _ => return Err(self.bad_constant(id)),
        };
        let found = members.len() as u64;
        if found != expected {
            let constant = self.module.display_const(id).to_string();
            return Err(Violation::MemberCount {
                constant,
                found,
                expected,
            });
        }
        for (index, &member) in members.iter().enumerate() {
            if let Some(wanted) = self.module.types.member(ty, index as u64) {
                self.same("a member of a constant", self.const_type(member), wanted)?;
            }
        }
        Ok(())
    }

    fn block_address(&self, function: FuncId, block: BlockId) -> Checked {
        let function = &self.module.functions[function];
        let known = function.blocks.is_valid(block) && function.entry() != Some(block);
        if known {
            Ok(())
        } else {
            Err(Violation::BadBlockAddress(format!(
                "{block} of @{}",
                self.module.text(function.name)
            )))
        }
    }

    fn expr(&self, result: TypeId, expr: &ConstExpr) -> Checked {
        let ty = |id: &ConstId| self.const_type(*id);
        match expr {
            ConstExpr::Binary { op, lhs, rhs, .. } => self.binary(*op, ty(lhs), ty(rhs), result),
            ConstExpr::Cast { op, arg, .. } => self.cast(*op, ty(arg), result),
            ConstExpr::Gep {
                source,
                base,
                indices,
                ..
            } => {
                let indices: Vec<Index> = indices
                    .iter()
                    .map(|&id| Index {
                        ty: self.const_type(id),
                        constant: Some(id),
                    })
                    .collect();
                self.gep(*source, ty(base), &indices, result)
            }
            ConstExpr::ICmp { lhs, rhs, .. } => {
                self.comparison(Class::IntsOrPtrs, ty(lhs), ty(rhs), result)
            }
            ConstExpr::FCmp { lhs, rhs, .. } => {
                self.comparison(Class::Floats, ty(lhs), ty(rhs), result)
            }
            ConstExpr::Select {
                cond,
                then,
                otherwise,
            } => self.select(ty(cond), ty(then), ty(otherwise), result),
            ConstExpr::FNeg { arg } => {
                self.class("the operand", ty(arg), Class::Floats)?;
                self.same("the result", result, ty(arg))
            }
            ConstExpr::Equivalent { of, .. } => self.same("the result", result, ty(of)),
            other => self.member_expr(result, other),
        }
    }

    fn member_expr(&self, result: TypeId, expr: &ConstExpr) -> Checked {
        let ty = |id: &ConstId| self.const_type(*id);
        match expr {
            ConstExpr::ExtractElement { vector, index } => {
                self.extract_element(ty(vector), ty(index), result)
            }
            ConstExpr::InsertElement {
                vector,
                value,
                index,
            } => self.insert_element(ty(vector), ty(value), ty(index), result),
            ConstExpr::ShuffleVector { a, b, mask } => self.shuffle(ty(a), ty(b), mask, result),
            ConstExpr::ExtractValue { agg, path } => self.extract_value(ty(agg), path, result),
            ConstExpr::InsertValue { agg, value, path } => {
                self.insert_value(ty(agg), ty(value), path, result)
            }
            _ => Ok(()),
        }
    }
}
