//! The shape of blocks: terminators, phis, landing pads.

use super::error::Fault;
use super::function::{Body, Faults};
use crate::analysis::cfg::Cfg;
use crate::entity::{BlockId, InstId};
use crate::function::Block;
use crate::inst::{InstKind, Value};

impl Body<'_> {
    fn kind(&self, inst: InstId) -> Option<&InstKind> {
        self.f.insts.get(inst).map(|inst| &inst.kind)
    }

    fn is_terminator(&self, inst: InstId) -> bool {
        self.kind(inst).is_some_and(InstKind::is_terminator)
    }

    fn is_phi(&self, inst: InstId) -> bool {
        matches!(self.kind(inst), Some(InstKind::Phi { .. }))
    }

    /// What must hold before there is a control-flow graph to speak of.
    pub(super) fn blocks(&self, faults: &mut Faults) {
        for (id, block) in &self.f.blocks {
            self.block_end(id, block, faults);
            for &inst in &block.insts {
                let kind = self.kind(inst);
                let known = |block| self.f.blocks.is_valid(block);
                if kind.is_none_or(|kind| !kind.successors().all(known)) {
                    faults.push((None, Fault::UnknownBlock));
                }
            }
        }
    }

    fn block_end(&self, id: BlockId, block: &Block, faults: &mut Faults) {
        let Some((&last, before)) = block.insts.split_last() else {
            return faults.push((None, Fault::EmptyBlock(self.block_name(id))));
        };
        if !self.is_terminator(last) {
            faults.push((Some(last), Fault::NoTerminator(self.block_name(id))));
        }
        if let Some(&early) = before.iter().find(|&&inst| self.is_terminator(inst)) {
            faults.push((Some(early), Fault::EarlyTerminator(self.block_name(id))));
        }
    }

    pub(super) fn entry(&self, cfg: &Cfg, faults: &mut Faults) {
        let before = cfg
            .entry()
            .and_then(|entry| cfg.predecessors(entry).first());
        if let Some(&block) = before {
            faults.push((None, Fault::EntryHasPredecessor(self.block_name(block))));
        }
    }

    pub(super) fn phis(&self, cfg: &Cfg, faults: &mut Faults) {
        for (id, block) in &self.f.blocks {
            let leading = block.insts.iter().take_while(|&&inst| self.is_phi(inst));
            let leading = leading.count();
            for (index, &inst) in block.insts.iter().enumerate() {
                let Some(InstKind::Phi { incoming, .. }) = self.kind(inst) else {
                    continue;
                };
                if index >= leading {
                    faults.push((Some(inst), Fault::LatePhi));
                }
                if let Err(fault) = self.phi(cfg.predecessors(id), incoming) {
                    faults.push((Some(inst), fault));
                }
            }
        }
    }

    /// One entry per edge, and the same value for edges from the same block. The predecessors are
    /// ordered.
    fn phi(&self, predecessors: &[BlockId], incoming: &[(Value, BlockId)]) -> Result<(), Fault> {
        let mut entries: Vec<(BlockId, Value)> = incoming
            .iter()
            .map(|&(value, block)| (block, value))
            .collect();
        entries.sort_by_key(|entry| entry.0);
        for (index, &predecessor) in predecessors.iter().enumerate() {
            match entries.get(index) {
                Some(&(block, _)) if block < predecessor => {
                    return Err(Fault::PhiSuperfluous(self.block_name(block)));
                }
                Some(&(block, _)) if block == predecessor => {}
                _ => return Err(Fault::PhiMissing(self.block_name(predecessor))),
            }
        }
        if let Some(&(block, _)) = entries.get(predecessors.len()) {
            return Err(Fault::PhiSuperfluous(self.block_name(block)));
        }
        let mut pairs = entries.windows(2);
        let ambiguous = pairs.find(|pair| pair[0].0 == pair[1].0 && pair[0].1 != pair[1].1);
        match ambiguous {
            Some(pair) => Err(Fault::PhiAmbiguous(self.block_name(pair[0].0))),
            None => Ok(()),
        }
    }

    /// Landing pads come first in their blocks, and only unwinding leads there.
    pub(super) fn landing_pads(&self, cfg: &Cfg, faults: &mut Faults) {
        for (id, block) in &self.f.blocks {
            let first = block.insts.iter().position(|&inst| !self.is_phi(inst));
            for (index, &inst) in block.insts.iter().enumerate() {
                match self.kind(inst) {
                    Some(InstKind::LandingPad { .. }) if first != Some(index) => {
                        faults.push((Some(inst), Fault::LateLandingPad));
                    }
                    Some(InstKind::LandingPad { .. }) => {
                        if let Some(from) = self.enters_normally(cfg, id) {
                            let fault = Fault::LandingPadEntered(self.block_name(from));
                            faults.push((Some(inst), fault));
                        }
                    }
                    Some(InstKind::Invoke { unwind, .. }) if !self.has_landing_pad(*unwind) => {
                        let fault = Fault::NoLandingPad(self.block_name(*unwind));
                        faults.push((Some(inst), fault));
                    }
                    _ => {}
                }
            }
        }
    }

    /// A block from which `block` is reached by another way than unwinding.
    fn enters_normally(&self, cfg: &Cfg, block: BlockId) -> Option<BlockId> {
        let by_unwinding = |from: BlockId| {
            let last = self.f.terminator(from).and_then(|inst| self.kind(inst));
            matches!(last, Some(InstKind::Invoke { normal, unwind, .. })
                if *unwind == block && *normal != block)
        };
        let mut predecessors = cfg.distinct_predecessors(block);
        predecessors.find(|&from| !by_unwinding(from))
    }

    fn has_landing_pad(&self, block: BlockId) -> bool {
        let insts = self.f.blocks.get(block).map(|block| &block.insts);
        let mut insts = insts.into_iter().flatten();
        let first = insts.find(|&&inst| !self.is_phi(inst));
        matches!(
            first.and_then(|&inst| self.kind(inst)),
            Some(InstKind::LandingPad { .. })
        )
    }
}
