//! Mutants that are hard to decide, shared by all idle workers. Each worker has its own terms and its own solver, and therefore
//! explores the original once more; that pays off for queries that take long.

use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use quell_objectives::ObjectiveId;

use crate::bounded::BoundedSpace;
use crate::budget::Budget;
use crate::context::{FunctionContext, FunctionPlan, RunContext};
use crate::error::EngineError;
use crate::explored::{Prover, Purpose};
use crate::ledger::Ledger;
use crate::solving::QueryStatistics;
use crate::workers;

use super::encodings::{ExploredEncodings, feasibilities};
use super::portfolio::Step;
use super::queries::Stepped;

/// One mutant, for any worker.
struct Task {
    mutant: ObjectiveId,
    state: Mutex<State>,
}

struct State {
    /// What is known of the mutant, without what other workers find meanwhile.
    ledger: Ledger,
    is_hard: bool,
    /// Whether a larger unwinding bound would decide no more.
    is_done: bool,
}

/// The work of all workers.
struct Work<'w> {
    bounded: BoundedSpace<'w>,
    purpose: Purpose,
    steps: &'w [Step],
    tasks: Vec<Task>,
    /// The task that is next in each step.
    next: Vec<AtomicUsize>,
    budget: Budget,
}

/// Decides hard mutants in all further steps, with the help of idle workers; what is left of them stays open.
pub fn decide_hard(
    prover: &Prover<'_>,
    encodings: &mut ExploredEncodings<'_, '_>,
    steps: &[Step],
    hard: Vec<ObjectiveId>,
    ledger: &mut Ledger,
) -> Result<Stepped, EngineError> {
    let (run, plan) = (prover.context.run, prover.context.plan);
    let helpers = run.idle.take(hard.len().saturating_sub(1));
    let work = Work {
        bounded: encodings.bounded,
        purpose: encodings.purpose,
        steps,
        tasks: tasks(hard, ledger),
        next: steps.iter().map(|_| AtomicUsize::new(0)).collect(),
        budget: prover.budget.clone(),
    };
    let done = thread::scope(|scope| {
        let helpers = (0..helpers).map(|_| workers::spawn(scope, || help(run, plan, &work)));
        let helpers = helpers.collect::<Result<Vec<_>, _>>()?;
        // A panic must not keep the helpers from being counted and released.
        let own = AssertUnwindSafe(|| take_tasks(prover, encodings, &work));
        let own = panic::catch_unwind(own).unwrap_or(Err(EngineError::Lost));
        let mut statistics = QueryStatistics::default();
        let mut failure = own.err();
        for helper in helpers {
            match helper.join().unwrap_or(Err(EngineError::Lost)) {
                Ok(of_helper) => statistics += of_helper,
                Err(error) => failure = EngineError::graver(failure, error),
            }
        }
        failure.map_or(Ok(statistics), Err)
    });
    run.idle.release(helpers);
    ledger.queries += done?;
    Ok(gather(work.tasks, ledger))
}

/// What a worker does that helps with a function.
fn help(
    run: &RunContext<'_>,
    plan: &FunctionPlan,
    work: &Work<'_>,
) -> Result<QueryStatistics, EngineError> {
    let context = FunctionContext::new(run, plan, &run.program());
    let session = context.helper_solver()?;
    let prover = Prover {
        context: &context,
        session: &session,
        budget: work.budget.clone(),
    };
    let mut feasibilities = feasibilities(&prover);
    let mut encodings = ExploredEncodings::new(work.purpose, work.bounded, &mut feasibilities);
    take_tasks(&prover, &mut encodings, work)?;
    Ok(session.statistics())
}

/// Takes tasks until none is left, in every step.
fn take_tasks(
    prover: &Prover<'_>,
    encodings: &mut ExploredEncodings<'_, '_>,
    work: &Work<'_>,
) -> Result<(), EngineError> {
    for (step, next) in work.steps.iter().zip(&work.next) {
        while let Some(task) = work.tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
            // Another worker may not have finished it in the step before.
            let mut state = task.state.lock().unwrap_or_else(PoisonError::into_inner);
            if state.is_hard {
                let mutant = std::slice::from_ref(&task.mutant);
                let stepped = encodings.step(prover, *step, mutant, &mut state.ledger)?;
                state.is_hard = !stepped.hard.is_empty();
                state.is_done &= stepped.is_done;
            }
        }
    }
    Ok(())
}

fn tasks(hard: Vec<ObjectiveId>, ledger: &Ledger) -> Vec<Task> {
    let hard = hard.into_iter();
    hard.map(|mutant| Task {
        mutant,
        state: Mutex::new(State {
            ledger: ledger.fork(),
            is_hard: true,
            is_done: true,
        }),
    })
    .collect()
}

/// Writes what all workers found, in the order of the mutants.
fn gather(tasks: Vec<Task>, ledger: &mut Ledger) -> Stepped {
    let mut all = Stepped::default();
    for task in tasks {
        let state = task.state.into_inner();
        let state = state.unwrap_or_else(PoisonError::into_inner);
        ledger.absorb(&task.mutant, state.ledger);
        all.is_done &= state.is_done;
        if state.is_hard && !ledger.is_killed(&task.mutant) {
            all.hard.push(task.mutant);
        }
    }
    all
}
