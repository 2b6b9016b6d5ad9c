//! The bytes of IR parameters that are spilled to the stack slots of an unoptimised function.
//!
//! Calling conventions split structs, wide integers and slices, and clang and rustc reassemble them in
//! the entry block: by stores, through temporaries, with a copy at the end. These instructions are
//! interpreted, and the first write to each byte of a slot is recorded.

use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

use super::address::gep_offset;
use super::node::int_of;
use crate::entity::{BlockId, LocalId, TypeId};
use crate::function::{Function, LocalDef};
use crate::inst::{Call, Callee, Inst, InstKind, Value};
use crate::module::Module;
use crate::opcode::CastOp;

/// Bytes of an IR parameter that are part of a variable or slot.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Piece {
    /// Offset in the variable or slot.
    pub at: u64,
    pub bytes: u64,
    /// Index of the IR parameter.
    pub param: u32,
    /// Offset in the parameter.
    pub from: u64,
}

type Pieces = SmallVec<[Piece; 2]>;

/// No calling convention splits an argument into more pieces.
const MAX_PIECES: usize = 32;

/// A range of bytes of a slot that was written, with the piece that was written if it is known.
#[derive(Clone, Copy, Debug)]
struct Written {
    at: u64,
    bytes: u64,
    source: Option<Piece>,
}

#[derive(Debug)]
pub(super) struct Spills<'a> {
    module: &'a Module,
    function: &'a Function,
    /// The pieces of parameters of which values are made.
    values: FxHashMap<LocalId, Pieces>,
    /// Pointers into slots: the alloca and the offset.
    pointers: FxHashMap<LocalId, (LocalId, u64)>,
    slots: FxHashMap<LocalId, SmallVec<[Written; 2]>>,
}

impl<'a> Spills<'a> {
    pub fn new(module: &'a Module, function: &'a Function) -> Self {
        let mut spills = Self {
            module,
            function,
            values: FxHashMap::default(),
            pointers: FxHashMap::default(),
            slots: FxHashMap::default(),
        };
        spills.enter_parameters();
        let entry: Option<BlockId> = function.entry();
        for &inst in entry
            .iter()
            .flat_map(|&entry| &function.blocks[entry].insts)
        {
            if let Some(inst) = function.insts.get(inst) {
                spills.step(inst);
            }
        }
        spills
    }

    /// The first contents of the slot that `address` points to, ordered by offset.
    pub fn of_slot(&self, address: LocalId) -> Vec<Piece> {
        let Some(&(slot, 0)) = self.pointers.get(&address) else {
            return Vec::new();
        };
        let written = self.slots.get(&slot).map_or(&[][..], |written| written);
        let mut pieces: Vec<Piece> = written.iter().filter_map(|range| range.source).collect();
        pieces.sort_unstable();
        pieces
    }

    /// The pieces of parameters of which a value is made.
    pub fn of_value(&self, value: LocalId) -> Vec<Piece> {
        let pieces = self.values.get(&value);
        pieces.map_or_else(Vec::new, |pieces| pieces.to_vec())
    }

    /// Whether a piece contains its whole parameter; it may be wider.
    pub fn is_whole(&self, function: &Function, piece: Piece) -> bool {
        let param = function.params.get(piece.param as usize);
        let bytes = param.and_then(|param| self.store_size(param.ty));
        bytes.is_some_and(|bytes| piece.bytes >= bytes)
    }

    fn enter_parameters(&mut self) {
        for (index, param) in self.function.params.iter().enumerate() {
            if let Some(bytes) = self.store_size(param.ty) {
                let piece = Piece {
                    at: 0,
                    bytes,
                    param: index as u32,
                    from: 0,
                };
                let local = self.function.param_local(index);
                self.values.insert(local, smallvec![piece]);
            }
        }
    }

    fn step(&mut self, inst: &Inst) {
        let result = inst.result.expand();
        match (&inst.kind, result) {
            (InstKind::Alloca { .. }, Some(result)) => {
                self.pointers.insert(result, (result, 0));
            }
            (InstKind::Gep { .. }, Some(result)) => {
                if let Some(pointer) = self.moved_pointer(&inst.kind) {
                    self.pointers.insert(result, pointer);
                }
            }
            (InstKind::Cast { op, arg, .. }, Some(result)) => {
                self.cast(*op, *arg, inst.ty, result);
            }
            (InstKind::Load { ptr, .. }, Some(result)) => self.load(*ptr, inst.ty, result),
            (InstKind::Store { value, ptr, .. }, _) => self.store(*value, *ptr),
            (InstKind::Call(call), _) => self.copy(call),
            _ => {}
        }
    }

    fn store_size(&self, ty: TypeId) -> Option<u64> {
        self.module.layout.store_size(&self.module.types, ty).ok()
    }

    fn pointer(&self, value: Value) -> Option<(LocalId, u64)> {
        match value {
            Value::Local(local) => self.pointers.get(&local).copied(),
            _ => None,
        }
    }

    fn moved_pointer(&self, gep: &InstKind) -> Option<(LocalId, u64)> {
        let InstKind::Gep {
            source,
            base,
            indices,
            ..
        } = gep
        else {
            return None;
        };
        let (slot, start) = self.pointer(*base)?;
        let known = indices.iter().map(|index| self.known_int(*index));
        let offset = gep_offset(self.module, *source, known)?;
        Some((slot, start.checked_add_signed(offset)?))
    }

    fn known_int(&self, value: Value) -> Option<i128> {
        match value {
            Value::Const(constant) => int_of(self.module, constant),
            _ => None,
        }
    }

    /// A cast of a whole parameter is that parameter, also with another width: `_Bool` is `i1` in
    /// registers and `i8` in memory.
    fn cast(&mut self, op: CastOp, arg: Value, ty: TypeId, result: LocalId) {
        let keeps_value = matches!(op, CastOp::ZExt | CastOp::SExt | CastOp::Trunc)
            || matches!(op, CastOp::BitCast | CastOp::PtrToInt | CastOp::IntToPtr);
        let Value::Local(arg) = arg else { return };
        let Some(&pointer) = self.pointers.get(&arg).filter(|_| op == CastOp::BitCast) else {
            let sole = self.values.get(&arg).filter(|_| keeps_value);
            if let (Some(&[piece]), Some(bytes)) = (sole.map(|of| &of[..]), self.store_size(ty)) {
                let widened = Piece { bytes, ..piece };
                self.values.insert(result, smallvec![widened]);
            }
            return;
        };
        self.pointers.insert(result, pointer);
    }

    fn load(&mut self, ptr: Value, ty: TypeId, result: LocalId) {
        let (Some((slot, at)), Some(bytes)) = (self.pointer(ptr), self.store_size(ty)) else {
            return;
        };
        let pieces = self.read(slot, at, bytes);
        if !pieces.is_empty() {
            self.values.insert(result, pieces);
        }
    }

    fn store(&mut self, value: Value, ptr: Value) {
        let Some((slot, at)) = self.pointer(ptr) else {
            return;
        };
        let ty = self.module.value_type(self.function, value);
        let Some(bytes) = ty.and_then(|ty| self.store_size(ty)) else {
            return;
        };
        let known = match value {
            Value::Local(local) => self.values.get(&local).cloned(),
            _ => None,
        };
        self.write(slot, at, bytes, &known.unwrap_or_default());
    }

    /// `llvm.memcpy` between slots.
    fn copy(&mut self, call: &Call) {
        let [to, from, size, ..] = &call.args[..] else {
            return;
        };
        if !self.is_memcpy(&call.callee) {
            return;
        }
        let size = self
            .known_int(size.value)
            .and_then(|size| u64::try_from(size).ok());
        let ends = (self.pointer(to.value), self.pointer(from.value));
        if let ((Some((to, to_at)), Some((from, from_at))), Some(size)) = (ends, size) {
            let pieces = self.read(from, from_at, size);
            self.write(to, to_at, size, &pieces);
        }
    }

    fn is_memcpy(&self, callee: &Callee) -> bool {
        let Callee::Value(Value::Const(callee)) = callee else {
            return false;
        };
        let function = crate::analysis::callgraph::function_behind(self.module, *callee);
        let function = function.and_then(|id| self.module.functions.get(id));
        let name = function.map_or("", |function| self.module.text(function.name));
        name.starts_with("llvm.memcpy.") || name.starts_with("llvm.memmove.")
    }

    /// The contents of a range of a slot, with offsets relative to the range. Pieces that are partly
    /// outside are truncated.
    fn read(&self, slot: LocalId, at: u64, bytes: u64) -> Pieces {
        let end = at.saturating_add(bytes);
        let cut = |written: &Written| {
            let piece = written.source?;
            let (first, last) = (piece.at.max(at), (piece.at + piece.bytes).min(end));
            (first < last).then(|| Piece {
                at: first - at,
                bytes: last - first,
                param: piece.param,
                from: piece.from + (first - piece.at),
            })
        };
        let written = self.slots.get(&slot).map_or(&[][..], |written| written);
        written.iter().filter_map(cut).collect()
    }

    /// Records a write, unless the range was written before: later writes are assignments of the
    /// program.
    fn write(&mut self, slot: LocalId, at: u64, bytes: u64, pieces: &[Piece]) {
        let Some(end) = at.checked_add(bytes) else {
            return;
        };
        let slot = self.slots.entry(slot).or_default();
        let overlaps = |of: &Written| of.at < end && at < of.at.saturating_add(of.bytes);
        if slot.len() + pieces.len() >= MAX_PIECES || slot.iter().any(overlaps) {
            return;
        }
        let inside = |piece: &&Piece| piece.at.saturating_add(piece.bytes) <= bytes;
        let moved = |piece: &Piece| Written {
            at: at + piece.at,
            bytes: piece.bytes,
            source: Some(Piece {
                at: at + piece.at,
                ..*piece
            }),
        };
        if pieces.is_empty() {
            let source = None;
            slot.push(Written { at, bytes, source });
        }
        slot.extend(pieces.iter().filter(inside).map(moved));
    }
}

/// The index of the parameter, if a local is one.
pub(super) fn parameter_index(function: &Function, local: LocalId) -> Option<u32> {
    match function.locals.get(local)?.def {
        LocalDef::Param(index) => Some(index),
        LocalDef::Inst(_) => None,
    }
}
