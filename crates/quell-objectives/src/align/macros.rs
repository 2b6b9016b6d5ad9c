//! Macros of C: all their code is placed where they are used, so that it is known only as a whole.

use std::collections::BTreeSet;

use quell_ir::InstId;
use quell_source::{Kind, NodeId, Span, UnaryOp};

use super::{Aligner, Class};
use crate::grafts::Graft;

impl Aligner<'_> {
    /// The uses of macros of which it is not certain what code belongs to what: where there is an operator without code,
    /// or code without one. The compiler may have left out some of what is the same elsewhere.
    pub fn doubtful_macros(&self) -> BTreeSet<Span> {
        let doubtful = self.tree.grafts().iter().filter(|graft| {
            let code = self.insts_at(graft.expansion.span.start);
            let unknown = code.iter().any(|&inst| self.is_without_node(inst));
            !code.is_empty() && (unknown || self.lacks_code(graft))
        });
        doubtful.map(|graft| graft.expansion.span).collect()
    }

    fn insts_at(&self, place: u32) -> Vec<InstId> {
        let blocks = self.function.blocks.values();
        let all = blocks.flat_map(|block| block.insts.iter().copied());
        all.filter(|&inst| self.place(inst) == Some(place))
            .collect()
    }

    /// Whether an instruction does what operators do, and none is known.
    fn is_without_node(&self, inst: InstId) -> bool {
        let class = self.class_of(self.kind_of(inst));
        let telling = match class {
            Some(Class::Compute) => !self.is_invented(inst),
            Some(Class::Write | Class::Call | Class::Choose) => true,
            _ => false,
        };
        telling && !self.is_bookkeeping(inst) && !self.found.nodes.contains_key(&inst)
    }

    /// Whether there is an operator without code.
    fn lacks_code(&self, graft: &Graft) -> bool {
        let nodes = self.tree.descend(graft.root).into_iter();
        let found: BTreeSet<NodeId> = self.found.insts.keys().map(|(node, _)| *node).collect();
        let mut operators = nodes.filter(|&node| self.needs_code(node));
        operators.any(|node| !found.contains(&node))
    }

    fn needs_code(&self, node: NodeId) -> bool {
        let operator = matches!(
            self.tree.kind(node),
            Kind::Binary(_)
                | Kind::Assign(_)
                | Kind::Update { .. }
                | Kind::Call
                | Kind::Unary(UnaryOp::Neg | UnaryOp::BitNot)
        );
        let mut above = self.tree.file().ancestors(node);
        let counted = !above.any(|above| self.tree.kind(above) == Kind::SizeOf);
        let below = self.tree.descend(node);
        let folded = below
            .iter()
            .all(|&node| !matches!(self.tree.kind(node), Kind::Name | Kind::Call));
        operator && counted && !folded
    }
}
