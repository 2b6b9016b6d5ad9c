//! The blocks and branches of the original, and their marks in a recording copy.

use std::collections::BTreeMap;

use quell_ir::debug::DebugInfo;
use quell_ir::{BlockId, FuncId, Function, InstId, InstKind, Module, Value};

use super::globals::Runtime;
use super::{BlockPlace, BranchPlace, Place};
use crate::support;
use quell_ir::build::Editor;

#[derive(Debug, Default)]
pub(super) struct Coverage {
    pub(super) blocks: Vec<BlockPlace>,
    pub(super) branches: Vec<BranchPlace>,
    block_index: BTreeMap<(FuncId, BlockId), usize>,
    /// Of the first outcome.
    branch_index: BTreeMap<(FuncId, InstId), usize>,
}

impl Coverage {
    pub(super) fn of(module: &Module, functions: impl Iterator<Item = FuncId>) -> Self {
        let info = DebugInfo::new(module);
        let mut coverage = Self::default();
        for id in functions {
            let function = &module.functions[id];
            for (block, _) in &function.blocks {
                coverage.add_block(&info, (id, function), block);
            }
        }
        coverage
    }

    fn add_block(
        &mut self,
        info: &DebugInfo<'_>,
        (id, function): (FuncId, &Function),
        block: BlockId,
    ) {
        let insts = &function.blocks[block].insts;
        self.block_index.insert((id, block), self.blocks.len());
        self.blocks.push(BlockPlace {
            function: id,
            block,
            place: insts.iter().find_map(|&inst| place(info, function, inst)),
        });
        let Some(&end) = insts.last() else {
            return;
        };
        let outcomes = match &function.insts[end].kind {
            InstKind::CondBr { .. } => 2,
            InstKind::Switch { cases, .. } => cases.len() + 1,
            _ => return,
        };
        self.branch_index.insert((id, end), self.branches.len());
        let place = place(info, function, end);
        for outcome in 0..outcomes {
            self.branches.push(BranchPlace {
                function: id,
                at: end,
                outcome: outcome as u32,
                place: place.clone(),
            });
        }
    }

    /// Notes that a block of the function `original` is executed.
    pub(super) fn mark_block(
        &self,
        editor: &mut Editor<'_>,
        runtime: &Runtime,
        original: FuncId,
        block: BlockId,
    ) {
        if let Some(&index) = self.block_index.get(&(original, block)) {
            let index = support::int(editor.module, 64, index as i64);
            mark(editor, runtime.blocks, index);
        }
    }

    /// Notes which way a branch takes.
    pub(super) fn mark_branch(
        &self,
        editor: &mut Editor<'_>,
        runtime: &Runtime,
        original: FuncId,
        end: InstId,
    ) {
        let Some(&index) = self.branch_index.get(&(original, end)) else {
            return;
        };
        let kind = editor.function().insts[end].kind.clone();
        if let Some(outcome) = outcome_of(editor, &kind, index) {
            mark(editor, runtime.branches, outcome);
        }
    }
}

/// The index of the way that a branch takes, the first being `index`.
fn outcome_of(editor: &mut Editor<'_>, kind: &InstKind, index: usize) -> Option<Value> {
    let number = |editor: &mut Editor<'_>, outcome: usize| {
        support::int(editor.module, 64, (index + outcome) as i64)
    };
    match kind {
        InstKind::CondBr { cond, .. } => {
            let (yes, no) = (number(editor, 0), number(editor, 1));
            Some(editor.select(*cond, yes, no))
        }
        InstKind::Switch { value, cases, .. } => {
            let mut chosen = number(editor, 0);
            for (position, (case, _)) in cases.iter().enumerate() {
                let this = number(editor, position + 1);
                let is_it = editor.icmp(quell_ir::opcode::IntPred::Eq, *value, Value::Const(*case));
                chosen = editor.select(is_it, this, chosen);
            }
            Some(chosen)
        }
        _ => None,
    }
}

/// Sets a byte of a table.
fn mark(editor: &mut Editor<'_>, table: Value, index: Value) {
    let ptr = byte_of(editor, table, index);
    let value = support::int(editor.module, 8, 1);
    let access = quell_ir::inst::Access::default();
    editor.effect(InstKind::Store { value, ptr, access });
}

/// The address of a byte of a table.
pub(super) fn byte_of(editor: &mut Editor<'_>, table: Value, index: Value) -> Value {
    let (byte, ptr) = (editor.module.types.int(8), editor.module.types.ptr());
    let kind = InstKind::Gep {
        flags: quell_ir::opcode::Flags::NONE,
        source: byte,
        base: table,
        indices: Box::new([index]),
    };
    editor.value(kind, ptr)
}

fn place(info: &DebugInfo<'_>, function: &Function, inst: InstId) -> Option<Place> {
    let span = info.span_of(function, inst)?;
    let place = span.in_function();
    (place.line > 0).then(|| Place {
        file: place.file.to_owned(),
        line: place.line,
        column: place.column,
    })
}
