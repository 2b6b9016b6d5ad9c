//! Rules for memory instructions.

use super::classes::Class;
use super::error::Violation;
use super::function::Body;
use super::rules::Checked;
use super::vectors::Index;
use crate::entity::TypeId;
use crate::inst::{Access, CmpXchg, Inst, InstKind, Value};
use crate::opcode::{Ordering, RmwOp};
use crate::types::Type;

/// Orderings that loads, stores and fences cannot have.
const NOT_FOR_LOADS: &[Ordering] = &[Ordering::Release, Ordering::AcqRel];
const NOT_FOR_STORES: &[Ordering] = &[Ordering::Acquire, Ordering::AcqRel];
const NOT_FOR_FENCES: &[Ordering] = &[Ordering::Unordered, Ordering::Monotonic];
const NOT_FOR_EXCHANGES: &[Ordering] = &[Ordering::Unordered];
const NOT_FOR_FAILURES: &[Ordering] = &[Ordering::Unordered, Ordering::Release, Ordering::AcqRel];

fn ordering(found: Option<Ordering>, forbidden: &[Ordering]) -> Checked {
    match found {
        Some(found) if forbidden.contains(&found) => Err(Violation::BadOrdering(found.text())),
        _ => Ok(()),
    }
}

/// The class of the operand of an `atomicrmw`.
const fn rmw_class(op: RmwOp) -> Class {
    match op {
        RmwOp::Xchg => Class::Scalar,
        RmwOp::FAdd
        | RmwOp::FSub
        | RmwOp::FMax
        | RmwOp::FMin
        | RmwOp::FMaximum
        | RmwOp::FMinimum => Class::Floats,
        _ => Class::Int,
    }
}

impl Body<'_> {
    /// The rule for a memory instruction; none for others.
    pub(super) fn memory(&self, inst: &Inst) -> Option<Checked> {
        Some(match &inst.kind {
            InstKind::Alloca { elem, count, align } => self.alloca(inst, *elem, *count, *align),
            InstKind::Load { ptr, access } => self.access(inst.ty, *ptr, access, NOT_FOR_LOADS),
            InstKind::Store { value, ptr, access } => self
                .ty(*value)
                .and_then(|value| self.access(value, *ptr, access, NOT_FOR_STORES)),
            InstKind::Gep {
                source,
                base,
                indices,
                ..
            } => self.address(inst, *source, *base, indices),
            InstKind::Fence { ordering: found } => ordering(Some(*found), NOT_FOR_FENCES),
            InstKind::CmpXchg(exchange) => self.exchange(inst, exchange),
            InstKind::AtomicRmw {
                op,
                ptr,
                value,
                access,
            } => self.modify(inst, *op, *ptr, *value, access),
            InstKind::VaArg { list } => self.ty(*list).and_then(|list| {
                self.rules.class("the list", list, Class::Ptr)?;
                self.rules.class("the result", inst.ty, Class::AnyValue)
            }),
            _ => return None,
        })
    }

    fn alloca(
        &self,
        inst: &Inst,
        elem: TypeId,
        count: Option<Value>,
        align: Option<u64>,
    ) -> Checked {
        self.rules.sized("the allocated object", elem)?;
        if let Some(count) = count {
            self.rules
                .class("the number of elements", self.ty(count)?, Class::Int)?;
        }
        self.rules.alignment(align)?;
        self.rules.class("the result", inst.ty, Class::Ptr)
    }

    /// A load or store of a value of type `ty`.
    fn access(&self, ty: TypeId, ptr: Value, access: &Access, forbidden: &[Ordering]) -> Checked {
        self.rules.class("the address", self.ty(ptr)?, Class::Ptr)?;
        self.rules.class("the value", ty, Class::AnyValue)?;
        self.rules.sized("the value", ty)?;
        self.rules.alignment(access.align)?;
        if access.ordering.is_some() {
            self.rules.class("the value", ty, Class::Scalar)?;
        }
        ordering(access.ordering, forbidden)
    }

    fn address(&self, inst: &Inst, source: TypeId, base: Value, indices: &[Value]) -> Checked {
        let indices = indices.iter().map(|&value| {
            let constant = match value {
                Value::Const(id) => Some(id),
                _ => None,
            };
            let ty = self.ty(value)?;
            Ok(Index { ty, constant })
        });
        let indices = indices.collect::<Result<Vec<_>, Violation>>()?;
        self.rules.gep(source, self.ty(base)?, &indices, inst.ty)
    }

    fn exchange(&self, inst: &Inst, exchange: &CmpXchg) -> Checked {
        let expected = self.ty(exchange.expected)?;
        let rules = &self.rules;
        rules.class("the address", self.ty(exchange.ptr)?, Class::Ptr)?;
        rules.class("the expected value", expected, Class::IntOrPtr)?;
        rules.same("the new value", self.ty(exchange.replacement)?, expected)?;
        ordering(exchange.access.ordering, NOT_FOR_EXCHANGES)?;
        ordering(Some(exchange.failure), NOT_FOR_FAILURES)?;
        rules.alignment(exchange.access.align)?;
        let is_pair = match rules.kind(inst.ty) {
            Type::Struct {
                fields,
                packed: false,
            } => {
                matches!(**fields, [value, success]
                    if value == expected && *rules.kind(success) == Type::Int(1))
            }
            _ => false,
        };
        if is_pair {
            Ok(())
        } else {
            Err(Violation::WrongType {
                what: "the result",
                found: rules.name(inst.ty),
                wanted: "a struct of the value and `i1`",
            })
        }
    }

    fn modify(&self, inst: &Inst, op: RmwOp, ptr: Value, value: Value, access: &Access) -> Checked {
        let value = self.ty(value)?;
        self.rules.class("the address", self.ty(ptr)?, Class::Ptr)?;
        self.rules.class("the operand", value, rmw_class(op))?;
        ordering(access.ordering, NOT_FOR_EXCHANGES)?;
        self.rules.alignment(access.align)?;
        self.rules.same("the result", inst.ty, value)
    }
}
