//! Statistics of a stage.

use std::fmt;
use std::time::Duration;

use crate::{Answer, SolverError};
use quell_bitwuzla::ThreadTime;

/// How many queries a stage has received, and their results.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Statistics {
    /// The stage's name.
    pub stage: &'static str,
    pub queries: u64,
    pub sat: u64,
    pub unsat: u64,
    pub unknown: u64,
    pub errors: u64,
    /// Queries that the stage decided without the inner solver.
    pub own: u64,
    /// Processor time, the inner stages included.
    pub time: Duration,
}

impl Statistics {
    pub(crate) fn new(stage: &'static str) -> Statistics {
        Statistics {
            stage,
            queries: 0,
            sat: 0,
            unsat: 0,
            unknown: 0,
            errors: 0,
            own: 0,
            time: Duration::ZERO,
        }
    }

    pub(crate) fn record(&mut self, start: ThreadTime, answer: &Result<Answer, SolverError>) {
        self.queries += 1;
        self.time += start.elapsed();
        *match answer {
            Ok(Answer::Sat(_)) => &mut self.sat,
            Ok(Answer::Unsat) => &mut self.unsat,
            Ok(Answer::Unknown(_)) => &mut self.unknown,
            Err(_) => &mut self.errors,
        } += 1;
    }
}

impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Statistics {
            stage,
            queries,
            sat,
            unsat,
            unknown,
            own,
            ..
        } = self;
        let milliseconds = self.time.as_secs_f64() * 1e3;
        write!(
            f,
            "{stage:10} {queries:7} queries {sat:7} sat {unsat:7} unsat {unknown:5} unknown {own:7} own \
             {milliseconds:10.1} ms"
        )
    }
}

/// The statistics of a stage, followed by those of its inner solver.
pub(crate) fn before(own: Statistics, inner: Vec<Statistics>) -> Vec<Statistics> {
    [own].into_iter().chain(inner).collect()
}
