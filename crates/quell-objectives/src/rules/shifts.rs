//! The rules of C's shifts. Shifts that only take bit-fields apart or put them together are no operators of the source and
//! get no rule.

use quell_ir::opcode::{BinOp, CastOp};
use quell_ir::{Function, InstId, InstKind, LanguageRule, Type, Value};
use quell_source::{BinaryOp, Kind, NodeId};

use super::{Found, SignedOverflow};
use crate::align::{Aligner, literal};

/// The shifts of a function.
pub(super) fn shifts(function: &Function) -> Vec<InstId> {
    let insts = function.insts.iter();
    let shifts = insts.filter(|(_, inst)| shift(&inst.kind).is_some());
    shifts.map(|(inst, _)| inst).collect()
}

pub(super) fn rules(
    aligner: &Aligner<'_>,
    shifts: &[InstId],
    overflow: SignedOverflow,
) -> Vec<(InstId, Found)> {
    let mut found = Vec::new();
    for &inst in shifts {
        let node = aligner.found.nodes.get(&inst).copied();
        if node.is_none() && !aligner.found.unaligned.contains(&inst) {
            continue;
        }
        if overflow == SignedOverflow::Undefined && shifts_signed_left(aligner, inst, node) {
            found.push((inst, Found::Rule(LanguageRule::SignedShiftLeft)));
        }
        found.extend(distance(aligner, inst, node).map(|rule| (inst, rule)));
    }
    found
}

/// The operands of a shift.
fn shift(kind: &InstKind) -> Option<(BinOp, Value, Value)> {
    match *kind {
        InstKind::Binary {
            op: op @ (BinOp::Shl | BinOp::LShr | BinOp::AShr),
            lhs,
            rhs,
            ..
        } => Some((op, lhs, rhs)),
        _ => None,
    }
}

/// Whether the left operand is signed. Where it is not known which expression an instruction is, nothing is: an operand that
/// the source converts to an unsigned type looks the same.
fn shifts_signed_left(aligner: &Aligner<'_>, inst: InstId, node: Option<NodeId>) -> bool {
    let Some((BinOp::Shl, left, _)) = shift(aligner.kind_of(inst)) else {
        return false;
    };
    match node {
        Some(node) if is_shift(aligner, node) => {
            let ty = aligner.typing().operation_at(node, BinaryOp::Shl);
            ty.is_signed().or_else(|| aligner.signed(left)) == Some(true)
        }
        Some(_) => false,
        None => false,
    }
}

fn is_shift(aligner: &Aligner<'_>, node: NodeId) -> bool {
    matches!(
        aligner.tree.kind(node),
        Kind::Binary(BinaryOp::Shl | BinaryOp::Shr)
            | Kind::Assign(Some(BinaryOp::Shl | BinaryOp::Shr))
    )
}

/// The distance before the compiler narrowed it.
fn distance(aligner: &Aligner<'_>, inst: InstId, node: Option<NodeId>) -> Option<Found> {
    let (_, left, right) = shift(aligner.kind_of(inst))?;
    if let Some(def) = aligner.def(right)
        && let InstKind::Cast {
            op: CastOp::Trunc,
            arg,
            ..
        } = *aligner.kind_of(def)
    {
        let narrowed = node.is_none_or(|node| has_width_of(aligner, node, arg));
        return narrowed.then_some(Found::Rule(LanguageRule::ShiftDistance(arg)));
    }
    let Type::Int(width) = *aligner.module.types.get(aligner.type_of(left)?) else {
        return None;
    };
    let node = node.filter(|&node| is_shift(aligner, node))?;
    let written = aligner.tree.bare(aligner.tree.child(node, 1)?);
    let number = literal::signed(aligner.tree, written)?;
    let valid = (0..i64::from(width)).contains(&number);
    (!valid).then_some(Found::Distance(number))
}

/// Whether the right operand of a shift is as wide as a value, which a cast of the source would not leave.
fn has_width_of(aligner: &Aligner<'_>, node: NodeId, value: Value) -> bool {
    let right = aligner.tree.child(node, 1);
    let ty = right.map(|right| aligner.typing().type_of(right).promoted());
    let own = aligner
        .type_of(value)
        .map(|ty| aligner.module.types.get(ty));
    match (ty.and_then(|ty| ty.integer()), own) {
        (Some(ty), Some(Type::Int(width))) => ty.width == *width,
        _ => true,
    }
}
