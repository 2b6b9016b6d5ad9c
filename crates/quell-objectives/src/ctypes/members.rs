//! Members of structures and targets of pointers.

use quell_ir::MdId;
use quell_ir::debug::{Aggregate, DebugInfo, DiType};

use super::dictionary::of_debug;
use super::{CType, Form, Integer};

/// The maximal nesting of unnamed structures.
const MAX_DEPTH: u32 = 8;

/// Whether it is a pointer, or an array, which becomes one.
pub(crate) fn is_pointer(info: &DebugInfo<'_>, ty: &CType) -> bool {
    match ty {
        CType::Pointer(_) => true,
        CType::Debug(id) => matches!(
            info.ty(*id),
            DiType::Pointer { .. } | DiType::Array(_) | DiType::Subroutine { .. }
        ),
        _ => false,
    }
}

/// The target of a pointer; the elements of an array.
pub(crate) fn pointee(info: &DebugInfo<'_>, ty: &CType) -> CType {
    match ty {
        CType::Pointer(to) => (**to).clone(),
        CType::Debug(id) => match info.ty(*id) {
            DiType::Pointer { to, .. } => of_debug(info, to),
            DiType::Array(array) if array.dimensions.len() == 1 && !array.vector => {
                of_debug(info, array.of)
            }
            DiType::Subroutine { .. } => ty.clone(),
            _ => CType::Unknown,
        },
        CType::Opaque(number) => CType::opaque(("pointee", number)),
        _ => CType::Unknown,
    }
}

/// The element type of an array of arrays after this many indices.
pub(crate) fn element(info: &DebugInfo<'_>, ty: &CType, indices: usize) -> CType {
    if let CType::Debug(id) = ty
        && let DiType::Array(array) = info.ty(*id)
        && !array.vector
        && array.dimensions.len() == indices
    {
        return of_debug(info, array.of);
    }
    match indices {
        1 => pointee(info, ty),
        _ => CType::Unknown,
    }
}

/// The member of a structure or union.
pub(crate) fn member(info: &DebugInfo<'_>, of: &CType, name: &str) -> CType {
    match of {
        CType::Debug(id) => find(info, *id, name, MAX_DEPTH).unwrap_or(CType::Unknown),
        CType::Opaque(number) => CType::opaque(("member", number, name)),
        _ => CType::Unknown,
    }
}

fn find(info: &DebugInfo<'_>, id: MdId, name: &str, depth: u32) -> Option<CType> {
    let depth = depth.checked_sub(1)?;
    let DiType::Aggregate(Aggregate { fields, .. }) = info.ty(id) else {
        return None;
    };
    for field in fields {
        match field.name {
            Some(own) if own == name => {
                let ty = of_debug(info, field.ty);
                return Some(match (field.bit_field, ty) {
                    (true, CType::Int(integer)) => CType::Int(Integer {
                        form: match integer.form {
                            Form::Bool => Form::Bool,
                            _ => Form::Field(u32::try_from(field.bits).ok()?),
                        },
                        ..integer
                    }),
                    (true, _) => CType::Unknown,
                    (false, ty) => ty,
                });
            }
            None => {
                let inner = info.unwrapped(field.ty);
                if let Some(found) = inner.and_then(|inner| find(info, inner, name, depth)) {
                    return Some(found);
                }
            }
            _ => {}
        }
    }
    None
}
