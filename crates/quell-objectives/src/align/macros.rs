//! Macros of C: all their code has the position of the use, so that it is aligned only as a whole.

use std::collections::BTreeSet;

use quell_ir::{BlockId, InstId, InstKind};
use quell_source::{Kind, Language, LogicalOp, NodeId, Span, UnaryOp};

use super::{Aligner, Class};
use crate::grafts::Graft;

impl Aligner<'_> {
    /// The uses of macros without a certain alignment: those with an operator without code, or with code without an
    /// operator. The compiler may have removed a part that equals another one.
    pub fn doubtful_macros(&self) -> BTreeSet<Span> {
        if self.tree.grafts().is_empty() {
            return BTreeSet::new();
        }
        let places: BTreeSet<u32> = self.places.values().copied().collect();
        let found: BTreeSet<NodeId> = self.found.insts.keys().map(|(node, _)| *node).collect();
        let grafts = self.tree.grafts().iter();
        let used = grafts.filter(|graft| places.contains(&graft.expansion.span.start));
        let doubtful = used.filter(|graft| {
            let code = self.insts_at(graft.expansion.span.start);
            let unknown = code.iter().any(|&inst| self.is_without_node(inst));
            unknown || self.lacks_code(graft, &found)
        });
        doubtful.map(|graft| graft.expansion.span).collect()
    }

    fn insts_at(&self, place: u32) -> Vec<InstId> {
        let blocks = self.function.blocks.values();
        let all = blocks.flat_map(|block| block.insts.iter().copied());
        all.filter(|&inst| self.place(inst) == Some(place))
            .collect()
    }

    /// Whether an instruction looks like an operator, and is not aligned.
    fn is_without_node(&self, inst: InstId) -> bool {
        let class = self.class_of(self.kind_of(inst));
        let telling = match class {
            Some(Class::Compute) => !self.is_invented(inst) && !self.is_negation(inst),
            Some(Class::Write | Class::Call | Class::Choose) => true,
            _ => false,
        };
        telling && !self.is_bookkeeping(inst) && !self.found.nodes.contains_key(&inst)
    }

    /// Whether there is an operator without code.
    fn lacks_code(&self, graft: &Graft, found: &BTreeSet<NodeId>) -> bool {
        let nodes = self.tree.descend(graft.root).into_iter();
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
        // It only passes on its argument.
        let callee = self.tree.child(node, 0);
        let expects = self.tree.kind(node) == Kind::Call
            && callee.is_some_and(|callee| self.tree.node_text(callee) == "__builtin_expect");
        let mut above = self.tree.file().ancestors(node);
        let counted = !above.any(|above| self.tree.kind(above) == Kind::SizeOf);
        let below = self.tree.descend(node);
        let folded = below
            .iter()
            .all(|&node| !matches!(self.tree.kind(node), Kind::Name | Kind::Call));
        operator && !expects && counted && !folded
    }

    /// A macro of another file that decides a branch, and whether the branch is inverted. Its text is unknown, but it
    /// is the only condition there, and the targets of both outcomes are known.
    pub(super) fn foreign_condition(
        &self,
        test: InstId,
        decider: InstId,
    ) -> Option<(NodeId, bool)> {
        let InstKind::CondBr {
            then, otherwise, ..
        } = *self.kind_of(test)
        else {
            return None;
        };
        let place = self
            .place(decider)
            .filter(|_| self.tree.language() == Language::C)?;
        let mut nodes = self.tree.at(place).iter().copied();
        let node = nodes.find(|&node| {
            let used = matches!(self.tree.kind(node), Kind::Call | Kind::Name);
            let own = self.tree.node(node).span.start == place;
            used && own && self.is_condition(node) && !self.has_code(node)
        })?;
        let deciding = self
            .function
            .blocks
            .values()
            .filter_map(|block| block.insts.last());
        let here = deciding.filter(|&&end| self.decided_at(end) == Some(place));
        let unknown = |inst: &InstId| !self.found.nodes.contains_key(inst);
        let joins = self
            .insts_at(place)
            .into_iter()
            .filter(unknown)
            .any(|inst| {
                matches!(
                    self.kind_of(inst),
                    InstKind::Phi { .. } | InstKind::Select { .. }
                )
            });
        let only = here.count() == 1 && !joins;
        let direct = self.leads_on(node, (then, otherwise)).filter(|_| only)?;
        Some((node, !direct))
    }

    fn has_code(&self, node: NodeId) -> bool {
        let mut known = self.found.insts.keys();
        known.any(|(own, _)| *own == node)
    }

    /// The instruction that computes the condition of a branch.
    fn decided_at(&self, end: InstId) -> Option<u32> {
        let InstKind::CondBr { cond, .. } = *self.kind_of(end) else {
            return None;
        };
        let mut inst = self.def(cond)?;
        while let InstKind::ICmp { lhs, .. } | InstKind::Cast { arg: lhs, .. } = *self.kind_of(inst)
        {
            match self.def(lhs) {
                Some(inner) => inst = inner,
                None => break,
            }
        }
        self.place(inst)
    }

    /// Whether control goes to the first of two blocks when a condition holds; `None` if that is not certain.
    fn leads_on(&self, node: NodeId, (then, otherwise): (BlockId, BlockId)) -> Option<bool> {
        let (mut holder, mut child) = self.tree.holder(node)?;
        let mut direct = true;
        while self.tree.kind(holder) == Kind::Unary(UnaryOp::Not) {
            direct = !direct;
            (holder, child) = self.tree.holder(holder)?;
        }
        let first = self.tree.child(holder, 0) == Some(child);
        let next = match self.tree.kind(holder) {
            Kind::If | Kind::While | Kind::Conditional => 1,
            Kind::For => 3,
            Kind::Logical(op) if first => {
                direct ^= op == LogicalOp::Or;
                1
            }
            _ => return None,
        };
        let next = self.tree.child(holder, next)?;
        match (self.begins_in(then, next), self.begins_in(otherwise, next)) {
            (true, false) => Some(direct),
            (false, true) => Some(!direct),
            _ => None,
        }
    }

    /// Whether the first thing that a block does is part of a node.
    fn begins_in(&self, block: BlockId, node: NodeId) -> bool {
        let span = self.tree.node(node).span;
        let insts = self.function.blocks[block].insts.iter();
        let first = insts.filter_map(|&inst| self.place(inst)).next();
        first.is_some_and(|place| span.start <= place && place < span.end)
    }
}
