//! Whether two values differ in any bit, in IR.

use quell_ir::opcode::{BinOp, CastOp, IntPred};
use quell_ir::{InstKind, Module, Type, TypeId, Value};

use crate::harden::any_lane;
use crate::support;
use quell_ir::build::Editor;

/// Aggregates with more members than this are not compared.
const MAX_MEMBERS: u64 = 64;

/// A condition in IR, as far as it is known without running it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Truth {
    Never,
    Always,
    /// If this value of one bit is set.
    When(Value),
}

impl Truth {
    /// The disjunction.
    pub(crate) fn or(self, editor: &mut Editor<'_>, other: Self) -> Self {
        match (self, other) {
            (Self::Always, _) | (_, Self::Always) => Self::Always,
            (Self::Never, other) | (other, Self::Never) => other,
            (Self::When(a), Self::When(b)) => Self::When(editor.binary(BinOp::Or, a, b)),
        }
    }
}

impl Truth {
    /// The conjunction.
    pub(super) fn and(self, editor: &mut Editor<'_>, other: Self) -> Self {
        match (self, other) {
            (Self::Never, _) | (_, Self::Never) => Self::Never,
            (Self::Always, other) | (other, Self::Always) => other,
            (Self::When(a), Self::When(b)) => Self::When(editor.binary(BinOp::And, a, b)),
        }
    }

    /// The negation.
    pub(super) fn not(self, editor: &mut Editor<'_>) -> Self {
        match self {
            Self::Never => Self::Always,
            Self::Always => Self::Never,
            Self::When(a) => {
                let one = support::int(editor.module, 1, 1);
                Self::When(editor.binary(BinOp::Xor, a, one))
            }
        }
    }
}

/// Whether values of a type can be compared bit by bit.
pub(super) fn is_comparable(module: &Module, ty: TypeId) -> bool {
    match module.types.resolve(ty) {
        Type::Struct { fields, .. } => {
            fields.len() as u64 <= MAX_MEMBERS
                && fields.iter().all(|&field| is_comparable(module, field))
        }
        Type::Array { len, elem } => *len <= MAX_MEMBERS && is_comparable(module, *elem),
        Type::Vector { scalable: true, .. } => false,
        _ => matches!(
            module.types.get(module.types.lane(ty)),
            Type::Int(_) | Type::Ptr(_) | Type::Float(_)
        ),
    }
}

/// Compares two values of the same type.
pub(super) fn differ(editor: &mut Editor<'_>, a: Value, b: Value) -> Truth {
    let (ty, other) = (editor.type_of(a), editor.type_of(b));
    if ty != other {
        return Truth::Always;
    }
    match a == b {
        true => Truth::Never,
        false => differ_in(editor, ty, a, b),
    }
}

fn differ_in(editor: &mut Editor<'_>, ty: TypeId, a: Value, b: Value) -> Truth {
    match editor.module.types.resolve(ty).clone() {
        Type::Struct { fields, .. } => members(editor, fields.len() as u64, a, b),
        Type::Array { len, .. } => members(editor, len, a, b),
        Type::Vector { scalable: true, .. } => Truth::Always,
        _ => scalars(editor, ty, a, b),
    }
}

/// Numbers, pointers, and vectors of them.
fn scalars(editor: &mut Editor<'_>, ty: TypeId, a: Value, b: Value) -> Truth {
    let lane = editor.module.types.lane(ty);
    let (a, b) = match *editor.module.types.get(lane) {
        Type::Int(_) | Type::Ptr(_) => (a, b),
        Type::Float(format) => {
            let bits = editor.module.types.int(format.width());
            let bits = editor.lanes_of(bits, ty);
            let a = editor.cast(CastOp::BitCast, a, bits);
            (a, editor.cast(CastOp::BitCast, b, bits))
        }
        _ => return Truth::Always,
    };
    let differing = editor.icmp(IntPred::Ne, a, b);
    Truth::When(any_lane(editor, differing))
}

fn members(editor: &mut Editor<'_>, count: u64, a: Value, b: Value) -> Truth {
    if count > MAX_MEMBERS {
        return Truth::Always;
    }
    let mut any = Truth::Never;
    for index in 0..count {
        let (Some(x), Some(y)) = (member(editor, a, index), member(editor, b, index)) else {
            return Truth::Always;
        };
        let part = differ(editor, x, y);
        any = any.or(editor, part);
    }
    any
}

fn member(editor: &mut Editor<'_>, agg: Value, index: u64) -> Option<Value> {
    let ty = editor.type_of(agg);
    let ty = editor.module.types.member(ty, index)?;
    let path = Box::new([u32::try_from(index).ok()?]);
    Some(editor.value(InstKind::ExtractValue { agg, path }, ty))
}

/// A condition as one bit.
pub(crate) fn as_bool(editor: &mut Editor<'_>, truth: Truth) -> Value {
    match truth {
        Truth::Never => support::int(editor.module, 1, 0),
        Truth::Always => support::int(editor.module, 1, 1),
        Truth::When(cond) => cond,
    }
}
