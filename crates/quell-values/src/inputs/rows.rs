//! Structs that the code treats as elements of an array: it moves pointers from one to the next, computes the size of
//! several of them, or passes their size and number to a function such as `qsort`.
//!
//! A pointer to any other struct points to a single one, as the code cannot access more. Structs are identified by their
//! sizes, since pointers in the IR have no types: the result is an over-approximation.

use std::collections::BTreeSet;

use quell_ir::opcode::BinOp;
use quell_ir::{Call, ConstKind, FuncId, Inst, InstKind, Module, Type, TypeId, Value};

use super::reached::Reached;
use crate::types::{Form, TypeRef, Types};

/// The number of types that are searched for recursion.
const MAX_TYPES: usize = 256;

#[derive(Debug, Default)]
pub(super) struct Rows {
    /// Whether the code indexes arrays of pointers.
    of_pointers: bool,
    /// Element sizes of other arrays.
    sizes: BTreeSet<u64>,
}

impl Rows {
    pub fn of(module: &Module, reached: &Reached) -> Self {
        let mut rows = Self::default();
        for &id in &reached.functions {
            rows.function(module, id);
        }
        rows
    }

    /// Whether the code indexes a struct, or pointers that lead to one.
    pub fn has(&self, types: &Types<'_>, ty: TypeRef) -> bool {
        match types.form(ty) {
            Form::Pointer(_) => self.of_pointers,
            _ => types
                .size(ty)
                .is_some_and(|size| self.sizes.contains(&size)),
        }
    }

    fn function(&mut self, module: &Module, id: FuncId) {
        for inst in module.functions[id].insts.values() {
            self.inst(module, inst);
        }
    }

    fn inst(&mut self, module: &Module, inst: &Inst) {
        match &inst.kind {
            InstKind::Gep {
                source, indices, ..
            } => {
                let first = indices.first().and_then(|first| number(module, first));
                if first != Some(0) {
                    self.element(module, *source);
                }
            }
            InstKind::Binary {
                op: BinOp::Mul,
                lhs,
                rhs,
                ..
            } => self.sizes.extend(
                [lhs, rhs]
                    .into_iter()
                    .filter_map(|value| number(module, value)),
            ),
            InstKind::Call(call) => self.call(module, call),
            _ => {}
        }
    }

    fn element(&mut self, module: &Module, ty: TypeId) {
        match module.types.resolve(ty) {
            Type::Ptr(_) => self.of_pointers = true,
            Type::Int(_) | Type::Float(_) => {}
            _ => self
                .sizes
                .extend(module.layout.alloc_size(&module.types, ty)),
        }
    }

    /// Whether an external function gets a number of elements and their size. A single struct is copied and allocated by its size alone.
    fn call(&mut self, module: &Module, call: &Call) {
        let callee = module.direct_callee(call);
        let is_outside = callee.is_some_and(|id| {
            let function = &module.functions[id];
            function.is_declaration() && !module.text(function.name).starts_with("llvm.")
        });
        if !is_outside {
            return;
        }
        let is_integer = |ty: TypeId| matches!(module.types.resolve(ty), Type::Int(_));
        let numbers = call.args.iter().filter(|arg| is_integer(arg.ty));
        let numbers: Vec<Option<u64>> = numbers.map(|arg| number(module, &arg.value)).collect();
        let several = numbers.iter().filter(|number| **number != Some(1)).count();
        if several > 1 {
            self.sizes.extend(numbers.iter().flatten());
        }
    }
}

fn number(module: &Module, value: &Value) -> Option<u64> {
    let Value::Const(id) = value else {
        return None;
    };
    match &module.consts.get(*id).kind {
        ConstKind::Int(bits) if bits.width() <= 64 => Some(bits.low_u64()),
        _ => None,
    }
}

/// Whether a struct is recursive, as those of lists and trees.
pub(super) fn is_recursive(types: &Types<'_>, ty: TypeRef) -> bool {
    let ty = plain(types, ty);
    let mut seen: Vec<TypeRef> = Vec::new();
    let mut open = parts(types, ty);
    while let Some(part) = open.pop() {
        let part = plain(types, part);
        if part == ty || seen.len() > MAX_TYPES {
            return true;
        }
        if !seen.contains(&part) {
            seen.push(part);
            open.extend(parts(types, part));
        }
    }
    false
}

/// The type behind typedefs, qualifiers and pointers.
fn plain(types: &Types<'_>, ty: TypeRef) -> TypeRef {
    let mut ty = ty;
    for _ in 0..MAX_TYPES {
        if let TypeRef::Debug(id) = ty {
            ty = types.info.unwrapped(Some(id)).map_or(ty, TypeRef::Debug);
        }
        match types.form(ty) {
            Form::Pointer(to) => ty = to,
            _ => break,
        }
    }
    ty
}

fn parts(types: &Types<'_>, ty: TypeRef) -> Vec<TypeRef> {
    match types.form(ty) {
        Form::Record(members) | Form::Union(members) => {
            members.iter().map(|member| member.ty).collect()
        }
        Form::Array(array) => vec![array.of],
        _ => Vec::new(),
    }
}
