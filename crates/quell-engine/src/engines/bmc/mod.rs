//! The bounded engine: the original is explored once, each mutant from its first site. Queries then decide whether a valid input
//! distinguishes it.
//!
//! [`portfolio`]: the encodings and their order. [`queries`]: what decides one mutant after the other. [`encodings`]: the
//! original in each encoding. [`parallel`]: hard mutants, shared by idle workers.

mod encodings;
mod parallel;
mod portfolio;
mod queries;

use quell_objectives::ObjectiveId;

use crate::bounded::{self, BoundedSearch, BoundedSpace};
use crate::budget::Budget;
use crate::context::FunctionContext;
use crate::engine::Engine;
use crate::error::EngineError;
use crate::explored::{Prover, SpaceResult};
use crate::ledger::Ledger;

use encodings::{ExploredEncodings, feasibilities};
use portfolio::{SEQUENTIAL_STEPS, Step, steps_within};
use queries::Stepped;

/// Decides mutants one after the other, each by queries of its own.
#[derive(Debug)]
pub struct Bmc;

impl Engine for Bmc {
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

impl BoundedSearch for Bmc {
    fn search(
        &self,
        prover: &Prover<'_>,
        bounded: BoundedSpace<'_>,
        ledger: &mut Ledger,
    ) -> Result<SpaceResult, EngineError> {
        let mut feasibilities = feasibilities(prover);
        let mut encodings = ExploredEncodings::new(bounded, &mut feasibilities);
        let open = ledger.open();
        let steps = steps_within(prover.budget.limits.query);
        let (sequential, parallel) = steps.split_at(SEQUENTIAL_STEPS.min(steps.len()));
        let mut all = step_by_step(prover, &mut encodings, sequential, open, ledger)?;
        if !all.hard.is_empty() && !parallel.is_empty() && all.end.is_none() {
            let hard = std::mem::take(&mut all.hard);
            let further = parallel::decide_hard(prover, &mut encodings, parallel, hard, ledger)?;
            all.is_done &= further.is_done;
            all.hard = further.hard;
        }
        ledger.give_up(&all.hard);
        Ok(match (all.end, all.is_done) {
            (Some(found), _) => found,
            (None, true) => SpaceResult::All,
            (None, false) => SpaceResult::More,
        })
    }

    fn is_extended(&self) -> bool {
        true
    }
}

/// One step after the other, each for the mutants that were too hard before.
fn step_by_step(
    prover: &Prover<'_>,
    encodings: &mut ExploredEncodings<'_, '_>,
    steps: &[Step],
    open: Vec<ObjectiveId>,
    ledger: &mut Ledger,
) -> Result<Stepped, EngineError> {
    let mut all = Stepped {
        hard: open,
        ..Stepped::default()
    };
    for step in steps {
        let stepped = encodings.step(prover, *step, &all.hard, ledger)?;
        all.is_done &= stepped.is_done;
        all.hard = stepped.hard;
        all.end = stepped.end;
        if all.hard.is_empty() || all.end.is_some() {
            break;
        }
    }
    Ok(all)
}
