//! Demotes values to memory if they are no longer computed on every path to their uses.
//!
//! With all mutants in one function there are paths through it that no single mutant takes. On such a path a value
//! may be undefined, which never matters at run time but is invalid IR.

use std::collections::{BTreeMap, BTreeSet};

use quell_ir::analysis::cfg::Cfg;
use quell_ir::analysis::dominators::Dominators;
use quell_ir::inst::Access;
use quell_ir::{BlockId, FuncId, Function, InstId, InstKind, LocalDef, LocalId, Module, Value};

use super::recorded::start;
use crate::apply::places;
use quell_ir::build::Editor;

/// Demotes values whose definitions do not dominate all of their uses.
pub(super) fn repair(module: &mut Module, id: FuncId) {
    let missing = missing_somewhere(&module.functions[id]);
    if missing.is_empty() {
        return;
    }
    let slots = make_slots(module, id, &missing);
    let blocks: Vec<BlockId> = module.functions[id].blocks.keys().collect();
    for block in blocks {
        rewrite_block(module, id, block, &slots);
    }
}

/// The locals with a use that their definition does not dominate.
fn missing_somewhere(function: &Function) -> BTreeSet<LocalId> {
    let cfg = Cfg::new(function);
    let dominators = Dominators::new(&cfg);
    let places = places(function);
    let is_there = |local: LocalId, block: BlockId, index: usize| {
        let LocalDef::Inst(definition) = function.locals[local].def else {
            return true;
        };
        match places[definition] {
            Some((home, position)) if home == block => (position as usize) < index,
            Some((home, _)) => dominators.dominates(home, block),
            None => false,
        }
    };
    let mut missing = BTreeSet::new();
    for block in cfg.blocks().filter(|&block| cfg.is_reachable(block)) {
        for (index, &inst) in function.blocks[block].insts.iter().enumerate() {
            for_each_use(&function.insts[inst].kind, (block, index), |local, at| {
                if cfg.is_reachable(at.0) && !is_there(local, at.0, at.1) {
                    missing.insert(local);
                }
            });
        }
    }
    missing
}

/// Visits locals with the block and position where they have to be there.
fn for_each_use(
    kind: &InstKind,
    at: (BlockId, usize),
    mut visit: impl FnMut(LocalId, (BlockId, usize)),
) {
    if let InstKind::Phi { incoming, .. } = kind {
        for &(value, from) in incoming {
            if let Value::Local(local) = value {
                visit(local, (from, usize::MAX));
            }
        }
        return;
    }
    kind.for_each_operand(|&value| {
        if let Value::Local(local) = value {
            visit(local, at);
        }
    });
}

/// A variable for each.
fn make_slots(
    module: &mut Module,
    id: FuncId,
    locals: &BTreeSet<LocalId>,
) -> BTreeMap<LocalId, Value> {
    let Some(entry) = module.functions[id].entry() else {
        return BTreeMap::new();
    };
    let ptr = module.types.ptr();
    let mut editor = Editor::at(module, id, entry);
    let insts = editor.take_block(entry);
    let slots = locals.iter().map(|&local| {
        let kind = InstKind::Alloca {
            elem: editor.function().locals[local].ty,
            count: None,
            align: None,
        };
        (local, editor.value(kind, ptr))
    });
    let slots = slots.collect();
    insts.iter().for_each(|&inst| editor.keep(inst));
    slots
}

/// Stores after definitions, loads before uses.
fn rewrite_block(
    module: &mut Module,
    id: FuncId,
    block: BlockId,
    slots: &BTreeMap<LocalId, Value>,
) {
    let mut editor = Editor::at(module, id, block);
    let insts = editor.take_block(block);
    let first = start(editor.function(), &insts);
    let mut waiting = Vec::new();
    for (index, &inst) in insts.iter().enumerate() {
        if index == first {
            waiting
                .drain(..)
                .for_each(|local| store(&mut editor, slots, local));
        }
        if index + 1 == insts.len() {
            load_for_phis(&mut editor, inst, slots);
        }
        if index >= first {
            load_operands(&mut editor, inst, slots);
        }
        editor.keep(inst);
        let result = editor.function().insts[inst].result.expand();
        match result.filter(|local| slots.contains_key(local)) {
            Some(local) if index < first => waiting.push(local),
            Some(local) => store(&mut editor, slots, local),
            None => {}
        }
    }
}

fn store(editor: &mut Editor<'_>, slots: &BTreeMap<LocalId, Value>, local: LocalId) {
    if let Some(&ptr) = slots.get(&local) {
        editor.effect(InstKind::Store {
            value: Value::Local(local),
            ptr,
            access: Access::default(),
        });
    }
}

fn load(editor: &mut Editor<'_>, local: LocalId, ptr: Value) -> Value {
    let ty = editor.function().locals[local].ty;
    let access = Access::default();
    editor.value(InstKind::Load { ptr, access }, ty)
}

fn load_operands(editor: &mut Editor<'_>, inst: InstId, slots: &BTreeMap<LocalId, Value>) {
    let mut kind = editor.function().insts[inst].kind.clone();
    kind.for_each_operand_mut(|operand| {
        if let Value::Local(local) = *operand
            && let Some(&slot) = slots.get(&local)
        {
            *operand = load(editor, local, slot);
        }
    });
    editor.function_mut().insts[inst].kind = kind;
}

/// At the end of a block: what the phis of its successors take from it.
fn load_for_phis(editor: &mut Editor<'_>, end: InstId, slots: &BTreeMap<LocalId, Value>) {
    let block = editor.block;
    let mut next: Vec<BlockId> = editor.function().insts[end].kind.successors().collect();
    next.sort_unstable();
    next.dedup();
    for to in next {
        let insts = editor.function().blocks[to].insts.clone();
        for phi in insts {
            let InstKind::Phi { flags, incoming } = editor.function().insts[phi].kind.clone()
            else {
                continue;
            };
            let mut incoming = incoming;
            let mut loaded = None;
            for entry in incoming.iter_mut().filter(|entry| entry.1 == block) {
                if let Value::Local(local) = entry.0
                    && let Some(&slot) = slots.get(&local)
                {
                    entry.0 = *loaded.get_or_insert_with(|| load(editor, local, slot));
                }
            }
            editor.function_mut().insts[phi].kind = InstKind::Phi { flags, incoming };
        }
    }
}
