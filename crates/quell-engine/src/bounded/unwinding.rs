//! Growing unwinding bounds over one input space.

use std::time::{Duration, Instant};

use quell_values::inputs::InputSpace;

use crate::budget::Budget;
use crate::error::EngineError;
use crate::explored::{Prover, SpaceResult};
use crate::ledger::Ledger;

/// A part of a function's time that counts as little: as long as less is used, larger unwinding bounds are tried.
const LITTLE: u32 = 16;

/// The time limit of an exploration that may be in vain because a result is known already: without merging there may be too many
/// states, and so may the iterations of a loop within a larger bound.
const EXTRA: Duration = Duration::from_secs(4);

/// An input space within an unwinding bound.
#[derive(Clone, Copy, Debug)]
pub struct BoundedSpace<'a> {
    pub space: &'a InputSpace,
    pub unwinding: u32,
    /// Whether the result within this bound is final.
    pub is_last: bool,
    /// Whether the result within a smaller bound was final already, so that this one must cost little.
    pub is_further: bool,
}

impl BoundedSpace<'_> {
    /// When an exploration of the original that begins now has to end.
    pub fn exploration_end(&self, budget: &Budget, is_extra: bool) -> Instant {
        if is_extra || self.is_further {
            budget.deadline().min(Instant::now() + EXTRA)
        } else {
            budget.deadline()
        }
    }

    /// How long the exploration of one mutant may take in its turn.
    pub fn turn(&self, budget: &Budget) -> Duration {
        let turn = budget.limits.turn.max(budget.limits.query);
        if self.is_further {
            turn.min(EXTRA)
        } else {
            turn
        }
    }
}

/// How an engine decides the open objectives over one input space within one unwinding bound.
pub trait BoundedSearch {
    fn search(
        &self,
        prover: &Prover<'_>,
        bounded: BoundedSpace<'_>,
        ledger: &mut Ledger,
    ) -> Result<SpaceResult, EngineError>;

    /// Whether the search is helped by native trials on large inputs, and repeated with longer queries for mutants that were too
    /// hard. An engine that follows its paper has neither.
    fn is_extended(&self) -> bool;

    /// Whether small input spaces and bounds come first. Otherwise only the wanted space is searched, within one bound.
    fn is_gradual(&self, prover: &Prover<'_>) -> bool;
}

/// Unwinding bounds to search within.
#[derive(Clone, Copy, Debug)]
pub struct UnwindingBounds<'b> {
    /// Tried in order until one suffices.
    pub bounds: &'b [u32],
    /// Tried afterwards where that costs little.
    pub further: &'b [u32],
}

/// Decides the open objectives over one input space, within growing unwinding bounds.
pub fn decide(
    search: &dyn BoundedSearch,
    prover: &Prover<'_>,
    space: &InputSpace,
    unwinding: UnwindingBounds<'_>,
    ledger: &mut Ledger,
) -> Result<SpaceResult, EngineError> {
    let mut found = SpaceResult::All;
    for (index, &bound) in unwinding.bounds.iter().enumerate() {
        let bounded = BoundedSpace {
            space,
            unwinding: bound,
            is_last: index + 1 == unwinding.bounds.len(),
            is_further: false,
        };
        found = search.search(prover, bounded, ledger)?;
        if found != SpaceResult::More {
            break;
        }
    }
    for &bound in unwinding.further {
        // Within a larger bound the first input may terminate, or a proof may cover all inputs.
        let may_help = ledger.reopen_cut() || found == SpaceResult::More;
        let has_time = prover.budget.has_used_less_than(LITTLE);
        if found == SpaceResult::NoInput || !may_help || !has_time {
            break;
        }
        let bounded = BoundedSpace {
            space,
            unwinding: bound,
            is_last: true,
            is_further: true,
        };
        found = search.search(prover, bounded, ledger)?;
    }
    Ok(match found {
        SpaceResult::More => SpaceResult::All,
        found => found,
    })
}
