//! A run: decides all objectives of a subject. [`prepare`] builds the native program and plans the functions, [`scheduler`]
//! decides them in parallel, [`elsewhere`] tries tests of one function on others, [`decisions`] has the final word, with
//! [`confirm`] if a second solver was asked for. Every finding is an event, and the result is what they add up to
//! ([`stream`]).

mod confirm;
mod decisions;
mod elsewhere;
mod failure;
mod prepare;
mod scheduler;
mod stream;

use std::time::Instant;

use quell_objectives::ObjectiveId;
use quell_results::{Event, Run, Warning};

use crate::bounded::ladder;
use crate::context::FunctionContext;
use crate::engines::EngineEntry;
use crate::error::EngineError;
use crate::events::Events;
use crate::labels::label_of;
use crate::settings::{Settings, Subject};

pub use failure::Failure;

use decisions::{Decisions, undecided};
use prepare::Prepared;
use stream::Stream;

/// The result of a run.
#[derive(Debug)]
pub struct Outcome {
    pub run: Run,
    /// Functions on which an error ended the work early. Their objectives are unknown unless a test killed them.
    pub failures: Vec<Failure>,
}

/// Decides all objectives of a subject. The subscriber gets every event the moment it happens. An error ends the run only if
/// nothing can be decided, or if it says that no verdict can be trusted.
pub fn run(
    engine: &EngineEntry,
    subject: &Subject<'_>,
    settings: &Settings,
    subscriber: &mut dyn FnMut(&Event),
) -> Result<Outcome, EngineError> {
    let start = Instant::now();
    let mut objectives = subject.objectives.iter();
    if !engine.decides_labels && objectives.any(|of| label_of(of).is_some()) {
        return Err(EngineError::LabelsUnsupported {
            engine: engine.name,
        });
    }
    if let Some(second) = settings.second {
        second.program.look_for()?;
    }
    let mut stream = Stream::new(subscriber);
    stream.send(&Event::BuildStarted {
        objectives: subject.objectives.len() as u64,
    });
    let prepared = Prepared::new(subject, settings)?;
    let run = prepared.context(subject, settings, start);
    let undecided = undecided(subject, &prepared, &run, engine.name);
    stream.send(&Event::RunStarted {
        run: Box::new(undecided),
    });
    let undefined = prepared.session.undefined();
    if !undefined.is_empty() {
        let symbols = undefined.iter().map(|of| of.symbol.clone()).collect();
        let warning = Warning::UndefinedSymbols { symbols };
        stream.send(&Event::Warning { warning });
    }
    let plans = &prepared.plans;
    let mut found = scheduler::decide_all(&run, engine, plans, &mut stream)?;
    let interrupted = elsewhere::try_tests_elsewhere(&run, plans, &mut found)?;
    if let Some(failure) = &interrupted {
        let error = failure.error.to_string();
        let warning = Warning::TestsNotTried { error };
        stream.send(&Event::Warning { warning });
    }
    let decisions = Decisions {
        run: &run,
        prepared: &prepared,
        found: &found,
        engine: engine.name,
    };
    decisions.send(settings.second, &mut stream)?;
    decisions.finish(&mut stream);
    let failures = plans.iter().zip(found).filter_map(|(plan, found)| {
        Some(Failure {
            function: plan.name.clone(),
            error: found.error?,
        })
    });
    Ok(Outcome {
        failures: failures.chain(interrupted).collect(),
        run: stream.into_run(),
    })
}

/// Tries to refute equivalences that the user claims: an error if a native run shows a difference. The number of native inputs
/// that were compared.
pub fn refute(
    subject: &Subject<'_>,
    settings: &Settings,
    claimed: &[ObjectiveId],
) -> Result<u64, EngineError> {
    let prepared = Prepared::new(subject, settings)?;
    let run = prepared.context(subject, settings, Instant::now());
    let program = run.program();
    let mut compared = 0;
    for plan in &prepared.plans {
        let context = FunctionContext::new(&run, plan, &program);
        let own = plan.own.iter().filter(|id| claimed.contains(id));
        let own: Vec<ObjectiveId> = own.cloned().collect();
        let events = Events::default();
        let mut ledger = plan.ledger(run.objectives, "", events);
        compared += ladder::refute(&context, &own, run.function_budget(), &mut ledger)?;
    }
    Ok(compared)
}
