//! Static addresses: a global and an offset in it.

use super::node::int_of;
use crate::constant::{ConstExpr, ConstKind, GlobalRef};
use crate::entity::{ConstId, TypeId};
use crate::module::Module;
use crate::opcode::CastOp;
use crate::types::Type;

/// The address of a byte of a global.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StaticAddress {
    pub global: GlobalRef,
    pub offset: i64,
}

/// How many nested expressions are followed.
const MAX_NESTING: usize = 64;

/// The static address of a constant, through casts and `getelementptr`.
pub fn static_address(module: &Module, constant: ConstId) -> Option<StaticAddress> {
    let (mut current, mut offset) = (constant, 0i64);
    for _ in 0..MAX_NESTING {
        current = match &module.consts.get(current).kind {
            ConstKind::Global(global) => {
                let global = *global;
                return Some(StaticAddress { global, offset });
            }
            ConstKind::Expr(expr) => match &**expr {
                ConstExpr::Cast {
                    op: CastOp::BitCast | CastOp::AddrSpaceCast,
                    arg,
                    ..
                } => *arg,
                ConstExpr::Gep {
                    source,
                    base,
                    indices,
                    ..
                } => {
                    let indices = indices.iter().map(|&index| int_of(module, index));
                    offset = offset.checked_add(gep_offset(module, *source, indices)?)?;
                    *base
                }
                _ => return None,
            },
            _ => return None,
        };
    }
    None
}

/// The byte offset of a `getelementptr`; `None` if an index is unknown or the offset overflows.
pub(super) fn gep_offset(
    module: &Module,
    source: TypeId,
    indices: impl Iterator<Item = Option<i128>>,
) -> Option<i64> {
    let (layout, types) = (&module.layout, &module.types);
    let mut offset = 0i128;
    let mut ty = source;
    for (level, index) in indices.enumerate() {
        let index = index?;
        let step = match types.resolve(ty) {
            Type::Struct { .. } if level > 0 => {
                let fields = layout.struct_layout(types, ty).ok()?.offsets;
                let at = *fields.get(usize::try_from(index).ok()?)?;
                ty = types.member(ty, u64::try_from(index).ok()?)?;
                i128::from(at)
            }
            _ => {
                if level > 0 {
                    ty = element(types.resolve(ty))?;
                }
                let size = layout.alloc_size(types, ty).ok()?;
                index.checked_mul(i128::from(size))?
            }
        };
        offset = offset.checked_add(step)?;
    }
    i64::try_from(offset).ok()
}

const fn element(ty: &Type) -> Option<TypeId> {
    match ty {
        Type::Array { elem, .. } | Type::Vector { elem, .. } => Some(*elem),
        _ => None,
    }
}
