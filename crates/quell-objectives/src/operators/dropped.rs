//! Expressions that a mutant does not have any more: what they do must go with them.

use quell_ir::InstId;
use quell_source::{BinaryOp, Kind, Language, NodeId, UnaryOp};

use super::Workshop;
use crate::align::Class;
use crate::code;
use crate::edit::Edit;

impl Workshop<'_> {
    /// The edits that leave out what evaluating a node does beyond giving its value; none if that cannot be
    /// told apart.
    pub(super) fn dropped(&mut self, node: NodeId) -> Option<Vec<Edit>> {
        let tree = self.aligner.tree;
        let all: Vec<NodeId> = tree.file().descend(node).collect();
        if all.iter().all(|&node| self.is_harmless(node)) {
            return Some(Vec::new());
        }
        if tree.language() != Language::C {
            return None;
        }
        let insts = self.aligner.insts_of(node).into_iter();
        let effects: Vec<InstId> = insts.filter(|&inst| self.is_effect(inst)).collect();
        let function = self.aligner.function;
        let edits = effects
            .into_iter()
            .map(|inst| code::delete(self.module, function, inst));
        Some(edits.collect())
    }

    /// Whether evaluating a node, apart from those below it, can be noticed in no way.
    fn is_harmless(&self, node: NodeId) -> bool {
        let rust = self.aligner.tree.language() == Language::Rust;
        match self.aligner.tree.kind(node) {
            Kind::Name | Kind::Integer | Kind::Float | Kind::Char | Kind::Truth => true,
            Kind::Paren | Kind::Cast | Kind::Logical(_) | Kind::Empty => true,
            Kind::Unary(op) => match op {
                UnaryOp::Deref => false,
                UnaryOp::Neg => !rust,
                _ => true,
            },
            Kind::Binary(op) => match op {
                BinaryOp::Div | BinaryOp::Rem | BinaryOp::Power | BinaryOp::Concat => false,
                BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => !rust,
                BinaryOp::Shl | BinaryOp::Shr => !rust,
                _ => true,
            },
            // An element of Fortran, and not a function.
            Kind::Index => {
                let element = self
                    .aligner
                    .found
                    .insts
                    .contains_key(&(node, Class::Address));
                element && self.aligner.tree.language() == Language::Fortran
            }
            _ => false,
        }
    }
}
