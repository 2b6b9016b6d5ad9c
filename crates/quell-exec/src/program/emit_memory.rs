//! Lowering of loads, stores and local variables.

use std::rc::Rc;

use quell_ir::analysis::callgraph::{self, Target};
use quell_ir::inst::{Access, Inst};
use quell_ir::{ConstKind, DbgKind, InstId, InstKind, LocalId, Metadata, TypeId, Value};

use super::lower::Lowering;
use super::op::{AllocaArgs, Op};
use super::shape::ShapeKind;
use crate::stop::Stop;

/// The intrinsics whose last argument says whether they access volatile memory.
const AREAS: &[&str] = &["llvm.memcpy.", "llvm.memmove.", "llvm.memset."];

impl Lowering<'_> {
    /// Whether an instruction accesses volatile memory.
    pub(super) fn is_volatile(&self, inst: &Inst) -> bool {
        match &inst.kind {
            InstKind::Load { access, .. }
            | InstKind::Store { access, .. }
            | InstKind::AtomicRmw { access, .. } => access.volatile,
            InstKind::CmpXchg(args) => args.access.volatile,
            InstKind::Call(call) => {
                let Some(Target::Direct(callee)) = callgraph::target(self.module, inst) else {
                    return false;
                };
                let name = self.module.text(self.module.functions[callee].name);
                AREAS.iter().any(|area| name.starts_with(area))
                    && call
                        .args
                        .last()
                        .is_some_and(|flag| self.is_true(flag.value))
            }
            _ => false,
        }
    }

    fn is_true(&self, value: Value) -> bool {
        let Value::Const(id) = value else {
            return false;
        };
        matches!(&self.module.consts.get(id).kind, ConstKind::Int(bits) if !bits.is_zero())
    }

    pub(super) fn align_of(&self, ty: TypeId, access: Access) -> Result<u32, Stop> {
        let align = access
            .align
            .map_or_else(|| self.program.shapes.get(ty).map(|s| s.align), Ok)?;
        Ok(u32::try_from(align).unwrap_or(1))
    }

    pub(super) fn load(
        &mut self,
        inst: InstId,
        position: u32,
        ptr: Value,
        access: Access,
    ) -> Result<(), Stop> {
        if let Some(variable) = self.variable(ptr) {
            return self.load_variable(inst, position, variable);
        }
        let ty = self.function.insts[inst].ty;
        let shape = self.program.shapes.get(ty)?;
        let (dst, ptr, align) = (self.dst(inst)?, self.src(ptr)?, self.align_of(ty, access)?);
        let op = match (&shape.kind, shape.width()) {
            (_, Some(width)) => Op::Load {
                dst,
                ptr,
                width,
                bytes: shape.size as u32,
                align,
            },
            (ShapeKind::Ptr, _) => Op::LoadPtr { dst, ptr, align },
            _ => Op::LoadAny {
                dst,
                ptr,
                ty,
                align,
            },
        };
        self.emit(inst, op);
        Ok(())
    }

    pub(super) fn store(
        &mut self,
        inst: InstId,
        value: Value,
        ptr: Value,
        access: Access,
    ) -> Result<(), Stop> {
        if let Some(variable) = self.variable(ptr) {
            return self.store_variable(inst, value, variable);
        }
        let ty = self.type_of(value)?;
        let shape = self.program.shapes.get(ty)?;
        let (value, ptr, align) = (self.src(value)?, self.src(ptr)?, self.align_of(ty, access)?);
        let op = match (&shape.kind, shape.width()) {
            (_, Some(width)) => Op::Store {
                value,
                ptr,
                width,
                bytes: shape.size as u32,
                align,
            },
            (ShapeKind::Ptr, _) => Op::StorePtr { value, ptr, align },
            _ => Op::StoreAny {
                value,
                ptr,
                ty,
                align,
            },
        };
        self.emit(inst, op);
        Ok(())
    }

    /// Whether a variable of the source is stored at an address: an array of variable length, and no block of `alloca`.
    fn is_declared(&self, address: LocalId) -> bool {
        self.function
            .dbg_records
            .iter()
            .any(|record| match record.kind {
                DbgKind::Declare { location, .. } => {
                    self.module.metadata[location] == Metadata::Local(address)
                }
                _ => false,
            })
    }

    pub(super) fn alloca(
        &mut self,
        inst: InstId,
        elem: TypeId,
        count: Option<Value>,
        align: Option<u64>,
    ) -> Result<(), Stop> {
        let dst = self.dst(inst)?;
        let local = LocalId::from_u32(dst);
        if let Some(ty) = self.promoted[local] {
            return self.forget(inst, dst, ty);
        }
        let shape = self.program.shapes.get(elem)?;
        let count = match count {
            Some(value) => Some((self.src(value)?, self.int_width(self.type_of(value)?)?)),
            None => None,
        };
        let name = self.function.locals[local]
            .name
            .map_or("unnamed", |name| self.module.text(name));
        let name = name.strip_suffix(".addr").unwrap_or(name);
        let args = AllocaArgs {
            dst,
            name: Rc::from(name),
            stride: shape.stride,
            is_nonempty: count.is_some() && self.is_c() && self.is_declared(local),
            count,
            align: align.unwrap_or(shape.align),
        };
        self.emit(inst, Op::Alloca(Box::new(args)));
        Ok(())
    }
}
