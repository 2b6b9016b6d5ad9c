//! The type rules that instructions and constant expressions share.

use super::classes::Class;
use super::error::Violation;
use crate::entity::TypeId;
use crate::layout::Layouts;
use crate::module::Module;
use crate::opcode::{BinOp, CastOp};
use crate::types::Type;

pub(super) type Checked = Result<(), Violation>;

#[derive(Clone, Copy, Debug)]
pub(super) struct Rules<'m> {
    pub(super) module: &'m Module,
    pub(super) layouts: &'m Layouts,
}

/// The relation of the widths of operand and result of a cast.
#[derive(Clone, Copy)]
enum Width {
    Any,
    Grows,
    Shrinks,
}

/// The classes of operand and result of casts, and the relation of their widths. `bitcast` is checked
/// separately.
const CASTS: &[(CastOp, Class, Class, Width)] = &[
    (CastOp::Trunc, Class::Ints, Class::Ints, Width::Shrinks),
    (CastOp::ZExt, Class::Ints, Class::Ints, Width::Grows),
    (CastOp::SExt, Class::Ints, Class::Ints, Width::Grows),
    (
        CastOp::FpTrunc,
        Class::Floats,
        Class::Floats,
        Width::Shrinks,
    ),
    (CastOp::FpExt, Class::Floats, Class::Floats, Width::Grows),
    (CastOp::FpToUi, Class::Floats, Class::Ints, Width::Any),
    (CastOp::FpToSi, Class::Floats, Class::Ints, Width::Any),
    (CastOp::UiToFp, Class::Ints, Class::Floats, Width::Any),
    (CastOp::SiToFp, Class::Ints, Class::Floats, Width::Any),
    (CastOp::PtrToInt, Class::Ptrs, Class::Ints, Width::Any),
    (CastOp::PtrToAddr, Class::Ptrs, Class::Ints, Width::Any),
    (CastOp::IntToPtr, Class::Ints, Class::Ptrs, Width::Any),
    (CastOp::AddrSpaceCast, Class::Ptrs, Class::Ptrs, Width::Any),
];

impl Rules<'_> {
    pub(super) fn kind(&self, ty: TypeId) -> &Type {
        self.module.types.get(ty)
    }

    pub(super) fn name(&self, ty: TypeId) -> String {
        self.module.display_type(ty).to_string()
    }

    pub(super) fn class(&self, what: &'static str, ty: TypeId, class: Class) -> Checked {
        if class.holds(&self.module.types, ty) {
            return Ok(());
        }
        Err(Violation::WrongType {
            what,
            found: self.name(ty),
            wanted: class.text(),
        })
    }

    pub(super) fn same(&self, what: &'static str, found: TypeId, expected: TypeId) -> Checked {
        if found == expected {
            return Ok(());
        }
        Err(Violation::TypeMismatch {
            what,
            found: self.name(found),
            expected: self.name(expected),
        })
    }

    pub(super) fn sized(&self, what: &'static str, ty: TypeId) -> Checked {
        match self.layouts.get(ty) {
            Ok(_) => Ok(()),
            Err(error) => Err(Violation::Unsized {
                what,
                ty: self.name(ty),
                why: error.to_string(),
            }),
        }
    }

    /// The number of lanes of a vector and whether it is scalable; none for scalars.
    pub(super) fn shape(&self, ty: TypeId) -> Option<(u32, bool)> {
        match self.kind(ty) {
            Type::Vector { len, scalable, .. } => Some((*len, *scalable)),
            _ => None,
        }
    }

    /// Both types must be vectors of the same number of lanes, or scalars.
    pub(super) fn same_shape(&self, what: &'static str, found: TypeId, like: TypeId) -> Checked {
        let (found, expected) = (self.shape(found), self.shape(like));
        if found == expected {
            return Ok(());
        }
        let lanes = |shape: Option<(u32, bool)>| shape.map_or(1, |shape| u64::from(shape.0));
        Err(Violation::LaneMismatch {
            what,
            found: lanes(found),
            expected: lanes(expected),
        })
    }

    pub(super) fn binary(&self, op: BinOp, lhs: TypeId, rhs: TypeId, result: TypeId) -> Checked {
        let class = if op.is_float() {
            Class::Floats
        } else {
            Class::Ints
        };
        self.class("the left operand", lhs, class)?;
        self.same("the right operand", rhs, lhs)?;
        self.same("the result", result, lhs)
    }

    pub(super) fn comparison(
        &self,
        class: Class,
        lhs: TypeId,
        rhs: TypeId,
        result: TypeId,
    ) -> Checked {
        self.class("the left operand", lhs, class)?;
        self.same("the right operand", rhs, lhs)?;
        self.class("the result", result, Class::Bools)?;
        self.same_shape("the result", result, lhs)
    }

    pub(super) fn select(
        &self,
        cond: TypeId,
        then: TypeId,
        otherwise: TypeId,
        result: TypeId,
    ) -> Checked {
        self.class("the condition", cond, Class::Bools)?;
        self.class("the first choice", then, Class::AnyValue)?;
        if self.shape(cond).is_some() {
            self.same_shape("the first choice", then, cond)?;
        }
        self.same("the second choice", otherwise, then)?;
        self.same("the result", result, then)
    }

    pub(super) fn cast(&self, op: CastOp, from: TypeId, to: TypeId) -> Checked {
        let allowed = match CASTS.iter().find(|entry| entry.0 == op) {
            Some(&(_, take, give, width)) => {
                take.holds(&self.module.types, from)
                    && give.holds(&self.module.types, to)
                    && self.shape(from) == self.shape(to)
                    && self.widths(width, from, to)
                    && (op != CastOp::AddrSpaceCast || from != to)
            }
            None => self.bitcast(from, to),
        };
        if allowed {
            return Ok(());
        }
        Err(Violation::BadCast {
            op: op.text(),
            from: self.name(from),
            to: self.name(to),
        })
    }

    /// The bits of a lane; none for pointers.
    fn lane_bits(&self, ty: TypeId) -> Option<u32> {
        match self.kind(self.module.types.lane(ty)) {
            Type::Int(width) => Some(*width),
            Type::Float(format) => Some(format.width()),
            _ => None,
        }
    }

    fn widths(&self, width: Width, from: TypeId, to: TypeId) -> bool {
        let (from, to) = (self.lane_bits(from), self.lane_bits(to));
        match width {
            Width::Any => true,
            Width::Grows => from < to,
            Width::Shrinks => from > to,
        }
    }

    /// A `bitcast` keeps pointers in their address space, and the number of bits of other types.
    fn bitcast(&self, from: TypeId, to: TypeId) -> bool {
        let types = &self.module.types;
        let lanes = (types.get(types.lane(from)), types.get(types.lane(to)));
        if let (Type::Ptr(a), Type::Ptr(b)) = lanes {
            let count = |ty| self.shape(ty).unwrap_or((1, false));
            return a == b && count(from) == count(to);
        }
        let bits = |ty: TypeId| {
            let (lanes, scalable) = self.shape(ty).unwrap_or((1, false));
            let bits = u64::from(self.lane_bits(ty)?) * u64::from(lanes);
            Some((bits, scalable))
        };
        matches!((bits(from), bits(to)), (Some(a), Some(b)) if a == b)
    }
}
