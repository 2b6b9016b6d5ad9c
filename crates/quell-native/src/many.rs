//! Many tests at once. A mutant that does not end uses up its limit of work on every test: after it has exceeded the full
//! limit once, a smaller limit suffices for the other tests.
//!
//! - **A mutant that does not end costs all of its work once.** One that runs out of a small budget is run again with the whole one
//!   on the first such test, and on the others too if it ends there.

use std::collections::{BTreeMap, BTreeSet};

use quell_values::{CallImage, End};

use crate::error::NativeError;
use crate::outcome::{RunResult, Runs};
use crate::session::Session;

/// A test and the mutants to run on it.
type Asked<'a> = (&'a CallImage, &'a [u32]);

impl Session {
    /// Runs many tests, each with its own mutants, on all workers; answers are in the order of the tests.
    ///
    /// A mutant that exceeds the small limit is run again with the full limit on the first such test, and, if it ends there, on
    /// all the others.
    pub fn run_all(&self, tests: &[Asked<'_>]) -> Vec<Result<Runs, NativeError>> {
        let all = self.work_limits();
        let mut answers = self.run_within(all.of_first_runs(), tests);
        let suspects = out_of_work(tests, &answers);
        let firsts = suspects.iter().map(|(mutant, of)| (*mutant, of[0]));
        self.replace(tests, &mut answers, firsts);
        let endless: BTreeSet<u32> = out_of_work_on(tests, &answers, &suspects);
        let rest = suspects
            .iter()
            .filter(|(mutant, _)| !endless.contains(mutant))
            .flat_map(|(mutant, of)| of[1..].iter().map(|test| (*mutant, *test)));
        self.replace(tests, &mut answers, rest);
        answers
    }

    /// Runs pairs of a mutant and a test again, with the full limit of work.
    fn replace(
        &self,
        tests: &[Asked<'_>],
        answers: &mut [Result<Runs, NativeError>],
        pairs: impl Iterator<Item = (u32, usize)>,
    ) {
        let mut of_tests: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
        for (mutant, test) in pairs {
            of_tests.entry(test).or_default().push(mutant);
        }
        let again: Vec<Asked<'_>> = of_tests
            .iter()
            .map(|(test, mutants)| (tests[*test].0, &mutants[..]))
            .collect();
        let runs = self.run_within(self.work_limits(), &again);
        for ((test, mutants), runs) in of_tests.iter().zip(runs) {
            match (runs, &mut answers[*test]) {
                (Ok(runs), Ok(known)) => {
                    for (mutant, run) in mutants.iter().zip(runs.mutants) {
                        let place = tests[*test].1.iter().position(|of| of == mutant);
                        if let Some(known) = place.and_then(|at| known.mutants.get_mut(at)) {
                            *known = run;
                        }
                    }
                }
                (Err(error), answer) => *answer = Err(error),
                (Ok(_), Err(_)) => {}
            }
        }
    }
}

/// The tests on which mutants are out of work.
fn out_of_work(
    tests: &[Asked<'_>],
    answers: &[Result<Runs, NativeError>],
) -> BTreeMap<u32, Vec<usize>> {
    let mut found: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for (test, (asked, answer)) in tests.iter().zip(answers).enumerate() {
        let Ok(runs) = answer else { continue };
        for (mutant, run) in asked.1.iter().zip(&runs.mutants) {
            if is_out_of_work(run) {
                found.entry(*mutant).or_default().push(test);
            }
        }
    }
    found
}

/// Those that exceed the full limit on the first of their tests.
fn out_of_work_on(
    tests: &[Asked<'_>],
    answers: &[Result<Runs, NativeError>],
    suspects: &BTreeMap<u32, Vec<usize>>,
) -> BTreeSet<u32> {
    let is_endless = |mutant: &u32, test: usize| {
        let place = tests[test].1.iter().position(|of| of == mutant);
        let run = answers[test].as_ref().ok().zip(place);
        run.and_then(|(runs, place)| runs.mutants.get(place))
            .is_some_and(is_out_of_work)
    };
    suspects
        .iter()
        .filter(|(mutant, of)| is_endless(mutant, of[0]))
        .map(|(mutant, _)| *mutant)
        .collect()
}

fn is_out_of_work(run: &RunResult) -> bool {
    matches!(run, RunResult::Differs(observed) if observed.end == End::OutOfWork)
}
