//! The bounded engine: the original is explored once, each mutant from its first site. Queries then decide whether a valid input
//! distinguishes it.
//!
//! [`portfolio`]: the encodings and their order. [`queries`]: what decides one mutant after the other. [`encodings`]: the
//! original in each encoding. [`cover`]: the query that decides a label; [`finding`]: what queries show. [`parallel`]: hard mutants, shared by idle workers.

mod cover;
mod encodings;
mod finding;
mod parallel;
mod portfolio;
mod queries;

use std::time::Instant;

use quell_objectives::ObjectiveId;

use crate::bounded::{BoundedSearch, BoundedSpace};
use crate::error::EngineError;
use crate::explored::{Prover, Purpose, SpaceResult};
use crate::ledger::Ledger;
use crate::trials::Trials;

use encodings::{ExploredEncodings, feasibilities};
use portfolio::{SEQUENTIAL_STEPS, Step, steps_within};
use queries::Stepped;

/// The number of inputs on which labels are tried in each input space before it is explored.
const TRIALS: u64 = 256;
/// The part of the time that is left that these trials may take.
const TRIAL_SHARE: u32 = 16;

/// Decides objectives one after the other, each by queries of its own.
#[derive(Debug)]
pub struct Bmc;

impl BoundedSearch for Bmc {
    fn search(
        &self,
        prover: &Prover<'_>,
        bounded: BoundedSpace<'_>,
        ledger: &mut Ledger,
    ) -> Result<SpaceResult, EngineError> {
        let (labels, mutants): (Vec<_>, Vec<_>) = ledger
            .open()
            .into_iter()
            .partition(|id| ledger.is_label(id));
        if !labels.is_empty() {
            try_inputs(prover, bounded, &labels, ledger)?;
        }
        let of_labels = search(prover, Purpose::Labels, bounded, labels, ledger)?;
        let of_mutants = search(prover, Purpose::Mutants, bounded, mutants, ledger)?;
        Ok(match (of_labels, of_mutants) {
            (Some(SpaceResult::NoInput), _) | (_, Some(SpaceResult::NoInput)) => {
                SpaceResult::NoInput
            }
            (Some(SpaceResult::More), _) | (_, Some(SpaceResult::More)) => SpaceResult::More,
            _ => SpaceResult::All,
        })
    }

    fn is_extended(&self) -> bool {
        true
    }

    fn is_gradual(&self, _: &Prover<'_>) -> bool {
        true
    }
}

/// Tries labels on a few inputs before anything is explored.
fn try_inputs(
    prover: &Prover<'_>,
    bounded: BoundedSpace<'_>,
    labels: &[ObjectiveId],
    ledger: &mut Ledger,
) -> Result<(), EngineError> {
    let share = prover.budget.remaining() / TRIAL_SHARE;
    let until = prover.budget.deadline().min(Instant::now() + share);
    let trials = Trials::new(prover.context, bounded.space, ledger.at(), until);
    trials.of(labels, TRIALS, ledger).map(drop)
}

/// Decides objectives of one kind; nothing if there are none.
fn search(
    prover: &Prover<'_>,
    purpose: Purpose,
    bounded: BoundedSpace<'_>,
    open: Vec<ObjectiveId>,
    ledger: &mut Ledger,
) -> Result<Option<SpaceResult>, EngineError> {
    if open.is_empty() {
        return Ok(None);
    }
    let mut feasibilities = feasibilities(prover);
    let mut encodings = ExploredEncodings::new(purpose, bounded, &mut feasibilities);
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
    Ok(Some(match (all.end, all.is_done) {
        (Some(found), _) => found,
        (None, true) => SpaceResult::All,
        (None, false) => SpaceResult::More,
    }))
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
