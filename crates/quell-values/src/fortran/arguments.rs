//! An actual argument has at least the elements that the dummy array declares.
//!
//! The requirement is a `getelementptr inbounds` to the end of the declared array, in the entry block, where its extents are
//! known. Dummies that may be absent are left out: only their accesses are checked.

use quell_ir::function::LocalDef;
use quell_ir::opcode::{BinOp, CastOp, Flags};
use quell_ir::{FuncId, Function, InstId, InstKind, Module, TypeId, Value, build};

use super::chain::{Access, Extent, Reader};
use super::declared::Declared;

/// A dummy array of explicit shape.
#[derive(Debug)]
pub(super) struct Dummy {
    address: Value,
    extents: Vec<Extent>,
    /// Bytes of an element.
    size: u64,
}

/// The dummy whose element is accessed.
pub(super) fn accessed(
    reader: &Reader<'_>,
    address: Value,
    element: TypeId,
    access: &Access,
) -> Option<Dummy> {
    let module = reader.module;
    let size = module.layout.alloc_size(&module.types, element).ok()?;
    Some(Dummy {
        address,
        extents: access.extents.clone(),
        size,
    })
}

/// The dummy that a descriptor describes as a whole.
pub(super) fn described(
    reader: &Reader<'_>,
    declared: &Declared,
    address: Value,
    mut descriptor: Value,
) -> Option<Dummy> {
    let (_, array) = declared
        .parameters(reader.function)
        .find(|known| known.0 == address)?;
    let constant = |extent: &Option<u64>| extent.map_or(Extent::Assumed, Extent::Known);
    let mut extents: Vec<Extent> = array.extents.iter().map(constant).collect();
    while let Some(InstKind::InsertValue { agg, value, path }) = reader.definition(descriptor) {
        if let [7, dimension, 1] = path[..]
            && let Some(extent) = extents.get_mut(dimension as usize)
        {
            *extent = Extent::Value(*value);
        }
        descriptor = *agg;
    }
    Some(Dummy {
        address,
        extents,
        size: array.size?,
    })
}

/// The dummies of constant size.
pub(super) fn constant(function: &Function, declared: &Declared) -> Vec<Dummy> {
    let arrays = declared.parameters(function);
    let arrays = arrays.filter_map(|(address, array)| {
        let extents: Option<Vec<u64>> = array.extents.iter().copied().collect();
        Some(Dummy {
            address,
            extents: extents?.into_iter().map(Extent::Known).collect(),
            size: array.size?,
        })
    });
    arrays.collect()
}

/// Requires that the elements exist. Each requirement is added once.
pub(super) fn require(module: &mut Module, id: FuncId, dummy: &Dummy) {
    let function = &module.functions[id];
    if may_be_absent(function, dummy.address) || is_required(function, dummy.address) {
        return;
    }
    let Some(position) = position_of(function, dummy) else {
        return;
    };
    let Some(entry) = function.entry() else {
        return;
    };
    let mut editor = build::Editor::at(module, id, entry);
    let insts = editor.take_block(entry);
    let (head, tail) = insts.split_at(position.min(insts.len()));
    head.iter().for_each(|&inst| editor.keep(inst));
    let mut bytes = build::int(editor.module, 64, dummy.size.cast_signed());
    for extent in &dummy.extents {
        let count = match *extent {
            Extent::Value(value) => value,
            Extent::Known(count) => build::int(editor.module, 64, count.cast_signed()),
            Extent::Described(_) | Extent::Assumed => continue,
        };
        bytes = product(&mut editor, bytes, count);
    }
    let (source, ptr) = (editor.module.types.int(8), editor.module.types.ptr());
    let end = InstKind::Gep {
        flags: Flags::INBOUNDS,
        source,
        base: dummy.address,
        indices: [bytes].into(),
    };
    editor.value(end, ptr);
    tail.iter().for_each(|&inst| editor.keep(inst));
}

fn product(editor: &mut build::Editor<'_>, lhs: Value, rhs: Value) -> Value {
    let ty = editor.type_of(lhs);
    let kind = InstKind::Binary {
        op: BinOp::Mul,
        flags: Flags::NSW,
        lhs,
        rhs,
    };
    editor.value(kind, ty)
}

/// The position after the instructions that compute the extents, if all are known and in the entry block.
fn position_of(function: &Function, dummy: &Dummy) -> Option<usize> {
    let Value::Local(local) = dummy.address else {
        return None;
    };
    if !matches!(function.locals.get(local)?.def, LocalDef::Param(_)) {
        return None;
    }
    let insts = &function.blocks[function.entry()?].insts;
    let is_variable = |&inst: &InstId| matches!(function.insts[inst].kind, InstKind::Alloca { .. });
    let mut position = insts.iter().take_while(|inst| is_variable(inst)).count();
    for extent in &dummy.extents {
        match *extent {
            Extent::Value(Value::Local(extent)) => {
                if let LocalDef::Inst(inst) = function.locals.get(extent)?.def {
                    let at = insts.iter().position(|&known| known == inst)?;
                    position = position.max(at + 1);
                }
            }
            Extent::Value(_) | Extent::Known(_) => {}
            Extent::Described(_) | Extent::Assumed => return None,
        }
    }
    Some(position)
}

/// Whether the program tests if the argument is present.
fn may_be_absent(function: &Function, address: Value) -> bool {
    function.insts.values().any(|inst| match inst.kind {
        InstKind::Cast {
            op: CastOp::PtrToInt,
            arg,
            ..
        } => arg == address,
        InstKind::ICmp { lhs, rhs, .. } => lhs == address || rhs == address,
        _ => false,
    })
}

fn is_required(function: &Function, address: Value) -> bool {
    function.insts.values().any(|inst| match &inst.kind {
        InstKind::Gep { flags, base, .. } => *base == address && flags.contains(Flags::INBOUNDS),
        _ => false,
    })
}
