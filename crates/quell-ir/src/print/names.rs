//! The numbers of unnamed locals and blocks.

use crate::entity::{BlockId, LocalId, SecondaryMap};
use crate::function::Function;

/// The numbers of the unnamed locals and blocks of one function, in LLVM's order: the parameters, then
/// for each block the block itself and the results in it.
#[derive(Clone, Debug, Default)]
pub struct LocalNames {
    locals: SecondaryMap<LocalId, u32>,
    blocks: SecondaryMap<BlockId, u32>,
}

impl LocalNames {
    pub fn of(function: &Function) -> Self {
        let mut names = Self::default();
        let mut next = 0;
        let mut take = || {
            next += 1;
            next - 1
        };
        let params = function.params.len().min(function.locals.len());
        for local in (0..params).map(|index| function.param_local(index)) {
            if function.locals[local].name.is_none() {
                names.locals[local] = take();
            }
        }
        for (id, block) in &function.blocks {
            if block.name.is_none() {
                names.blocks[id] = take();
            }
            let results = block.insts.iter();
            for local in results.filter_map(|&inst| function.insts[inst].result.expand()) {
                if function.locals[local].name.is_none() {
                    names.locals[local] = take();
                }
            }
        }
        names
    }

    pub fn local(&self, local: LocalId) -> u32 {
        self.locals[local]
    }

    pub fn block(&self, block: BlockId) -> u32 {
        self.blocks[block]
    }
}
