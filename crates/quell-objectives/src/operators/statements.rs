//! Whole statements: left out, replaced by a trap or by a return.

use std::collections::BTreeSet;

use quell_ir::{BlockId, InstId, InstKind, Value};
use quell_source::{Kind, Language, NodeId};

use super::Workshop;
use crate::align::shapes::callee_name;
use crate::catalogue::StatementChange;
use crate::code::{self, Code};
use crate::edit::{Change, Edit};
use crate::rewrite::Rewrite;
use crate::support;

impl Workshop<'_> {
    pub(super) fn change_statements(&mut self, change: StatementChange) {
        for node in self.statements() {
            let edits = match change {
                StatementChange::Delete => self.deleted(node),
                StatementChange::Trap => self.trapped(node),
                StatementChange::Return => self.returned(node),
            };
            if let (Some(edits), Some(text)) = (edits, self.statement_text(change)) {
                let span = self.aligner.tree.node(node).span;
                self.draft(node, Rewrite { span, text }, edits);
            }
        }
    }

    /// The statements of the function that are neither blocks nor declarations, in the order of the text.
    fn statements(&self) -> Vec<NodeId> {
        let tree = self.aligner.tree;
        let Some(function) = self.function_node() else {
            return Vec::new();
        };
        let all = tree.file().descend(function);
        let wanted = all.filter(|&node| {
            let kind = tree.kind(node);
            let part_of_head = tree.parent(node).is_some_and(|parent| {
                tree.kind(parent) == Kind::For && tree.child_index(parent, node) != Some(3)
            });
            kind.is_statement()
                && !part_of_head
                && !matches!(
                    kind,
                    Kind::Declaration | Kind::Case { .. } | Kind::Labelled | Kind::Empty
                )
        });
        wanted.collect()
    }

    /// The node of the function itself.
    pub(super) fn function_node(&self) -> Option<NodeId> {
        let tree = self.aligner.tree;
        let (_, &any) = self.aligner.found.nodes.first_key_value()?;
        tree.nearest(any, |kind| kind == Kind::Function)
    }

    fn statement_text(&self, change: StatementChange) -> Option<String> {
        let value = !self.aligner.module.types.is_void(self.aligner.function.ret);
        let text = match (change, self.aligner.tree.language()) {
            (StatementChange::Delete, Language::C) => ";",
            (StatementChange::Delete, Language::Rust) => "{}",
            (StatementChange::Delete, Language::Fortran) => "continue",
            (StatementChange::Trap, Language::C) => "__builtin_trap();",
            (StatementChange::Trap, Language::Rust) => "panic!();",
            (StatementChange::Trap, Language::Fortran) => "error stop",
            (StatementChange::Return, Language::C) if value => "return 0;",
            (StatementChange::Return, Language::C) => "return;",
            (StatementChange::Return, _) => return None,
        };
        Some(text.to_owned())
    }

    fn deleted(&mut self, node: NodeId) -> Option<Vec<Edit>> {
        match self.aligner.tree.kind(node) {
            Kind::Expression => self.without_effects(node),
            Kind::If | Kind::While | Kind::For | Kind::DoWhile | Kind::Switch
                if self.aligner.tree.language() == Language::C =>
            {
                let exit = self.aligner.exit_of(node)?;
                self.jump(node, exit)
            }
            Kind::Return | Kind::Break | Kind::Continue | Kind::Goto
                if self.aligner.tree.language() == Language::C =>
            {
                let next = self.after(node)?;
                self.jump(node, next)
            }
            _ => None,
        }
    }

    fn jump(&self, node: NodeId, to: BlockId) -> Option<Vec<Edit>> {
        let at = self.aligner.first_of(node)?;
        let change = Change::Jump(to);
        Some(vec![Edit { at, change }])
    }

    /// Where control goes on when a jump is left out at the end of a branch or of a loop's body.
    fn after(&self, node: NodeId) -> Option<BlockId> {
        let tree = self.aligner.tree;
        let mut node = node;
        loop {
            let parent = tree.parent(node)?;
            match tree.kind(parent) {
                Kind::Block if tree.node(parent).children.last() == Some(&node) => node = parent,
                Kind::If => return self.aligner.exit_of(parent),
                Kind::While | Kind::For | Kind::DoWhile => return self.aligner.next_round(parent),
                _ => return None,
            }
        }
    }

    /// Everything of the statement that can be noticed is left out: stores, calls, and what may fault.
    pub(super) fn without_effects(&mut self, node: NodeId) -> Option<Vec<Edit>> {
        let insts = self.aligner.insts_of(node);
        let own: BTreeSet<InstId> = insts.iter().copied().collect();
        let effects: Vec<InstId> = insts
            .into_iter()
            .filter(|&inst| self.is_effect(inst))
            .collect();
        let escapes = |inst: &InstId| {
            let users = self.aligner.users_of(*inst).iter();
            users.map(|user| user.inst).any(|user| !own.contains(&user))
        };
        let stores = effects.iter().any(|&inst| {
            !matches!(
                self.aligner.kind_of(inst),
                InstKind::Load { .. } | InstKind::Binary { .. }
            )
        });
        if !stores || effects.iter().any(escapes) {
            return None;
        }
        let function = self.aligner.function;
        let edits = effects
            .into_iter()
            .map(|inst| code::delete(self.module, function, inst));
        Some(edits.collect())
    }

    /// Whether an instruction only tells where the scope of a variable begins or ends.
    fn is_scope(&self, kind: &InstKind) -> bool {
        let InstKind::Call(call) = kind else {
            return false;
        };
        let name = callee_name(self.aligner.module, call).unwrap_or("");
        name.starts_with("llvm.lifetime") || name.starts_with("llvm.stack")
    }

    pub(super) fn is_effect(&self, inst: InstId) -> bool {
        let kind = self.aligner.kind_of(inst);
        match kind {
            InstKind::Store { .. }
            | InstKind::Load { .. }
            | InstKind::AtomicRmw { .. }
            | InstKind::CmpXchg(_)
            | InstKind::Fence { .. } => true,
            InstKind::Binary { op, .. } => op.is_division(),
            // Scopes of variables begin and end all the same.
            InstKind::Call(_) => !self.is_scope(kind),
            _ => false,
        }
    }

    fn trapped(&mut self, node: NodeId) -> Option<Vec<Edit>> {
        let first = self.aligner.first_of(node)?;
        let old = &self.aligner.function.insts[first];
        let mut code = Code::new(self.module, self.aligner.function);
        let trap = support::trap(code.module);
        code.call(trap, &[])?;
        let result = code.push(old.kind.clone(), old.ty);
        let result = old.result.expand().map(|_| result);
        Some(vec![code.replace(first, result)])
    }

    /// Only where the way out is a block of its own, and of a function with a value only where storing it
    /// is all that comes before.
    fn returned(&mut self, node: NodeId) -> Option<Vec<Edit>> {
        let aligner = self.aligner;
        if aligner.tree.kind(node) == Kind::Return {
            return None;
        }
        let mut blocks = aligner.function.blocks.keys();
        let (block, slot) = blocks.find_map(|block| self.way_out(block))?;
        match slot {
            Some(slot) => self.returned_zero(&aligner.insts_of(node), block, slot),
            None => self.jump(node, block),
        }
    }

    /// Instead of its first instruction the statement stores a zero, and instead of the next one it leaves.
    fn returned_zero(
        &mut self,
        insts: &[InstId],
        block: BlockId,
        slot: Value,
    ) -> Option<Vec<Edit>> {
        let aligner = self.aligner;
        let first = *insts.first()?;
        let old = &aligner.function.insts[first];
        let zero = support::zero(self.module, aligner.function.ret);
        let mut code = self.code();
        code.store(zero, slot);
        let result = match old.kind {
            InstKind::Br { .. } => {
                let void = code.module.types.void();
                code.push(InstKind::Br { dest: block }, void);
                return Some(vec![code.replace(first, None)]);
            }
            InstKind::Load { .. } => Some(code.push(old.kind.clone(), old.ty)),
            InstKind::Store { .. } => None,
            _ => return None,
        };
        let at = *insts.get(1)?;
        let change = Change::Jump(block);
        let same = aligner.block_of[&first] == aligner.block_of[&at];
        same.then(|| vec![code.replace(first, result), Edit { at, change }])
    }

    /// A block that only returns, and the local variable whose value it returns.
    fn way_out(&self, block: BlockId) -> Option<(BlockId, Option<Value>)> {
        let aligner = self.aligner;
        let kinds = aligner.function.blocks[block].insts.iter();
        let kinds = kinds.map(|&inst| aligner.kind_of(inst));
        let kinds: Vec<&InstKind> = kinds.filter(|kind| !self.is_scope(kind)).collect();
        match kinds[..] {
            [InstKind::Ret { value: None }] => Some((block, None)),
            [InstKind::Load { ptr, .. }, InstKind::Ret { value: Some(_) }] => {
                let local = |kind: &InstKind| matches!(kind, InstKind::Alloca { .. });
                let is_local = aligner
                    .def(*ptr)
                    .is_some_and(|inst| local(aligner.kind_of(inst)));
                is_local.then_some((block, Some(*ptr)))
            }
            _ => None,
        }
    }
}
