//! Decides several functions in parallel. An error in one function does not keep the others from being decided, unless it says
//! that no verdict can be trusted.

use std::panic::{self, AssertUnwindSafe};
use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use quell_exec::Program;
use quell_results::{Event, PathStatistics};

use crate::context::{FunctionContext, FunctionPlan, RunContext};
use crate::engine::Engine;
use crate::engines::EngineEntry;
use crate::error::EngineError;
use crate::events::Events;
use crate::ledger::Ledger;
use crate::workers;

use super::seeds;
use super::stream::Stream;

/// What was found about a function.
#[derive(Debug)]
pub struct DecidedFunction {
    pub ledger: Ledger,
    /// What ended the work early.
    pub error: Option<EngineError>,
}

/// Decides all functions; the results are in the order of the plans. Events are sent the moment they happen, in the
/// thread of the caller.
pub fn decide_all(
    run: &RunContext<'_>,
    entry: &EngineEntry,
    plans: &[FunctionPlan],
    stream: &mut Stream<'_>,
) -> Result<Vec<DecidedFunction>, EngineError> {
    let order = largest_first(plans);
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    let jobs = run.settings.jobs.max(1);
    let threads = jobs.min(plans.len().max(1));
    run.idle.release(jobs - threads);
    run.waiting.store(plans.len(), Ordering::Relaxed);
    let mut found = thread::scope(|scope| {
        let mut started = Vec::new();
        for _ in 0..threads {
            let worker = Worker {
                run,
                entry,
                plans,
                order: &order,
                next: &next,
                events: Events::to(sender.clone()),
            };
            started.push(workers::spawn(scope, move || worker.work())?);
        }
        drop(sender);
        // Ends when all workers have ended.
        for event in receiver {
            stream.send(&event);
        }
        let found = started.into_iter().map(|worker| worker.join());
        let found = found.map(|of| of.map_err(|_| EngineError::Lost));
        found.collect::<Result<Vec<_>, _>>()
    })?
    .into_iter()
    .flatten()
    .collect::<Vec<(usize, DecidedFunction)>>();
    found.sort_by_key(|(index, _)| *index);
    let mut all = Vec::new();
    for (_, mut function) in found {
        match function.error.take_if(|error| error.denies_all_verdicts()) {
            Some(error) => return Err(error),
            None => all.push(function),
        }
    }
    Ok(all)
}

/// The function that takes longest should not be the last one to begin.
fn largest_first(plans: &[FunctionPlan]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..plans.len()).collect();
    order.sort_by_key(|index| std::cmp::Reverse(plans[*index].own.len()));
    order
}

/// Takes one function after the other.
struct Worker<'w> {
    run: &'w RunContext<'w>,
    entry: &'w EngineEntry,
    plans: &'w [FunctionPlan],
    order: &'w [usize],
    /// The place in the order that is next.
    next: &'w AtomicUsize,
    events: Events,
}

impl Worker<'_> {
    /// Decides functions until none is left, or no verdict can be trusted.
    fn work(self) -> Vec<(usize, DecidedFunction)> {
        let engine = self.entry.engine();
        let mut program = self.run.program();
        let mut found = Vec::new();
        while let Some(&index) = self.order.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            self.run.waiting.fetch_sub(1, Ordering::Relaxed);
            let function = self.function(&*engine, &self.plans[index], &program);
            match &function.error {
                Some(error) if error.denies_all_verdicts() => {
                    self.next.store(self.order.len(), Ordering::Relaxed);
                }
                // The worker's program may be in the middle of something.
                Some(EngineError::Lost) => program = self.run.program(),
                _ => {}
            }
            found.push((index, function));
        }
        self.run.idle.release(1);
        found
    }

    /// Decides the objectives of one function. Nothing is kept from other functions, not even the solver, so that results do not
    /// depend on their order.
    fn function(
        &self,
        engine: &dyn Engine,
        plan: &FunctionPlan,
        program: &Rc<Program>,
    ) -> DecidedFunction {
        let name = || plan.prefix.clone();
        self.events.send(|| Event::FunctionStarted {
            function: name(),
            objectives: plan.own.len() as u64,
        });
        let events = self.events.clone();
        let mut ledger = plan.ledger(self.run.objectives, self.entry.name, events);
        let decided = panic::catch_unwind(AssertUnwindSafe(|| {
            self.decide(engine, (plan, program), &mut ledger)
        }));
        let mut error = decided.unwrap_or(Err(EngineError::Lost)).err();
        if let Some(contradiction) = contradiction(&ledger) {
            error = EngineError::graver(error, contradiction);
        }
        if let Some(error) = &error {
            ledger.fail(error);
        }
        ledger.announce_rest(&plan.own);
        self.events.send(|| Event::QueryStatistics {
            function: name(),
            queries: ledger.queries.queries,
            seconds: ledger.queries.time.as_secs_f64(),
        });
        if let Some(paths) = &ledger.paths {
            self.events.send(|| Event::PathsExplored {
                paths: PathStatistics {
                    function: name(),
                    reached: ledger.mutant_statistics(),
                    ..paths.clone()
                },
            });
        }
        self.events.send(|| Event::FunctionFinished {
            function: name(),
            objectives: plan.objectives.len() as u64,
            fuzzed: ledger.fuzzed,
            error: error.as_ref().map(EngineError::report),
        });
        ledger.close();
        DecidedFunction { ledger, error }
    }

    fn decide(
        &self,
        engine: &dyn Engine,
        (plan, program): (&FunctionPlan, &Rc<Program>),
        ledger: &mut Ledger,
    ) -> Result<(), EngineError> {
        let context = FunctionContext::new(self.run, plan, program);
        let budget = self.run.function_budget();
        seeds::try_seeds(&context, &budget, ledger)?;
        ledger.begin_stage(self.entry.name);
        engine.decide(&context, &plan.own, budget, ledger)?;
        ledger.write_reserve();
        Ok(())
    }
}

/// A test that shows what an unrestricted proof denies. It counts even where the work on the function failed.
fn contradiction(ledger: &Ledger) -> Option<EngineError> {
    let (objective, test) = ledger.contradiction()?;
    let is_label = ledger.is_label(objective);
    let (objective, test) = (objective.to_string(), test.to_owned());
    Some(EngineError::contradiction(objective, test, is_label))
}
