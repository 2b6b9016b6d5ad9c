//! The control flow after edits.

use std::collections::BTreeMap;

use quell_ir::{BlockId, InstId};

use super::check::{Checker, Point};
use crate::edit::{Change, Edit};

/// The edges that edits change.
#[derive(Debug, Default)]
pub(super) struct NewFlow {
    /// The successors of the blocks with changed ends, one per edge.
    pub(super) successors: BTreeMap<BlockId, Vec<BlockId>>,
    /// Blocks that are left early: at which position, and at which instruction.
    cuts: BTreeMap<BlockId, (u32, InstId)>,
    /// The edit that adds an edge.
    pub(super) rewired: Option<InstId>,
}

impl NewFlow {
    /// Whether the instruction at a point is no longer executed, because the block is left before it.
    pub(super) fn is_cut(&self, (block, index): Point) -> bool {
        self.cuts.get(&block).is_some_and(|cut| index >= cut.0)
    }

    pub(super) fn first_cut(&self) -> Option<InstId> {
        self.cuts.values().next().map(|cut| cut.1)
    }

    /// All edges of the function with the edits made.
    pub(super) fn edges(&self, checker: &Checker<'_>) -> Vec<(BlockId, BlockId)> {
        let mut edges = Vec::new();
        for block in checker.cfg.blocks() {
            match self.successors.get(&block) {
                Some(new) => edges.extend(new.iter().map(|&to| (block, to))),
                None => {
                    let old = checker.cfg.successors(block);
                    edges.extend(old.iter().map(|&to| (block, to)));
                }
            }
        }
        edges
    }
}

/// Edits at instructions that exist.
pub(super) fn new_flow(checker: &Checker<'_>, edits: &[Edit]) -> NewFlow {
    let mut flow = NewFlow::default();
    let placed = edits
        .iter()
        .filter_map(|edit| Some((checker.place(edit.at)?, edit)));
    let mut placed: Vec<_> = placed.collect();
    // The first edit in a block that leaves it is the one that counts.
    placed.sort_by_key(|(point, _)| *point);
    for ((block, index), edit) in placed {
        if flow.successors.contains_key(&block) {
            continue;
        }
        if let Some(successors) = successors_of(checker, edit) {
            let old = checker.cfg.successors(block);
            if successors.iter().any(|to| !old.contains(to)) {
                flow.rewired.get_or_insert(edit.at);
            }
            flow.successors.insert(block, successors);
        }
        if let Change::Jump(_) | Change::Return(_) = edit.change {
            flow.cuts.insert(block, (index, edit.at));
        }
    }
    flow
}

/// The successors after the edit, if it ends the block.
fn successors_of(checker: &Checker<'_>, edit: &Edit) -> Option<Vec<BlockId>> {
    match &edit.change {
        Change::Jump(dest) => Some(vec![*dest]),
        Change::Return(_) => Some(Vec::new()),
        Change::Replace(new) if checker.function.insts[edit.at].kind.is_terminator() => {
            Some(new.code.last()?.kind.successors().collect())
        }
        _ => None,
    }
}
