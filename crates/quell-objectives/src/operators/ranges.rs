//! The numbers that an integer type of Rust has: the compiler refuses others.

use quell_ir::Type;
use quell_source::{Kind, Language};

use super::Workshop;
use crate::align::{ValueSite, literal};

impl Workshop<'_> {
    /// Whether an integer of Rust is, for all that is known, of a type without negative numbers, where a sign is an error.
    pub(super) fn is_natural(&self, site: &ValueSite) -> bool {
        let rust = self.aligner.tree.language() == Language::Rust;
        let integer = matches!(self.aligner.module.types.get(site.ty), Type::Int(_));
        rust && integer && self.sign_of(site) != Some(true)
    }

    /// Whether a number is one of the type of an integer of Rust, as far as width and sign are known: others are errors.
    pub(super) fn has_room_for(&self, site: &ValueSite, number: i128) -> bool {
        let tree = self.aligner.tree;
        let Type::Int(width @ 2..=64) = *self.aligner.module.types.get(site.ty) else {
            return true;
        };
        let converted = tree
            .holder(site.node)
            .is_some_and(|(holder, _)| tree.kind(holder) == Kind::Cast);
        if tree.language() != Language::Rust || converted {
            return true;
        }
        let half = 1i128 << (width - 1);
        let old = literal::signed(tree, site.node).map(i128::from);
        if old.is_some_and(|old| !(-half..2 * half).contains(&old)) {
            // The compiler computes in another type than the text.
            return true;
        }
        match (self.sign_of(site), old) {
            (Some(true), _) => (-half..half).contains(&number),
            (Some(false), _) => (0..2 * half).contains(&number),
            (None, Some(old)) if old >= half => (0..2 * half).contains(&number),
            (None, Some(old)) if old < 0 => (-half..half).contains(&number),
            (None, _) => (0..half).contains(&number),
        }
    }

    /// Whether the type of an integer has a sign, by what it is used for and what stands beside it.
    fn sign_of(&self, site: &ValueSite) -> Option<bool> {
        let own = site.signed.or_else(|| self.aligner.constant_sign(site.at));
        own.or_else(|| self.aligner.neighbour_sign(site.node))
    }
}
