//! The procedure of SymBMC: one formula holds the original and a meta-mutant with the number of the fault as a free
//! variable. Each model is a fault and a test for it; the fault is blocked, and the rest is asked again, until no model is
//! left. What was never blocked then is equivalent. As mutants have memory and loops, this is done three times: for
//! differences by defined behaviour, by undefined behaviour of the mutant, and beyond the bounds. A formula that is too hard
//! is divided.

use std::collections::BTreeMap;
use std::time::Instant;

use quell_exec::symbolic::Comparison;
use quell_results::{ProofMethod, Reason};
use quell_solver::{Answer, Reason as Unknown};
use quell_term::{Pool, Sort, Term, Value, are_made_of_more};
use quell_values::{Assumption, Bound};

use crate::EngineError;
use crate::bmc::{ATTEMPTS, Unit, replacement, unanswered, unseen_faults};
use crate::differ::Differences;
use crate::hard::Area;
use crate::kill::{Seen, blocking, unseen_test};
use crate::original::Round;
use crate::proof::Proof;
use crate::subject::in_time;
use crate::verdicts::Ledger;

/// Numbers of faults have so many bits.
const FAULT_BITS: u32 = 32;
/// A formula of more terms is divided before it is asked: the solver could use up the memory before it looks at it.
const LARGE: usize = 200_000;

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

/// A fault of the formula.
struct Fault {
    /// The mutant's place in the list of all, which is its number in the formula.
    mutant: usize,
    differences: Differences,
    /// Whether some input makes it go on beyond the bounds.
    is_longer: bool,
    /// Whether the solver found no answer about it.
    is_unanswered: bool,
}

/// What is asked about all mutants at once.
struct Formula {
    /// The number of the fault.
    id: Term,
    faults: Vec<Fault>,
    /// Mutants that it does not hold, because what they do cannot be followed.
    without: Vec<usize>,
    /// The difference for which easy inputs were tried last.
    sampled: Option<Difference>,
}

/// Faults by their places in the formula, and the difference that they are asked about.
type Part<'p> = (Difference, &'p [usize]);

impl Unit<'_, '_> {
    /// Builds the formula of all open mutants and asks until nothing is left; whether greater bounds would decide no
    /// more, and which found no answer.
    pub fn at_once(
        &self,
        round: &mut Round<'_, '_>,
        area: &Area<'_>,
        ledger: &mut Ledger,
    ) -> Result<(bool, Vec<usize>), EngineError> {
        let mut formula = self.formula(round, area, ledger);
        let all: Vec<usize> = (0..formula.faults.len()).collect();
        for difference in Difference::ALL {
            let solved = self.solve(round, &mut formula, (difference, &all), ledger);
            if in_time(solved)?.is_none() {
                ledger.all_open(&self.end().unwrap_or_else(|| self.too_late()));
                return Ok((true, Vec::new()));
            }
        }
        let done = self.conclude(round, &formula.faults, area.last, ledger)?;
        let unanswered = formula.faults.iter().filter(|fault| fault.is_unanswered);
        Ok((done, unanswered.map(|fault| fault.mutant).collect()))
    }

    fn formula(&self, round: &mut Round<'_, '_>, area: &Area<'_>, ledger: &mut Ledger) -> Formula {
        let pool = &mut round.problem.explorer.domain().pool;
        let mut formula = Formula {
            id: pool.var("FAULT_ID", Sort::Bv(FAULT_BITS)),
            faults: Vec::new(),
            without: Vec::new(),
            sampled: None,
        };
        for mutant in ledger.open() {
            let until = Instant::now() + self.turn(area);
            self.until.set(self.deadline.get().min(until));
            let differences = match self.end() {
                Some(end) => Err(end),
                None => self.differences_of(round, mutant),
            };
            match differences {
                Ok(differences) => formula.faults.push(Fault {
                    mutant,
                    differences,
                    is_longer: false,
                    is_unanswered: false,
                }),
                Err(reason) => {
                    ledger.left_open(mutant, reason);
                    formula.without.push(mutant);
                }
            }
        }
        formula
    }

    /// When a mutant, which is run as a whole, can be told from the original; or why nobody knows.
    fn differences_of(
        &self,
        round: &mut Round<'_, '_>,
        index: usize,
    ) -> Result<Differences, Reason> {
        let replacement = replacement(&self.program.module, &self.common.mutants[index]);
        let replacement = replacement.map_err(|construct| Reason::Unsupported { construct })?;
        self.watch(&mut round.problem, index);
        let compared = round.problem.explorer.run_mutant(&replacement);
        let outcome = match compared.map_err(|stop| self.reason(&stop))? {
            Comparison::Converged => round.original.clone(),
            Comparison::Outcome(outcome) => *outcome,
        };
        let differences = self.differences(round, &outcome);
        differences.map_err(|stop| self.reason(&stop))
    }

    /// Faults of which the formula has no model are equivalent; whether greater bounds would decide no more.
    fn conclude(
        &self,
        round: &mut Round<'_, '_>,
        faults: &[Fault],
        last: bool,
        ledger: &mut Ledger,
    ) -> Result<bool, EngineError> {
        let granted = match faults {
            [only] => self.granted(round, only.mutant)?,
            _ => None,
        };
        let questions = self.questions(round);
        let mut done = true;
        for fault in faults {
            if fault.is_unanswered || !ledger.is_open(fault.mutant) {
                continue;
            }
            if ledger.is_reserved(fault.mutant) {
                ledger.settle(fault.mutant);
                continue;
            }
            let cut = fault.is_longer || !round.complete;
            let mut scope = round.scope.clone();
            if fault.is_longer {
                scope.bound(Bound::LongerRuns);
            }
            if fault.differences.lost_blocks {
                scope.assume(Assumption::LeaksIgnored);
            }
            if let Some(wraps) = &granted {
                scope.assume(wraps.clone());
            }
            let reached = self.reached_by(round, &scope, fault.mutant)?;
            let own = self.evidence.take(&round.problem.explorer.domain().pool);
            let proof = Proof {
                scope,
                cut,
                method: ProofMethod::Formula,
                asked: true,
                reached,
            };
            ledger.proved(fault.mutant, proof);
            let questions = questions.iter().cloned().chain(own).collect();
            ledger.rests_on(fault.mutant, round.way.unroll, questions);
            if cut && !last {
                done = false;
            } else {
                ledger.settle(fault.mutant);
            }
        }
        Ok(done)
    }

    /// Asks until the formula has no model any more. Where it is too large or the solver finds no answer in time, easy inputs
    /// are tried once, and then the formula is divided; what has no answer then stays open.
    fn solve(
        &self,
        round: &mut Round<'_, '_>,
        formula: &mut Formula,
        (difference, among): Part<'_>,
        ledger: &mut Ledger,
    ) -> Result<(), EngineError> {
        let open = formula.open(among, ledger);
        let is_divisible = open.len() > 1;
        let why = match is_divisible && formula.is_large(round, difference, &open) {
            // Nobody reads it: each part is asked about, unless the time is up.
            true => Some(Unknown::Memory),
            false => self.exhaust(round, formula, (difference, among), ledger)?,
        };
        let Some(why) = why else {
            return Ok(());
        };
        let has_time = self.end().is_none();
        let is_first = formula.sampled.replace(difference) != Some(difference);
        if has_time && is_first && self.try_samples(round, formula, (difference, among), ledger)? {
            return self.solve(round, formula, (difference, among), ledger);
        }
        let open = formula.open(among, ledger);
        if has_time && open.len() > 1 {
            let (first, second) = open.split_at(open.len() / 2);
            self.solve(round, formula, (difference, first), ledger)?;
            return self.solve(round, formula, (difference, second), ledger);
        }
        let reason = self.end().unwrap_or_else(|| unanswered(why));
        for place in open {
            formula.faults[place].is_unanswered = true;
            ledger.left_open(formula.faults[place].mutant, reason.clone());
        }
        Ok(())
    }

    /// Solves, blocks and repeats until the formula has no model any more; or why nobody knows whether it has.
    fn exhaust(
        &self,
        round: &mut Round<'_, '_>,
        formula: &mut Formula,
        (difference, among): Part<'_>,
        ledger: &mut Ledger,
    ) -> Result<Option<Unknown>, EngineError> {
        let mut asked = round.valid.clone();
        let open = formula.open(among, ledger);
        asked.push(formula.any(round, difference, &open));
        // Tests of each fault that were not seen to kill it.
        let mut failed: BTreeMap<usize, Vec<Reason>> = BTreeMap::new();
        loop {
            let start = Instant::now();
            let domain = round.problem.explorer.domain();
            let model = match self.check(domain, &asked, round.way.time)? {
                Answer::Unsat => break,
                Answer::Unknown(why) => return Ok(Some(why)),
                Answer::Sat(model) => model,
            };
            let number = match model.get(formula.id) {
                Some(Value::Bits(bits)) => bits.low_u64() as usize,
                _ => 0,
            };
            let values = round.problem.values(&model);
            let mut block = formula.other_fault(round, number);
            let tried = formula.with_those_left_out(number, ledger);
            match self.try_test(round, &values, number, &tried, ledger)? {
                Seen::Killed => {}
                Seen::Reserved => ledger.settle(number),
                unseen => {
                    let tests = failed.entry(number).or_default();
                    tests.push(unseen_test(round.problem.space, &values, unseen));
                    if tests.len() < difference.attempts() {
                        let other = blocking(round, &values);
                        block = round.problem.explorer.domain().pool.or(block, other);
                    }
                }
            }
            ledger.took(number, start.elapsed());
            asked.push(block);
        }
        // There may be fewer inputs than could have been tried.
        for (number, tests) in failed {
            formula.unseen(number, difference, &tests, ledger);
        }
        Ok(None)
    }

    /// Looks for models of the formula among a few easy inputs; whether something is known of some fault then.
    fn try_samples(
        &self,
        round: &mut Round<'_, '_>,
        formula: &mut Formula,
        (difference, among): Part<'_>,
        ledger: &mut Ledger,
    ) -> Result<bool, EngineError> {
        let open = formula.open(among, ledger);
        for &place in &open {
            let fault = &formula.faults[place];
            let number = fault.mutant;
            let mut asked = round.valid.clone();
            let domain = round.problem.explorer.domain();
            asked.push(difference.condition(&mut domain.pool, &fault.differences));
            let Some(values) = round.samples.find(domain, &asked) else {
                continue;
            };
            let tried = formula.with_those_left_out(number, ledger);
            let seen = self.try_test(round, &values, number, &tried, ledger)?;
            match seen {
                Seen::Killed => {}
                Seen::Reserved => ledger.settle(number),
                unseen if difference.attempts() == 1 => {
                    let test = unseen_test(round.problem.space, &values, unseen);
                    formula.unseen(number, difference, &[test], ledger);
                }
                _ => {}
            }
        }
        Ok(formula.open(among, ledger).len() < open.len())
    }
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
    fn with_those_left_out(&self, mutant: usize, ledger: &Ledger) -> Vec<usize> {
        let others = self.without.iter().copied();
        let alive = others.filter(|other| !ledger.is_killed(*other));
        std::iter::once(mutant).chain(alive).collect()
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

    /// Whether asking about the faults at these places at once could take too much memory.
    fn is_large(&self, round: &mut Round<'_, '_>, difference: Difference, among: &[usize]) -> bool {
        let asked = self.any(round, difference, among);
        are_made_of_more(&round.problem.explorer.domain().pool, &[asked], LARGE)
    }

    fn other_fault(&self, round: &mut Round<'_, '_>, number: usize) -> Term {
        let pool = &mut round.problem.explorer.domain().pool;
        let number = pool.number(FAULT_BITS, number as u64);
        pool.ne(self.id, number)
    }

    /// Models have this fault, and no test that was made of one killed it, unless another did.
    fn unseen(
        &mut self,
        number: usize,
        difference: Difference,
        tests: &[Reason],
        ledger: &mut Ledger,
    ) {
        let Some(fault) = self.faults.iter_mut().find(|of| of.mutant == number) else {
            return;
        };
        if !ledger.is_open(number) {
            return;
        }
        match difference {
            Difference::Defined => {
                let last = tests.last().cloned().unwrap_or(Reason::NotTried);
                ledger.doubted(number, last, false);
            }
            Difference::Undefined => {
                ledger.doubted(number, unseen_faults(&fault.differences), true);
            }
            Difference::Beyond => fault.is_longer = true,
        }
    }
}
