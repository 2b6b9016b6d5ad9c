//! Classes of types that operands must belong to.

use crate::entity::TypeId;
use crate::types::{Type, TypeTable};

/// A requirement on a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Class {
    Bool,
    Int,
    Ptr,
    Vector,
    Aggregate,
    /// The type of a local.
    AnyValue,
    /// From here to `IntsOrPtrs`: scalars or vectors of them.
    Bools,
    Ints,
    Floats,
    Ptrs,
    IntsOrPtrs,
    IntOrPtr,
    Scalar,
}

impl Class {
    /// The class in words, for messages.
    pub(super) const fn text(self) -> &'static str {
        match self {
            Self::Bool => "`i1`",
            Self::Int => "an integer",
            Self::Ptr => "a pointer",
            Self::Vector => "a vector",
            Self::Aggregate => "a struct or array",
            Self::AnyValue => "a first-class type",
            Self::Bools => "`i1` or a vector of it",
            Self::Ints => "an integer or a vector of integers",
            Self::Floats => "a float or a vector of floats",
            Self::Ptrs => "a pointer or a vector of pointers",
            Self::IntsOrPtrs => "an integer, a pointer or a vector of these",
            Self::Scalar => "an integer, float or pointer",
            Self::IntOrPtr => "an integer or a pointer",
        }
    }

    pub(super) fn holds(self, types: &TypeTable, ty: TypeId) -> bool {
        let (kind, lane) = (types.get(ty), types.get(types.lane(ty)));
        match self {
            Self::Bool => *kind == Type::Int(1),
            Self::Int => matches!(kind, Type::Int(_)),
            Self::Ptr => matches!(kind, Type::Ptr(_)),
            Self::Vector => matches!(kind, Type::Vector { .. }),
            Self::Aggregate => {
                matches!(types.resolve(ty), Type::Struct { .. } | Type::Array { .. })
            }
            Self::AnyValue => is_first_class(kind),
            Self::Bools => *lane == Type::Int(1),
            Self::Ints => matches!(lane, Type::Int(_)),
            Self::Floats => matches!(lane, Type::Float(_)),
            Self::Ptrs => matches!(lane, Type::Ptr(_)),
            Self::IntsOrPtrs => matches!(lane, Type::Int(_) | Type::Ptr(_)),
            Self::Scalar => {
                matches!(kind, Type::Int(_) | Type::Ptr(_) | Type::Float(_))
            }
            Self::IntOrPtr => matches!(kind, Type::Int(_) | Type::Ptr(_)),
        }
    }
}

fn is_first_class(kind: &Type) -> bool {
    !matches!(
        kind,
        Type::Void | Type::Func { .. } | Type::Label | Type::Metadata
    )
}
