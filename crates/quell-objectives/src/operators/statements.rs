//! Whole statements: removed, or replaced by a trap or by a return.

use std::collections::BTreeSet;

use quell_ir::{BlockId, InstId, InstKind, Type, Value};
use quell_source::{Kind, Language, NodeId};

use super::Workshop;
use crate::align::shapes::callee_name;
use crate::catalogue::StatementChange;
use crate::code::{self, Code};
use crate::edit::{Change, Edit};
use crate::rewrite::Rewrite;
use crate::support;

/// Flang's name for the main program, which nothing returns from.
const MAIN_PROGRAM: &str = "_QQmain";

impl Workshop<'_> {
    pub(super) fn change_statements(&mut self, change: StatementChange) {
        for node in self.statements() {
            let edits = match change {
                StatementChange::Delete => self.deleted(node),
                StatementChange::Trap => self.trapped(node),
                StatementChange::Return => self.returned(node),
            };
            if let (Some(edits), Some(mut text)) = (edits, self.statement_text(change)) {
                let span = self.aligner.tree.node(node).span;
                if !self.takes_semicolon(node) {
                    text.truncate(text.trim_end_matches(';').len());
                }
                if self.is_alternative(node) {
                    text = format!("else; {text}; end if");
                }
                self.draft(node, Rewrite { span, text }, edits);
            }
        }
    }

    /// Whether a semicolon may end what stands in the place of a statement: what Rust has for a value at the end of
    /// something, or in an arm of `match`, has none.
    fn takes_semicolon(&self, node: NodeId) -> bool {
        let tree = self.aligner.tree;
        let in_arm = tree
            .parent(node)
            .is_some_and(|parent| matches!(tree.kind(parent), Kind::Case { .. }));
        let ends = tree.node_text(node).ends_with([';', '}']);
        tree.language() != Language::Rust || ends && !in_arm
    }

    /// Whether a statement is the `else if` of Fortran, which ends the whole.
    fn is_alternative(&self, node: NodeId) -> bool {
        let tree = self.aligner.tree;
        let starts = tree.node_text(node).get(..4);
        tree.language() == Language::Fortran
            && tree.kind(node) == Kind::If
            && starts.is_some_and(|text| text.eq_ignore_ascii_case("else"))
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
            // What a closure without a block gives: no other text there leaves its type open.
            let is_bare = kind == Kind::Return
                && tree
                    .parent(node)
                    .is_some_and(|parent| tree.kind(parent) == Kind::Function);
            kind.is_statement()
                && !part_of_head
                && !is_bare
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
        let text = match (change, self.aligner.tree.language()) {
            (StatementChange::Delete, Language::C) => ";",
            (StatementChange::Delete, Language::Rust) => "{}",
            (StatementChange::Delete, Language::Fortran) => "continue",
            (StatementChange::Trap, Language::C) => "__builtin_trap();",
            (StatementChange::Trap, Language::Rust) => "panic!();",
            (StatementChange::Trap, Language::Fortran) => "error stop",
            (StatementChange::Return, language) => match self.returns_value()? {
                _ if language == Language::Fortran => "return",
                true => return self.return_text(),
                false => "return;",
            },
        };
        Some(text.to_owned())
    }

    /// Whether the function returns a number; none if it returns something that has no zero.
    fn returns_value(&self) -> Option<bool> {
        use quell_ir::debug::DiType;
        let aligner = self.aligner;
        let in_memory = |param: &quell_ir::Param| param.attrs.sret.is_some();
        if aligner.function.params.iter().any(in_memory) {
            return None;
        }
        let info = &aligner.info;
        let ret = info.signature(aligner.function).and_then(|of| of.ret);
        match info.unwrapped(ret).map(|ty| info.ty(ty)) {
            None => Some(!aligner.module.types.is_void(aligner.function.ret)),
            Some(DiType::Basic { .. } | DiType::Enum { .. } | DiType::Pointer { .. }) => {
                Some(!aligner.module.types.is_void(aligner.function.ret))
            }
            _ => None,
        }
    }

    fn return_text(&self) -> Option<String> {
        let rust = self.aligner.tree.language() == Language::Rust;
        if rust && !crate::rust_types::returns_number(self.aligner) {
            return None;
        }
        let zero = match self.aligner.module.types.get(self.aligner.function.ret) {
            Type::Int(2..) => "0",
            Type::Float(_) => "0.0",
            Type::Ptr(_) if self.aligner.tree.language() == Language::C => "0",
            Type::Int(1) if self.aligner.tree.language() == Language::Rust => "false",
            Type::Int(1) => "0",
            _ => return None,
        };
        Some(format!("return {zero};"))
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
            Kind::Return | Kind::Break | Kind::Continue | Kind::Goto => {
                let edge = self.edge_of(node)?;
                Some(vec![self.lead(edge, edge.other())])
            }
            Kind::CountedLoop if self.aligner.tree.language() == Language::Fortran => {
                let rounds = *self.aligner.rounds_of(node)?;
                for index in 1..4 {
                    let bound = self.aligner.tree.child(node, index)?;
                    self.dropped(bound)?;
                }
                self.without_rounds(&rounds)
            }
            Kind::If | Kind::While | Kind::Loop | Kind::CountedLoop => {
                let exit = self.aligner.exit_of(node)?;
                self.jump(node, exit)
            }
            _ => None,
        }
    }

    fn jump(&self, node: NodeId, to: BlockId) -> Option<Vec<Edit>> {
        let at = self.aligner.first_of(node)?;
        let change = Change::Jump(to);
        Some(vec![Edit { at, change }])
    }

    /// Where control continues when a jump is removed at the end of a branch or of a loop's body.
    fn after(&self, node: NodeId) -> Option<BlockId> {
        let tree = self.aligner.tree;
        let mut node = node;
        loop {
            let parent = tree.parent(node)?;
            match tree.kind(parent) {
                Kind::Block if tree.node(parent).children.last() == Some(&node) => node = parent,
                Kind::If => return self.aligner.exit_of(parent),
                Kind::Case { .. } if tree.node(parent).children.last() == Some(&node) => {
                    return self.fall_through(parent);
                }
                Kind::While | Kind::For | Kind::DoWhile => return self.aligner.next_round(parent),
                _ => return None,
            }
        }
    }

    /// Where control falls through from a case of C.
    fn fall_through(&self, case: NodeId) -> Option<BlockId> {
        let tree = self.aligner.tree;
        let switch = tree
            .parent(case)
            .filter(|&id| tree.kind(id) == Kind::Switch)?;
        let own = tree.child_index(switch, case)?;
        match tree.child(switch, own + 1) {
            None => self.aligner.exit_of(switch),
            Some(next) => self.block_of_case(switch, next),
        }
    }

    /// Removes the observable effects of the statement: stores, calls, and instructions that may trap.
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
        let lost = effects.iter().any(|&inst| self.aligner.never_returns(inst));
        if !stores || lost || effects.iter().any(escapes) {
            return None;
        }
        let function = self.aligner.function;
        let edits = effects
            .into_iter()
            .map(|inst| code::delete(self.module, function, inst));
        let mut edits: Vec<Edit> = edits.collect();
        // The checks of Rust are removed with the checked operation.
        let guards = self.aligner.guards.iter();
        let own = guards.filter(|guard| own.contains(&guard.branch));
        edits.extend(own.map(|guard| Edit {
            at: guard.branch,
            change: Change::Jump(guard.passes),
        }));
        Some(edits)
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
            // Lifetimes of variables still begin and end.
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

    /// Zero is returned, or of Fortran what the result is by then.
    fn returned(&mut self, node: NodeId) -> Option<Vec<Edit>> {
        if self.aligner.tree.kind(node) == Kind::Return {
            return None;
        }
        let at = self.aligner.first_of(node)?;
        let ret = self.aligner.function.ret;
        let variable = self.result_variable();
        let fortran = self.aligner.tree.language() == Language::Fortran;
        if self.aligner.module.text(self.aligner.function.name) == MAIN_PROGRAM {
            return None;
        }
        let mut code = self.code();
        let value = match variable {
            _ if code.module.types.is_void(ret) => None,
            Some(slot) => Some(code.load(slot, ret)),
            None if fortran => return None,
            None => Some(support::zero(code.module, ret)),
        };
        let new = code.finish(value);
        let change = Change::Return(new);
        Some(vec![Edit { at, change }])
    }

    /// The variable whose value a function of Fortran returns.
    fn result_variable(&self) -> Option<Value> {
        let aligner = self.aligner;
        let fortran = aligner.tree.language() == Language::Fortran;
        let mut ends = aligner.function.insts.values().filter(|_| fortran);
        let value = ends.find_map(|inst| match inst.kind {
            InstKind::Ret { value } => value,
            _ => None,
        })?;
        match *aligner.kind_of(aligner.def(value)?) {
            InstKind::Load { ptr, .. } => Some(ptr),
            _ => None,
        }
    }
}
