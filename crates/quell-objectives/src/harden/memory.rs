//! Variables are initialised when their scope is entered; loads that may trap are never optimised away.

use quell_bits::Bits;
use quell_ir::constant::{ConstKind, GlobalRef};
use quell_ir::inst::{Access, Align};
use quell_ir::opcode::{BinOp, CastOp};
use quell_ir::{InstId, InstKind, Type, TypeId, Value};

use super::bounds::{Target, locate};
use super::{Hardener, TrapKind};
use crate::support;
use quell_ir::build::{Editor, declare};

/// The bytes of variables that nothing was written to. As an address they are one without memory.
const PATTERN: u8 = 0xaa;

impl Hardener<'_> {
    /// Fills a variable that an alloca made.
    pub(super) fn initialise(&mut self, alloca: InstId, elem: TypeId, count: Option<Value>) {
        let Some(local) = self.editor.function().insts[alloca].result.expand() else {
            return;
        };
        let ptr = Value::Local(local);
        match (count, self.pattern(elem)) {
            (None, Some(value)) => self.fill_scalar(ptr, value),
            _ => self.fill(ptr, elem, count),
        }
    }

    fn fill_scalar(&mut self, ptr: Value, value: Value) {
        let access = Access {
            align: Some(1),
            ..Access::default()
        };
        self.editor.effect(InstKind::Store { value, ptr, access });
    }

    /// The pattern as a number, float or pointer.
    pub(super) fn pattern(&mut self, ty: TypeId) -> Option<Value> {
        let bits = |width: u32| {
            let bytes = vec![PATTERN; width.div_ceil(8) as usize];
            Bits::from_le_bytes(width, &bytes)
        };
        let module = &mut *self.editor.module;
        let kind = match *module.types.get(ty) {
            Type::Int(width) => ConstKind::Int(bits(width)),
            Type::Float(format) => ConstKind::Float(bits(format.width())),
            Type::Ptr(0) => {
                let address = support::int_of_bits(module, &bits(64));
                return Some(self.editor.cast(CastOp::IntToPtr, address, ty));
            }
            _ => return None,
        };
        Some(Value::Const(module.consts.intern(ty, kind)))
    }

    fn fill(&mut self, ptr: Value, elem: TypeId, count: Option<Value>) {
        let module = &mut *self.editor.module;
        let Ok(size) = module.layout.alloc_size(&module.types, elem) else {
            return;
        };
        let mut bytes = support::int(module, 64, size.cast_signed());
        if let Some(count) = count {
            let count = self.as_i64(count);
            bytes = self.editor.binary(BinOp::Mul, count, bytes);
        }
        self.fill_bytes(ptr, bytes);
    }

    pub(super) fn fill_bytes(&mut self, ptr: Value, bytes: Value) {
        let types = &mut self.editor.module.types;
        let (void, ptr_ty) = (types.intern(Type::Void), types.ptr());
        let params = [ptr_ty, types.int(8), types.int(64), types.int(1)];
        let memset = declare(self.editor.module, "llvm.memset.p0.i64", void, &params);
        let byte = support::int(self.editor.module, 8, i64::from(PATTERN));
        let not_volatile = support::int(self.editor.module, 1, 0);
        self.editor.call(memset, &[ptr, byte, bytes, not_volatile]);
    }

    /// An integer as an unsigned one of 64 bits.
    fn as_i64(&mut self, value: Value) -> Value {
        let wide = self.editor.module.types.int(64);
        let ty = self.editor.type_of(value);
        match *self.editor.module.types.get(ty) {
            Type::Int(..=63) => self.editor.cast(CastOp::ZExt, value, wide),
            Type::Int(65..) => self.editor.cast(CastOp::Trunc, value, wide),
            _ => value,
        }
    }

    pub(super) fn load(&mut self, id: InstId, ptr: Value, access: Access) {
        let ty = self.editor.function().insts[id].ty;
        let target = self.within_object(ptr, ty);
        let access = Access {
            align: any_align(access),
            // A load that may trap has to happen even if its value is not used.
            volatile: access.volatile || access.ordering.is_none() && target == Target::Unknown,
            ..access
        };
        self.keep_as(id, InstKind::Load { ptr, access });
    }

    pub(super) fn store(&mut self, id: InstId, value: Value, ptr: Value, access: Access) {
        let ty = self.editor.type_of(value);
        self.within_object(ptr, ty);
        // An optimiser removes writes to constants.
        if is_in_constant(&self.editor, ptr) {
            self.trap(TrapKind::OutOfBounds);
        }
        let align = any_align(access);
        let access = Access { align, ..access };
        self.keep_as(id, InstKind::Store { value, ptr, access });
    }
}

/// Whether a pointer is computed from the address of a global variable that is constant.
fn is_in_constant(editor: &Editor<'_>, ptr: Value) -> bool {
    let Some(Value::Const(root)) = locate(editor, ptr).map(|within| within.root) else {
        return false;
    };
    match editor.module.consts.get(root).kind {
        ConstKind::Global(GlobalRef::Var(global)) => editor.module.globals[global].constant,
        _ => false,
    }
}

/// A pointer may be misaligned, except for an atomic access.
fn any_align(access: Access) -> Align {
    match access.ordering {
        Some(_) => access.align,
        None => Some(1),
    }
}
