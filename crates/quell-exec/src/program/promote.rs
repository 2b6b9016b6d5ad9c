//! Finds the local variables that can be kept in a register: scalars whose address is only loaded from and
//! stored to, as a whole.

use quell_ir::entity::{EntityRef, SecondaryMap};
use quell_ir::{
    Callee, ConstKind, Function, GlobalRef, InstKind, LocalId, Module, Type, TypeId, Value,
};

/// The type of each promoted variable, by the local that holds its address.
pub type Promoted = SecondaryMap<LocalId, Option<TypeId>>;

pub fn find(module: &Module, function: &Function) -> Promoted {
    let mut promoted = Promoted::with_capacity(function.locals.len());
    for inst in function.insts.values() {
        if let (
            InstKind::Alloca {
                elem, count: None, ..
            },
            Some(local),
        ) = (&inst.kind, inst.result.expand())
            && is_scalar(module, *elem)
        {
            promoted[local] = Some(*elem);
        }
    }
    for inst in function.insts.values() {
        reject_escapes(module, function, &inst.kind, inst.ty, &mut promoted);
    }
    promoted
}

fn is_scalar(module: &Module, ty: TypeId) -> bool {
    matches!(
        module.types.get(ty),
        Type::Int(_) | Type::Float(_) | Type::Ptr(_)
    )
}

fn reject_escapes(
    module: &Module,
    function: &Function,
    kind: &InstKind,
    ty: TypeId,
    promoted: &mut Promoted,
) {
    if is_lifetime_marker(module, kind) {
        return;
    }
    let mut reject = |value: Value, unless: Option<TypeId>| {
        if let Value::Local(local) = value
            && local.index() < function.locals.len()
            && promoted[local] != unless
        {
            promoted[local] = None;
        }
    };
    match kind {
        InstKind::Load { ptr, .. } => reject(*ptr, Some(ty)),
        InstKind::Store { value, ptr, .. } => {
            reject(*value, None);
            reject(*ptr, module.value_type(function, *value));
        }
        _ => kind.for_each_operand(|&value| reject(value, None)),
    }
}

/// Lifetime markers do not let an address escape.
pub fn is_lifetime_marker(module: &Module, kind: &InstKind) -> bool {
    let Some(call) = kind.as_call() else {
        return false;
    };
    let Callee::Value(Value::Const(callee)) = &call.callee else {
        return false;
    };
    let ConstKind::Global(GlobalRef::Func(func)) = module.consts.get(*callee).kind else {
        return false;
    };
    module
        .text(module.functions[func].name)
        .starts_with("llvm.lifetime.")
}
