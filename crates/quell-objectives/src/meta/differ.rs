//! Whether two values differ in any bit.

use quell_ir::opcode::{BinOp, CastOp, IntPred};
use quell_ir::{InstKind, Type, TypeId, Value};

use crate::harden::any_lane;
use crate::support;
use quell_ir::build::Editor;

/// Aggregates with more members than this are taken to differ.
const MAX_MEMBERS: u64 = 64;

/// What is known of whether a run infects a mutant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Infection {
    Never,
    Always,
    /// If this condition holds.
    When(Value),
}

impl Infection {
    /// Infected if either says so.
    pub(super) fn or(self, editor: &mut Editor<'_>, other: Self) -> Self {
        match (self, other) {
            (Self::Always, _) | (_, Self::Always) => Self::Always,
            (Self::Never, other) | (other, Self::Never) => other,
            (Self::When(a), Self::When(b)) => Self::When(editor.binary(BinOp::Or, a, b)),
        }
    }
}

/// Compares two values of the same type.
pub(super) fn differ(editor: &mut Editor<'_>, a: Value, b: Value) -> Infection {
    let (ty, other) = (editor.type_of(a), editor.type_of(b));
    if ty != other {
        return Infection::Always;
    }
    match a == b {
        true => Infection::Never,
        false => differ_in(editor, ty, a, b),
    }
}

fn differ_in(editor: &mut Editor<'_>, ty: TypeId, a: Value, b: Value) -> Infection {
    match editor.module.types.resolve(ty).clone() {
        Type::Struct { fields, .. } => members(editor, fields.len() as u64, a, b),
        Type::Array { len, .. } => members(editor, len, a, b),
        Type::Vector { scalable: true, .. } => Infection::Always,
        _ => scalars(editor, ty, a, b),
    }
}

/// Numbers, pointers, and vectors of them.
fn scalars(editor: &mut Editor<'_>, ty: TypeId, a: Value, b: Value) -> Infection {
    let lane = editor.module.types.lane(ty);
    let (a, b) = match *editor.module.types.get(lane) {
        Type::Int(_) | Type::Ptr(_) => (a, b),
        Type::Float(format) => {
            let bits = editor.module.types.int(format.width());
            let bits = editor.lanes_of(bits, ty);
            let a = editor.cast(CastOp::BitCast, a, bits);
            (a, editor.cast(CastOp::BitCast, b, bits))
        }
        _ => return Infection::Always,
    };
    let differing = editor.icmp(IntPred::Ne, a, b);
    Infection::When(any_lane(editor, differing))
}

fn members(editor: &mut Editor<'_>, count: u64, a: Value, b: Value) -> Infection {
    if count > MAX_MEMBERS {
        return Infection::Always;
    }
    let mut infection = Infection::Never;
    for index in 0..count {
        let (Some(x), Some(y)) = (member(editor, a, index), member(editor, b, index)) else {
            return Infection::Always;
        };
        let part = differ(editor, x, y);
        infection = infection.or(editor, part);
    }
    infection
}

fn member(editor: &mut Editor<'_>, agg: Value, index: u64) -> Option<Value> {
    let ty = editor.type_of(agg);
    let ty = editor.module.types.member(ty, index)?;
    let path = Box::new([u32::try_from(index).ok()?]);
    Some(editor.value(InstKind::ExtractValue { agg, path }, ty))
}

/// A condition as one bit.
pub(super) fn as_bool(editor: &mut Editor<'_>, infection: Infection) -> Value {
    match infection {
        Infection::Never => support::int(editor.module, 1, 0),
        Infection::Always => support::int(editor.module, 1, 1),
        Infection::When(cond) => cond,
    }
}
