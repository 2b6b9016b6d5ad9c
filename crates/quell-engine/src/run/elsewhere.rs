//! Tests of one function on mutants of others: a function may call another one with mutants.

use std::time::Instant;

use quell_objectives::ObjectiveId;
use quell_results::{Decision, Status};
use quell_values::Callee;
use quell_values::types::Types;

use crate::context::{FunctionPlan, RunContext};
use crate::error::{EngineError, in_time};
use crate::labels::LabelConditions;
use crate::oracle::TestedFunction;

use super::failure::Failure;
use super::scheduler::DecidedFunction;

/// Runs the tests of every function on mutants of others that survive. An error ends that, and only that, unless no verdict can
/// be trusted.
pub fn try_tests_elsewhere(
    run: &RunContext<'_>,
    plans: &[FunctionPlan],
    found: &mut [DecidedFunction],
) -> Result<Option<Failure>, EngineError> {
    if plans.len() < 2 {
        return Ok(None);
    }
    let program = run.program();
    let labels = LabelConditions::new(&program, run.objectives.values().copied());
    // However late it is, quick tests are run.
    let deadline = run.end().max(Instant::now());
    for of in 0..plans.len() {
        let types = Types::new(run.lookup.module);
        let callee = Callee::new(&run.lookup, types, plans[of].function);
        let ub = run.settings.of(plans[of].function).ub;
        let trial = Elsewhere {
            run,
            plans,
            tested: TestedFunction::new(&callee, &program, ub, deadline).watching(labels.as_ref()),
        };
        for number in 0..found[of].ledger.tests.len() {
            match in_time(trial.try_test(found, of, number)) {
                Ok(Some(())) => {}
                Ok(None) => return Ok(None),
                Err(error) if error.denies_all_verdicts() => return Err(error),
                Err(error) => {
                    let function = plans[of].name.clone();
                    return Ok(Some(Failure { function, error }));
                }
            }
        }
    }
    Ok(None)
}

/// Whether an unrestricted proof shows that there is no test: without bounds, and without assumptions that a test of another
/// function may violate.
fn is_proof(known: &Decision) -> bool {
    let is_proved = matches!(known.status, Status::Equivalent | Status::Uncoverable);
    is_proved && known.complete && known.assumptions.is_empty()
}

/// The tests of one function.
struct Elsewhere<'e> {
    run: &'e RunContext<'e>,
    plans: &'e [FunctionPlan],
    tested: TestedFunction<'e>,
}

impl Elsewhere<'_> {
    /// Whether a function may get its inputs from any other. With another reading of undefined behaviour a test of one function is
    /// invalid for the other, and a function with configured values is not tested with others.
    fn may_be_called(&self, plan: usize) -> bool {
        let settings = self.run.settings.of(self.plans[plan].function);
        settings.ub == self.tested.ub && settings.inputs.values.is_empty()
    }

    fn try_test(
        &self,
        found: &mut [DecidedFunction],
        of: usize,
        number: usize,
    ) -> Result<(), EngineError> {
        let own = &found[of].ledger;
        let (Some(call), Some(test)) = (own.calls.get(number), own.tests.get(number)) else {
            return Ok(());
        };
        if test.undefined.is_some() {
            return Ok(());
        }
        let test = test.clone();
        let others = found.iter().enumerate();
        let others = others.filter(|(index, _)| *index != of && self.may_be_called(*index));
        let alive = others.flat_map(|(_, found)| {
            if test.original_aborts {
                found.ledger.survivors()
            } else {
                found.ledger.alive()
            }
        });
        let alive: Vec<ObjectiveId> = alive.collect();
        let Some(tried) = self.run.oracle.run(self.tested, call, &alive)?.ran() else {
            return Ok(());
        };
        for kill in tried.kills {
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
                return Err(EngineError::contradiction(objective, test.id, is_label));
            }
            ledger.killed(&kill, &test);
            found[of].ledger.tests[number]
                .kills
                .push(kill.objective.to_string());
        }
        Ok(())
    }
}
