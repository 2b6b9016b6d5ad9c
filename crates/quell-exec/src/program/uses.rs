//! Where locals are used: what block, and how far down in it.

use quell_ir::entity::{EntityRef, SecondaryMap};
use quell_ir::{BlockId, Function, InstKind, LocalId, Value};

/// Uses of one local.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uses {
    pub count: u32,
    /// The block that holds all uses, if one does (phis count for no block).
    block: Option<BlockId>,
    scattered: bool,
    /// Position in that block of the last use.
    pub last: u32,
}

impl Uses {
    /// All uses are in `block`.
    pub fn only_in(&self, block: BlockId) -> bool {
        !self.scattered && self.block == Some(block)
    }

    fn note(&mut self, block: BlockId, position: u32) {
        self.count += 1;
        self.scattered |= self.block.is_some_and(|known| known != block);
        self.block = Some(block);
        self.last = position;
    }
}

pub fn collect(function: &Function) -> SecondaryMap<LocalId, Uses> {
    let mut uses: SecondaryMap<LocalId, Uses> = SecondaryMap::with_capacity(function.locals.len());
    for (block, data) in function.blocks.iter() {
        for (position, &inst) in data.insts.iter().enumerate() {
            let kind = &function.insts[inst].kind;
            let phi = matches!(kind, InstKind::Phi { .. });
            kind.for_each_operand(|&value| {
                if let Value::Local(local) = value
                    && local.index() < function.locals.len()
                {
                    uses[local].note(block, position as u32);
                    uses[local].scattered |= phi;
                }
            });
        }
    }
    uses
}
