//! Bounds of pointers that come from several places.
//!
//! Where control flow merges, a pointer may point into one of several variables, or to an unknown place. Phis for its bounds
//! are added beside it. So an access is checked in the same way whether or not the function contains mutants that compute its
//! address in another way.

use quell_ir::opcode::{BinOp, CastOp, Flags, IntPred};
use quell_ir::{BlockId, InstId, InstKind, LocalDef, LocalId, TypeId, Value};

use super::bounds::locate;
use super::{Hardener, TrapKind};
use crate::support;
use quell_ir::build::make_inst;

/// The variable that a pointer points into: its address and its size in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bounds {
    root: Value,
    size: Value,
}

/// More phis in a row than this are not followed.
const MAX_DEPTH: usize = 64;

impl Hardener<'_> {
    /// Traps if the access leaves the variable that a phi chose.
    pub(super) fn within_chosen(&mut self, ptr: Value, ty: TypeId) {
        let module = &*self.editor.module;
        let Ok(bytes) = module.layout.store_size(&module.types, ty) else {
            return;
        };
        let Some(bounds) = self.bounds_of(ptr, 0) else {
            return;
        };
        let wide = self.editor.module.types.int(64);
        let at = self.editor.cast(CastOp::PtrToInt, ptr, wide);
        let root = self.editor.cast(CastOp::PtrToInt, bounds.root, wide);
        let offset = self.editor.binary(BinOp::Sub, at, root);
        let beyond = self.editor.icmp(IntPred::Ugt, offset, bounds.size);
        let left = self.editor.binary(BinOp::Sub, bounds.size, offset);
        let bytes = support::int(self.editor.module, 64, bytes.cast_signed());
        let short = self.editor.icmp(IntPred::Ult, left, bytes);
        let bad = self.editor.binary(BinOp::Or, beyond, short);
        self.check(bad, TrapKind::OutOfBounds);
    }

    /// `None` if all sources of the pointer are unknown.
    fn bounds_of(&mut self, ptr: Value, depth: usize) -> Option<Bounds> {
        if let Some(within) = locate(&self.editor, ptr) {
            let size = support::int(self.editor.module, 64, within.size.cast_signed());
            let root = within.root;
            return Some(Bounds { root, size });
        }
        let Value::Local(local) = ptr else {
            return None;
        };
        let LocalDef::Inst(inst) = self.editor.function().locals[local].def else {
            return None;
        };
        match self.editor.function().insts[inst].kind.clone() {
            InstKind::Gep { base, .. } if depth < MAX_DEPTH => self.bounds_of(base, depth + 1),
            InstKind::Phi { incoming, .. } if depth < MAX_DEPTH => {
                self.bounds_of_phi(local, inst, &incoming, depth)
            }
            _ => None,
        }
    }

    fn bounds_of_phi(
        &mut self,
        local: LocalId,
        phi: InstId,
        incoming: &[(Value, BlockId)],
        depth: usize,
    ) -> Option<Bounds> {
        if let Some(known) = self.bounds.get(&local) {
            return *known;
        }
        // On the way back to itself a phi adds nothing.
        self.bounds.insert(local, None);
        let found: Vec<Option<Bounds>> = incoming
            .iter()
            .map(|&(value, _)| self.bounds_of(value, depth + 1))
            .collect();
        let bounds = self.joined(phi, incoming, &found);
        self.bounds.insert(local, bounds);
        bounds
    }

    fn joined(
        &mut self,
        phi: InstId,
        incoming: &[(Value, BlockId)],
        found: &[Option<Bounds>],
    ) -> Option<Bounds> {
        let first = found.iter().flatten().next().copied()?;
        if found.iter().all(|bounds| *bounds == Some(first)) {
            return Some(first);
        }
        let module = &mut *self.editor.module;
        let ptr = module.types.ptr();
        let everything = Bounds {
            root: support::zero(module, ptr),
            size: support::int(module, 64, -1),
        };
        let wide = module.types.int(64);
        let all = found.iter().map(|bounds| bounds.unwrap_or(everything));
        let all: Vec<Bounds> = all.collect();
        let ways = || incoming.iter().map(|entry| entry.1);
        let roots = all.iter().map(|bounds| bounds.root).zip(ways()).collect();
        let sizes = all.iter().map(|bounds| bounds.size).zip(ways()).collect();
        Some(Bounds {
            root: self.phi_beside(phi, roots, ptr)?,
            size: self.phi_beside(phi, sizes, wide)?,
        })
    }

    /// A new phi in the block of another one.
    fn phi_beside(
        &mut self,
        phi: InstId,
        incoming: Box<[(Value, BlockId)]>,
        ty: TypeId,
    ) -> Option<Value> {
        let block = *self.homes.get(&phi)?;
        let function = self.editor.function_mut();
        let flags = Flags::NONE;
        let new = make_inst(function, InstKind::Phi { flags, incoming }, ty, true, None);
        function.blocks[block].insts.insert(0, new);
        function.insts[new].result.expand().map(Value::Local)
    }
}
