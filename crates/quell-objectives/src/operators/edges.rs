//! Jumps without an instruction of their own: rustc and flang let the branch of `if (c) exit` leave the loop
//! directly.

use quell_ir::{BlockId, InstKind};
use quell_source::{Kind, Language, NodeId};

use super::Workshop;
use crate::align::{Bound, Branch};
use crate::catalogue::JumpChange;
use crate::code::Code;
use crate::edit::Edit;
use crate::rewrite::Rewrite;
use quell_ir::Value;
use quell_ir::opcode::IntPred;

/// An edge of a branch that a jump of the source is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    branch: Branch,
    /// The edge for the case that the condition holds.
    holds: bool,
}

impl Workshop<'_> {
    /// The edge that a jump is, if it is all that one side of an `if` does.
    pub(super) fn edge_of(&self, jump: NodeId) -> Option<Edge> {
        let tree = self.aligner.tree;
        if tree.language() == Language::C {
            return None;
        }
        let mut side = jump;
        let mut parent = tree.parent(side)?;
        while matches!(tree.kind(parent), Kind::Block | Kind::Expression) {
            if tree.node(parent).children.len() != 1 {
                return None;
            }
            (side, parent) = (parent, tree.parent(parent)?);
        }
        let holds = match (tree.kind(parent), tree.child_index(parent, side)?) {
            (Kind::If, 1) => true,
            (Kind::If, 2) => false,
            _ => return None,
        };
        let branch = self.sole_branch(tree.child(parent, 0)?)?;
        // The jump must have no code of its own in between.
        let target = Edge { branch, holds }.target();
        let own = self.aligner.insts_of(jump).into_iter();
        let mut blocks = own.map(|inst| self.aligner.block_of[&inst]);
        (!blocks.any(|block| block == target)).then_some(Edge { branch, holds })
    }

    /// The branch that a condition without connectives decides.
    fn sole_branch(&self, condition: NodeId) -> Option<Branch> {
        let tree = self.aligner.tree;
        let branches = self.aligner.found.branches.iter();
        let mut own = branches.filter(|branch| tree.contains(condition, branch.atom));
        let only = own.next().filter(|_| own.next().is_none())?;
        (tree.bare(condition) == only.atom).then_some(*only)
    }

    /// The branch with the edge leading elsewhere.
    pub(super) fn lead(&mut self, edge: Edge, to: BlockId) -> Edit {
        let branch = edge.branch;
        let (then, otherwise) = match edge.holds {
            true => (to, branch.otherwise),
            false => (branch.then, to),
        };
        let kind = match then == otherwise {
            true => InstKind::Br { dest: then },
            false => branch.leading(then, otherwise),
        };
        let mut code = self.code();
        let void = code.module.types.void();
        code.push(kind, void);
        code.replace(branch.inst, None)
    }

    /// Changes the trip count of a `do` loop by its last value: no iteration, or only the first.
    pub(super) fn change_count(&mut self, node: NodeId, change: JumpChange) -> Option<()> {
        let aligner = self.aligner;
        let tree = aligner.tree;
        let rounds = *aligner.rounds_of(node)?;
        let [first, last, step] = rounds.bounds;
        let forward = aligner.int_of(step).map(|step| !step.sign_bit())?;
        let larger = forward == (change == JumpChange::AtLeastOnce);
        let ty = aligner.type_of(first)?;
        let mut make = |code: &mut Code<'_>| -> Option<Value> {
            let pred = if larger { IntPred::Sgt } else { IntPred::Slt };
            let beyond = code.icmp(pred, first, last);
            Some(code.select(beyond, first, last, ty))
        };
        let edits = self.change_bound(&rounds, Bound::Last, &mut make)?;
        let (from, to) = (tree.child(node, 1)?, tree.child(node, 2)?);
        let function = if larger { "max" } else { "min" };
        let rewrite = Rewrite {
            span: tree.node(to).span,
            text: format!(
                "{function}({}, {})",
                tree.node_text(from),
                tree.node_text(to)
            ),
        };
        self.draft(to, rewrite, edits);
        Some(())
    }
}

impl Edge {
    pub(super) fn target(self) -> BlockId {
        match self.holds {
            true => self.branch.then,
            false => self.branch.otherwise,
        }
    }

    /// Where control goes if the jump is not taken.
    pub(super) fn other(self) -> BlockId {
        match self.holds {
            true => self.branch.otherwise,
            false => self.branch.then,
        }
    }
}
