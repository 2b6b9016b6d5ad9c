//! Scores a suite of tests: which of them execute, infect and kill which mutants, which labels they cover, and how much of the
//! program they reach.
//!
//! Each test is run on the original first, recording which mutants it would infect and which labels it covers. Only those
//! mutants are then run on it, since no other can be killed by it, and a mutant is killed where what it leaves behind differs by
//! value. For labels that one run is all.

mod error;
mod expected;
mod labels;
mod matrix;
mod prepare;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use quell_compile::Toolbox;
use quell_exec::UbMode;
use quell_ir::{FuncId, Module};
use quell_objectives::criteria::DecisionTable;
use quell_objectives::{Objective, meta};
use quell_results::{Coverage, Event, Score, TestSuite, UsedSymbol, Warning};
use quell_values::callbacks::is_callback;
use quell_values::lookup::Lookup;
use quell_values::{End, compare};

pub use error::{InvalidTest, ScoreError, WhyInvalid};

use crate::labels::built_in;
use crate::outcome::first_difference;
use crate::session::Session;
use crate::stream::ScoreStream;
use crate::unwritten::Unwritten;
use crate::{NativeError, Options, Recording, tce};
use labels::is_mutant;
use matrix::Matrix;
use prepare::{Ready, check, ready};

/// The subject of a score.
#[derive(Clone, Debug)]
pub struct Subject<'m> {
    pub lookup: Lookup<'m>,
    /// The module of `lookup`.
    pub shared: Arc<Module>,
    /// Mutants, labels and hyperlabels.
    pub objectives: &'m [Objective],
    /// Whose blocks and branches count as covered or not.
    pub functions: BTreeSet<FuncId>,
    /// The operators, as the user chose them.
    pub operators: Vec<String>,
    /// The coverage criteria, as the user chose them.
    pub criteria: Vec<String>,
    /// The decisions of which MC/DC is wanted.
    pub decisions: &'m [DecisionTable],
}

#[derive(Clone, Debug)]
pub struct Settings {
    pub native: Options,
    /// How the original may behave on a test.
    pub ub: UbMode,
    /// The step limit of the machine, which checks tests for undefined behaviour.
    pub steps: u64,
    /// Whether code equivalence is determined.
    pub compare_code: bool,
    /// Raised to end a campaign early, with everything found so far.
    pub stop: Arc<AtomicBool>,
}

impl Settings {
    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// The number of tests per request: enough for all workers, few enough for progress reports.
const CHUNK: usize = 16;

/// Scores a suite. Invalid tests are reported before any mutant is run. The subscriber gets every event the moment it happens.
pub fn score(
    subject: &Subject<'_>,
    suite: &TestSuite,
    settings: &Settings,
    subscriber: &mut dyn FnMut(&Event),
) -> Result<Score, ScoreError> {
    let mut stream = ScoreStream::new(subscriber);
    match judge(subject, suite, settings, &mut stream) {
        // An interrupt ends compilers as well, which looks like any other trouble with them.
        Err(_) if settings.is_stopped() => Ok(match stream.has_started() {
            true => stream.into_score(),
            false => matrix::interrupted(subject),
        }),
        judged => judged.map(|()| stream.into_score()),
    }
}

fn judge(
    subject: &Subject<'_>,
    suite: &TestSuite,
    settings: &Settings,
    stream: &mut ScoreStream<'_>,
) -> Result<(), ScoreError> {
    let mut tests = ready(subject, &suite.tests, settings)?;
    stream.send(&Event::BuildStarted {
        objectives: subject.objectives.len() as u64,
    });
    let (built, session) = build(subject, &tests, settings)?;
    check(subject, &mut tests, &session, settings)?;
    let begun = begin(subject, &built, &session);
    stream.send(&Event::ScoreStarted {
        score: Box::new(begun),
    });
    let recordings = record(&session, &tests)?;
    let unwritten = unwritten(&session, &tests, &recordings)?;
    let covered = labels::covered(subject, &built, (&tests, &recordings), settings);
    let mut matrix = Matrix::new(subject, &built);
    for ((test, recording), covered) in tests.iter().zip(&recordings).zip(&covered) {
        matrix.recorded(test, recording, covered, stream);
    }
    let coverage = coverage(&built, &recordings);
    stream.send(&Event::CoverageMeasured { coverage });
    matrix.decide_labels(stream);
    // Before the runs, so that they are known should those be interrupted.
    matrix.equivalences = compare_code(subject, settings, stream)?;
    let recorded = Recorded {
        tests: &tests,
        unwritten: &unwritten,
        infected: recordings.iter().map(|of| matrix.infected(of)).collect(),
    };
    run(&session, &recorded, &mut matrix, stream)?;
    matrix.check_code()?;
    matrix.decide_mutants(stream);
    if !settings.is_stopped() {
        stream.finish(0);
    }
    Ok(())
}

/// The score before any test ran.
fn begin(subject: &Subject<'_>, built: &meta::Meta, session: &Session) -> Score {
    // Targets of function pointers are used by tests alone.
    let outside = session.outside().iter();
    let outside = outside.filter(|of| !is_callback(&of.symbol));
    Score {
        coverage: coverage(built, &[]),
        undefined: session.undefined().iter().map(used).collect(),
        outside: outside.map(used).collect(),
        protection: session.protection().in_force(),
        ..matrix::unscored(subject, Some(built))
    }
}

/// Which mutants have the optimised code of the original or of another mutant.
fn compare_code(
    subject: &Subject<'_>,
    settings: &Settings,
    stream: &mut ScoreStream<'_>,
) -> Result<tce::CodeEquivalences, ScoreError> {
    let mutants = subject.objectives.iter().filter(|of| is_mutant(of));
    let mutants: Vec<Objective> = mutants.cloned().collect();
    if !settings.compare_code || mutants.is_empty() {
        return Ok(tce::CodeEquivalences::new());
    }
    let equivalences = tce::compare(subject.lookup.module, &mutants, &Toolbox::from_env())?;
    let objectives = tce::not_compared(&equivalences) as u64;
    if objectives > 0 {
        let warning = Warning::CodeNotCompared { objectives };
        stream.send(&Event::Warning { warning });
    }
    Ok(equivalences)
}

/// The program with all mutants in it.
fn build(
    subject: &Subject<'_>,
    tests: &[Ready<'_>],
    settings: &Settings,
) -> Result<(meta::Meta, Session), ScoreError> {
    let options = meta::Options {
        covered: Some(subject.functions.clone()),
        ..meta::Options::default()
    };
    let built = built_in(subject.lookup.module, subject.objectives, &options)?;
    let symbols: BTreeSet<&str> = tests.iter().map(|test| symbol(test)).collect();
    let native = Options {
        functions: symbols.into_iter().map(str::to_owned).collect(),
        stop: Arc::clone(&settings.stop),
        ..settings.native.clone()
    };
    let session = Session::build(&built.module, &Toolbox::from_env(), native)?;
    Ok((built, session))
}

fn used(found: &crate::Undefined) -> UsedSymbol {
    UsedSymbol {
        symbol: found.symbol.clone(),
        used_by: found.users.clone(),
    }
}

fn symbol<'t>(test: &'t Ready<'_>) -> &'t str {
    &test.call.image.function
}

/// Runs the original on every test, and refuses tests that it fails.
fn record(session: &Session, tests: &[Ready<'_>]) -> Result<Vec<Recording>, ScoreError> {
    let images: Vec<_> = tests.iter().map(|test| test.call.image.clone()).collect();
    let (mut recordings, mut bad) = (Vec::new(), Vec::new());
    for (test, recorded) in tests.iter().zip(session.record_all(&images)) {
        let why = match recorded {
            Ok(recording) => {
                let why = why_invalid(test, &recording);
                recordings.push(recording);
                why
            }
            Err(NativeError::Flaky(runs)) => {
                Some(WhyInvalid::Flaky(first_difference(&runs.0, &runs.1)))
            }
            Err(NativeError::Missing(symbol)) => Some(WhyInvalid::Missing(symbol)),
            Err(error) => return Err(error.into()),
        };
        bad.extend(why.map(|why| InvalidTest {
            id: test.case.id.clone(),
            why,
        }));
    }
    match bad.is_empty() {
        true => Ok(recordings),
        false => Err(ScoreError::InvalidTests(bad)),
    }
}

fn why_invalid(test: &Ready<'_>, recording: &Recording) -> Option<WhyInvalid> {
    match &recording.observed.end {
        End::OutOfWork => Some(WhyInvalid::NoEnd("too much work".to_owned())),
        End::OverLimit(limit) => Some(WhyInvalid::NoEnd(limit.clone())),
        _ => expected::why_invalid(test, &recording.observed),
    }
}

/// Runs the original once more, with other bytes in memory that was never written: tests whose outcome depends
/// on them are refused, and what is still unwritten in the end is known.
fn unwritten(
    session: &Session,
    tests: &[Ready<'_>],
    recordings: &[Recording],
) -> Result<Vec<Unwritten>, ScoreError> {
    let images: Vec<_> = tests.iter().map(|test| test.call.image.clone()).collect();
    let (mut all, mut bad) = (Vec::new(), Vec::new());
    let runs = session.run_originals_afresh(&images);
    for ((test, recording), again) in tests.iter().zip(recordings).zip(runs) {
        let mut again = again?;
        let unwritten = Unwritten::new(&recording.observed, &again);
        unwritten.hide(&recording.observed, &mut again);
        let mut usual = recording.observed.clone();
        unwritten.mark(&mut usual);
        let difference = compare(&test.callee, &test.call, &usual, &again);
        all.push(unwritten);
        bad.extend(difference.map(|difference| InvalidTest {
            id: test.case.id.clone(),
            why: WhyInvalid::Unwritten(difference.what.to_string()),
        }));
    }
    match bad.is_empty() {
        true => Ok(all),
        false => Err(ScoreError::InvalidTests(bad)),
    }
}

/// Tests with the behaviour of the original on them.
struct Recorded<'a, 'm> {
    tests: &'a [Ready<'m>],
    unwritten: &'a [Unwritten],
    /// The mutants that each test infects, by their numbers.
    infected: Vec<Vec<u32>>,
}

/// Runs on each test the mutants that it infects, until all are done or the campaign is stopped.
fn run(
    session: &Session,
    recorded: &Recorded<'_, '_>,
    matrix: &mut Matrix<'_>,
    stream: &mut ScoreStream<'_>,
) -> Result<(), ScoreError> {
    let images = recorded.tests.iter().map(|test| &test.call.image);
    let infected = recorded.infected.iter().map(Vec::as_slice);
    let jobs: Vec<_> = images.zip(infected).collect();
    let mut done = 0;
    for chunk in jobs.chunks(CHUNK) {
        for runs in session.run_all(chunk) {
            let (test, infected) = (&recorded.tests[done], &recorded.infected[done]);
            match runs {
                Ok(mut runs) => {
                    recorded.unwritten[done].hide_in(&mut runs);
                    matrix.add(test, infected, &runs, stream);
                }
                Err(NativeError::Interrupted) => matrix.leave(infected),
                Err(error) => return Err(error.into()),
            }
            done += 1;
        }
    }
    Ok(())
}

/// What the tests reach together; nothing, if there are none.
fn coverage(built: &meta::Meta, recordings: &[Recording]) -> Coverage {
    let (blocks, branches) = (vec![0; built.blocks.len()], vec![0; built.branches.len()]);
    let by_tests = |of: fn(&Recording) -> &[u8]| recordings.iter().map(of);
    Coverage {
        blocks: matrix::reached(by_tests(|of| &of.blocks).chain([blocks.as_slice()])),
        branches: matrix::reached(by_tests(|of| &of.branches).chain([branches.as_slice()])),
    }
}
