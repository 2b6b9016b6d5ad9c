//! The procedure of SymBMC: one formula holds the original and a meta-mutant with the number of the fault as a free
//! variable. Each model is a fault and a test that kills it; the fault is blocked, and the rest is asked again, until no
//! model is left. What is not blocked then is equivalent.

use std::time::Instant;

use quell_bits::Bits;
use quell_exec::symbolic::Comparison;
use quell_solver::Answer;
use quell_term::{Evaluator, Sort, Term, Value};

use crate::EngineError;
use crate::bmc::{Unit, blocked, replacement, unanswered};
use crate::original::Round;
use crate::proof::Proof;
use crate::verdicts::Ledger;

/// Numbers of faults have so many bits.
const FAULT_BITS: u32 = 32;

/// A fault of the formula.
struct Fault {
    /// The mutant's place in the list of all.
    mutant: usize,
    /// The number of the fault is this one, and something observable differs.
    differs: Term,
    /// It goes on beyond the bounds.
    beyond: Term,
}

impl Unit<'_, '_> {
    /// Builds the formula of all open mutants and asks until nothing is left; whether greater bounds would decide no
    /// more.
    pub fn at_once(
        &self,
        round: &mut Round<'_, '_>,
        ledger: &mut Ledger,
    ) -> Result<bool, EngineError> {
        let id = round
            .problem
            .explorer
            .domain()
            .pool
            .var("FAULT_ID", Sort::Bv(FAULT_BITS));
        let mut faults = Vec::new();
        for index in ledger.open() {
            match self.fault(round, id, index)? {
                Ok(fault) => faults.push(fault),
                Err(reason) => ledger.left_open(index, &reason),
            }
        }
        if !self.solve(round, id, &faults, ledger)? {
            return Ok(true);
        }
        let questions = self.questions(round);
        let mut done = true;
        for fault in &faults {
            if !ledger.is_open(fault.mutant) {
                continue;
            }
            let pool = &round.problem.explorer.domain().pool;
            let longer = pool.as_bool(fault.beyond) != Some(false);
            let cut = longer || !round.complete;
            let mut bounds = round.bounds.clone();
            if longer {
                bounds.push("runs of the mutant that go on for longer".to_owned());
            }
            ledger.proved(
                fault.mutant,
                Proof {
                    bounds,
                    cut,
                    how: "no model of the formula has this fault".to_owned(),
                },
            );
            ledger.rests_on(fault.mutant, round.way.unroll, questions.clone());
            done &= !cut;
        }
        Ok(done)
    }

    /// The part of the formula that is about one mutant, which is run as a whole; or why there is none.
    fn fault(
        &self,
        round: &mut Round<'_, '_>,
        id: Term,
        index: usize,
    ) -> Result<Result<Fault, String>, EngineError> {
        let replacement = match replacement(&self.program.module, &self.common.mutants[index]) {
            Ok(replacement) => replacement,
            Err(reason) => return Ok(Err(reason)),
        };
        let outcome = match round.problem.explorer.run_mutant(&replacement) {
            Ok(Comparison::Same) => round.original.clone(),
            Ok(Comparison::Outcome(outcome)) => *outcome,
            Err(stop) => return Ok(Err(stop.to_string())),
        };
        let differences = match self.differences(round, &outcome) {
            Ok(differences) => differences,
            Err(stop) => return Ok(Err(stop.to_string())),
        };
        let pool = &mut round.problem.explorer.domain().pool;
        let number = pool.number(FAULT_BITS, index as u64);
        let chosen = pool.eq(id, number);
        let any = pool.or(differences.observable, differences.fault);
        let any = pool.or(any, differences.beyond);
        let differs = pool.and(chosen, any);
        Ok(Ok(Fault {
            mutant: index,
            differs,
            beyond: differences.beyond,
        }))
    }

    /// Solves, blocks and repeats; whether the formula has no model any more.
    fn solve(
        &self,
        round: &mut Round<'_, '_>,
        id: Term,
        faults: &[Fault],
        ledger: &mut Ledger,
    ) -> Result<bool, EngineError> {
        let pool = &mut round.problem.explorer.domain().pool;
        let all: Vec<_> = faults.iter().map(|fault| fault.differs).collect();
        let any = pool.or_all(&all);
        let mut asked = round.valid.clone();
        asked.push(any);
        loop {
            let start = Instant::now();
            let domain = round.problem.explorer.domain();
            let model = match self.check(domain, &asked, round.way.time)? {
                Answer::Unsat => return Ok(true),
                Answer::Unknown(why) => {
                    ledger.all_open(&unanswered(why));
                    return Ok(false);
                }
                Answer::Sat(model) => model,
            };
            let number = match model.get(id) {
                Some(Value::Bits(bits)) => bits.low_u64() as usize,
                _ => 0,
            };
            let values = round.problem.values(&model);
            let seen = self.try_test(round, &values, number, &[number], ledger)?;
            if !seen && !goes_beyond(round, faults, number, &values) {
                ledger.doubted(
                    number,
                    "a model of the formula was not seen to kill it",
                    false,
                );
            }
            ledger.took(number, start.elapsed());
            let block = blocked(round, id, number as u64, FAULT_BITS);
            asked.push(block);
        }
    }
}

/// Whether a mutant goes on beyond the bounds on an input: what it comes to there is not known.
fn goes_beyond(
    round: &mut Round<'_, '_>,
    faults: &[Fault],
    mutant: usize,
    values: &[Bits],
) -> bool {
    let model = round.problem.model(values);
    let fault = faults.iter().find(|fault| fault.mutant == mutant);
    let pool = &round.problem.explorer.domain().pool;
    fault.is_some_and(|fault| Evaluator::new().is_true(pool, &model, fault.beyond))
}
