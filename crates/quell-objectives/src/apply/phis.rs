//! Phis follow the edges into their blocks.

use quell_ir::{Block, BlockId, Function, InstId, InstKind, TypeId, Value};

use quell_ir::build::make_inst;

/// The phis of a block.
pub(crate) fn phis_of(function: &Function, block: BlockId) -> Vec<InstId> {
    let insts = function.blocks[block].insts.iter().copied();
    insts
        .take_while(|&inst| matches!(function.insts[inst].kind, InstKind::Phi { .. }))
        .collect()
}

/// Changes the entries of all phis of a block.
pub(crate) fn rewrite_phis(
    function: &mut Function,
    block: BlockId,
    mut rewrite: impl FnMut(&mut Vec<(Value, BlockId)>),
) {
    for phi in phis_of(function, block) {
        if let InstKind::Phi { incoming, .. } = &mut function.insts[phi].kind {
            let mut entries = std::mem::take(incoming).into_vec();
            rewrite(&mut entries);
            *incoming = entries.into();
        }
    }
}

/// The block `from` used to end with `old_end`: phis get as many entries for it as there are edges now.
pub(crate) fn adjust_phis(function: &mut Function, from: BlockId, old_end: InstId) {
    let mut dests: Vec<BlockId> = function.insts[old_end].kind.successors().collect();
    let new_end = function.terminator(from);
    let new: Vec<BlockId> = match new_end {
        Some(end) => function.insts[end].kind.successors().collect(),
        None => Vec::new(),
    };
    dests.extend(&new);
    dests.sort_unstable();
    dests.dedup();
    for dest in dests {
        let edges = new.iter().filter(|&&to| to == dest).count();
        rewrite_phis(function, dest, |entries| set_edges(entries, from, edges));
    }
}

/// As many equal entries for a block as there are edges from it.
fn set_edges(entries: &mut Vec<(Value, BlockId)>, from: BlockId, edges: usize) {
    let Some(&entry) = entries.iter().find(|entry| entry.1 == from) else {
        return;
    };
    let first = entries.iter().position(|entry| entry.1 == from);
    entries.retain(|entry| entry.1 != from);
    let at = first.unwrap_or(0);
    entries.splice(at..at, std::iter::repeat_n(entry, edges));
}

/// The value that a phi gets from a block.
pub(crate) fn set_incoming(function: &mut Function, phi: InstId, from: BlockId, value: Value) {
    if let InstKind::Phi { incoming, .. } = &mut function.insts[phi].kind {
        for entry in incoming.iter_mut().filter(|entry| entry.1 == from) {
            entry.0 = value;
        }
    }
}

/// A new block on all edges from one block to another.
pub(crate) fn split_edge(
    function: &mut Function,
    void: TypeId,
    from: BlockId,
    to: BlockId,
) -> BlockId {
    let way = function.blocks.push(Block::default());
    let dbg = function
        .terminator(from)
        .and_then(|end| function.insts[end].dbg.expand());
    let jump = make_inst(function, InstKind::Br { dest: to }, void, false, dbg);
    function.blocks[way].insts.push(jump);
    if let Some(end) = function.terminator(from) {
        let kind = &mut function.insts[end].kind;
        kind.for_each_successor_mut(|dest| {
            if *dest == to {
                *dest = way;
            }
        });
    }
    rewrite_phis(function, to, |entries| {
        set_edges(entries, from, 1);
        for entry in entries.iter_mut().filter(|entry| entry.1 == from) {
            entry.1 = way;
        }
    });
    way
}
