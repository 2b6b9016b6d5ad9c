//! `a && b` and `a || b`: control flow in C and Rust, instructions in Fortran.
//!
//! As control flow, the branches of the left operand leave it in two directions: to where the right operand
//! is evaluated, and past it. The right operand decides between the same place past it and another one.
//! Exchanging and redirecting these edges gives the other connective, one operand alone, or a constant.

use std::collections::BTreeSet;

use quell_ir::opcode::BinOp;
use quell_ir::{BlockId, InstId, InstKind, Value};
use quell_source::{BinaryOp, Kind, Language, LogicalOp, NodeId, UnaryOp, spell_logical};

use super::Workshop;
use super::binary::is_relation;
use crate::align::{Branch, Class};
use crate::catalogue::{ConnectiveChange, Side};
use crate::edit::{Change, Edit, Replacement};
use crate::rewrite::{self, Rewrite, logical_strength};
use crate::support;

/// A connective as control flow.
#[derive(Debug)]
pub(super) struct Flow {
    pub(super) node: NodeId,
    pub(super) op: LogicalOp,
    /// Branches of the left operand with an edge that leaves it.
    pub(super) left: Vec<Branch>,
    /// Where the right operand begins.
    pub(super) right: BlockId,
    /// Where the left operand leads when it decides alone.
    pub(super) past: BlockId,
    end: End,
}

/// What follows the right operand.
#[derive(Clone, Copy, Debug)]
enum End {
    /// A branch: where it leads when the left operand does not decide and the right one neither.
    Branch(BlockId),
    /// The value goes into this phi at `past`.
    Value(InstId),
}

impl Workshop<'_> {
    pub(super) fn change_connectives(&mut self, change: ConnectiveChange) {
        for (node, op) in self.connectives() {
            let Some(rewrite) = self.connective_text(node, op, change) else {
                continue;
            };
            let edits = match self.aligner.found.insts.get(&(node, Class::Compute)) {
                Some(&inst) => self.computed_connective(inst, op, change),
                None => self
                    .flow_of(node, op)
                    .and_then(|flow| self.rerouted(&flow, change)),
            };
            if let Some(edits) = edits {
                self.draft(node, rewrite, edits);
            }
        }
    }

    /// The connectives of the function, in the order of the text.
    fn connectives(&self) -> Vec<(NodeId, LogicalOp)> {
        let tree = self.aligner.tree;
        let aligned = self.aligner.found.nodes.values().copied();
        let above = aligned
            .flat_map(|node| std::iter::successors(Some(node), move |&node| tree.parent(node)));
        let nodes: BTreeSet<NodeId> = above.collect();
        let logical = nodes.into_iter().filter_map(|node| match tree.kind(node) {
            Kind::Logical(op) => Some((node, op)),
            _ => None,
        });
        let mut found: Vec<(NodeId, LogicalOp)> = logical.collect();
        found.sort_by_key(|&(node, _)| tree.node(node).token);
        found
    }

    fn connective_text(
        &self,
        node: NodeId,
        op: LogicalOp,
        change: ConnectiveChange,
    ) -> Option<Rewrite> {
        let tree = self.aligner.tree;
        match change {
            ConnectiveChange::Swap => {
                let new = other(op);
                let spelling = spell_logical(new, tree.language());
                let style = quell_source::Style::of(tree.text(tree.node(node).token));
                let mut rewrite =
                    rewrite::replace_operator(tree, node, spelling, logical_strength(new))?;
                if rewrite.span == tree.node(node).token {
                    rewrite.text = style.in_case(&rewrite.text);
                }
                Some(rewrite)
            }
            ConnectiveChange::Keep(side) => self.kept_truth(node, side),
            ConnectiveChange::Verdict(verdict) => {
                Some(rewrite::replace_node(tree, node, &self.truth(verdict)))
            }
        }
    }

    /// One operand alone. Where the connective is a number, so must the operand be one of its numbers.
    fn kept_truth(&self, node: NodeId, side: Side) -> Option<Rewrite> {
        let tree = self.aligner.tree;
        let child = tree.child(node, usize::from(side == Side::Right))?;
        let is_truth = match tree.kind(tree.bare(child)) {
            Kind::Logical(_) | Kind::Unary(UnaryOp::Not) => true,
            Kind::Binary(op) => is_relation(op),
            _ => false,
        };
        if tree.language() != Language::C || is_truth || self.aligner.is_condition(node) {
            return self.kept(node, side);
        }
        let binds = rewrite::binary_strength(Language::C, BinaryOp::Ne);
        let text = format!("{} != 0", rewrite::operand(tree, child, binds));
        Some(rewrite::replace_node(
            tree,
            node,
            &rewrite::Expr::new(text, binds),
        ))
    }

    /// Fortran evaluates both operands.
    fn computed_connective(
        &mut self,
        inst: InstId,
        op: LogicalOp,
        change: ConnectiveChange,
    ) -> Option<Vec<Edit>> {
        let InstKind::Binary { lhs, rhs, .. } = *self.aligner.kind_of(inst) else {
            return None;
        };
        let ty = self.aligner.function.insts[inst].ty;
        let node = *self.aligner.found.nodes.get(&inst)?;
        let gone: &[usize] = match change {
            ConnectiveChange::Swap => &[],
            ConnectiveChange::Keep(Side::Left) => &[1],
            ConnectiveChange::Keep(Side::Right) => &[0],
            ConnectiveChange::Verdict(_) => &[0, 1],
        };
        let mut edits = Vec::new();
        for &index in gone {
            // Fortran may leave out what it does not need, but a description may not.
            edits.extend(self.dropped(self.aligner.tree.child(node, index)?)?);
        }
        let mut code = self.code();
        let value = match change {
            ConnectiveChange::Swap => {
                let new = match other(op) {
                    LogicalOp::And => BinOp::And,
                    LogicalOp::Or => BinOp::Or,
                };
                code.binary(new, lhs, rhs, ty)
            }
            ConnectiveChange::Keep(Side::Left) => lhs,
            ConnectiveChange::Keep(Side::Right) => rhs,
            ConnectiveChange::Verdict(verdict) => support::int(code.module, 1, i64::from(verdict)),
        };
        edits.push(code.replace(inst, Some(value)));
        Some(edits)
    }

    fn flow_of(&self, node: NodeId, op: LogicalOp) -> Option<Flow> {
        let (tree, aligner) = (self.aligner.tree, self.aligner);
        let (left, right) = (tree.child(node, 0)?, tree.child(node, 1)?);
        let begins = aligner.block_of[&self.first_inst(right)?];
        let inner: Vec<BlockId> = self.inner_blocks(left);
        let branches = aligner.found.branches.iter().copied();
        let leaves = |branch: &Branch| {
            let targets = [branch.then, branch.otherwise];
            targets.iter().any(|target| !inner.contains(target))
        };
        let left: Vec<Branch> = branches
            .filter(|branch| tree.contains(left, branch.atom) && leaves(branch))
            .collect();
        let mut out: BTreeSet<BlockId> = BTreeSet::new();
        for branch in &left {
            out.extend([branch.then, branch.otherwise]);
        }
        out.retain(|block| !inner.contains(block));
        let reaches_right = out.remove(&begins);
        let past = out
            .pop_first()
            .filter(|_| reaches_right && out.is_empty())?;
        let end = self.end_of(right, past)?;
        Some(Flow {
            node,
            op,
            left,
            right: begins,
            past,
            end,
        })
    }

    /// Blocks that a condition goes to only to evaluate more of itself.
    fn inner_blocks(&self, node: NodeId) -> Vec<BlockId> {
        let tree = self.aligner.tree;
        let below = tree.descend(node).into_iter();
        let nested = below.filter_map(|node| match tree.kind(node) {
            Kind::Logical(_) => {
                let first = self.first_inst(tree.child(node, 1)?)?;
                Some(self.aligner.block_of[&first])
            }
            _ => None,
        });
        nested.collect()
    }

    fn end_of(&self, right: NodeId, past: BlockId) -> Option<End> {
        let aligner = self.aligner;
        let inner = self.inner_blocks(right);
        let branches = aligner.found.branches.iter();
        let own = branches.filter(|branch| aligner.tree.contains(right, branch.atom));
        let targets = own.flat_map(|branch| [branch.then, branch.otherwise]);
        let leaving = targets.filter(|target| !inner.contains(target));
        let out = leaving.map(|target| self.behind_value(target));
        let out: BTreeSet<BlockId> = out.filter(|&target| target != past).collect();
        let mut out = out.into_iter();
        match (out.next(), out.next()) {
            (None, _) => self.phi_at(past).map(End::Value),
            (Some(only), None) => Some(End::Branch(only)),
            _ => None,
        }
    }

    /// The block behind one that does nothing but give on a value of several places.
    fn behind_value(&self, block: BlockId) -> BlockId {
        let aligner = self.aligner;
        match aligner.function.blocks[block].insts[..] {
            [phi, end] => match (aligner.kind_of(phi), aligner.kind_of(end)) {
                (InstKind::Phi { .. }, InstKind::Br { dest }) => *dest,
                _ => block,
            },
            _ => block,
        }
    }

    pub(super) fn phi_at(&self, block: BlockId) -> Option<InstId> {
        let first = *self.aligner.function.blocks[block].insts.first()?;
        matches!(self.aligner.kind_of(first), InstKind::Phi { .. }).then_some(first)
    }

    fn rerouted(&mut self, flow: &Flow, change: ConnectiveChange) -> Option<Vec<Edit>> {
        match (change, flow.end) {
            (ConnectiveChange::Keep(Side::Right), _) => self.skip_left(flow, flow.right),
            (_, End::Branch(onward)) if self.phi_at(onward).is_some() => {
                self.rerouted_part(flow, onward, change)
            }
            (ConnectiveChange::Swap, End::Branch(onward)) => {
                Some(self.redirect(flow, &[(flow.right, onward), (flow.past, flow.right)]))
            }
            (ConnectiveChange::Keep(Side::Left), End::Branch(onward)) => {
                Some(self.redirect(flow, &[(flow.right, onward)]))
            }
            (ConnectiveChange::Verdict(verdict), End::Branch(onward)) => {
                let decided = verdict == (flow.op == LogicalOp::Or);
                self.skip_left(flow, if decided { flow.past } else { onward })
            }
            (_, End::Value(phi)) => self.rerouted_value(flow, phi, change),
        }
    }

    /// Goes on at `to` instead of evaluating the left operand.
    pub(super) fn skip_left(&self, flow: &Flow, to: BlockId) -> Option<Vec<Edit>> {
        let left = self.aligner.tree.child(flow.node, 0)?;
        let at = self.first_inst(left)?;
        self.phi_at(to).is_none().then(|| {
            let change = Change::Jump(to);
            vec![Edit { at, change }]
        })
    }

    /// The branches of the left operand with edges that lead elsewhere.
    fn redirect(&mut self, flow: &Flow, moves: &[(BlockId, BlockId)]) -> Vec<Edit> {
        let moved = |to: BlockId| {
            let found = moves.iter().find(|(from, _)| *from == to);
            found.map_or(to, |(_, to)| *to)
        };
        let mut edits = Vec::new();
        for branch in &flow.left {
            let kind = InstKind::CondBr {
                cond: branch.cond,
                then: moved(branch.then),
                otherwise: moved(branch.otherwise),
            };
            edits.push(self.new_terminator(branch.inst, kind));
        }
        edits
    }

    pub(super) fn new_terminator(&mut self, inst: InstId, kind: InstKind) -> Edit {
        let mut code = self.code();
        let void = code.module.types.void();
        code.push(kind, void);
        code.replace(inst, None)
    }

    /// The connective's value is a phi. A block can only give it a value if it did so before.
    fn rerouted_value(
        &mut self,
        flow: &Flow,
        phi: InstId,
        change: ConnectiveChange,
    ) -> Option<Vec<Edit>> {
        if let [first, second] = flow.left[..]
            && ![first.then, first.otherwise].contains(&flow.past)
        {
            return self.rerouted_whole(flow, phi, (first, second), change);
        }
        let goes_on = |branch: &&Branch| [branch.then, branch.otherwise].contains(&flow.right);
        let going_on: Vec<Branch> = flow.left.iter().filter(goes_on).copied().collect();
        let value = match change {
            ConnectiveChange::Swap => {
                let moves = [(flow.right, flow.past), (flow.past, flow.right)];
                let decided = support::int(self.module, 1, i64::from(flow.op == LogicalOp::And));
                let mut edits = self.redirect(flow, &moves);
                let news = going_on.iter();
                edits.extend(news.map(|branch| self.incoming(phi, branch, decided)));
                return Some(edits);
            }
            ConnectiveChange::Keep(_) => None,
            ConnectiveChange::Verdict(verdict) => {
                let pure = self.is_pure(self.aligner.tree.child(flow.node, 0)?);
                if !pure || flow.left.len() > 1 {
                    return None;
                }
                Some(support::int(self.module, 1, i64::from(verdict)))
            }
        };
        let mut edits = Vec::new();
        for branch in going_on {
            // The condition is the left operand's value if `&&` goes on when it holds.
            let plain = (branch.then == flow.right) == (flow.op == LogicalOp::And);
            let ends = [branch.then, branch.otherwise].contains(&flow.past);
            if !ends || value.is_none() && !plain {
                return None;
            }
            let to_end = InstKind::Br { dest: flow.past };
            edits.push(self.new_terminator(branch.inst, to_end));
            edits.push(self.incoming(phi, &branch, value.unwrap_or(branch.cond)));
        }
        Some(edits)
    }

    /// Another value that a phi gets where a branch leads to it.
    pub(super) fn incoming(&self, phi: InstId, branch: &Branch, value: Value) -> Edit {
        let value = Replacement {
            code: Vec::new(),
            result: Some(value),
        };
        self.incoming_code(phi, branch, value)
    }

    /// The same, computed on the way.
    pub(super) fn incoming_code(&self, phi: InstId, branch: &Branch, value: Replacement) -> Edit {
        let from = self.aligner.block_of[&branch.inst];
        let change = Change::Incoming { from, value };
        Edit { at: phi, change }
    }

    /// Whether evaluating an expression changes nothing.
    fn is_pure(&self, node: NodeId) -> bool {
        let tree = self.aligner.tree;
        let mut below = tree.descend(node).into_iter();
        !below.any(|node| {
            matches!(
                tree.kind(node),
                Kind::Call | Kind::Assign(_) | Kind::Update { .. } | Kind::Other
            )
        })
    }
}

fn other(op: LogicalOp) -> LogicalOp {
    match op {
        LogicalOp::And => LogicalOp::Or,
        LogicalOp::Or => LogicalOp::And,
    }
}
