//! A connective in a connective whose value is used: `x = (a || b) && c`.
//!
//! The block behind the whole condition has a phi whose value comes from the block of `b` alone. So a mutant evaluates `b` in any
//! case and branches there on the value of `a`, which is right where evaluating `b` has no observable effect.

use quell_ir::opcode::BinOp;
use quell_ir::{BlockId, InstId, InstKind, Value};
use quell_source::{LogicalOp, NodeId};

use super::Workshop;
use super::connectives::Flow;
use crate::align::Branch;
use crate::catalogue::{ConnectiveChange, Side};
use crate::code::Code;
use crate::edit::Edit;
use crate::support;

impl Workshop<'_> {
    /// The edits of a connective that goes on at `onward` unless both of its operands, or the first alone, lead past.
    pub(super) fn rerouted_part(
        &mut self,
        flow: &Flow,
        onward: BlockId,
        change: ConnectiveChange,
    ) -> Option<Vec<Edit>> {
        let tree = self.aligner.tree;
        let (left, right) = (tree.child(flow.node, 0)?, tree.child(flow.node, 1)?);
        if let ConnectiveChange::Verdict(verdict) = change
            && verdict == (flow.op == LogicalOp::Or)
        {
            return self.skip_left(flow, flow.past);
        }
        let [first] = flow.left[..] else {
            return None;
        };
        let second = self.only_branch(right)?;
        let gone = matches!(change, ConnectiveChange::Verdict(_));
        let direct = [second.then, second.otherwise].contains(&onward);
        if !direct || first.inverted || second.inverted || !self.has_no_effect(right) {
            return None;
        }
        if gone && !self.has_no_effect(left) {
            return None;
        }
        let by_right = InstKind::Br { dest: flow.right };
        let way = self.new_terminator(first.inst, by_right);
        let end = match change {
            ConnectiveChange::Verdict(_) => {
                self.new_terminator(second.inst, InstKind::Br { dest: onward })
            }
            _ => self.led_past(flow, (first, second), onward, change)?,
        };
        Some(vec![way, end])
    }

    /// The branch of the second operand, which goes past if the operands that count would.
    fn led_past(
        &mut self,
        flow: &Flow,
        (first, second): (Branch, Branch),
        onward: BlockId,
        change: ConnectiveChange,
    ) -> Option<Edit> {
        let mut code = self.code();
        let mut past = leads_to(&mut code, &first, flow.past);
        match change {
            ConnectiveChange::Swap => {
                let other = leads_to(&mut code, &second, flow.past);
                let ty = code.module.types.int(1);
                past = code.binary(BinOp::And, past, other, ty);
            }
            ConnectiveChange::Keep(Side::Left) => {}
            _ => return None,
        }
        let void = code.module.types.void();
        let kind = InstKind::CondBr {
            cond: past,
            then: flow.past,
            otherwise: onward,
        };
        code.push(kind, void);
        Some(code.replace(second.inst, None))
    }

    /// The edits of a connective whose left operand is a connective of the other kind: `(a || b) && c`.
    pub(super) fn rerouted_whole(
        &mut self,
        flow: &Flow,
        phi: InstId,
        (first, second): (Branch, Branch),
        change: ConnectiveChange,
    ) -> Option<Vec<Edit>> {
        let left = self.aligner.tree.child(flow.node, 0)?;
        let known = !first.inverted && !second.inverted && self.has_no_effect(left);
        let between = self.aligner.block_of[&second.inst];
        if !known || ![first.then, first.otherwise].contains(&between) {
            return None;
        }
        let mut edits = vec![self.new_terminator(first.inst, InstKind::Br { dest: between })];
        let mut code = self.code();
        let decided = support::int(code.module, 1, i64::from(flow.op == LogicalOp::And));
        let goes_on = goes_on(&mut code, &[first, second], flow.right);
        match change {
            ConnectiveChange::Swap => {
                let void = code.module.types.void();
                let kind = InstKind::CondBr {
                    cond: goes_on,
                    then: flow.past,
                    otherwise: flow.right,
                };
                code.push(kind, void);
                edits.push(code.replace(second.inst, None));
                edits.push(self.incoming(phi, &second, decided));
                return Some(edits);
            }
            ConnectiveChange::Keep(Side::Left) => {
                // `&&` goes on if its left operand is true, `||` if it is false.
                let value = match flow.op {
                    LogicalOp::And => goes_on,
                    LogicalOp::Or => negated(&mut code, goes_on),
                };
                let value = code.finish(Some(value));
                edits.push(self.incoming_code(phi, &second, value));
            }
            ConnectiveChange::Verdict(verdict) => {
                let value = support::int(code.module, 1, i64::from(verdict));
                edits.push(self.incoming(phi, &second, value));
            }
            ConnectiveChange::Keep(Side::Right) => return None,
        }
        let to_end = InstKind::Br { dest: flow.past };
        edits.push(self.new_terminator(second.inst, to_end));
        Some(edits)
    }

    fn only_branch(&self, node: NodeId) -> Option<Branch> {
        let branches = self.aligner.found.branches.iter();
        let mut own = branches.filter(|branch| self.aligner.tree.contains(node, branch.atom));
        let only = *own.next()?;
        own.next().is_none().then_some(only)
    }

    /// Whether it makes no difference if an expression is evaluated or not.
    fn has_no_effect(&self, node: NodeId) -> bool {
        let mut all = self.aligner.tree.descend(node).into_iter();
        all.all(|node| self.is_harmless(node))
    }
}

/// Whether a branch leads to a block.
fn leads_to(code: &mut Code<'_>, branch: &Branch, to: BlockId) -> Value {
    match branch.then == to {
        true => branch.cond,
        false => negated(code, branch.cond),
    }
}

/// Whether one of two branches leads to a block.
fn goes_on(code: &mut Code<'_>, branches: &[Branch; 2], to: BlockId) -> Value {
    let [first, second] = branches.each_ref().map(|branch| leads_to(code, branch, to));
    let ty = code.module.types.int(1);
    code.binary(BinOp::Or, first, second, ty)
}

fn negated(code: &mut Code<'_>, value: Value) -> Value {
    let (ty, yes) = (code.module.types.int(1), support::int(code.module, 1, 1));
    code.binary(BinOp::Xor, value, yes, ty)
}
