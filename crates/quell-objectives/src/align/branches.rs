//! Branches on conditions of the source, and the condition that decides each.

use quell_ir::{BlockId, InstId, InstKind, Value};
use quell_source::{Kind, NodeId};

use super::{Aligner, Use};

/// A conditional branch that goes to `then` if the atom is true. An atom is a condition without
/// connectives and negations.
#[derive(Clone, Copy, Debug)]
pub struct Branch {
    pub inst: InstId,
    pub atom: NodeId,
    pub cond: Value,
    pub then: BlockId,
    pub otherwise: BlockId,
}

impl Aligner<'_> {
    pub(super) fn collect_branches(&mut self) {
        let mut found = Vec::new();
        for block in self.function.blocks.values() {
            let Some(&inst) = block.insts.last() else {
                continue;
            };
            if let InstKind::CondBr {
                cond,
                then,
                otherwise,
            } = *self.kind_of(inst)
                && let Some(atom) = self.atom_of(inst)
            {
                found.push(Branch {
                    inst,
                    atom,
                    cond,
                    then,
                    otherwise,
                });
            }
        }
        self.found.branches = found;
    }

    /// The condition that a branch tests, if its node is known and stands where conditions stand.
    fn atom_of(&self, inst: InstId) -> Option<NodeId> {
        let mut at = Use { inst, operand: 0 };
        while let Some(inner) = self.inside_test(at) {
            at = inner;
        }
        let value = self.value_at(at)?;
        let node = match self.def(value) {
            Some(def) => self.found.nodes.get(&def).copied(),
            None => None,
        };
        let node = node.or_else(|| self.named_condition(inst, value))?;
        self.is_condition(node).then_some(node)
    }

    /// A variable in a register that is tested where it is named.
    fn named_condition(&self, inst: InstId, value: Value) -> Option<NodeId> {
        let named = self.names.of_value(value)?;
        let candidates = self.tree.at(self.place(inst)?).iter().copied();
        let mut names = candidates.filter(|&node| {
            self.tree.kind(node) == Kind::Name
                && self.same_name(&named.name, self.tree.node_text(node))
        });
        names.next()
    }

    fn inside_test(&self, at: Use) -> Option<Use> {
        let inst = self.def(self.value_at(at)?)?;
        let aligned = self.found.nodes.contains_key(&inst);
        let inner = Use { inst, operand: 0 };
        match self.kind_of(inst) {
            InstKind::ICmp { .. } if !aligned => self.tests_truth(inst).then_some(inner),
            InstKind::Cast { .. } => Some(inner),
            _ => None,
        }
    }

    /// Whether a node decides a branch: below negations and parentheses of a condition, or an operand of
    /// a connective.
    pub fn is_condition(&self, node: NodeId) -> bool {
        let Some((mut holder, mut child)) = self.tree.holder(node) else {
            return false;
        };
        while self.tree.kind(holder) == Kind::Unary(quell_source::UnaryOp::Not) {
            match self.tree.holder(holder) {
                Some(next) => (holder, child) = next,
                None => return false,
            }
        }
        let index = self.tree.child_index(holder, child);
        match self.tree.kind(holder) {
            Kind::Logical(_) => true,
            Kind::If | Kind::While | Kind::Conditional => index == Some(0),
            Kind::DoWhile | Kind::For => index == Some(1),
            _ => false,
        }
    }
}
