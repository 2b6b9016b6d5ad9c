//! Pointer parameters that the code compares with null, in the function itself or in one that it passes them to: these may be
//! null. The search over-approximates: a variable that holds the parameter once counts as the parameter. An input with a null pointer
//! that the code does not expect has undefined behaviour, and is invalid as any other such input.

use std::collections::BTreeSet;

use quell_ir::{ConstKind, FuncId, Function, InstKind, LocalDef, LocalId, Module, Value};

/// The IR parameters of a function that are compared with null.
pub(super) fn compared_with_null(module: &Module, function: FuncId) -> BTreeSet<u32> {
    let params = 0..module.functions[function].params.len() as u32;
    params
        .filter(|param| is_compared(module, (function, *param)))
        .collect()
}

fn is_compared(module: &Module, param: (FuncId, u32)) -> bool {
    let mut seen = BTreeSet::from([param]);
    let mut open = vec![param];
    while let Some((id, param)) = open.pop() {
        let function = &module.functions[id];
        let copies = copies(function, param);
        let is_copy =
            |value: &Value| matches!(value, Value::Local(local) if copies.contains(local));
        for inst in function.insts.values() {
            match &inst.kind {
                InstKind::ICmp { lhs, rhs, .. }
                    if (is_copy(lhs) && is_null(module, rhs))
                        || (is_copy(rhs) && is_null(module, lhs)) =>
                {
                    return true;
                }
                InstKind::Call(call) => {
                    let Some(callee) = module.direct_callee(call) else {
                        continue;
                    };
                    let passed = call.args.iter().zip(0u32..);
                    let passed = passed.filter(|(arg, _)| is_copy(&arg.value));
                    let passed = passed.map(|(_, index)| (callee, index));
                    open.extend(passed.filter(|next| seen.insert(*next)));
                }
                _ => {}
            }
        }
    }
    false
}

/// The locals that hold a parameter, and the variables that it is stored into.
fn copies(function: &Function, param: u32) -> BTreeSet<LocalId> {
    let own = function.locals.iter();
    let own =
        own.filter(|(_, local)| matches!(local.def, LocalDef::Param(index) if index == param));
    let mut copies: BTreeSet<LocalId> = own.map(|(id, _)| id).collect();
    let mut variables: BTreeSet<LocalId> = BTreeSet::new();
    loop {
        let before = (copies.len(), variables.len());
        for (id, local) in function.locals.iter() {
            let LocalDef::Inst(inst) = local.def else {
                continue;
            };
            let Some(inst) = function.insts.get(inst) else {
                continue;
            };
            let is_read = match &inst.kind {
                InstKind::Load {
                    ptr: Value::Local(from),
                    ..
                } => variables.contains(from),
                InstKind::Phi { incoming, .. } => {
                    let mut values = incoming.iter().map(|(value, _)| value);
                    values.any(|value| matches!(value, Value::Local(of) if copies.contains(of)))
                }
                _ => false,
            };
            if is_read {
                copies.insert(id);
            }
        }
        for inst in function.insts.values() {
            if let InstKind::Store {
                value: Value::Local(value),
                ptr: Value::Local(to),
                ..
            } = &inst.kind
                && copies.contains(value)
                && is_variable(function, *to)
            {
                variables.insert(*to);
            }
        }
        if before == (copies.len(), variables.len()) {
            return copies;
        }
    }
}

fn is_variable(function: &Function, local: LocalId) -> bool {
    let def = function.locals.get(local).map(|local| local.def);
    let Some(LocalDef::Inst(inst)) = def else {
        return false;
    };
    let inst = function.insts.get(inst);
    inst.is_some_and(|inst| matches!(inst.kind, InstKind::Alloca { .. }))
}

fn is_null(module: &Module, value: &Value) -> bool {
    match value {
        Value::Const(id) => matches!(module.consts.get(*id).kind, ConstKind::Null),
        _ => false,
    }
}
