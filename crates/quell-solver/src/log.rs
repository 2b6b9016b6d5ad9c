//! A stage that writes queries to files.

use std::fs;
use std::io;
use std::path::PathBuf;

use quell_bitwuzla::ThreadTime;
use quell_term::{Pool, Term, smtlib};

use crate::statistics::{self, Statistics};
use crate::{Answer, Limit, Solver, SolverError};

/// The first line of every script, by which Quell recognises its own files.
pub const QUERY_HEADER: &str = "; written by quell run";

/// Writes every query to a directory as an SMT-LIB script, with the answer and the time it took. The query is written
/// before it is solved.
#[derive(Debug)]
pub struct Log<S> {
    inner: S,
    directory: PathBuf,
    statistics: Statistics,
}

impl<S> Log<S> {
    /// Creates the directory if it does not exist. Scripts of an earlier log in it are overwritten one by one.
    pub fn new(inner: S, directory: impl Into<PathBuf>) -> Result<Log<S>, SolverError> {
        let directory = directory.into();
        fs::create_dir_all(&directory).map_err(|source| SolverError::Log {
            path: directory.clone(),
            source,
        })?;
        Ok(Log {
            inner,
            directory,
            statistics: Statistics::new("log"),
        })
    }

    fn write(&self, script: &str, outcome: Option<&str>) -> Result<(), SolverError> {
        let number = self.statistics.queries + 1;
        let path = self.directory.join(format!("{number:06}.smt2"));
        let text = match outcome {
            Some(outcome) => format!("{QUERY_HEADER}\n; {outcome}\n{script}"),
            None => format!("{QUERY_HEADER}\n{script}"),
        };
        let written: io::Result<()> = fs::write(&path, text);
        written.map_err(|source| SolverError::Log { path, source })
    }
}

impl<S: Solver> Log<S> {
    fn answer(
        &mut self,
        pool: &Pool,
        assertions: &[Term],
        limit: Limit<'_>,
    ) -> Result<Answer, SolverError> {
        let script = smtlib::script(pool, assertions);
        self.write(&script, None)?;
        let start = ThreadTime::now();
        let answer = self.inner.check(pool, assertions, limit);
        let milliseconds = start.elapsed().as_secs_f64() * 1e3;
        let outcome = match &answer {
            Ok(Answer::Sat(_)) => "sat",
            Ok(Answer::Unsat) => "unsat",
            Ok(Answer::Unknown(_)) => "unknown",
            Err(_) => "error",
        };
        self.write(
            &script,
            Some(&format!("{outcome} after {milliseconds:.3} ms")),
        )?;
        answer
    }
}

impl<S: Solver> Solver for Log<S> {
    fn check(
        &mut self,
        pool: &Pool,
        assertions: &[Term],
        limit: Limit<'_>,
    ) -> Result<Answer, SolverError> {
        let start = ThreadTime::now();
        let answer = self.answer(pool, assertions, limit);
        self.statistics.record(start, &answer);
        answer
    }

    fn statistics(&self) -> Vec<Statistics> {
        statistics::before(self.statistics, self.inner.statistics())
    }
}
