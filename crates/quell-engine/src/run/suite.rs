//! The suite of a run: every test is run on every mutant that some test kills. The kill matrix says which tests make a smallest
//! suite ([`quell_results::matrix`]), and which mutants matter. Decisions then name only tests of the suite.
//!
//! Decisions:
//!
//! - **Known tests stay,** because earlier decisions name them. So do tests on which the original aborts: they are written only for
//!   mutants that no other test kills.
//! - **A kill by more work alone counts only where no test kills otherwise,** so that no verdict becomes weaker.
//! - **Labels keep their tests.** MC/DC and sequences of labels are covered by tests together, which were chosen before.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use quell_objectives::ObjectiveId;
use quell_results::matrix::Matrix;
use quell_results::{SubsumingMutant, WrittenTest};

use crate::context::{FunctionPlan, RunContext};
use crate::error::EngineError;
use crate::oracle::Kill;

use super::elsewhere::{Stopped, Trial, goes_on};
use super::failure::Failure;
use super::scheduler::DecidedFunction;

/// What became of the choice.
pub enum Choice {
    /// The mutants that no other one subsumes.
    Smallest(Vec<SubsumingMutant>),
    /// All tests stay: time was up, or an error ended the work.
    All(Option<Failure>),
}

/// Chooses a smallest suite among the tests that were found.
pub fn choose(
    run: &RunContext<'_>,
    plans: &[FunctionPlan],
    known: &mut [WrittenTest],
    found: &mut [DecidedFunction],
) -> Result<Choice, EngineError> {
    let program = run.program();
    let trial = Trial {
        run,
        plans,
        program: &program,
        labels: None,
        deadline: run.end().max(Instant::now()),
    };
    let rows = match rows(&trial, known, found) {
        Ok(rows) => rows,
        Err(stopped) => return stopped.failure().map(Choice::All),
    };
    let matrix = Matrix::new(rows.iter().map(|row| row.killed.clone()));
    let kept = rows.iter().enumerate().filter(|(_, row)| row.stays);
    let kept: BTreeSet<usize> = kept.map(|(number, _)| number).collect();
    let suite = matrix.smallest_suite(&kept);
    let ids = Mutants::of(found);
    let suite = Suite {
        alone: matrix.alone(&suite),
        chosen: suite.into_iter().collect(),
        rows,
    };
    suite.write(&ids, known, found);
    let name = |mutant: usize| ids.name(mutant);
    let subsuming = matrix.subsuming().into_iter().map(|of| SubsumingMutant {
        id: name(of.mutant),
        same: of.same.into_iter().map(name).collect(),
        subsumed: of.subsumed as u64,
    });
    Ok(Choice::Smallest(subsuming.collect()))
}

/// The mutants that some test kills, by numbers.
struct Mutants {
    ids: Vec<ObjectiveId>,
    numbers: BTreeMap<String, usize>,
    /// Those that only more work shows.
    timeouts: BTreeSet<usize>,
    /// Those that only tests with an aborting original kill.
    aborting: BTreeSet<usize>,
}

impl Mutants {
    fn of(found: &[DecidedFunction]) -> Self {
        let mut mutants = Self {
            ids: Vec::new(),
            numbers: BTreeMap::new(),
            timeouts: BTreeSet::new(),
            aborting: BTreeSet::new(),
        };
        for killed in found.iter().flat_map(|found| found.ledger.kills()) {
            let number = mutants.ids.len();
            mutants.numbers.insert(killed.id.to_string(), number);
            mutants.ids.push(killed.id);
            if killed.is_timeout {
                mutants.timeouts.insert(number);
            }
            if killed.original_aborts {
                mutants.aborting.insert(number);
            }
        }
        mutants
    }

    fn name(&self, number: usize) -> String {
        self.ids
            .get(number)
            .map_or_else(String::new, ToString::to_string)
    }

    /// The number of a mutant that a kill counts for.
    fn counted(&self, kill: &Kill) -> Option<usize> {
        let number = self.numbers.get(kill.objective.as_str())?;
        let counts = !kill.is_timeout() || self.timeouts.contains(number);
        counts.then_some(*number)
    }
}

/// A test, and the mutants that it kills by their numbers.
struct Row {
    /// Its function among the plans and its number there; a known test has its number among the known ones only.
    function: Option<usize>,
    number: usize,
    /// It is in every suite.
    stays: bool,
    killed: BTreeSet<usize>,
    kills: Vec<Kill>,
}

/// Runs all tests on all mutants that are killed.
fn rows(
    trial: &Trial<'_>,
    known: &[WrittenTest],
    found: &[DecidedFunction],
) -> Result<Vec<Row>, Stopped> {
    let mutants = Mutants::of(found);
    let numbers = |test: &WrittenTest| -> BTreeSet<usize> {
        let kills = test.kills.iter();
        kills
            .filter_map(|id| mutants.numbers.get(id).copied())
            .collect()
    };
    let mut rows: Vec<Row> = known
        .iter()
        .enumerate()
        .map(|(number, test)| Row {
            function: None,
            number,
            stays: true,
            killed: numbers(test),
            kills: Vec::new(),
        })
        .collect();
    for (function, (plan, of)) in trial.plans.iter().zip(found).enumerate() {
        let callee = trial.run.callee(plan.function);
        let elsewhere = trial.elsewhere(&callee, Some(function));
        let wanted = found
            .iter()
            .enumerate()
            .filter(|(other, _)| *other == function || elsewhere.may_be_called(*other));
        let wanted = wanted.flat_map(|(_, found)| found.ledger.kills());
        let wanted: Vec<ObjectiveId> = wanted.map(|killed| killed.id).collect();
        for (number, (test, call)) in of.ledger.tests.iter().zip(&of.ledger.calls).enumerate() {
            let stays = test.original_aborts || test.undefined.is_some();
            let mut row = Row {
                function: Some(function),
                number,
                stays,
                killed: numbers(test),
                kills: Vec::new(),
            };
            if stays {
                row.killed
                    .retain(|mutant| mutants.aborting.contains(mutant));
            } else {
                row.kills = goes_on(elsewhere.kills(call, &wanted), &plan.name)?;
                row.killed
                    .extend(row.kills.iter().filter_map(|kill| mutants.counted(kill)));
            }
            rows.push(row);
        }
    }
    Ok(rows)
}

/// A suite that was chosen.
struct Suite {
    rows: Vec<Row>,
    chosen: BTreeSet<usize>,
    alone: BTreeMap<usize, Vec<usize>>,
}

impl Suite {
    /// Writes the suite into the ledgers, and what each of its tests kills.
    fn write(&self, mutants: &Mutants, known: &mut [WrittenTest], found: &mut [DecidedFunction]) {
        let mut killers: BTreeMap<&ObjectiveId, Vec<(String, &Kill)>> = BTreeMap::new();
        let mut kept: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        for (place, row) in self.rows.iter().enumerate() {
            if !self.chosen.contains(&place) {
                continue;
            }
            let alone = self.alone.get(&place).into_iter().flatten();
            let alone: Vec<String> = alone.map(|mutant| mutants.name(*mutant)).collect();
            let Some(function) = row.function else {
                if let Some(test) = known.get_mut(row.number) {
                    test.alone = alone;
                }
                continue;
            };
            kept.entry(function).or_default().insert(row.number);
            let Some(test) = found[function].ledger.tests.get_mut(row.number) else {
                continue;
            };
            test.alone = alone;
            if row.stays {
                continue;
            }
            test.kills = row
                .killed
                .iter()
                .map(|mutant| mutants.name(*mutant))
                .collect();
            for kill in &row.kills {
                if mutants.counted(kill).is_some() {
                    killers
                        .entry(&kill.objective)
                        .or_default()
                        .push((test.id.clone(), kill));
                }
            }
        }
        for (function, found) in found.iter_mut().enumerate() {
            let none = BTreeSet::new();
            let kept = kept.get(&function).unwrap_or(&none);
            found.ledger.keep_tests(|number| kept.contains(&number));
            for (id, killers) in &killers {
                if found.ledger.has(id) {
                    found.ledger.killed_by(id, killers);
                }
            }
        }
    }
}
