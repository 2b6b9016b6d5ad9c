//! Kills: the solver finds an input, which becomes a test that the native oracle runs.

use quell_bits::Bits;
use quell_exec::symbolic::Symbolic;
use quell_objectives::ObjectiveId;
use quell_results::{InvalidTest, Reason};
use quell_solver::{Answer, Reason as Unknown};
use quell_term::{Evaluator, Term};
use quell_values::Guard;
use quell_values::inputs::InputSpace;

use crate::error::EngineError;
use crate::explored::original::ExploredOriginal;
use crate::explored::problem::model_of;
use crate::explored::prover::Prover;
use crate::ledger::Ledger;
use crate::oracle::{Finding, TestResult, as_written, inputs, placements};

/// The number of simpler values that are tried for a test.
const SIMPLIFICATIONS: usize = 500;
/// The number of inputs that may fail to kill where a mutant has undefined behaviour or leaves the bounds.
pub const ATTEMPTS: usize = 3;

impl Prover<'_> {
    /// Looks for an input that satisfies conditions and runs it natively, with several inputs if the first ones do not kill. A
    /// test on which the original aborts is kept in reserve, and the search continues.
    pub fn kill_with(
        &self,
        explored: &mut ExploredOriginal<'_, '_>,
        id: &ObjectiveId,
        conditions: &[Term],
        attempts: usize,
        ledger: &mut Ledger,
    ) -> Result<Killed, EngineError> {
        let asked = [&explored.valid[..], conditions].concat();
        self.test_with(explored, id, asked, attempts, ledger)
    }

    /// The same with all conditions of the inputs.
    pub fn test_with(
        &self,
        explored: &mut ExploredOriginal<'_, '_>,
        id: &ObjectiveId,
        mut asked: Vec<Term>,
        attempts: usize,
        ledger: &mut Ledger,
    ) -> Result<Killed, EngineError> {
        let mut is_spared = ledger.is_reserved(id);
        if is_spared {
            asked.push(explored.does_not_abort());
        }
        let mut last = None;
        let mut attempt = 0;
        while attempt < attempts {
            let domain = explored.problem.explorer.domain();
            let values = match explored.samples.find(domain, &asked) {
                Some(values) => values,
                None => match self.check(domain, &asked, explored.strategy.query)? {
                    Answer::Unsat => return Ok(last.map_or(Killed::NoInput, Killed::Unconfirmed)),
                    Answer::Unknown(why) => return Ok(Killed::Unknown(why)),
                    Answer::Sat(model) => explored.problem.values(&model),
                },
            };
            let problem = &mut explored.problem;
            let (space, variables) = (problem.space, &problem.variables);
            let domain = problem.explorer.domain();
            let simple = simplified(space, (variables, domain), &asked, values.clone());
            match self.try_either(space, (&simple, &values), id, ledger)? {
                Confirmation::Killed => return Ok(Killed::Yes),
                Confirmation::Reserved if !is_spared => {
                    is_spared = true;
                    asked.push(explored.does_not_abort());
                    continue;
                }
                unseen => last = Some(unconfirmed(explored.problem.space, &simple, unseen)),
            }
            let block = blocking(explored, &values);
            asked.push(block);
            attempt += 1;
        }
        Ok(last.map_or(Killed::NoInput, Killed::Unconfirmed))
    }

    /// Tries the simplified input, and the input itself where the simplified one does not kill.
    pub fn try_either(
        &self,
        space: &InputSpace,
        (simple, values): (&[Bits], &[Bits]),
        id: &ObjectiveId,
        ledger: &mut Ledger,
    ) -> Result<Confirmation, EngineError> {
        let seen = self.try_test(space, simple, id, &ledger.alive(), ledger)?;
        match seen {
            Confirmation::Killed | Confirmation::Reserved => Ok(seen),
            _ if simple == values => Ok(seen),
            _ => self.try_test(space, values, id, &ledger.alive(), ledger),
        }
    }

    /// Runs a test on mutants; the result is about the one that it was made for. If that one survives, the test is run with its
    /// objects placed in the other way.
    pub fn try_test(
        &self,
        space: &InputSpace,
        values: &[Bits],
        id: &ObjectiveId,
        mutants: &[ObjectiveId],
        ledger: &mut Ledger,
    ) -> Result<Confirmation, EngineError> {
        let Some(call) = as_written(&self.context.callee, space, values) else {
            return Ok(Confirmation::Invalid(InvalidTest::NotWritable));
        };
        let mut alive = mutants.to_vec();
        for call in placements(call) {
            let oracle = self.context.oracle();
            let run = match oracle.run(self.tested(), &call, &alive)? {
                TestResult::Ran(run) => *run,
                TestResult::Invalid(why) => return Ok(Confirmation::Invalid(why)),
            };
            let aborts = run.original_aborts;
            for (call, run) in oracle.steady(self.tested(), call, run)? {
                ledger.test(Finding {
                    function: &self.context.plan.name,
                    space,
                    values,
                    call,
                    run,
                });
            }
            if ledger.is_killed(id) {
                return Ok(Confirmation::Killed);
            }
            if aborts && ledger.is_reserved(id) {
                return Ok(Confirmation::Reserved);
            }
            alive.retain(|mutant| !ledger.is_killed(mutant));
        }
        Ok(Confirmation::Survived)
    }
}

/// The result of the oracle for a test and the mutant that it was made for.
#[derive(Clone, PartialEq, Debug)]
pub enum Confirmation {
    Killed,
    /// The test kills it, but the original aborts on it.
    Reserved,
    Survived,
    /// The test is invalid.
    Invalid(InvalidTest),
}

/// What a search for a killing input gave.
#[derive(Clone, Debug)]
pub enum Killed {
    Yes,
    /// No input satisfies the conditions.
    NoInput,
    /// An input satisfies the conditions, and the native run does not confirm the kill.
    Unconfirmed(Reason),
    Unknown(Unknown),
}

/// Simpler, more readable values that still satisfy the conditions.
pub fn simplified(
    space: &InputSpace,
    (variables, domain): (&[Term], &Symbolic),
    conditions: &[Term],
    values: Vec<Bits>,
) -> Vec<Bits> {
    let (pool, addresses) = (&domain.pool, domain.addresses.example());
    let mut evaluator = Evaluator::new();
    space.simplified(values, SIMPLIFICATIONS, |values| {
        let model = model_of(variables, values, &addresses);
        evaluator.clear();
        let mut all = conditions.iter();
        all.all(|term| evaluator.is_true(pool, &model, *term))
    })
}

/// The reason for a mutant whose predicted kill is not confirmed.
pub fn unconfirmed(space: &InputSpace, values: &[Bits], seen: Confirmation) -> Reason {
    Reason::Unconfirmed {
        test: Box::new(inputs(space, values, Guard::default())),
        invalid: match seen {
            Confirmation::Invalid(why) => Some(why),
            _ => None,
        },
    }
}

/// The condition that an input differs from the given one.
pub fn blocking(explored: &mut ExploredOriginal<'_, '_>, values: &[Bits]) -> Term {
    let variables = explored.problem.variables.clone();
    let pool = &mut explored.problem.explorer.domain().pool;
    let mut differs = pool.bool(false);
    for (variable, value) in variables.into_iter().zip(values) {
        let value = match value.width() {
            1 => pool.bool(!value.is_zero()),
            _ => pool.bits(value),
        };
        let other = pool.ne(variable, value);
        differs = pool.or(differs, other);
    }
    differs
}
