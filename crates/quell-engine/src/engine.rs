//! What an engine is: it decides objectives of one function within a budget, and writes what it finds into a ledger.

use std::fmt::Debug;

use quell_objectives::ObjectiveId;

use crate::bounded::{self, BoundedSearch};
use crate::budget::Budget;
use crate::context::FunctionContext;
use crate::error::EngineError;
use crate::ledger::Ledger;

/// Decides objectives of one function.
///
/// The context is immutable: the function with its input contract, its objectives, solver sessions and the native oracle. The
/// ledger says which objectives are still open, sends an event for everything that is written into it, and keeps what it has
/// if the engine fails afterwards. An engine writes a kill only if the oracle showed it, and a proof only with its
/// assumptions and bounds; objectives about which it writes nothing are unknown.
pub trait Engine: Debug {
    fn decide(
        &self,
        context: &FunctionContext<'_>,
        objectives: &[ObjectiveId],
        budget: Budget,
        ledger: &mut Ledger,
    ) -> Result<(), EngineError>;
}

/// A bounded search is an engine that climbs the ladder of input spaces.
impl<S: BoundedSearch + Debug> Engine for S {
    fn decide(
        &self,
        context: &FunctionContext<'_>,
        objectives: &[ObjectiveId],
        budget: Budget,
        ledger: &mut Ledger,
    ) -> Result<(), EngineError> {
        bounded::decide(self, context, objectives, budget, ledger)
    }
}
