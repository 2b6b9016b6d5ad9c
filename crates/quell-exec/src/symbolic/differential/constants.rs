//! Variables that hold a constant whenever control reaches a block, in any run: every path from the entry stores the same
//! number. Only variables that are promoted to registers, which stores of their own function alone change.

use std::collections::{BTreeMap, BTreeSet};

use quell_bits::Bits;
use quell_ir::analysis::Cfg;
use quell_ir::entity::EntityRef;
use quell_ir::{BlockId, ConstKind, Function, InstId, InstKind, LocalId, Module, Value};

use crate::program::promote::Promoted;

/// The numbers that variables hold.
pub(super) type Known = BTreeMap<LocalId, Bits>;

/// What is known at the start of each block; nothing of blocks that are not reached.
pub(super) struct Constants<'f> {
    module: &'f Module,
    function: &'f Function,
    promoted: &'f Promoted,
    at_start: Vec<Option<Known>>,
}

impl<'f> Constants<'f> {
    pub fn new(module: &'f Module, function: &'f Function, promoted: &'f Promoted) -> Self {
        let cfg = Cfg::new(function);
        let mut constants = Self {
            module,
            function,
            promoted,
            at_start: vec![None; function.blocks.len()],
        };
        let order = cfg.reverse_postorder();
        if let Some(entry) = order.first() {
            constants.at_start[entry.index()] = Some(Known::new());
        }
        let mut changed = true;
        while changed {
            changed = false;
            for &block in order {
                let insts = &function.blocks[block].insts;
                let Some(at_end) = constants.after(block, insts) else {
                    continue;
                };
                for next in cfg.successors(block) {
                    changed |= meet(&mut constants.at_start[next.index()], &at_end);
                }
            }
        }
        constants
    }

    /// What is known after the first instructions of a block.
    pub fn after(&self, block: BlockId, insts: &[InstId]) -> Option<Known> {
        let mut known = self.at_start[block.index()].clone()?;
        for &inst in insts {
            self.step(&self.function.insts[inst].kind, &mut known);
        }
        Some(known)
    }

    /// The promoted variables that instructions store to.
    pub fn stored(&self, insts: &[InstId]) -> BTreeSet<LocalId> {
        let stored = insts
            .iter()
            .filter_map(|&inst| match &self.function.insts[inst].kind {
                InstKind::Store {
                    ptr: Value::Local(variable),
                    ..
                } => Some(*variable),
                _ => None,
            });
        stored.collect()
    }

    fn step(&self, kind: &InstKind, known: &mut Known) {
        if let InstKind::Store {
            ptr: Value::Local(variable),
            value,
            ..
        } = kind
        {
            known.remove(variable);
            if self.promoted[*variable].is_some()
                && let Value::Const(constant) = value
                && let ConstKind::Int(bits) = &self.module.consts.get(*constant).kind
            {
                known.insert(*variable, bits.clone());
            }
        }
        // The start of a lifetime makes a variable undefined.
        if kind.as_call().is_some() {
            kind.for_each_operand(|operand| {
                if let Value::Local(local) = operand {
                    known.remove(local);
                }
            });
        }
    }
}

/// Keeps what is also known on another path; whether that changed anything.
fn meet(at_start: &mut Option<Known>, other: &Known) -> bool {
    let Some(known) = at_start else {
        *at_start = Some(other.clone());
        return true;
    };
    let before = known.len();
    known.retain(|variable, bits| other.get(variable) == Some(bits));
    known.len() != before
}
