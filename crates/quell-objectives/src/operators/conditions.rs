//! Conditions that decide a branch: negated, or forced.

use quell_ir::InstKind;
use quell_ir::opcode::BinOp;
use quell_source::{Kind, Language, NodeId, UnaryOp, spell_unary};

use super::Workshop;
use crate::align::{Branch, Decision};
use crate::catalogue::ConditionChange;
use crate::edit::Edit;
use crate::rewrite::{self, Expr, Rewrite};
use crate::support;

impl Workshop<'_> {
    pub(super) fn change_conditions(&mut self, change: ConditionChange) {
        for branch in self.aligner.found.branches.clone() {
            let edit = self.rebranched(&branch, change);
            self.change_condition(branch.atom, change, edit);
        }
        for decision in &self.aligner.found.decisions {
            if let Some(edit) = self.decided(decision, change) {
                self.change_condition(decision.atom, change, edit);
            }
        }
    }

    fn change_condition(
        &mut self,
        atom: NodeId,
        change: ConditionChange,
        edit: Edit,
    ) -> Option<()> {
        let (rewrite, mut edits) = match change {
            ConditionChange::Negate => (self.negated_text(atom)?, Vec::new()),
            ConditionChange::Force(verdict) => {
                let expr = self.truth(verdict);
                let rewrite = rewrite::replace_node(self.aligner.tree, atom, &expr);
                (rewrite, self.dropped(atom)?)
            }
        };
        edits.push(edit);
        self.draft(atom, rewrite, edits);
        Some(())
    }

    fn decided(&mut self, decision: &Decision, change: ConditionChange) -> Option<Edit> {
        let old = self.aligner.value_at(decision.at)?;
        let function = self.aligner.function;
        let mut code = self.code();
        let truth = |module, verdict: bool| support::int(module, 1, i64::from(verdict));
        let value = match change {
            ConditionChange::Force(verdict) => truth(code.module, verdict),
            ConditionChange::Negate => {
                let (yes, ty) = (truth(code.module, true), code.module.types.int(1));
                code.binary(BinOp::Xor, old, yes, ty)
            }
        };
        Some(code.substitute(function, decision.at, value))
    }

    fn rebranched(&mut self, branch: &Branch, change: ConditionChange) -> Edit {
        let mut code = self.code();
        let void = code.module.types.void();
        let kind = match change {
            ConditionChange::Negate => branch.leading(branch.otherwise, branch.then),
            ConditionChange::Force(verdict) => InstKind::CondBr {
                cond: support::int(code.module, 1, i64::from(verdict)),
                then: branch.then,
                otherwise: branch.otherwise,
            },
        };
        code.push(kind, void);
        code.replace(branch.inst, None)
    }

    /// `!x`, or `x` for what was `!x`.
    pub(super) fn negated_text(&self, node: NodeId) -> Option<Rewrite> {
        let tree = self.aligner.tree;
        if let Some((holder, _)) = tree.holder(node)
            && tree.kind(holder) == Kind::Unary(UnaryOp::Not)
        {
            let expr = Expr::new(tree.node_text(node), rewrite::strength(tree, node));
            return Some(rewrite::replace_node(tree, holder, &expr));
        }
        if tree.kind(node) == Kind::Unary(UnaryOp::Not) {
            let inner = tree.child(node, 0)?;
            let expr = Expr::new(tree.node_text(inner), rewrite::strength(tree, inner));
            return Some(rewrite::replace_node(tree, node, &expr));
        }
        let spelling = spell_unary(UnaryOp::Not, tree.language())?;
        let binds = match tree.language() {
            Language::Fortran => 7,
            _ => rewrite::UNARY,
        };
        let old = rewrite::operand(tree, node, binds);
        let expr = Expr::new(spelling.apply(&[&old]), binds);
        Some(rewrite::replace_node(tree, node, &expr))
    }
}
