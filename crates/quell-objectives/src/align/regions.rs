//! Statements as instructions: the instructions of a statement, and the block where control continues after it.

use std::collections::BTreeSet;

use quell_ir::{BlockId, InstId, InstKind};
use quell_source::{Kind, Language, NodeId};

use super::Aligner;
use super::shapes::callee_name;

/// Part of the name of the function that gives Rust's loops their next item.
const NEXT_ITEM: &str = "8Iterator4next";

impl Aligner<'_> {
    /// The instructions placed in the text of a node, in the order of the function. Where a macro is used,
    /// all of its code is placed at its name.
    pub fn insts_of(&self, node: NodeId) -> Vec<InstId> {
        if self.tree.graft_of(node).is_some() {
            return self.insts_below(node);
        }
        let span = self.tree.node(node).span;
        let inside = self.placed.range(span.start..span.end.max(span.start));
        let mut numbered: Vec<(usize, InstId)> =
            inside.flat_map(|(_, insts)| insts).copied().collect();
        numbered.retain(|&(_, inst)| !self.is_bookkeeping(inst) && !self.is_constant_spill(inst));
        numbered.sort_unstable();
        numbered.into_iter().map(|(_, inst)| inst).collect()
    }

    /// The instructions known to belong to a node or something below it.
    fn insts_below(&self, node: NodeId) -> Vec<InstId> {
        let blocks = self.function.blocks.values();
        let all = blocks.flat_map(|block| block.insts.iter().copied());
        all.filter(|inst| {
            let own = self.found.nodes.get(inst);
            own.is_some_and(|&own| self.tree.contains(node, own))
        })
        .collect()
    }

    /// Whether the text of a statement is executed from its start.
    pub fn first_of(&self, node: NodeId) -> Option<InstId> {
        let insts = self.insts_of(node);
        let first = *insts.first()?;
        let home = self.block_of[&first];
        // No other code jumps into its middle.
        let leads = |inst: &InstId| {
            let block = self.block_of[inst];
            self.dominators.dominates(home, block) || !self.dominators.is_reachable(block)
        };
        let plain = !matches!(self.kind_of(first), InstKind::Phi { .. });
        let there = plain && insts.iter().all(leads) && !self.is_folded(node, &insts);
        there.then_some(first)
    }

    /// Flang reduces `if (.false.) ...` to branches that may be shared with the code before it.
    fn is_folded(&self, node: NodeId, insts: &[InstId]) -> bool {
        let jumps = matches!(
            self.tree.kind(node),
            Kind::Return | Kind::Break | Kind::Continue | Kind::Goto
        );
        let is_jump = |inst: &InstId| matches!(self.kind_of(*inst), InstKind::Br { .. });
        self.tree.language() == Language::Fortran && !jumps && insts.iter().all(is_jump)
    }

    /// The block where control continues after a statement with branches: the only block outside that it can reach,
    /// except by `return` and the like.
    pub fn exit_of(&self, node: NodeId) -> Option<BlockId> {
        if let Some(exit) = self.loop_exit(node) {
            return Some(exit);
        }
        let insts = self.insts_of(node);
        let first = self.block_of[insts.first()?];
        let inside: BTreeSet<BlockId> = insts.iter().map(|inst| self.block_of[inst]).collect();
        let mut out = BTreeSet::new();
        for &inst in insts.iter().filter(|&&inst| !self.leaves(inst)) {
            let targets = self.kind_of(inst).successors();
            let outside = targets.filter(|target| {
                *target != first && (!inside.contains(target) || self.starts_after(*target, node))
            });
            out.extend(outside.map(|target| self.behind_joins(target)));
        }
        let mut out = out.into_iter();
        match (out.next(), out.next()) {
            (Some(only), None) => Some(only),
            _ => None,
        }
    }

    /// The target of an empty block: nested statements end in several such blocks.
    fn behind_joins(&self, block: BlockId) -> BlockId {
        const MAX_JOINS: usize = 64;
        let mut at = block;
        for _ in 0..MAX_JOINS {
            let [only] = self.function.blocks[at].insts[..] else {
                break;
            };
            let InstKind::Br { dest } = *self.kind_of(only) else {
                break;
            };
            let next = self.function.blocks[dest].insts.first();
            let has_phi = |inst: &InstId| matches!(self.kind_of(*inst), InstKind::Phi { .. });
            if next.is_some_and(has_phi) {
                break;
            }
            at = dest;
        }
        at
    }

    /// The exit block of a loop with a single condition.
    fn loop_exit(&self, node: NodeId) -> Option<BlockId> {
        if self.tree.kind(node) == Kind::CountedLoop {
            return match self.rounds_of(node) {
                Some(rounds) => Some(rounds.after),
                None => self.iteration(node).map(|(_, exit)| exit),
            };
        }
        let condition = match self.tree.kind(node) {
            Kind::For | Kind::DoWhile => self.tree.child(node, 1)?,
            Kind::While => self.tree.child(node, 0)?,
            _ => return None,
        };
        let branches = self.found.branches.iter();
        let mut own = branches.filter(|branch| self.tree.contains(condition, branch.atom));
        let only = own.next().filter(|_| own.next().is_none())?;
        let negated = self.tree.bare(condition) != only.atom;
        (!negated).then_some(only.otherwise)
    }

    /// The block of Rust's `for` that requests the next item, and the exit block when there is none.
    fn iteration(&self, node: NodeId) -> Option<(BlockId, BlockId)> {
        let iterated = self.tree.child(node, 1)?;
        let place = self.tree.node(iterated).span.start;
        let mut insts = self.function.insts.keys();
        let asks = insts.find(|&inst| {
            let call = self.kind_of(inst).as_call();
            let name = call.and_then(|call| callee_name(self.module, call));
            self.place(inst) == Some(place) && name.is_some_and(|name| name.contains(NEXT_ITEM))
        })?;
        let block = *self.block_of.get(&asks)?;
        let starts = self.function.blocks[block].insts.first() == Some(&asks);
        match *self.kind_of(self.function.terminator(block)?) {
            InstKind::CondBr { otherwise, .. } if starts => Some((block, otherwise)),
            _ => None,
        }
    }

    /// The block that starts the next iteration of a `do` loop, if it has no other code.
    fn next_count(&self, node: NodeId) -> Option<BlockId> {
        let block = self.block_of[&self.rounds_of(node)?.advance];
        let first = *self.function.blocks[block].insts.first()?;
        self.is_bookkeeping(first).then_some(block)
    }

    /// Whether the first instruction of a block that has a place comes from outside of the node.
    fn starts_after(&self, block: BlockId, node: NodeId) -> bool {
        let span = self.tree.node(node).span;
        let insts = self.function.blocks[block].insts.iter();
        let first = insts.filter_map(|inst| self.places.get(inst)).next();
        first.is_some_and(|&place| place < span.start || place >= span.end)
    }

    /// Whether an instruction belongs to a statement that jumps.
    fn leaves(&self, inst: InstId) -> bool {
        let Some(&place) = self.places.get(&inst) else {
            return false;
        };
        let node = self.tree.file().innermost_at(place);
        let jumps = |kind| {
            matches!(
                kind,
                Kind::Return | Kind::Break | Kind::Continue | Kind::Goto
            )
        };
        self.tree
            .nearest(node, |kind| kind.is_statement())
            .is_some_and(|id| jumps(self.tree.kind(id)))
    }

    /// The target of `continue` in a loop.
    pub fn next_round(&self, node: NodeId) -> Option<BlockId> {
        let tree = self.tree;
        if tree.kind(node) == Kind::CountedLoop {
            let next = self.iteration(node).map(|(next, _)| next);
            return next.or_else(|| self.next_count(node));
        }
        let part = match tree.kind(node) {
            Kind::For => [2, 1],
            Kind::While => [0, 0],
            Kind::DoWhile => [1, 1],
            Kind::Loop => [0, 0],
            _ => return None,
        };
        let mut part = part.into_iter().filter_map(|index| tree.child(node, index));
        let part = part.find(|&id| tree.kind(id) != Kind::Empty)?;
        let first = self.first_of(part)?;
        let block = self.block_of[&first];
        // The whole block must belong to it.
        (self.function.blocks[block].insts.first() == Some(&first)).then_some(block)
    }

    /// The block where the code of a node begins, if it has no code before it.
    pub fn block_starting(&self, node: NodeId) -> Option<BlockId> {
        let first = self.first_of(node)?;
        let block = self.block_of[&first];
        (self.function.blocks[block].insts.first() == Some(&first)).then_some(block)
    }

    /// The first end of a variable's lifetime before a return: reads of variables must come before it.
    pub fn scopes_end(&self, inst: InstId) -> Option<InstId> {
        let InstKind::Ret { .. } = self.kind_of(inst) else {
            return None;
        };
        let insts = &self.function.blocks[*self.block_of.get(&inst)?].insts;
        let before = insts.iter().rev().skip(1).copied();
        let ends = before.take_while(|&inst| {
            let call = self.kind_of(inst).as_call();
            let name = call.and_then(|call| callee_name(self.module, call));
            name.is_some_and(|name| name.starts_with("llvm.lifetime.end"))
        });
        ends.last()
    }
}
