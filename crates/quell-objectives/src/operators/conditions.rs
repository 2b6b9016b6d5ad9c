//! Conditions that decide a branch: negated, or forced.

use quell_ir::InstKind;
use quell_source::{Kind, Language, NodeId, UnaryOp, spell_unary};

use super::Workshop;
use crate::align::Branch;
use crate::catalogue::ConditionChange;
use crate::edit::Edit;
use crate::rewrite::{self, Expr, Rewrite};

impl Workshop<'_> {
    pub(super) fn change_conditions(&mut self, change: ConditionChange) {
        for branch in self.aligner.found.branches.clone() {
            let rewrite = match change {
                ConditionChange::Negate => self.negated_text(branch.atom),
                ConditionChange::Force(verdict) => {
                    let expr = self.truth(verdict);
                    Some(rewrite::replace_node(self.aligner.tree, branch.atom, &expr))
                }
            };
            if let Some(rewrite) = rewrite {
                let dropped = match change {
                    ConditionChange::Negate => Some(Vec::new()),
                    ConditionChange::Force(_) => self.dropped(branch.atom),
                };
                let Some(mut edits) = dropped else {
                    continue;
                };
                edits.push(self.rebranched(&branch, change));
                self.draft(branch.atom, rewrite, edits);
            }
        }
    }

    fn rebranched(&mut self, branch: &Branch, change: ConditionChange) -> Edit {
        let mut code = self.code();
        let void = code.module.types.void();
        let kind = match change {
            ConditionChange::Negate => InstKind::CondBr {
                cond: branch.cond,
                then: branch.otherwise,
                otherwise: branch.then,
            },
            ConditionChange::Force(verdict) => InstKind::CondBr {
                cond: crate::support::int(code.module, 1, i64::from(verdict)),
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
