//! A stage that has another solver confirm unsatisfiability.

use std::fmt;
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::str::FromStr;
use std::thread;
use std::time::{Duration, Instant};

use quell_bitwuzla::ThreadTime;
use quell_term::{Pool, Term, smtlib};

use crate::statistics::{self, Statistics};
use crate::{Answer, Limit, Solver, SolverError};

/// How often a running solver is polled.
const POLL_INTERVAL: Duration = Duration::from_millis(2);

/// A solver that is installed as a program.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Program {
    Cvc5,
    Z3,
}

impl Program {
    fn command(self) -> Command {
        let (name, arguments): (&str, &[&str]) = match self {
            Program::Cvc5 => ("cvc5", &["--lang=smt2", "--arrays-exp", "--fp-exp"]),
            Program::Z3 => ("z3", &["-smt2", "-in"]),
        };
        let mut command = Command::new(name);
        command.args(arguments);
        command
    }

    /// Fails if the program is not installed. To be called before a long run that will need it.
    pub fn look_for(self) -> Result<(), SolverError> {
        let mut command = Command::new(self.to_string());
        command.arg("--version").stdin(Stdio::null());
        let found = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
        found
            .map(drop)
            .map_err(|error| SolverError::cannot_run(self, &error))
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Program::Cvc5 => "cvc5",
            Program::Z3 => "z3",
        })
    }
}

impl FromStr for Program {
    type Err = SolverError;

    fn from_str(name: &str) -> Result<Program, SolverError> {
        [Program::Cvc5, Program::Z3]
            .into_iter()
            .find(|program| program.to_string() == name)
            .ok_or_else(|| SolverError::NoSuchProgram(name.to_string()))
    }
}

/// The result of the other solver on an unsatisfiable query.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Opinion {
    /// It proves unsatisfiability too.
    Confirmed,
    /// It reached its time limit.
    OutOfTime,
    /// It printed another result, which is given.
    Undecided(String),
}

/// Runs another solver on every query that the inner solver reports as unsatisfiable. If it finds a model, that is an
/// error: one of the two solvers is wrong, and no verdict can be trusted.
#[derive(Debug)]
pub struct SecondOpinion<S> {
    inner: S,
    program: Program,
    time: Duration,
    undecided: u64,
    statistics: Statistics,
}

impl<S> SecondOpinion<S> {
    /// The other solver gets this much time for each query.
    #[must_use]
    pub fn new(inner: S, program: Program, time: Duration) -> SecondOpinion<S> {
        let statistics = Statistics::new("second");
        SecondOpinion {
            inner,
            program,
            time,
            undecided: 0,
            statistics,
        }
    }

    /// The inner solver, for queries that need no confirmation.
    pub fn inner(&mut self) -> &mut S {
        &mut self.inner
    }

    /// How many proofs the other solver neither confirmed nor refuted.
    #[must_use]
    pub fn undecided(&self) -> u64 {
        self.undecided
    }
}

impl<S: Solver> Solver for SecondOpinion<S> {
    fn check(
        &mut self,
        pool: &Pool,
        assertions: &[Term],
        limit: Limit<'_>,
    ) -> Result<Answer, SolverError> {
        let start = ThreadTime::now();
        let mut answer = self.inner.check(pool, assertions, limit);
        if let Ok(Answer::Unsat) = answer {
            match opinion(self.program, pool, assertions, limit.and_time(self.time)) {
                Ok(Opinion::Confirmed) => self.statistics.own += 1,
                Ok(Opinion::OutOfTime | Opinion::Undecided(_)) => self.undecided += 1,
                Err(error) => answer = Err(error),
            }
        }
        self.statistics.record(start, &answer);
        answer
    }

    fn statistics(&self) -> Vec<Statistics> {
        statistics::before(self.statistics, self.inner.statistics())
    }
}

/// The result of an installed solver on an unsatisfiable query.
pub fn opinion(
    program: Program,
    pool: &Pool,
    assertions: &[Term],
    limit: Limit<'_>,
) -> Result<Opinion, SolverError> {
    opinion_on(program, &smtlib::script(pool, assertions), limit)
}

/// The result of an installed solver on an unsatisfiable query in SMT-LIB.
pub fn opinion_on(
    program: Program,
    script: &str,
    limit: Limit<'_>,
) -> Result<Opinion, SolverError> {
    let Some(output) = run(program, script, limit)? else {
        return Ok(Opinion::OutOfTime);
    };
    match output.trim() {
        "unsat" => Ok(Opinion::Confirmed),
        "sat" => Err(SolverError::Disagreement {
            program,
            script: script.to_string(),
        }),
        // A solver that does not support an assertion prints an error and may go on with the other assertions: its result
        // is not for this query.
        other => Ok(Opinion::Undecided(other.to_string())),
    }
}

/// The output of the program; none if the limit was reached before it ended.
fn run(program: Program, script: &str, limit: Limit<'_>) -> Result<Option<String>, SolverError> {
    let failed = |error: std::io::Error| SolverError::cannot_run(program, &error);
    let mut command = program.command();
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let mut child = command.spawn().map_err(failed)?;
    let (input, output) = (child.stdin.take(), child.stdout.take());
    thread::scope(|scope| {
        // A failed write means that the program has ended early; its output then says why.
        scope.spawn(move || input.map(|mut input| input.write_all(script.as_bytes())));
        let text = scope.spawn(move || {
            let mut text = String::new();
            output
                .map(|mut output| output.read_to_string(&mut text))
                .transpose()
                .map(|_| text)
        });
        let ended = wait(&mut child, limit).map_err(failed)?;
        let text = text
            .join()
            .unwrap_or_else(|_| Ok(String::new()))
            .map_err(failed)?;
        Ok(ended.then_some(text))
    })
}

/// Waits until the program has ended or the limit is reached, in which case it is killed. Returns whether it ended by
/// itself. The limit is measured by a clock: a thread that waits uses no processor time.
fn wait(child: &mut Child, limit: Limit<'_>) -> std::io::Result<bool> {
    let end = limit
        .remaining()
        .and_then(|rest| Instant::now().checked_add(rest));
    loop {
        if child.try_wait()?.is_some() {
            return Ok(true);
        }
        let is_late = end.is_some_and(|end| Instant::now() >= end);
        if is_late || limit.reached().is_some() {
            child.kill()?;
            child.wait()?;
            return Ok(false);
        }
        thread::sleep(POLL_INTERVAL);
    }
}
