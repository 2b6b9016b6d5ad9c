//! The recorded exploration of the original.

use quell_ir::{BlockId, FuncId};
use rustc_hash::FxHashMap;

use crate::stop::Stop;
use crate::symbolic::explore::{Explorer, Snapshot};

/// The exploration right before one of its steps.
#[derive(Clone, Debug)]
pub(super) struct RecordedStep {
    /// The function and block of the state that runs next.
    pub function: FuncId,
    pub block: BlockId,
    pub snapshot: Snapshot,
}

/// All steps of an exploration, in order.
#[derive(Debug, Default)]
pub(super) struct Recording {
    pub steps: Vec<RecordedStep>,
    /// The last step at each location.
    by_location: FxHashMap<u32, usize>,
}

impl Recording {
    /// A recording whose first step is that of a state that is not queued.
    pub fn beginning(explorer: &Explorer<'_>, function: FuncId, block: BlockId) -> Self {
        let snapshot = explorer.snapshot();
        Self {
            steps: vec![RecordedStep {
                function,
                block,
                snapshot,
            }],
            by_location: FxHashMap::default(),
        }
    }

    /// Records the explorer right before it runs the state at a location.
    pub fn record(&mut self, explorer: &mut Explorer<'_>, location: u32) -> Result<(), Stop> {
        let next = explorer.queued().next();
        let Some(frame) = next.and_then(|next| next.state.activation.frames.last()) else {
            return Ok(());
        };
        let (function, pc) = (frame.code.function, frame.pc as usize);
        let block = explorer.flow_of(function)?.block_at(pc);
        self.by_location.insert(location, self.steps.len());
        self.steps.push(RecordedStep {
            function,
            block,
            snapshot: explorer.snapshot(),
        });
        Ok(())
    }

    /// The number of the step that ran the state at a location.
    pub fn step_at(&self, location: u32) -> Option<usize> {
        self.by_location.get(&location).copied()
    }

    /// The steps at one of some blocks of a function, with their numbers.
    pub fn steps_at<'r>(
        &'r self,
        function: FuncId,
        blocks: &'r [BlockId],
    ) -> impl Iterator<Item = (usize, &'r RecordedStep)> {
        let steps = self.steps.iter().enumerate();
        steps.filter(move |(_, step)| step.function == function && blocks.contains(&step.block))
    }
}
