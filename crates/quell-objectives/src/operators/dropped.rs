//! Expressions that a mutant removes: their side effects must be removed with them.

use quell_ir::{InstId, InstKind};
use quell_source::{BinaryOp, Kind, Language, NodeId, UnaryOp};

use super::Workshop;
use crate::align::Class;
use crate::code;
use crate::edit::Edit;

impl Workshop<'_> {
    /// The edits that remove the side effects of a node; `None` if they cannot be separated from its value.
    pub(super) fn dropped(&mut self, node: NodeId) -> Option<Vec<Edit>> {
        let tree = self.aligner.tree;
        let all: Vec<NodeId> = tree.descend(node);
        if all.iter().all(|&node| self.is_harmless(node)) {
            return Some(self.without_elements(&all));
        }
        if tree.language() != Language::C || self.has_unknown_effects(node) {
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

    /// Whether the macro that a node is part of has effects that cannot be assigned to a part of it.
    fn has_unknown_effects(&self, node: NodeId) -> bool {
        let aligner = self.aligner;
        let place = aligner
            .tree
            .graft_of(node)
            .map(|graft| graft.expansion.span.start);
        let mut insts = aligner.function.insts.keys().filter(|_| place.is_some());
        insts.any(|inst| {
            let unknown = !aligner.found.nodes.contains_key(&inst);
            aligner.place(inst) == place && unknown && self.is_effect(inst)
        })
    }

    /// Elements of Fortran are not read any more; that of an array might not be there.
    fn without_elements(&mut self, nodes: &[NodeId]) -> Vec<Edit> {
        let aligner = self.aligner;
        let addresses = nodes.iter().filter_map(|&node| {
            let fortran = aligner.tree.language() == Language::Fortran;
            let element = fortran && aligner.tree.kind(node) == Kind::Index;
            aligner
                .found
                .insts
                .get(&(node, Class::Address))
                .filter(|_| element)
        });
        let reads = addresses.filter_map(|&address| match aligner.users_of(address) {
            [only] => Some(only.inst),
            _ => None,
        });
        let unshared = reads.filter(|&inst| {
            let reads = matches!(aligner.kind_of(inst), InstKind::Load { .. });
            reads && aligner.users_of(inst).len() == 1
        });
        let unshared: Vec<InstId> = unshared.collect();
        let function = aligner.function;
        let edits = unshared
            .into_iter()
            .map(|inst| code::delete(self.module, function, inst));
        edits.collect()
    }

    /// Whether evaluating a node, apart from those below it, has no observable effect.
    pub(super) fn is_harmless(&self, node: NodeId) -> bool {
        let tree = self.aligner.tree;
        let rust = tree.language() == Language::Rust;
        // The sign of a number is part of it.
        let number = || {
            let inner = tree.child(node, 0).map(|child| tree.kind(child));
            matches!(inner, Some(Kind::Integer | Kind::Float))
        };
        match tree.kind(node) {
            Kind::Name | Kind::Integer | Kind::Float | Kind::Char | Kind::Truth => true,
            Kind::Paren | Kind::Cast | Kind::Logical(_) | Kind::Empty => true,
            Kind::Unary(op) => match op {
                UnaryOp::Deref => false,
                UnaryOp::Neg => !rust || number(),
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
