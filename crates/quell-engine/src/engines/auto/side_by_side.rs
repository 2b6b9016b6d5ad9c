//! Two engines at the same time, each in a thread and with a ledger of its own. When one of them leaves nothing open, the other
//! is ended. What both found is put together in one order, whichever ended first.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use quell_objectives::ObjectiveId;

use crate::budget::Budget;
use crate::context::FunctionContext;
use crate::engines::EngineEntry;
use crate::error::EngineError;
use crate::ledger::Ledger;
use crate::workers;

use super::{PATHS, QUERIES, RANDOM};

/// The part of the time that is kept for random inputs, at most.
const KEPT: u32 = 16;

/// Decides objectives by queries here, and by single paths in another thread.
pub fn decide(
    context: &FunctionContext<'_>,
    objectives: &[ObjectiveId],
    budget: &Budget,
    ledger: &mut Ledger,
) -> Result<(), EngineError> {
    let kept = RANDOM.most.min(budget.remaining() / KEPT);
    let time = budget.remaining().saturating_sub(kept);
    let is_over = Arc::new(AtomicBool::new(false));
    let budget = budget.share((1, 1), time).unless(&is_over);
    let (run, plan) = (context.run, context.plan);
    let mut beside = ledger.beside();
    let beside = thread::scope(|scope| {
        let (budget, is_over) = (&budget, &*is_over);
        let other = workers::spawn(scope, move || {
            let context = FunctionContext::new(run, plan, &run.program());
            let done = stage(PATHS, &context, objectives, budget, &mut beside);
            if done.is_err() || beside.left(objectives).is_empty() {
                is_over.store(true, Ordering::Relaxed);
            }
            done.map(|()| beside)
        })?;
        let done = stage(QUERIES, context, objectives, budget, ledger);
        if done.is_err() || ledger.left(objectives).is_empty() {
            is_over.store(true, Ordering::Relaxed);
        }
        let other = other.join().unwrap_or(Err(EngineError::Lost));
        done.and(other)
    })?;
    ledger.join(beside);
    Ok(())
}

fn stage(
    engine: &str,
    context: &FunctionContext<'_>,
    objectives: &[ObjectiveId],
    budget: &Budget,
    ledger: &mut Ledger,
) -> Result<(), EngineError> {
    let Some(entry) = EngineEntry::named(engine) else {
        return Ok(());
    };
    ledger.begin_stage(entry.name);
    let budget = budget.share((1, 1), budget.remaining());
    entry.engine().decide(context, objectives, budget, ledger)
}
