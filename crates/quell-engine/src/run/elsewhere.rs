//! Tests of one function on mutants of others: a function may call another one with mutants. Known tests, which no engine ran,
//! are tried as well.

use std::rc::Rc;
use std::time::Instant;

use quell_exec::Program;
use quell_objectives::ObjectiveId;
use quell_results::{Decision, Status, WrittenTest};
use quell_values::types::Types;
use quell_values::{Callee, Prepared};

use crate::context::{FunctionPlan, RunContext};
use crate::error::{EngineError, in_time};
use crate::labels::LabelConditions;
use crate::oracle::{Kill, TestedFunction, call_of};

use super::failure::Failure;
use super::scheduler::DecidedFunction;

/// Runs the tests of every function on mutants of others that survive, and known tests on all that survive. An error ends that,
/// and only that, unless no verdict can be trusted.
pub fn try_tests(
    run: &RunContext<'_>,
    plans: &[FunctionPlan],
    known: &mut [WrittenTest],
    found: &mut [DecidedFunction],
) -> Result<Option<Failure>, EngineError> {
    if plans.len() < 2 && known.is_empty() {
        return Ok(None);
    }
    let program = run.program();
    let labels = LabelConditions::new(&program, run.objectives.values().copied());
    let trial = Trial {
        run,
        plans,
        program: &program,
        labels: labels.as_ref(),
        // However late it is, quick tests are run.
        deadline: run.end().max(Instant::now()),
    };
    let tried = trial.try_known(known, found);
    let tried = tried.and_then(|()| trial.try_written(found));
    match tried {
        Ok(()) => Ok(None),
        Err(stopped) => stopped.failure(),
    }
}

/// Why the remaining tests are not run.
pub enum Stopped {
    /// Time is up, or the run was interrupted.
    InTime,
    /// An error in a test of this function.
    Failed(String, EngineError),
}

impl Stopped {
    /// A failure, if it is one. An error if no verdict can be trusted.
    pub fn failure(self) -> Result<Option<Failure>, EngineError> {
        match self {
            Self::InTime => Ok(None),
            Self::Failed(_, error) if error.denies_all_verdicts() => Err(error),
            Self::Failed(function, error) => Ok(Some(Failure { function, error })),
        }
    }
}

/// Runs tests of one function on objectives of all.
pub struct Trial<'e> {
    pub run: &'e RunContext<'e>,
    pub plans: &'e [FunctionPlan],
    pub program: &'e Rc<Program>,
    pub labels: Option<&'e LabelConditions>,
    pub deadline: Instant,
}

impl Trial<'_> {
    /// Runs known tests. One of a function that the program does not have any more is left out.
    fn try_known(
        &self,
        known: &mut [WrittenTest],
        found: &mut [DecidedFunction],
    ) -> Result<(), Stopped> {
        for test in known.iter_mut().filter(|test| test.undefined.is_none()) {
            let Ok(function) = self.run.lookup.find(&test.function) else {
                continue;
            };
            let callee = self.run.callee(function);
            let Some(call) = call_of(&callee, &test.inputs) else {
                continue;
            };
            let own = self.plans.iter().position(|plan| plan.function == function);
            let elsewhere = self.elsewhere(&callee, own);
            let kills = elsewhere.try_test(found, &call, test, true);
            test.kills.extend(goes_on(kills, &test.function)?);
        }
        Ok(())
    }

    /// Runs the tests that each function got in this run.
    fn try_written(&self, found: &mut [DecidedFunction]) -> Result<(), Stopped> {
        for of in 0..self.plans.len() {
            let plan = &self.plans[of];
            let types = Types::new(self.run.lookup.module);
            let callee = Callee::new(&self.run.lookup, types, plan.function);
            let elsewhere = self.elsewhere(&callee, Some(of));
            for number in 0..found[of].ledger.tests.len() {
                let own = &found[of].ledger;
                let (Some(call), Some(test)) = (own.calls.get(number), own.tests.get(number))
                else {
                    continue;
                };
                if test.undefined.is_some() {
                    continue;
                }
                let (call, test) = (call.clone(), test.clone());
                let kills = elsewhere.try_test(found, &call, &test, false);
                let kills = goes_on(kills, &plan.name)?;
                found[of].ledger.tests[number].kills.extend(kills);
            }
        }
        Ok(())
    }

    pub fn elsewhere<'t>(&'t self, callee: &'t Callee<'t>, own: Option<usize>) -> Elsewhere<'t> {
        let ub = self.run.settings.of(callee.function).ub;
        Elsewhere {
            run: self.run,
            plans: self.plans,
            own,
            tested: TestedFunction::new(callee, self.program, ub, self.deadline)
                .watching(self.labels),
        }
    }
}

/// What a test of a function gave, unless the work stops there.
pub fn goes_on<T>(kills: Result<T, EngineError>, function: &str) -> Result<T, Stopped> {
    match in_time(kills) {
        Ok(Some(kills)) => Ok(kills),
        Ok(None) => Err(Stopped::InTime),
        Err(error) => Err(Stopped::Failed(function.to_owned(), error)),
    }
}

/// Whether an unrestricted proof shows that there is no test: without bounds, and without assumptions that a test of another
/// function may violate.
fn is_proof(known: &Decision) -> bool {
    let is_proved = matches!(known.status, Status::Equivalent | Status::Uncoverable);
    is_proved && known.complete && known.assumptions.is_empty()
}

/// The tests of one function.
pub struct Elsewhere<'e> {
    run: &'e RunContext<'e>,
    plans: &'e [FunctionPlan],
    /// The place of the function among the plans.
    own: Option<usize>,
    tested: TestedFunction<'e>,
}

impl Elsewhere<'_> {
    /// Whether a function may get its inputs from any other. With another reading of undefined behaviour a test of one function is
    /// invalid for the other, and a function with configured values is not tested with others.
    pub fn may_be_called(&self, plan: usize) -> bool {
        let settings = self.run.settings.of(self.plans[plan].function);
        settings.ub == self.tested.ub && settings.inputs.values.is_empty()
    }

    /// The objectives that a test kills; none if it is invalid.
    pub fn kills(
        &self,
        call: &Prepared,
        objectives: &[ObjectiveId],
    ) -> Result<Vec<Kill>, EngineError> {
        let tried = self.run.oracle.run(self.tested, call, objectives)?.ran();
        Ok(tried.map_or_else(Vec::new, |tried| tried.kills))
    }

    /// Runs a test on survivors, also on those of its own function if they did not meet it yet; what it kills.
    fn try_test(
        &self,
        found: &mut [DecidedFunction],
        call: &Prepared,
        test: &WrittenTest,
        is_new: bool,
    ) -> Result<Vec<String>, EngineError> {
        let others = found.iter().enumerate();
        let others = others.filter(|(index, _)| match self.own == Some(*index) {
            true => is_new,
            false => self.may_be_called(*index),
        });
        let alive = others.flat_map(|(_, found)| {
            if test.original_aborts {
                found.ledger.survivors()
            } else {
                found.ledger.alive()
            }
        });
        let alive: Vec<ObjectiveId> = alive.collect();
        let mut kills = Vec::new();
        for kill in self.kills(call, &alive)? {
            let mut ledgers = found.iter_mut().map(|found| &mut found.ledger);
            let Some(ledger) = ledgers.find(|ledger| ledger.has(&kill.objective)) else {
                continue;
            };
            if is_proof(&ledger.verdict(&kill.objective)) {
                // Proofs do not cover how long a run takes.
                if kill.is_timeout() {
                    continue;
                }
                let objective = kill.objective.to_string();
                let is_label = ledger.is_label(&kill.objective);
                let test = test.id.clone();
                return Err(EngineError::contradiction(objective, test, is_label));
            }
            ledger.killed(&kill, test);
            kills.push(kill.objective.to_string());
        }
        Ok(kills)
    }
}
