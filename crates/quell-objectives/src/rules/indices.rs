//! Indices of unsigned types with 64 bits: the IR takes them for signed numbers, so that `p[SIZE_MAX]` is `p[-1]`. In C that
//! element is outside of every object.

use quell_ir::opcode::{BinOp, CastOp};
use quell_ir::{Function, InstId, InstKind, LanguageRule, Module, Type, Value};
use quell_source::{BinaryOp, Kind, NodeId, UnaryOp};

use super::Found;
use crate::align::Aligner;

/// Narrower indices are extended by their own sign.
const WIDTH: u32 = 64;

/// The addresses that are computed with an index of that width.
pub(super) fn addresses(module: &Module, function: &Function) -> Vec<InstId> {
    let is_wide = |value: Value| {
        let ty = module.value_type(function, value);
        ty.is_some_and(|ty| *module.types.get(ty) == Type::Int(WIDTH))
    };
    let insts = function.insts.iter();
    let wanted = insts.filter(|(_, inst)| index_of(&inst.kind).is_some_and(is_wide));
    wanted.map(|(inst, _)| inst).collect()
}

/// Clang makes an address of its own for each index of the source, whose index is the last one.
fn index_of(kind: &InstKind) -> Option<Value> {
    match kind {
        InstKind::Gep { indices, .. } => indices.last().copied(),
        _ => None,
    }
}

pub(super) fn rules(aligner: &Aligner<'_>, addresses: &[InstId]) -> Vec<(InstId, Found)> {
    let found = addresses.iter().filter_map(|&inst| {
        let index = unsigned_index(aligner, inst)?;
        Some((inst, Found::Rule(LanguageRule::UnsignedIndex(index))))
    });
    found.collect()
}

/// The index of an address, or what is subtracted there, if it is of an unsigned type. Where the expression of an
/// instruction is not known, its value decides.
fn unsigned_index(aligner: &Aligner<'_>, inst: InstId) -> Option<Value> {
    let node = aligner.found.nodes.get(&inst).copied();
    let index = index_of(aligner.kind_of(inst))?;
    let index = match (subtracted(aligner, index), node) {
        (Some(whole), None) => whole,
        (Some(whole), Some(node)) if is_subtraction(aligner, node) => whole,
        // The negative of a constant is a constant.
        (None, Some(node)) if is_subtraction(aligner, node) => return None,
        _ => index,
    };
    let typed = node.and_then(|node| is_unsigned(aligner, node));
    let unsigned = typed.or_else(|| aligner.signed(index).map(|signed| !signed));
    (unsigned == Some(true) && !is_extended(aligner, index)).then_some(index)
}

/// The `i` of `0 - i`, which clang makes of `p - i`.
fn subtracted(aligner: &Aligner<'_>, index: Value) -> Option<Value> {
    let def = aligner.def(index)?;
    let InstKind::Binary {
        op: BinOp::Sub,
        lhs,
        rhs,
        ..
    } = *aligner.kind_of(def)
    else {
        return None;
    };
    let node = aligner.found.nodes.get(&def);
    let written = node.is_some_and(|&node| aligner.tree.kind(node) == Kind::Unary(UnaryOp::Neg));
    let zero = aligner.int_of(lhs).is_some_and(|number| number.is_zero());
    (zero && !written).then_some(rhs)
}

fn is_subtraction(aligner: &Aligner<'_>, node: NodeId) -> bool {
    matches!(
        aligner.tree.kind(node),
        Kind::Binary(BinaryOp::Sub) | Kind::Assign(Some(BinaryOp::Sub))
    )
}

/// Whether the index of an element, or the number beside a pointer, is unsigned; none if its type is not known.
fn is_unsigned(aligner: &Aligner<'_>, node: NodeId) -> Option<bool> {
    let typing = aligner.typing();
    let (first, second) = (aligner.tree.child(node, 0)?, aligner.tree.child(node, 1)?);
    let number = match typing.is_pointer(first) {
        true => second,
        false => first,
    };
    typing
        .type_of(number)
        .promoted()
        .is_signed()
        .map(|signed| !signed)
}

/// Whether a number was extended by zeros: it is too small to be wrong.
fn is_extended(aligner: &Aligner<'_>, index: Value) -> bool {
    let def = aligner.def(index).map(|def| aligner.kind_of(def));
    matches!(
        def,
        Some(InstKind::Cast {
            op: CastOp::ZExt,
            ..
        })
    )
}
