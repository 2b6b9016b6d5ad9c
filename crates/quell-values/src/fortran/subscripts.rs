//! Subscripts are within the bounds of their dimensions.

use quell_ir::{BlockId, FuncId, Function, InstId, InstKind, LanguageRule, Module, Value, build};

use super::arguments::{self, Dummy};
use super::chain::{Access, Extent, Index, Reader, Subscript};
use super::declared::Declared;

/// The offset of the extent of the first dimension in a descriptor, and the distance to that of the next one.
const EXTENT_AT: u64 = 32;
const DIMENSION: u64 = 24;

/// An access of an array element.
struct Site {
    block: BlockId,
    access: Access,
}

/// Attaches rules to all accesses of array elements, and requires of array arguments what their dummies declare.
pub(super) fn attach(module: &mut Module, id: FuncId) {
    let (sites, dummies) = found(module, &module.functions[id]);
    for site in sites {
        for (dimension, subscript) in site.access.subscripts {
            attach_one(module, id, site.block, dimension, subscript);
        }
    }
    module.functions[id].rules.sort_by_key(|rule| rule.0);
    for dummy in dummies {
        arguments::require(module, id, &dummy);
    }
}

fn found(module: &Module, function: &Function) -> (Vec<Site>, Vec<Dummy>) {
    let declared = Declared::new(module, function);
    let reader = Reader { module, function };
    let mut sites = Vec::new();
    let mut dummies = Vec::new();
    for (block, data) in function.blocks.iter() {
        for (position, &inst) in data.insts.iter().enumerate() {
            if let InstKind::InsertValue { agg, value, path } = &function.insts[inst].kind
                && path[..] == [0]
            {
                dummies.extend(arguments::described(&reader, &declared, *value, *agg));
            }
            let InstKind::Gep { base, source, .. } = &function.insts[inst].kind else {
                continue;
            };
            let extents = declared.at(module, function, *base);
            let Some(access) = reader.access(&data.insts, position, &extents) else {
                continue;
            };
            dummies.extend(arguments::accessed(&reader, *base, *source, &access));
            // A section may begin outside of the array if it is empty.
            if !starts_section(function, inst) {
                sites.push(Site { block, access });
            }
        }
    }
    dummies.extend(arguments::constant(function, &declared));
    (sites, dummies)
}

/// Whether an address is stored in a descriptor.
fn starts_section(function: &Function, inst: InstId) -> bool {
    let Some(result) = function.insts[inst].result.expand() else {
        return false;
    };
    function.insts.values().any(|user| {
        matches!(user.kind, InstKind::InsertValue { value, .. } if value == Value::Local(result))
    })
}

fn attach_one(
    module: &mut Module,
    id: FuncId,
    block: BlockId,
    dimension: u32,
    subscript: Subscript,
) {
    if let (Index::Known(index), Extent::Known(extent)) = (subscript.index, subscript.extent)
        && u64::try_from(index).is_ok_and(|index| index < extent)
    {
        return;
    }
    let index = match subscript.index {
        Index::Value(value) => value,
        Index::Known(index) => build::int(module, 64, index),
    };
    let extent = match subscript.extent {
        Extent::Value(value) => value,
        Extent::Known(extent) => build::int(module, 64, extent.cast_signed()),
        Extent::Described(descriptor) => {
            let at = EXTENT_AT + DIMENSION * u64::from(dimension);
            loaded(module, id, (block, subscript.at), descriptor, at)
        }
        Extent::Assumed => return,
    };
    let rule = LanguageRule::Subscript {
        dimension: dimension + 1,
        index,
        extent,
    };
    module.functions[id].rules.push((subscript.at, rule));
}

/// A number of 64 bits that is read before an instruction.
fn loaded(
    module: &mut Module,
    id: FuncId,
    (block, before): (BlockId, InstId),
    base: Value,
    at: u64,
) -> Value {
    let mut editor = build::Editor::at(module, id, block);
    let insts = editor.take_block(block);
    let split = insts.iter().position(|&inst| inst == before);
    let (head, tail) = insts.split_at(split.unwrap_or(0));
    head.iter().for_each(|&inst| editor.keep(inst));
    let address = editor.offset(base, at);
    let ty = editor.module.types.int(64);
    let value = editor.load(address, ty, build::unaligned());
    tail.iter().for_each(|&inst| editor.keep(inst));
    value
}
