//! What the source forbids to assign to.

use quell_ir::debug::{DiType, WrapperKind};
use quell_ir::{InstKind, MdId, Value};

use super::Workshop;
use crate::align::names;

/// Deeper address computations are not followed.
const MAX_DEPTH: u32 = 16;

impl Workshop<'_> {
    /// Whether what lies at an address is `const`, as far as the debug information tells.
    pub(super) fn is_const(&self, pointer: Value) -> bool {
        let ty = self.source_type(pointer, MAX_DEPTH);
        ty.is_some_and(|ty| self.is_const_type(ty))
    }

    /// The source type of what lies at an address. Of a member of a structure that is the structure's, if it is
    /// constant as a whole.
    fn source_type(&self, pointer: Value, depth: u32) -> Option<MdId> {
        let depth = depth.checked_sub(1)?;
        let aligner = self.aligner;
        if let Some(named) = aligner.names.at(aligner.module, pointer) {
            return named.ty;
        }
        match aligner.kind_of(aligner.def(pointer)?) {
            InstKind::Load { ptr, .. } => {
                let ty = self.source_type(*ptr, depth);
                names::pointee(&aligner.info, ty)
            }
            InstKind::Gep { base, .. } => {
                let ty = self.source_type(*base, depth)?;
                match aligner.info.ty(aligner.info.unwrapped(Some(ty))?) {
                    DiType::Array(array) => array.of,
                    DiType::Aggregate(_) => Some(ty).filter(|&ty| self.is_const_type(ty)),
                    _ => Some(ty),
                }
            }
            _ => None,
        }
    }

    fn is_const_type(&self, ty: MdId) -> bool {
        let mut current = Some(ty);
        for _ in 0..MAX_DEPTH {
            match current.map(|ty| self.aligner.info.ty(ty)) {
                Some(DiType::Wrapper { kind, of, .. }) => match kind {
                    WrapperKind::Const => return true,
                    _ => current = of,
                },
                _ => return false,
            }
        }
        false
    }
}
