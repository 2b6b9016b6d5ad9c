//! A run: decides all objectives of a subject that are not known. [`prepare`] builds the native program and plans the functions,
//! [`scheduler`] decides them in parallel, [`elsewhere`] tries tests of one function on others, [`suite`] chooses a smallest suite,
//! and [`decisions`] has the final word, with [`confirm`] if a second solver was asked for. [`frame`] puts what was known and what was found together. Every finding
//! is an event, and the result is what they add up to ([`stream`]).

mod confirm;
mod decisions;
mod elsewhere;
mod failure;
mod frame;
mod prepare;
mod scheduler;
mod stream;
mod suite;

use std::time::Instant;

use quell_objectives::ObjectiveId;
use quell_results::{Event, Run, Warning};

use crate::bounded::ladder;
use crate::context::FunctionContext;
use crate::engines::EngineEntry;
use crate::error::EngineError;
use crate::events::Events;
use crate::known::Known;
use crate::labels::{is_hyper_label, label_of};
use crate::settings::{Settings, Subject};

pub use failure::Failure;

use decisions::Decisions;
use frame::Frame;
use prepare::{Prepared, by_id, open};
use stream::Stream;
use suite::Choice;

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
    run_from(&Known::default(), engine, subject, settings, subscriber)
}

/// The same with objectives whose decisions are known: they stand in the result, and only the others are decided. If there are
/// no others, nothing is built or run.
pub fn run_from(
    known: &Known,
    engine: &EngineEntry,
    subject: &Subject<'_>,
    settings: &Settings,
    subscriber: &mut dyn FnMut(&Event),
) -> Result<Outcome, EngineError> {
    let known = known.about(subject.objectives);
    let objectives = by_id(subject.objectives)?;
    let frame = Frame {
        subject,
        objectives: &objectives,
        known: &known,
        settings,
        engine: engine.name,
        start: Instant::now(),
    };
    check(engine, subject, settings)?;
    let mut stream = Stream::new(subscriber);
    let open = open(&objectives, &known);
    let is_left = open.values().any(|objective| !is_hyper_label(objective));
    let failures = if is_left || known.is_empty() {
        stream.send(&Event::BuildStarted {
            objectives: open.len() as u64,
        });
        decide(&frame, engine, &mut stream)?
    } else {
        frame.begin(None, &mut stream);
        frame.end(known.tests().iter(), &mut stream);
        Vec::new()
    };
    Ok(Outcome {
        failures,
        run: stream.into_run(),
    })
}

/// Refuses what the engine or the machine cannot do.
fn check(
    engine: &EngineEntry,
    subject: &Subject<'_>,
    settings: &Settings,
) -> Result<(), EngineError> {
    let mut objectives = subject.objectives.iter();
    if !engine.decides_labels && objectives.any(|of| label_of(of).is_some()) {
        return Err(EngineError::LabelsUnsupported {
            engine: engine.name,
        });
    }
    if let Some(second) = settings.second {
        second.program.look_for()?;
    }
    Ok(())
}

/// Decides what is not known; the functions on which the work failed.
fn decide(
    frame: &Frame<'_>,
    engine: &EngineEntry,
    stream: &mut Stream<'_>,
) -> Result<Vec<Failure>, EngineError> {
    let (subject, settings) = (frame.subject, frame.settings);
    let prepared = Prepared::new(subject, frame.objectives, frame.known, settings)?;
    let run = prepared.context(subject, settings, frame.start);
    frame.begin(Some(&prepared), stream);
    let undefined = prepared.session.undefined();
    if !undefined.is_empty() {
        let symbols = undefined.iter().map(|of| of.symbol.clone()).collect();
        let warning = Warning::UndefinedSymbols { symbols };
        stream.send(&Event::Warning { warning });
    }
    let plans = &prepared.plans;
    let mut found = scheduler::decide_all(&run, engine, plans, stream)?;
    let mut known = frame.known.tests().to_vec();
    let mut interrupted = elsewhere::try_tests(&run, plans, &mut known, &mut found)?;
    let has_labels = frame.objectives.values().any(|of| label_of(of).is_some());
    if engine.chooses_suite && !has_labels && interrupted.is_none() {
        match suite::choose(&run, plans, &mut known, &mut found)? {
            Choice::Smallest(mutants) => stream.send(&Event::SubsumptionFound { mutants }),
            Choice::All(failure) => interrupted = failure,
        }
    }
    if let Some(failure) = &interrupted {
        let error = failure.error.to_string();
        let warning = Warning::TestsNotTried { error };
        stream.send(&Event::Warning { warning });
    }
    let decisions = Decisions {
        run: &run,
        prepared: &prepared,
        found: &found,
    };
    decisions.send(settings.second, stream)?;
    let written = found.iter().flat_map(|found| &found.ledger.tests);
    frame.end(known.iter().chain(written), stream);
    let failures = plans.iter().zip(found).filter_map(|(plan, found)| {
        Some(Failure {
            function: plan.name.clone(),
            error: found.error?,
        })
    });
    Ok(failures.chain(interrupted).collect())
}

/// Tries to refute equivalences that the user claims: an error if a native run shows a difference. The number of native inputs
/// that were compared.
pub fn refute(
    subject: &Subject<'_>,
    settings: &Settings,
    claimed: &[ObjectiveId],
) -> Result<u64, EngineError> {
    let objectives = by_id(subject.objectives)?;
    let prepared = Prepared::new(subject, &objectives, &Known::default(), settings)?;
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
