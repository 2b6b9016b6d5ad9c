//! The shape of blocks: terminators, phis, landing pads.

use super::error::Violation;
use super::function::{Body, Violations};
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

    /// The rules without which there is no control-flow graph.
    pub(super) fn blocks(&self, violations: &mut Violations) {
        for (id, block) in &self.f.blocks {
            self.block_end(id, block, violations);
            for &inst in &block.insts {
                let kind = self.kind(inst);
                let known = |block| self.f.blocks.is_valid(block);
                if kind.is_none_or(|kind| !kind.successors().all(known)) {
                    violations.push((None, Violation::UnknownBlock));
                }
            }
        }
    }

    fn block_end(&self, id: BlockId, block: &Block, violations: &mut Violations) {
        let Some((&last, before)) = block.insts.split_last() else {
            return violations.push((None, Violation::EmptyBlock(self.block_name(id))));
        };
        if !self.is_terminator(last) {
            violations.push((Some(last), Violation::NoTerminator(self.block_name(id))));
        }
        if let Some(&early) = before.iter().find(|&&inst| self.is_terminator(inst)) {
            violations.push((Some(early), Violation::EarlyTerminator(self.block_name(id))));
        }
    }

    pub(super) fn entry(&self, cfg: &Cfg, violations: &mut Violations) {
        let before = cfg
            .entry()
            .and_then(|entry| cfg.predecessors(entry).first());
        if let Some(&block) = before {
            violations.push((None, Violation::EntryHasPredecessor(self.block_name(block))));
        }
    }

    pub(super) fn phis(&self, cfg: &Cfg, violations: &mut Violations) {
        for (id, block) in &self.f.blocks {
            let leading = block.insts.iter().take_while(|&&inst| self.is_phi(inst));
            let leading = leading.count();
            for (index, &inst) in block.insts.iter().enumerate() {
                let Some(InstKind::Phi { incoming, .. }) = self.kind(inst) else {
                    continue;
                };
                if index >= leading {
                    violations.push((Some(inst), Violation::LatePhi));
                }
                if let Err(violation) = self.phi(cfg.predecessors(id), incoming) {
                    violations.push((Some(inst), violation));
                }
            }
        }
    }

    /// One entry per edge, with equal values for edges from the same block. The predecessors must be
    /// ordered.
    fn phi(
        &self,
        predecessors: &[BlockId],
        incoming: &[(Value, BlockId)],
    ) -> Result<(), Violation> {
        let mut entries: Vec<(BlockId, Value)> = incoming
            .iter()
            .map(|&(value, block)| (block, value))
            .collect();
        entries.sort_by_key(|entry| entry.0);
        for (index, &predecessor) in predecessors.iter().enumerate() {
            match entries.get(index) {
                Some(&(block, _)) if block < predecessor => {
                    return Err(Violation::PhiSuperfluous(self.block_name(block)));
                }
                Some(&(block, _)) if block == predecessor => {}
                _ => return Err(Violation::PhiMissing(self.block_name(predecessor))),
            }
        }
        if let Some(&(block, _)) = entries.get(predecessors.len()) {
            return Err(Violation::PhiSuperfluous(self.block_name(block)));
        }
        let mut pairs = entries.windows(2);
        let ambiguous = pairs.find(|pair| pair[0].0 == pair[1].0 && pair[0].1 != pair[1].1);
        match ambiguous {
            Some(pair) => Err(Violation::PhiAmbiguous(self.block_name(pair[0].0))),
            None => Ok(()),
        }
    }

    /// Landing pads come first in their blocks, which are entered by unwinding only.
    pub(super) fn landing_pads(&self, cfg: &Cfg, violations: &mut Violations) {
        for (id, block) in &self.f.blocks {
            let first = block.insts.iter().position(|&inst| !self.is_phi(inst));
            for (index, &inst) in block.insts.iter().enumerate() {
                match self.kind(inst) {
                    Some(InstKind::LandingPad { .. }) if first != Some(index) => {
                        violations.push((Some(inst), Violation::LateLandingPad));
                    }
                    Some(InstKind::LandingPad { .. }) => {
                        if let Some(from) = self.enters_normally(cfg, id) {
                            let violation = Violation::LandingPadEntered(self.block_name(from));
                            violations.push((Some(inst), violation));
                        }
                    }
                    Some(InstKind::Invoke { unwind, .. }) if !self.has_landing_pad(*unwind) => {
                        let violation = Violation::NoLandingPad(self.block_name(*unwind));
                        violations.push((Some(inst), violation));
                    }
                    _ => {}
                }
            }
        }
    }

    /// A predecessor of `block` with an edge that is not an unwind edge.
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
