//! Kills: inputs that the solver finds, made into tests and tried natively.

use quell_bits::Bits;
use quell_results::{InvalidTest, Reason};
use quell_solver::{Answer, Reason as Unknown};
use quell_term::{Evaluator, Term};
use quell_values::Guard;
use quell_values::inputs::InputSpace;

use crate::EngineError;
use crate::bmc::Unit;
use crate::original::Round;
use crate::problem::{Problem, model_of};
use crate::referee::{Trial, as_written, inputs, placements};
use crate::verdicts::{Finding, Ledger};

/// Simpler values of a test that are tried.
const SIMPLIFICATIONS: usize = 500;

impl Unit<'_, '_> {
    /// Looks for an input that meets conditions and tries it natively. One on which the original aborts is kept in reserve,
    /// and others are looked for.
    pub fn kill_with(
        &self,
        round: &mut Round<'_, '_>,
        index: usize,
        conditions: &[Term],
        attempts: usize,
        ledger: &mut Ledger,
    ) -> Result<Killed, EngineError> {
        let mut asked = round.valid.clone();
        asked.extend_from_slice(conditions);
        let mut is_spared = ledger.is_reserved(index);
        if is_spared {
            asked.push(round.does_not_abort());
        }
        let mut last = None;
        let mut attempt = 0;
        while attempt < attempts {
            let domain = round.problem.explorer.domain();
            let values = match round.samples.find(domain, &asked) {
                Some(values) => values,
                None => match self.check(domain, &asked, round.way.time)? {
                    Answer::Unsat => return Ok(last.map_or(Killed::NoInput, Killed::Unseen)),
                    Answer::Unknown(why) => return Ok(Killed::Unknown(why)),
                    Answer::Sat(model) => round.problem.values(&model),
                },
            };
            let simple = simplified(&mut round.problem, &asked, values.clone());
            match self.try_either(round, (&simple, &values), index, ledger)? {
                Seen::Killed => return Ok(Killed::Yes),
                Seen::Reserved if !is_spared => {
                    is_spared = true;
                    asked.push(round.does_not_abort());
                    continue;
                }
                unseen => last = Some(unseen_test(round.problem.space, &simple, unseen)),
            }
            let block = blocking(round, &values);
            asked.push(block);
            attempt += 1;
        }
        Ok(last.map_or(Killed::NoInput, Killed::Unseen))
    }

    /// Tries the simple form of an input, and the input itself where the simple one does not kill.
    fn try_either(
        &self,
        round: &Round<'_, '_>,
        (simple, values): (&[Bits], &[Bits]),
        index: usize,
        ledger: &mut Ledger,
    ) -> Result<Seen, EngineError> {
        let seen = self.try_test(round, simple, index, &ledger.alive(), ledger)?;
        match seen {
            Seen::Killed | Seen::Reserved => Ok(seen),
            _ if simple == values => Ok(seen),
            _ => self.try_test(round, values, index, &ledger.alive(), ledger),
        }
    }

    /// Runs a test on mutants; what it did to the one that it was made for. If it did not kill that one, what it does may be
    /// seen with its objects placed in another way.
    pub fn try_test(
        &self,
        round: &Round<'_, '_>,
        values: &[Bits],
        index: usize,
        mutants: &[usize],
        ledger: &mut Ledger,
    ) -> Result<Seen, EngineError> {
        let space = round.problem.space;
        let Some(call) = as_written(self.callee, space, values) else {
            return Ok(Seen::Refused(InvalidTest::NotWritable));
        };
        let mut alive = mutants.to_vec();
        for call in placements(call) {
            let tried = match self.common.referee.run(self.tested(), &call, &alive)? {
                Trial::Ran(tried) => *tried,
                Trial::Refused(why) => return Ok(Seen::Refused(why)),
            };
            let aborts = tried.original_aborts;
            if !tried.kills.is_empty() {
                ledger.test(Finding {
                    function: &self.plan.name,
                    space,
                    values,
                    call,
                    tried,
                });
            }
            if ledger.is_killed(index) {
                return Ok(Seen::Killed);
            }
            if aborts && ledger.is_reserved(index) {
                return Ok(Seen::Reserved);
            }
            alive.retain(|mutant| !ledger.is_killed(*mutant));
        }
        Ok(Seen::Nothing)
    }
}

/// What a test did to the mutant that it was made for.
#[derive(Clone, PartialEq, Debug)]
pub enum Seen {
    Killed,
    /// It kills it, but the original aborts on it.
    Reserved,
    Nothing,
    /// It is no test; why.
    Refused(InvalidTest),
}

pub enum Killed {
    Yes,
    /// No input meets the conditions.
    NoInput,
    /// Such an input was tried, and the native run does not confirm it.
    Unseen(Reason),
    Unknown(Unknown),
}

/// Values that a person likes to read, under which the conditions still hold.
fn simplified(problem: &mut Problem<'_, '_>, conditions: &[Term], values: Vec<Bits>) -> Vec<Bits> {
    let space = problem.space;
    let variables = problem.variables.clone();
    let domain = problem.explorer.domain();
    let (pool, addresses) = (&domain.pool, domain.addresses.example());
    let mut evaluator = Evaluator::new();
    space.simplified(values, SIMPLIFICATIONS, |values| {
        let model = model_of(&variables, values, &addresses);
        evaluator.clear();
        let mut all = conditions.iter();
        all.all(|term| evaluator.is_true(pool, &model, *term))
    })
}

/// Why nothing is said of a mutant that differs on an input.
pub fn unseen_test(space: &InputSpace, values: &[Bits], seen: Seen) -> Reason {
    Reason::Unconfirmed {
        test: Box::new(inputs(space, values, Guard::default())),
        invalid: match seen {
            Seen::Refused(why) => Some(why),
            _ => None,
        },
    }
}

/// Another input than this one.
pub fn blocking(round: &mut Round<'_, '_>, values: &[Bits]) -> Term {
    let variables = round.problem.variables.clone();
    let pool = &mut round.problem.explorer.domain().pool;
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
