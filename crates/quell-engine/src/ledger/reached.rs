//! What the inputs of paths reach, for the statistics of PexMutator.

use std::collections::BTreeSet;

use quell_ir::BlockId;
use quell_objectives::ObjectiveId;
use quell_results::MutantStatistics;

use super::Ledger;

/// What valid inputs of paths reach in a function, where that is noted.
#[derive(Clone, Debug, Default)]
pub struct ReachedCode {
    /// The number of blocks of the function; 0 if nothing is noted.
    pub all_blocks: usize,
    pub blocks: BTreeSet<BlockId>,
    pub executed: BTreeSet<ObjectiveId>,
    pub weakly_killed: BTreeSet<ObjectiveId>,
}

impl Ledger {
    /// How far the tests get with mutants, if that was noted. A kill is a weak kill, too.
    pub fn mutant_statistics(&self) -> Option<MutantStatistics> {
        let reached = &self.reached;
        if reached.all_blocks == 0 {
            return None;
        }
        let own: Vec<&ObjectiveId> = match &self.own {
            Some(own) => own.iter().collect(),
            None => self.entries.keys().collect(),
        };
        let count = |is_counted: &dyn Fn(&ObjectiveId) -> bool| {
            own.iter().filter(|id| is_counted(id)).count() as u64
        };
        Some(MutantStatistics {
            blocks: reached.all_blocks as u64,
            covered_blocks: reached.blocks.len() as u64,
            mutants: own.len() as u64,
            executed: count(&|id| reached.executed.contains(id) || self.is_killed(id)),
            weakly_killed: count(&|id| reached.weakly_killed.contains(id) || self.is_killed(id)),
            killed: count(&|id| self.is_killed(id)),
            tests: self.tests.len() as u64,
        })
    }
}
