//! A second solver, in a process of its own, proves equivalences again: it checks every query that they rest on.

use std::collections::{BTreeSet, HashMap};
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use quell_results::{SecondSolverResult, Unanswered};
use quell_solver::{Limit, Opinion, SolverError, opinion_on};

use crate::error::EngineError;
use crate::ledger::proof::Basis;
use crate::settings::{SecondSolver, Settings};
use crate::solving::Script;

/// The answers of the second solver.
#[derive(Debug)]
pub struct Opinions {
    second: SecondSolver,
    /// Why it did not confirm a query; `None` where it agrees.
    known: HashMap<Script, Option<Unanswered>>,
}

impl Opinions {
    /// Checks all queries, each once, on all processors that the run may use.
    pub fn gather<'q>(
        second: SecondSolver,
        settings: &Settings,
        until: Instant,
        queries: impl Iterator<Item = &'q Script>,
    ) -> Result<Self, EngineError> {
        let mut seen = BTreeSet::new();
        let distinct: Vec<&Script> = queries.filter(|one| seen.insert(*one)).collect();
        let next = AtomicUsize::new(0);
        let answers = Mutex::new(Vec::new());
        thread::scope(|scope| {
            for _ in 0..settings.jobs.clamp(1, distinct.len().max(1)) {
                scope.spawn(|| {
                    while let Some(query) = distinct.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let opinion = ask(second, settings, until, query);
                        if opinion.is_err() {
                            next.store(distinct.len(), Ordering::Relaxed);
                        }
                        if let Ok(mut answers) = answers.lock() {
                            answers.push((Script::clone(query), opinion));
                        }
                    }
                });
            }
        });
        let mut known = HashMap::new();
        for (query, opinion) in answers.into_inner().unwrap_or_default() {
            known.insert(query, opinion.map_err(with_file)?);
        }
        Ok(Self { second, known })
    }

    /// Its result for an equivalence.
    pub fn on(&self, basis: &Basis) -> SecondSolverResult {
        let queries = &basis.queries;
        let mut unanswered = basis.unasked.clone();
        if queries.is_empty() && unanswered.is_empty() {
            unanswered.insert(Unanswered::NoQuery);
        }
        for query in queries {
            match self.known.get(query) {
                Some(None) => {}
                Some(Some(why)) => _ = unanswered.insert(why.clone()),
                None => _ = unanswered.insert(Unanswered::NotAsked),
            }
        }
        SecondSolverResult {
            solver: self.second.program.to_string(),
            queries: queries.len() as u64,
            unanswered: unanswered.into_iter().collect(),
        }
    }
}

/// Why the second solver does not confirm a query; `None` if it does.
fn ask(
    second: SecondSolver,
    settings: &Settings,
    until: Instant,
    query: &str,
) -> Result<Option<Unanswered>, SolverError> {
    if settings.stop.load(Ordering::Relaxed) {
        return Ok(Some(Unanswered::Interrupted));
    }
    let rest = until.saturating_duration_since(Instant::now());
    if rest.is_zero() {
        return Ok(Some(Unanswered::OutOfTime));
    }
    let limit = Limit::time(second.time.min(rest)).and_until(&settings.stop);
    Ok(match opinion_on(second.program, query, limit)? {
        Opinion::Confirmed => None,
        Opinion::OutOfTime => Some(Unanswered::OutOfTime),
        Opinion::Undecided(answer) => Some(Unanswered::Solver { answer }),
    })
}

/// A disagreement, with the query in a file.
fn with_file(error: SolverError) -> EngineError {
    let SolverError::Disagreement { program, script } = error else {
        return error.into();
    };
    match keep(&script) {
        Ok(path) => EngineError::Disagreement { program, path },
        Err(_) => SolverError::Disagreement { program, script }.into(),
    }
}

fn keep(script: &str) -> std::io::Result<PathBuf> {
    let mut file = tempfile::Builder::new()
        .prefix("quell-disagreement-")
        .suffix(".smt2")
        .tempfile()?;
    file.write_all(script.as_bytes())?;
    let (_, path) = file.keep().map_err(|error| error.error)?;
    Ok(path)
}
