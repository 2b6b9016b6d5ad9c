//! Branches on conditions of the source, and the condition that decides each.

use quell_ir::{BlockId, InstId, InstKind, Value};
use quell_source::{Kind, NodeId, UnaryOp};

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
    /// The value is false if the atom is true.
    pub inverted: bool,
}

impl Branch {
    /// The branch with other targets, by whether the atom is true.
    pub fn leading(&self, then: BlockId, otherwise: BlockId) -> InstKind {
        let (then, otherwise) = match self.inverted {
            true => (otherwise, then),
            false => (then, otherwise),
        };
        let cond = self.cond;
        InstKind::CondBr {
            cond,
            then,
            otherwise,
        }
    }
}

/// A condition that decides by way of another instruction: as the first operand of a select, or in a phi that a
/// branch tests.
#[derive(Clone, Copy, Debug)]
pub struct Decision {
    pub at: Use,
    pub atom: NodeId,
}

impl Aligner<'_> {
    pub(super) fn collect_decisions(&mut self) {
        let insts = self.function.insts.keys();
        let uses = insts.flat_map(|inst| self.deciding_uses(inst));
        let found = uses.filter_map(|at| {
            let (atom, inverted) = self.atom_at(at)?;
            (!inverted).then_some(Decision { at, atom })
        });
        self.found.decisions = found.collect();
    }

    fn deciding_uses(&self, inst: InstId) -> Vec<Use> {
        let at = |operand: u32| Use { inst, operand };
        match self.kind_of(inst) {
            InstKind::Select { .. } if self.found.nodes.contains_key(&inst) => vec![at(0)],
            InstKind::Phi { incoming, .. } if self.is_tested(inst) => {
                (0..incoming.len() as u32).map(at).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Whether the value of an instruction is used by a branch and nothing else.
    fn is_tested(&self, inst: InstId) -> bool {
        let users = self.users_of(inst);
        let is_branch = |at: &Use| matches!(self.kind_of(at.inst), InstKind::CondBr { .. });
        !users.is_empty() && users.iter().all(is_branch)
    }

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
                && let Some((atom, inverted)) = self.atom_at(Use { inst, operand: 0 })
            {
                let (then, otherwise) = match inverted {
                    true => (otherwise, then),
                    false => (then, otherwise),
                };
                found.push(Branch {
                    inst,
                    atom,
                    cond,
                    then,
                    otherwise,
                    inverted,
                });
            }
        }
        self.found.branches = found;
    }

    /// The condition that a branch tests, if its node is known and stands where conditions stand.
    fn atom_at(&self, test: Use) -> Option<(NodeId, bool)> {
        let uses = std::iter::successors(Some(test), |&at| self.inside_test(at));
        let values: Vec<Value> = uses.filter_map(|at| self.value_at(at)).collect();
        let value = *values.last()?;
        let inverted = self
            .def(value)
            .is_some_and(|def| self.found.inverted.contains(&def));
        let node = match self.def(value) {
            Some(def) => self.found.nodes.get(&def).copied(),
            None => None,
        };
        let node = node.or_else(|| self.named_condition(test.inst, value));
        let Some(node) = node else {
            return self.foreign_condition(test.inst, self.def(value)?);
        };
        let node = self.given_on(node, &values)?;
        self.is_condition(node).then_some((node, inverted))
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
        while self.passes_on(holder, child) {
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

    /// Whether a child decides what its parent does: under a negation, or after a comma.
    fn passes_on(&self, holder: NodeId, child: NodeId) -> bool {
        match self.tree.kind(holder) {
            Kind::Unary(UnaryOp::Not) => true,
            Kind::Comma => self.tree.child(holder, 1) == Some(child),
            _ => false,
        }
    }
}
