//! Calls, signs, steps and initialisers.

use quell_ir::{Callee, InstId, InstKind, Type, Value};
use quell_source::{Kind, Language, NodeId, Span, UnaryOp};

use super::Workshop;
use crate::align::{Class, Use};
use crate::code::{self, Code};
use crate::edit::Edit;
use crate::rewrite::{self, Expr, Rewrite};
use crate::rust_types;

impl Workshop<'_> {
    /// `f(x)` becomes 0, or nothing if it has no value.
    pub(super) fn delete_calls(&mut self) {
        for (&inst, &node) in &self.aligner.found.nodes {
            if self.aligner.found.insts.get(&(node, Class::Call)) != Some(&inst)
                && self.aligner.tree.kind(node) != Kind::Call
            {
                continue;
            }
            if self.aligner.never_returns(inst) || self.is_receiver(node) {
                continue;
            }
            let Some(expr) = self.nothing_instead(inst, node) else {
                continue;
            };
            let tree = self.aligner.tree;
            let receiver = tree.method(node).and_then(|method| tree.child(method, 0));
            let arguments = tree.node(node).children.iter().skip(1).copied();
            let gone = receiver.into_iter().chain(arguments);
            let dropped: Option<Vec<_>> = gone.map(|id| self.dropped(id)).collect();
            let Some(dropped) = dropped else {
                continue;
            };
            let mut edits: Vec<Edit> = dropped.into_iter().flatten().collect();
            edits.push(code::delete(self.module, self.aligner.function, inst));
            let rewrite = rewrite::replace_node(self.aligner.tree, node, &expr);
            self.draft(node, rewrite, edits);
        }
    }

    /// The replacement of a removed call.
    fn nothing_instead(&self, inst: InstId, node: NodeId) -> Option<Expr> {
        let aligner = self.aligner;
        let ty = aligner.function.insts[inst].ty;
        if aligner.tree.language() == Language::Rust
            && !rust_types::call_gives_number(aligner, inst, node)
        {
            return None;
        }
        let text = match (aligner.module.types.get(ty), aligner.tree.language()) {
            (Type::Void, Language::C) => "(void)0",
            (Type::Int(2..) | Type::Ptr(_), Language::C) => "0",
            (Type::Int(2..), _) => "0",
            (Type::Float(_), _) => "0.0",
            _ => return None,
        };
        let mut values = aligner.found.values.iter();
        match values.find(|site| site.node == node) {
            Some(site) => self.typed_constant(site, Expr::primary(text)),
            None => Some(Expr::primary(text)),
        }
    }

    /// `f(a, b)` becomes `f(b, a)` where the types allow it.
    pub(super) fn swap_arguments(&mut self) {
        for (&inst, &node) in &self.aligner.found.nodes {
            let Some(call) = self.aligner.kind_of(inst).as_call() else {
                continue;
            };
            let tree = self.aligner.tree;
            let plain = matches!(call.callee, Callee::Value(_));
            let children = tree.node(node).children.clone();
            if tree.kind(node) != Kind::Call || !plain || call.args.len() + 1 != children.len() {
                continue;
            }
            for index in 1..call.args.len() {
                let (a, b) = (&call.args[index - 1], &call.args[index]);
                if a.ty == b.ty && a.attrs == b.attrs && a.value != b.value {
                    let edit = self.swapped(inst, index);
                    let (first, second) = (children[index], children[index + 1]);
                    let rewrite = self.swapped_text(first, second);
                    self.draft(node, rewrite, vec![edit]);
                }
            }
        }
    }

    fn swapped(&mut self, inst: quell_ir::InstId, index: usize) -> Edit {
        let old = &self.aligner.function.insts[inst];
        let mut kind = old.kind.clone();
        if let InstKind::Call(call) = &mut kind {
            call.args.swap(index - 1, index);
        }
        let mut code = self.code();
        let result = code.push(kind, old.ty);
        code.replace(inst, old.result.expand().map(|_| result))
    }

    fn swapped_text(&self, first: NodeId, second: NodeId) -> Rewrite {
        let tree = self.aligner.tree;
        let (a, b) = (tree.node(first).span, tree.node(second).span);
        let between = tree.text(Span {
            start: a.end,
            end: b.start,
        });
        Rewrite {
            span: Span {
                start: a.start,
                end: b.end,
            },
            text: format!("{}{between}{}", tree.text(b), tree.text(a)),
        }
    }

    /// `-x` and `~x` become `x`.
    pub(super) fn drop_signs(&mut self) {
        for site in self.aligner.found.operators.clone() {
            let tree = self.aligner.tree;
            let Kind::Unary(UnaryOp::Neg | UnaryOp::BitNot) = tree.kind(site.node) else {
                continue;
            };
            let operand = match *self.aligner.kind_of(site.inst) {
                InstKind::FNeg { arg, .. } => arg,
                InstKind::Binary { lhs, rhs, op, .. } => match op {
                    quell_ir::opcode::BinOp::Sub => rhs,
                    _ => lhs,
                },
                _ => continue,
            };
            let Some(child) = tree.child(site.node, 0) else {
                continue;
            };
            let expr = Expr::new(tree.node_text(child), rewrite::strength(tree, child));
            let rewrite = rewrite::replace_node(tree, site.node, &expr);
            if let Some(edits) = self.unguarded(&site, |_| Some(operand)) {
                self.draft(site.node, rewrite, edits);
            }
        }
    }

    /// `++i` becomes `i++` and vice versa, where the value is used.
    pub(super) fn swap_fixity(&mut self) {
        for site in self.aligner.found.operators.clone() {
            if let Kind::Update { prefix, .. } = self.aligner.tree.kind(site.node) {
                self.swap_fixity_at(site.node, site.inst, prefix);
            }
        }
    }

    fn swap_fixity_at(&mut self, node: NodeId, inst: quell_ir::InstId, prefix: bool) -> Option<()> {
        let aligner = self.aligner;
        let InstKind::Binary { lhs: old, .. } = *aligner.kind_of(inst) else {
            return None;
        };
        let new = Value::Local(aligner.function.insts[inst].result.expand()?);
        let load = aligner.def(old)?;
        let store = aligner.found.insts.get(&(node, Class::Write)).copied()?;
        let (users, value) = match prefix {
            true => (aligner.users_of(inst), old),
            false => (aligner.users_of(load), new),
        };
        let elsewhere = |at: &&Use| at.inst != inst && at.inst != store;
        let uses: Vec<Use> = users.iter().filter(elsewhere).copied().collect();
        let mut edits = Vec::new();
        for at in uses {
            let code = Code::new(self.module, aligner.function);
            edits.push(code.substitute(aligner.function, at, value));
        }
        let tree = aligner.tree;
        let target = tree.child(node, 0)?;
        let token = tree.text(tree.node(node).token);
        let text = match prefix {
            // `*p++` would be another pointer.
            true => format!(
                "{}{token}",
                rewrite::operand(tree, target, rewrite::PRIMARY)
            ),
            false => format!("{token}{}", tree.node_text(target)),
        };
        let span = tree.node(node).span;
        (!edits.is_empty()).then(|| self.draft(node, Rewrite { span, text }, edits))
    }

    /// `int x = 5;` becomes `int x;`.
    pub(super) fn drop_initialisers(&mut self) {
        let tree = self.aligner.tree;
        let Some(function) = self
            .function_node()
            .filter(|_| tree.language() == Language::C)
        else {
            return;
        };
        for node in tree.file().descend(function).collect::<Vec<_>>() {
            let name = tree
                .child(node, 0)
                .filter(|_| tree.kind(node) == Kind::Declared);
            let Some(name) = name else {
                continue;
            };
            let after_name = Span {
                start: tree.node(name).span.end,
                end: tree.node(node).span.end,
            };
            let declarator = tree.text(after_name).split('=').next().unwrap_or("");
            let kept = declarator.trim_end().len() as u32;
            if declarator.replace(' ', "").starts_with("[]") {
                // Only its values determine the number of elements.
                continue;
            }
            if let Some(edits) = self.without_effects(node) {
                let start = after_name.start + kept;
                let span = Span {
                    start,
                    ..after_name
                };
                let text = String::new();
                self.draft(node, Rewrite { span, text }, edits);
            }
        }
    }
}
