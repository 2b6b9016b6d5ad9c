//! Changes that the language of the source has no words for.

use quell_bits::Bits;
use quell_ir::debug::{DiType, Encoding};
use quell_ir::{InstKind, Type};
use quell_source::Language;

use super::Workshop;
use crate::align::{Form, ValueSite, names};
use crate::catalogue::{Position, ValueChange};

impl Workshop<'_> {
    /// Whether a compiler would take the change. C computes with everything.
    pub(super) fn can_be_written(&self, site: &ValueSite, change: ValueChange) -> bool {
        match self.aligner.tree.language() {
            Language::C => true,
            Language::Fortran => !self.is_logical(site),
            Language::Rust => !self.is_logical(site) && self.has_sign_for(site, change),
        }
    }

    /// Truth values that are kept as numbers.
    fn is_logical(&self, site: &ValueSite) -> bool {
        let aligner = self.aligner;
        let Form::Variable(Some(pointer)) = site.form else {
            return false;
        };
        let named = aligner.names.at(aligner.module, pointer);
        let ty = named.and_then(|named| aligner.info.unwrapped(named.ty));
        let boolean = |ty| {
            let encoding = Encoding::Boolean;
            matches!(aligner.info.ty(ty), DiType::Basic { encoding: found, .. } if found == encoding)
        };
        ty.is_some_and(boolean)
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
