//! Scores a suite of tests: which of them execute, infect and kill which mutants, and how much of the program
//! they reach.
//!
//! Each test is run on the original first, recording which mutants it would infect. Only those are then run on
//! it, since no other can be killed by it, and a mutant is killed where what it leaves behind differs by value.

mod error;
mod expected;
mod matrix;
mod prepare;

use std::collections::BTreeSet;
use std::rc::Rc;

use quell_compile::Toolbox;
use quell_exec::UbMode;
use quell_ir::{FuncId, Module};
use quell_objectives::{Mutant, meta};
use quell_results::{Coverage, Score, TestSuite};
use quell_values::End;
use quell_values::lookup::Lookup;

pub use error::{BadTest, ScoreError, TestFault};

use crate::outcome::first_difference;
use crate::session::Session;
use crate::{NativeError, Options, Recording, tce};
use matrix::Matrix;
use prepare::{Ready, ready};

/// What is tested.
#[derive(Clone, Debug)]
pub struct Subject<'m> {
    pub lookup: Lookup<'m>,
    /// The module of `lookup`.
    pub shared: Rc<Module>,
    pub mutants: &'m [Mutant],
    /// Whose blocks and branches count as covered or not.
    pub functions: BTreeSet<FuncId>,
    /// The operators, as the user chose them.
    pub faults: Vec<String>,
}

#[derive(Clone, Debug)]
pub struct Settings {
    pub native: Options,
    /// How the original may behave on a test.
    pub ub: UbMode,
    /// How long the machine looks for undefined behaviour of a test.
    pub steps: u64,
    /// Whether mutants are looked for that the compiler makes the same code of.
    pub compare_code: bool,
}

/// How far a campaign is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    Building {
        mutants: usize,
    },
    Recorded {
        tests: usize,
    },
    Run {
        tests: usize,
        of: usize,
    },
    /// The code of so many mutants could not be compared with that of others.
    Compared {
        not: usize,
    },
}

/// Tests whose runs are asked for at once: enough for all workers, few enough to tell how it goes.
const CHUNK: usize = 16;

/// Scores a suite. Whatever is wrong with a test is told before any mutant is run.
pub fn score(
    subject: &Subject<'_>,
    suite: &TestSuite,
    settings: &Settings,
    progress: &mut dyn FnMut(Progress),
) -> Result<Score, ScoreError> {
    let tests = ready(subject, &suite.tests, settings)?;
    progress(Progress::Building {
        mutants: subject.mutants.len(),
    });
    let options = meta::Options {
        covered: Some(subject.functions.clone()),
        ..meta::Options::default()
    };
    let built = meta::build(subject.lookup.module, subject.mutants, &options)?;
    let symbols: BTreeSet<&str> = tests.iter().map(|test| symbol(test)).collect();
    let native = Options {
        functions: symbols.into_iter().map(str::to_owned).collect(),
        ..settings.native.clone()
    };
    let tools = Toolbox::from_env();
    let session = Session::build(&built.module, &tools, native)?;
    let recordings = record(&session, &tests)?;
    progress(Progress::Recorded { tests: tests.len() });
    let mut matrix = Matrix::new(subject, &built, &tests, &recordings);
    run(&session, &tests, &recordings, &mut matrix, progress)?;
    if settings.compare_code {
        let likenesses = tce::compare(subject.lookup.module, subject.mutants, &tools)?;
        progress(Progress::Compared {
            not: tce::not_compared(&likenesses),
        });
        matrix.compared(&likenesses)?;
    }
    let mut score = matrix.score(subject);
    score.coverage = coverage(&recordings);
    let protection = session.protection().to_string();
    score.protection = protection.split(", ").map(str::to_owned).collect();
    Ok(score.finished())
}

fn symbol<'t>(test: &'t Ready<'_>) -> &'t str {
    &test.call.image.function
}

/// Runs the original on every test, and refuses tests that it fails.
fn record(session: &Session, tests: &[Ready<'_>]) -> Result<Vec<Recording>, ScoreError> {
    let images: Vec<_> = tests.iter().map(|test| test.call.image.clone()).collect();
    let (mut recordings, mut bad) = (Vec::new(), Vec::new());
    for (test, recorded) in tests.iter().zip(session.record_all(&images)) {
        let fault = match recorded {
            Ok(recording) => {
                let fault = fault_of(test, &recording);
                recordings.push(recording);
                fault
            }
            Err(NativeError::Flaky(runs)) => {
                Some(TestFault::Flaky(first_difference(&runs.0, &runs.1)))
            }
            Err(error) => return Err(error.into()),
        };
        bad.extend(fault.map(|fault| BadTest {
            id: test.case.id.clone(),
            fault,
        }));
    }
    match bad.is_empty() {
        true => Ok(recordings),
        false => Err(ScoreError::BadTests(bad)),
    }
}

fn fault_of(test: &Ready<'_>, recording: &Recording) -> Option<TestFault> {
    match &recording.observed.end {
        End::OutOfWork => Some(TestFault::NoEnd("too much work".to_owned())),
        End::OverLimit(limit) => Some(TestFault::NoEnd(limit.clone())),
        _ => expected::fault(test, &recording.observed),
    }
}

/// Runs on each test the mutants that it infects.
fn run(
    session: &Session,
    tests: &[Ready<'_>],
    recordings: &[Recording],
    matrix: &mut Matrix<'_>,
    progress: &mut dyn FnMut(Progress),
) -> Result<(), ScoreError> {
    let pairs: Vec<_> = tests.iter().zip(recordings).collect();
    let mut done = 0;
    for chunk in pairs.chunks(CHUNK) {
        let jobs = chunk.iter().map(|(test, recording)| {
            let infected = recording.infected.as_slice();
            (&test.call.image, infected)
        });
        let jobs: Vec<_> = jobs.collect();
        let answers = session.run_all(&jobs);
        for ((test, recording), runs) in chunk.iter().zip(answers) {
            matrix.add(test, recording, &runs?);
        }
        done += chunk.len();
        progress(Progress::Run {
            tests: done,
            of: pairs.len(),
        });
    }
    Ok(())
}

/// What the tests reach together.
fn coverage(recordings: &[Recording]) -> Coverage {
    Coverage {
        blocks: matrix::reached(recordings.iter().map(|of| of.blocks.as_slice())),
        branches: matrix::reached(recordings.iter().map(|of| of.branches.as_slice())),
    }
}
