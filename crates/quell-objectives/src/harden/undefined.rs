//! Constants without a value get one.

use quell_ir::constant::ConstKind;
use quell_ir::{BlockId, FuncId, InstKind, Module, Value};

use crate::support;

/// Replaces `undef` and `poison` by zero, also in lanes of shuffles.
pub(super) fn replace(module: &mut Module, id: FuncId) {
    let blocks: Vec<BlockId> = module.functions[id].blocks.keys().collect();
    for block in blocks {
        for inst in module.functions[id].blocks[block].insts.clone() {
            let mut kind = module.functions[id].insts[inst].kind.clone();
            if let InstKind::ShuffleVector { mask, .. } = &mut kind {
                mask.iter_mut().for_each(|lane| *lane = lane.or(Some(0)));
            }
            kind.for_each_operand_mut(|value| *value = defined(module, *value));
            module.functions[id].insts[inst].kind = kind;
        }
    }
}

fn defined(module: &mut Module, value: Value) -> Value {
    let Value::Const(id) = value else {
        return value;
    };
    let constant = module.consts.get(id);
    match constant.kind {
        ConstKind::Undef | ConstKind::Poison => {
            let ty = constant.ty;
            support::zero(module, ty)
        }
        _ => value,
    }
}
