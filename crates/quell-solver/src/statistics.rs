//! What a stage has done.

use std::fmt;
use std::time::Duration;

use crate::{Answer, SolverError};
use quell_bitwuzla::Moment;

/// Questions a stage was asked, and what became of them.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Statistics {
    /// The stage's name.
    pub stage: &'static str,
    pub questions: u64,
    pub sat: u64,
    pub unsat: u64,
    pub unknown: u64,
    pub errors: u64,
    /// Answers that the stage found without asking further.
    pub own: u64,
    /// From the question to the answer, the stages within included.
    pub time: Duration,
}

impl Statistics {
    pub(crate) fn new(stage: &'static str) -> Statistics {
        Statistics {
            stage,
            questions: 0,
            sat: 0,
            unsat: 0,
            unknown: 0,
            errors: 0,
            own: 0,
            time: Duration::ZERO,
        }
    }

    pub(crate) fn record(&mut self, start: Moment, answer: &Result<Answer, SolverError>) {
        self.questions += 1;
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
            questions,
            sat,
            unsat,
            unknown,
            own,
            ..
        } = self;
        let milliseconds = self.time.as_secs_f64() * 1e3;
        write!(
            f,
            "{stage:10} {questions:7} questions {sat:7} sat {unsat:7} unsat {unknown:5} unknown {own:7} own \
             {milliseconds:10.1} ms"
        )
    }
}

/// The statistics of a stage before those of the solver it is built around.
pub(crate) fn before(own: Statistics, inner: Vec<Statistics>) -> Vec<Statistics> {
    [own].into_iter().chain(inner).collect()
}
