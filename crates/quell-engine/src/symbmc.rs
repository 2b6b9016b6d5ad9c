//! The procedure of SymBMC: one formula holds the original and a meta-mutant with the number of the fault as a free
//! variable. Each model is a fault and a test that kills it; the fault is blocked, and the rest is asked again, until no
//! model is left. What is not blocked then is equivalent.

use std::collections::BTreeMap;
use std::time::Instant;

use quell_exec::symbolic::Comparison;
use quell_solver::{Answer, Reason};
use quell_term::{Pool, Sort, Term, Value};

use crate::EngineError;
use crate::bmc::{ATTEMPTS, LONGER, Unit, blocking, replacement, unanswered, unseen_faults};
use crate::differ::Differences;
use crate::original::Round;
use crate::proof::Proof;
use crate::verdicts::Ledger;

/// Numbers of faults have so many bits.
const FAULT_BITS: u32 = 32;

/// A fault of the formula.
struct Fault {
    /// The mutant's place in the list of all, which is its number in the formula.
    mutant: usize,
    differences: Differences,
    /// Whether some input makes it go on beyond the bounds.
    is_longer: bool,
    /// Whether the solver found no answer about it alone.
    is_unanswered: bool,
}

/// What the formula asks for. Each has to be answered before the next: what differs by behaviour that is defined is seen
/// natively, the rest need not be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Difference {
    Defined,
    /// The mutant does what is undefined.
    Undefined,
    /// The mutant goes on beyond the bounds.
    Beyond,
}

impl Difference {
    const ALL: [Self; 3] = [Self::Defined, Self::Undefined, Self::Beyond];

    /// When a fault shows in this way.
    fn condition(self, pool: &mut Pool, differences: &Differences) -> Term {
        match self {
            Self::Defined => {
                let conditions = differences.defined(pool);
                pool.and_all(&conditions)
            }
            Self::Undefined => differences.fault,
            Self::Beyond => differences.beyond,
        }
    }

    /// How many inputs of a fault are tried natively until one is seen to kill.
    fn attempts(self) -> usize {
        match self {
            Self::Undefined => ATTEMPTS,
            Self::Defined | Self::Beyond => 1,
        }
    }
}

impl Unit<'_, '_> {
    /// Builds the formula of all open mutants and asks until nothing is left; whether greater bounds would decide no
    /// more, and which found no answer.
    pub fn at_once(
        &self,
        round: &mut Round<'_, '_>,
        ledger: &mut Ledger,
    ) -> Result<(bool, Vec<usize>), EngineError> {
        let mut formula = Formula {
            id: round
                .problem
                .explorer
                .domain()
                .pool
                .var("FAULT_ID", Sort::Bv(FAULT_BITS)),
            faults: Vec::new(),
            without: Vec::new(),
        };
        for index in ledger.open() {
            match self.differences_of(round, index) {
                Ok(differences) => formula.faults.push(Fault {
                    mutant: index,
                    differences,
                    is_longer: false,
                    is_unanswered: false,
                }),
                Err(reason) => {
                    ledger.left_open(index, &reason);
                    formula.without.push(index);
                }
            }
        }
        let all: Vec<usize> = (0..formula.faults.len()).collect();
        for difference in Difference::ALL {
            self.solve(round, &mut formula, (difference, &all), ledger)?;
        }
        let done = self.conclude(round, &formula.faults, ledger);
        let unanswered = formula.faults.iter().filter(|fault| fault.is_unanswered);
        Ok((done, unanswered.map(|fault| fault.mutant).collect()))
    }

    /// Faults of which the formula has no model are equivalent; whether greater bounds would decide no more.
    fn conclude(&self, round: &mut Round<'_, '_>, faults: &[Fault], ledger: &mut Ledger) -> bool {
        let questions = self.questions(round);
        let mut done = true;
        for fault in faults {
            if fault.is_unanswered || !ledger.is_open(fault.mutant) {
                continue;
            }
            let cut = fault.is_longer || !round.complete;
            let mut bounds = round.bounds.clone();
            if fault.is_longer {
                bounds.push(LONGER.to_owned());
            }
            let how = "no model of the formula has this fault".to_owned();
            ledger.proved(fault.mutant, Proof { bounds, cut, how });
            ledger.rests_on(fault.mutant, round.way.unroll, questions.clone());
            done &= !cut;
        }
        done
    }

    /// When a mutant, which is run as a whole, can be told from the original; or why nobody knows.
    fn differences_of(
        &self,
        round: &mut Round<'_, '_>,
        index: usize,
    ) -> Result<Differences, String> {
        let replacement = replacement(&self.program.module, &self.common.mutants[index])?;
        let compared = round.problem.explorer.run_mutant(&replacement);
        let outcome = match compared.map_err(|stop| self.reason(&stop))? {
            Comparison::Same => round.original.clone(),
            Comparison::Outcome(outcome) => *outcome,
        };
        let differences = self.differences(round, &outcome);
        differences.map_err(|stop| self.reason(&stop))
    }

    /// Asks for the faults at these places until the formula has no model any more. Where the solver finds no answer in
    /// time, easy inputs are tried, and then the formula is taken apart.
    fn solve(
        &self,
        round: &mut Round<'_, '_>,
        formula: &mut Formula,
        (difference, among): (Difference, &[usize]),
        ledger: &mut Ledger,
    ) -> Result<(), EngineError> {
        let Some(why) = self.exhaust(round, formula, (difference, among), ledger)? else {
            return Ok(());
        };
        if self.end().is_none() && self.try_samples(round, formula, (difference, among), ledger)? {
            return self.solve(round, formula, (difference, among), ledger);
        }
        let open = formula.open(among, ledger);
        if open.len() > 1 && self.end().is_none() {
            let (first, second) = open.split_at(open.len() / 2);
            self.solve(round, formula, (difference, first), ledger)?;
            return self.solve(round, formula, (difference, second), ledger);
        }
        let reason = self
            .end()
            .map_or_else(|| unanswered(why), ToOwned::to_owned);
        for place in open {
            let fault = &mut formula.faults[place];
            fault.is_unanswered = true;
            ledger.left_open(fault.mutant, &reason);
        }
        Ok(())
    }

    /// Solves, blocks and repeats until the formula has no model any more; or why nobody knows whether it has.
    fn exhaust(
        &self,
        round: &mut Round<'_, '_>,
        formula: &mut Formula,
        (difference, among): (Difference, &[usize]),
        ledger: &mut Ledger,
    ) -> Result<Option<Reason>, EngineError> {
        let mut asked = round.valid.clone();
        let open = formula.open(among, ledger);
        asked.push(formula.any(round, difference, &open));
        let mut attempts: BTreeMap<usize, usize> = BTreeMap::new();
        loop {
            let start = Instant::now();
            let domain = round.problem.explorer.domain();
            let model = match self.check(domain, &asked, round.way.time)? {
                Answer::Unsat => return Ok(None),
                Answer::Unknown(why) => return Ok(Some(why)),
                Answer::Sat(model) => model,
            };
            let number = match model.get(formula.id) {
                Some(Value::Bits(bits)) => bits.low_u64() as usize,
                _ => 0,
            };
            let values = round.problem.values(&model);
            let block = formula.other_fault(round, number);
            let tried = formula.with_those_left_out(number);
            let seen = self.try_test(round, &values, number, &tried, ledger)?;
            ledger.took(number, start.elapsed());
            let count = attempts.entry(number).or_default();
            *count += 1;
            if seen || *count == difference.attempts() {
                asked.push(block);
                if !seen {
                    formula.unseen(number, difference, ledger);
                }
            } else {
                let other = blocking(round, &values);
                let pool = &mut round.problem.explorer.domain().pool;
                asked.push(pool.or(block, other));
            }
        }
    }

    /// Looks for models of the formula among a few easy inputs; whether one was seen to kill.
    fn try_samples(
        &self,
        round: &mut Round<'_, '_>,
        formula: &Formula,
        (difference, among): (Difference, &[usize]),
        ledger: &mut Ledger,
    ) -> Result<bool, EngineError> {
        let mut some = false;
        for place in formula.open(among, ledger) {
            let fault = &formula.faults[place];
            let mut asked = round.valid.clone();
            let domain = round.problem.explorer.domain();
            asked.push(difference.condition(&mut domain.pool, &fault.differences));
            if let Some(values) = round.samples.find(domain, &asked) {
                let tried = formula.with_those_left_out(fault.mutant);
                some |= self.try_test(round, &values, fault.mutant, &tried, ledger)?;
            }
        }
        Ok(some)
    }
}

/// What is asked about all mutants at once.
struct Formula {
    /// The number of the fault.
    id: Term,
    faults: Vec<Fault>,
    /// Mutants that it does not hold, because what they do cannot be followed.
    without: Vec<usize>,
}

impl Formula {
    /// Which of the faults at these places may still have a model.
    fn open(&self, among: &[usize], ledger: &Ledger) -> Vec<usize> {
        let is_open = |place: &usize| {
            let fault = &self.faults[*place];
            !fault.is_unanswered && !fault.is_longer && ledger.is_open(fault.mutant)
        };
        among.iter().copied().filter(is_open).collect()
    }

    /// A mutant and those that the formula does not hold: they may be killed by a test for another.
    fn with_those_left_out(&self, mutant: usize) -> Vec<usize> {
        [&[mutant], &self.without[..]].concat()
    }

    /// One of the faults at these places shows in this way.
    fn any(&self, round: &mut Round<'_, '_>, difference: Difference, among: &[usize]) -> Term {
        let pool = &mut round.problem.explorer.domain().pool;
        let shown: Vec<Term> = among
            .iter()
            .map(|place| {
                let fault = &self.faults[*place];
                let number = pool.number(FAULT_BITS, fault.mutant as u64);
                let is_chosen = pool.eq(self.id, number);
                let shows = difference.condition(pool, &fault.differences);
                pool.and(is_chosen, shows)
            })
            .collect();
        pool.or_all(&shown)
    }

    fn other_fault(&self, round: &mut Round<'_, '_>, number: usize) -> Term {
        let pool = &mut round.problem.explorer.domain().pool;
        let number = pool.number(FAULT_BITS, number as u64);
        pool.ne(self.id, number)
    }

    /// A model has this fault, and no test that was made of one killed it.
    fn unseen(&mut self, number: usize, difference: Difference, ledger: &mut Ledger) {
        let Some(fault) = self.faults.iter_mut().find(|of| of.mutant == number) else {
            return;
        };
        match difference {
            Difference::Defined => {
                let reason = "a model of the formula was not seen to kill it";
                ledger.doubted(number, reason, false);
            }
            Difference::Undefined => {
                let reason = unseen_faults(&fault.differences);
                ledger.doubted(number, &reason, true);
            }
            Difference::Beyond => fault.is_longer = true,
        }
    }
}
