//! Changes that cannot be expressed in the language of the source.

use quell_bits::Bits;
use quell_ir::{InstKind, Type};
use quell_source::{Kind, Language, NodeId};

use super::Workshop;
use crate::align::{Form, ValueSite, names};
use crate::catalogue::{Position, ValueChange};

impl Workshop<'_> {
    /// Whether a compiler would take the change. C computes with everything.
    pub(super) fn can_be_written(&self, site: &ValueSite, change: ValueChange) -> bool {
        match self.aligner.tree.language() {
            Language::C => true,
            Language::Fortran => !self.is_logical(site),
            Language::Rust => {
                let number = matches!(change, ValueChange::Zero | ValueChange::Number(_));
                let open = self.is_receiver(site.node) && (number || site.form == Form::Constant);
                !open && !self.is_logical(site) && self.has_sign_for(site, change)
            }
        }
    }

    /// Whether a method is called on it: a plain number there has no type.
    pub(super) fn is_receiver(&self, node: NodeId) -> bool {
        let tree = self.aligner.tree;
        let called = tree.holder(node).map(|(member, _)| member);
        let call = called.and_then(|member| tree.parent(member));
        call.is_some_and(|call| tree.method(call).is_some_and(|own| Some(own) == called))
    }

    /// Truth values that are kept as numbers.
    pub(super) fn is_logical(&self, site: &ValueSite) -> bool {
        let aligner = self.aligner;
        let Form::Variable(Some(pointer)) = site.form else {
            return aligner.tree.kind(site.node) == Kind::Truth;
        };
        let named = aligner.names.at(aligner.module, pointer);
        named.is_some_and(|named| names::is_truth(&aligner.info, named.ty))
    }

    /// Rust has no negative numbers of unsigned types.
    fn has_sign_for(&self, site: &ValueSite, change: ValueChange) -> bool {
        if let Type::Float(_) = self.aligner.module.types.get(site.ty) {
            return true;
        }
        let signed = site.signed.or_else(|| self.signed_around(site));
        let constant = self.constant(site).and_then(Bits::to_i64);
        match change {
            ValueChange::Negate => signed == Some(true),
            ValueChange::Number(number) => number >= 0 || signed != Some(false),
            ValueChange::Plus(step) => {
                let negative = constant.is_some_and(|old| old >= 0 && old + i64::from(step) < 0);
                !negative || signed != Some(false)
            }
            _ => true,
        }
    }

    /// Whether what is done with a value is done with signed numbers.
    fn signed_around(&self, site: &ValueSite) -> Option<bool> {
        let aligner = self.aligner;
        if self.position_of(site) == Some(Position::Result) {
            let signature = aligner.info.signature(aligner.function)?;
            return names::signedness(&aligner.info, signature.ret);
        }
        match aligner.kind_of(site.at.inst) {
            InstKind::Store { ptr, .. } => {
                let named = aligner.names.at(aligner.module, *ptr)?;
                names::signedness(&aligner.info, named.ty)
            }
            _ => aligner.signed_result(site.at.inst),
        }
    }
}
