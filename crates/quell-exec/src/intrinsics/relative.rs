//! Relative lookup tables, which LLVM makes of tables of pointers.
//!
//! An entry is the low half of a difference of two addresses. Objects of the machine are too far apart for
//! that, so the target of an entry is taken from the initialiser of the table.

use quell_ir::opcode::{BinOp, CastOp};
use quell_ir::{ConstExpr, ConstId, ConstKind, GlobalRef};

use crate::domain::{Domain, Test};
use crate::machine::Machine;
use crate::memory::{Memory, ObjectKind};
use crate::program::Program;
use crate::stop::Stop;
use crate::value::Val;

const ENTRY_SIZE: i64 = 4;

/// The target of the entry at `at`, if it is in a constant table relative to `base`.
pub fn entry<D: Domain>(
    machine: &mut Machine<D>,
    base: &D::Ptr,
    at: &D::Ptr,
) -> Result<Option<D::Ptr>, Stop> {
    let Some(target) = machine.memory.target(&mut machine.domain, at) else {
        return Ok(None);
    };
    let ObjectKind::Global(name) = target.kind else {
        return Ok(None);
    };
    let Some((to, from)) = difference(&machine.program, &name, target.offset) else {
        return Ok(None);
    };
    let (Val::Ptr(to), Val::Ptr(from)) = (machine.const_value(to)?, machine.const_value(from)?)
    else {
        return Ok(None);
    };
    let same = machine.domain.ptr_test(Test::Eq, &from, base);
    let same = machine.domain.known(&same, "a pointer")?;
    Ok(same.then_some(to))
}

/// The pointers whose difference is at an offset of a table.
fn difference(program: &Program, table: &str, offset: i64) -> Option<(ConstId, ConstId)> {
    let module = &program.module;
    let Some(GlobalRef::Var(table)) = module.find(table) else {
        return None;
    };
    let ConstKind::Aggregate(entries) = &module.consts.get(module.globals[table].init?).kind else {
        return None;
    };
    let index = usize::try_from(offset / ENTRY_SIZE).ok()?;
    let entry = *entries.get(index).filter(|_| offset % ENTRY_SIZE == 0)?;
    let whole = cast_of(program, CastOp::Trunc, entry)?;
    let ConstKind::Expr(sub) = &module.consts.get(whole).kind else {
        return None;
    };
    let ConstExpr::Binary {
        op: BinOp::Sub,
        lhs,
        rhs,
        ..
    } = **sub
    else {
        return None;
    };
    let to = cast_of(program, CastOp::PtrToInt, lhs)?;
    Some((to, cast_of(program, CastOp::PtrToInt, rhs)?))
}

/// The operand of a constant conversion.
fn cast_of(program: &Program, wanted: CastOp, id: ConstId) -> Option<ConstId> {
    match &program.module.consts.get(id).kind {
        ConstKind::Expr(expr) => match **expr {
            ConstExpr::Cast { op, arg, .. } if op == wanted => Some(arg),
            _ => None,
        },
        _ => None,
    }
}
