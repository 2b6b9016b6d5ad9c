//! Integer arithmetic and conversions between integer kinds do not overflow.
//!
//! All sums, differences and products are covered: those of the source, `abs`, `**`, steps of loops, and those that flang
//! adds for extents and trip counts, which overflow only where the program is invalid anyway. Left out are sums that flang
//! computes before it selects among results, as for `modulo`: the program may not need them.

use quell_ir::opcode::{BinOp, CastOp, Flags};
use quell_ir::{FuncId, Function, InstId, InstKind, Module, Type, Value};

pub(super) fn forbid(module: &mut Module, id: FuncId) {
    let found: Vec<InstId> = {
        let function = &module.functions[id];
        let insts = function.insts.iter();
        let found = insts.filter(|(id, _)| overflows(module, function, *id));
        found.map(|(id, _)| id).collect()
    };
    for inst in found {
        match &mut module.functions[id].insts[inst].kind {
            InstKind::Binary { flags, .. } | InstKind::Cast { flags, .. } => {
                flags.insert(Flags::NSW);
            }
            _ => {}
        }
    }
}

/// Whether overflow of this instruction is an error of the program.
fn overflows(module: &Module, function: &Function, inst: InstId) -> bool {
    let is_number =
        matches!(module.types.get(function.insts[inst].ty), Type::Int(width) if *width > 1);
    match function.insts[inst].kind {
        InstKind::Binary { op, .. } => {
            let may_overflow = match op {
                BinOp::Add => !is_selected(function, inst),
                op => matches!(op, BinOp::Sub | BinOp::Mul),
            };
            is_number && may_overflow
        }
        InstKind::Cast {
            op: CastOp::Trunc, ..
        } => is_number && !becomes_character(function, inst),
        _ => false,
    }
}

/// Whether the result is only one of those that are selected among.
fn is_selected(function: &Function, inst: InstId) -> bool {
    let Some(result) = function.insts[inst].result.expand() else {
        return false;
    };
    let mut uses = function
        .insts
        .values()
        .filter(|user| user.kind.operands().contains(&Value::Local(result)));
    uses.all(|user| matches!(user.kind, InstKind::Select { .. }))
}

/// `char(200)` is a byte whose highest bit is no sign.
fn becomes_character(function: &Function, inst: InstId) -> bool {
    let Some(result) = function.insts[inst].result.expand() else {
        return false;
    };
    function.insts.values().any(|user| {
        matches!(user.kind, InstKind::InsertValue { value, .. } if value == Value::Local(result))
    })
}
