//! The procedure of SymBMC: one formula holds the original and a meta-mutant with the number of the fault as a free
//! variable. Each model is a fault and a test for it; the fault is blocked, and the formula is solved again, until no model
//! is left. Faults that were never blocked are equivalent. As mutants have memory and loops, this is done three times: for
//! differences by defined behaviour, by undefined behaviour of the mutant, and beyond the bounds. A formula that is too hard
//! is divided.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use quell_exec::symbolic::Comparison;
use quell_objectives::ObjectiveId;
use quell_results::{ProofMethod, Reason};
use quell_solver::{Answer, Reason as Unknown};
use quell_term::{Pool, Sort, Term, Value, are_made_of_more};
use quell_values::{Assumption, Bound, Scope};

use crate::bounded::{BoundedSearch, BoundedSpace};
use crate::error::{EngineError, in_time};
use crate::explored::kill::{ATTEMPTS, Confirmation, blocking, unconfirmed};
use crate::explored::mutants::{
    differences, replacement, unanswered, unconfirmed_traps, watch_flags,
};
use crate::explored::observables::Differences;
use crate::explored::original::Exploration;
use crate::explored::{Encoding, ExploredOriginal, Prover, SpaceResult, Strategy};
use crate::ledger::Ledger;
use crate::ledger::proof::Proof;

/// Decides all mutants by one formula.
#[derive(Debug)]
pub struct Symbmc;

impl BoundedSearch for Symbmc {
    fn search(
        &self,
        prover: &Prover<'_>,
        bounded: BoundedSpace<'_>,
        ledger: &mut Ledger,
    ) -> Result<SpaceResult, EngineError> {
        let strategy = Strategy {
            unwinding: bounded.unwinding,
            encoding: Encoding::Plain,
            query: prover.budget.limits.query,
            convergence_queries: 0,
        };
        let mut feasibility = prover.feasibility();
        prover.session.evidence.clear();
        let end = bounded.exploration_end(&prover.budget, false);
        prover.session.set_exploration_end(end);
        let mut explored = match prover.explore(bounded.space, strategy, &mut feasibility)? {
            Exploration::Explored(explored) => explored,
            Exploration::Obstacle(obstacle) => {
                ledger.all_open(&obstacle.reason);
                return Ok(obstacle.found);
            }
        };
        explored.begin(strategy);
        prover.at_once(&mut explored, &bounded, ledger)
    }

    fn is_extended(&self) -> bool {
        false
    }

    fn is_gradual(&self, _: &Prover<'_>) -> bool {
        true
    }
}

/// The width of the number of a fault.
const FAULT_BITS: u32 = 32;
/// A formula of more terms is divided before it is solved: the solver could use up the memory before it begins.
const LARGE: usize = 200_000;

/// The kinds of differences, in the order in which the formula is solved: defined behaviour that differs is confirmed natively,
/// the others need not be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum DifferenceKind {
    Defined,
    /// The mutant has undefined behaviour.
    Undefined,
    /// The mutant continues beyond the bounds.
    Beyond,
}

impl DifferenceKind {
    const ALL: [Self; 3] = [Self::Defined, Self::Undefined, Self::Beyond];

    /// The condition of inputs on which a fault shows in this way.
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

    /// How many inputs of a fault are tried natively until one kills.
    fn attempts(self) -> usize {
        match self {
            Self::Undefined => ATTEMPTS,
            Self::Defined | Self::Beyond => 1,
        }
    }
}

/// A fault of the formula. Its place among all is its number in the formula.
struct Fault {
    mutant: ObjectiveId,
    differences: Differences,
    /// The assumptions and bounds of a proof about it.
    scope: Scope,
    /// Whether it continues beyond the bounds on some input, and no native run confirms a difference.
    is_longer: bool,
    /// Whether a query about it has no answer.
    is_unanswered: bool,
}

/// The formula of all mutants.
struct Formula {
    /// The number of the fault.
    id: Term,
    faults: Vec<Fault>,
    /// Mutants that it does not contain, because they cannot be explored.
    without: Vec<ObjectiveId>,
    /// The kind of difference for which samples were tried last.
    sampled: Option<DifferenceKind>,
}

/// Faults by their places in the formula, and the kind of difference that is looked for.
type Part<'p> = (DifferenceKind, &'p [usize]);

impl Prover<'_> {
    /// Builds the formula of all open mutants and solves it until no model is left.
    fn at_once(
        &self,
        explored: &mut ExploredOriginal<'_, '_>,
        bounded: &BoundedSpace<'_>,
        ledger: &mut Ledger,
    ) -> Result<SpaceResult, EngineError> {
        let mut formula = self.formula(explored, bounded, ledger)?;
        let all: Vec<usize> = (0..formula.faults.len()).collect();
        for kind in DifferenceKind::ALL {
            let solved = self.solve(explored, &mut formula, (kind, &all), ledger);
            if in_time(solved)?.is_none() {
                ledger.all_open(&self.budget.end_reason());
                return Ok(SpaceResult::All);
            }
        }
        let is_done = self.conclude(explored, &formula.faults, bounded.is_last, ledger)?;
        let unanswered = formula.faults.iter().filter(|fault| fault.is_unanswered);
        let hard: Vec<ObjectiveId> = unanswered.map(|fault| fault.mutant.clone()).collect();
        ledger.give_up(&hard);
        Ok(if is_done {
            SpaceResult::All
        } else {
            SpaceResult::More
        })
    }

    fn formula(
        &self,
        explored: &mut ExploredOriginal<'_, '_>,
        bounded: &BoundedSpace<'_>,
        ledger: &mut Ledger,
    ) -> Result<Formula, EngineError> {
        let pool = &mut explored.problem.explorer.domain().pool;
        let mut formula = Formula {
            id: pool.var("FAULT_ID", Sort::Bv(FAULT_BITS)),
            faults: Vec::new(),
            without: Vec::new(),
            sampled: None,
        };
        for mutant in ledger.open() {
            let turn: Duration = bounded.turn(&self.budget);
            let end = self.budget.deadline().min(Instant::now() + turn);
            self.session.set_exploration_end(end);
            let differences = match self.budget.ended() {
                Some(end) => Err(end),
                None => self.differences_of(explored, &mutant),
            };
            self.session.healthy()?;
            match differences {
                Ok(differences) => formula.faults.push(Fault {
                    mutant,
                    differences,
                    scope: explored.proof_scope(),
                    is_longer: false,
                    is_unanswered: false,
                }),
                Err(reason) => {
                    ledger.left_open(&mutant, reason);
                    formula.without.push(mutant);
                }
            }
        }
        Ok(formula)
    }

    /// When a mutant, which runs from beginning to end, differs from the original; or why that is unknown.
    fn differences_of(
        &self,
        explored: &mut ExploredOriginal<'_, '_>,
        id: &ObjectiveId,
    ) -> Result<Differences, Reason> {
        let mutant = self.context.objective(id);
        let replacement = replacement(&self.context.program.module, mutant);
        let replacement = replacement.map_err(|construct| Reason::Unsupported { construct })?;
        watch_flags(&mut explored.problem, mutant);
        let compared = explored.run_mutant(&replacement);
        let outcome = match compared.map_err(|stop| self.budget.reason(&stop))? {
            Comparison::Converged => explored.original.clone(),
            Comparison::Outcome(outcome) => *outcome,
        };
        differences(explored, &outcome).map_err(|stop| self.budget.reason(&stop))
    }

    /// Writes that faults without a model are equivalent; whether a larger unwinding bound would decide no more.
    fn conclude(
        &self,
        explored: &mut ExploredOriginal<'_, '_>,
        faults: &[Fault],
        is_last: bool,
        ledger: &mut Ledger,
    ) -> Result<bool, EngineError> {
        let wraps = match faults {
            [only] => self.wrapping_needed(explored, self.context.objective(&only.mutant))?,
            _ => None,
        };
        let queries = self.queries_of_proof(explored);
        let mut is_done = true;
        for fault in faults {
            if fault.is_unanswered || !ledger.is_open(&fault.mutant) {
                continue;
            }
            if ledger.is_reserved(&fault.mutant) {
                ledger.settle(&fault.mutant);
                continue;
            }
            let cut = fault.is_longer || !explored.complete;
            let mut scope = fault.scope.clone();
            if fault.is_longer {
                scope.bound(Bound::LongerRuns);
            }
            if fault.differences.lost_blocks {
                scope.assume(Assumption::LeaksIgnored);
            }
            if let Some(wraps) = &wraps {
                scope.assume(wraps.clone());
            }
            self.assume_null_only(explored, &mut scope)?;
            let reached = self.reached_by(explored, &scope, &fault.mutant)?;
            let own = self
                .session
                .take_evidence(explored.problem.explorer.domain());
            let proof = Proof {
                scope,
                cut,
                method: ProofMethod::Formula,
                asked: true,
                reached,
            };
            ledger.proved(&fault.mutant, proof);
            let queries = queries.iter().cloned().chain(own).collect();
            ledger.rests_on(&fault.mutant, explored.strategy.unwinding, queries);
            if cut && !is_last {
                is_done = false;
            } else {
                ledger.settle(&fault.mutant);
            }
        }
        Ok(is_done)
    }

    /// Solves a part of the formula until it has no model. Where it is too large or a query has no answer in time, samples are
    /// tried once, and then the part is divided; a single fault without an answer stays open.
    fn solve(
        &self,
        explored: &mut ExploredOriginal<'_, '_>,
        formula: &mut Formula,
        (kind, among): Part<'_>,
        ledger: &mut Ledger,
    ) -> Result<(), EngineError> {
        let open = formula.open(among, ledger);
        let is_divisible = open.len() > 1;
        let why = if is_divisible && formula.is_large(explored, kind, &open) {
            Some(Unknown::Memory)
        } else {
            self.exhaust(explored, formula, (kind, among), ledger)?
        };
        let Some(why) = why else {
            return Ok(());
        };
        let has_time = self.budget.ended().is_none();
        let is_first = formula.sampled.replace(kind) != Some(kind);
        if has_time && is_first && self.try_samples(explored, formula, (kind, among), ledger)? {
            return self.solve(explored, formula, (kind, among), ledger);
        }
        let open = formula.open(among, ledger);
        if has_time && open.len() > 1 {
            let (first, second) = open.split_at(open.len() / 2);
            self.solve(explored, formula, (kind, first), ledger)?;
            return self.solve(explored, formula, (kind, second), ledger);
        }
        let reason = self.budget.ended().unwrap_or_else(|| unanswered(why));
        for place in open {
            let fault = &mut formula.faults[place];
            fault.is_unanswered = true;
            ledger.left_open(&fault.mutant, reason.clone());
        }
        Ok(())
    }

    /// Solves, blocks and repeats until no model is left; or why that is unknown.
    fn exhaust(
        &self,
        explored: &mut ExploredOriginal<'_, '_>,
        formula: &mut Formula,
        (kind, among): Part<'_>,
        ledger: &mut Ledger,
    ) -> Result<Option<Unknown>, EngineError> {
        let mut asked = explored.valid.clone();
        let open = formula.open(among, ledger);
        asked.push(formula.any(explored, kind, &open));
        // Unconfirmed tests of each fault.
        let mut failed: BTreeMap<usize, Vec<Reason>> = BTreeMap::new();
        loop {
            let start = Instant::now();
            let domain = explored.problem.explorer.domain();
            let model = match self.check(domain, &asked, explored.strategy.query)? {
                Answer::Unsat => break,
                Answer::Unknown(why) => return Ok(Some(why)),
                Answer::Sat(model) => model,
            };
            let place = match model.get(formula.id) {
                Some(Value::Bits(bits)) => bits.low_u64() as usize,
                _ => 0,
            };
            // The conditions name only faults of the formula.
            let Some(fault) = formula.faults.get(place) else {
                return Ok(Some(Unknown::Incomplete));
            };
            let mutant = fault.mutant.clone();
            let values = explored.problem.values(&model);
            let mut block = formula.other_fault(explored, place);
            let tried = formula.with_those_left_out(&mutant, ledger);
            match self.try_test(explored.problem.space, &values, &mutant, &tried, ledger)? {
                Confirmation::Killed => {}
                Confirmation::Reserved => ledger.settle(&mutant),
                unseen => {
                    let tests = failed.entry(place).or_default();
                    tests.push(unconfirmed(explored.problem.space, &values, unseen));
                    if tests.len() < kind.attempts() {
                        let other = blocking(explored, &values);
                        block = explored.problem.explorer.domain().pool.or(block, other);
                    }
                }
            }
            ledger.took(&mutant, start.elapsed());
            asked.push(block);
        }
        // There may be fewer inputs than attempts.
        for (place, tests) in failed {
            formula.write_unconfirmed(place, kind, &tests, ledger);
        }
        Ok(None)
    }

    /// Looks for models of the formula among samples; whether something is known of some fault then.
    fn try_samples(
        &self,
        explored: &mut ExploredOriginal<'_, '_>,
        formula: &mut Formula,
        (kind, among): Part<'_>,
        ledger: &mut Ledger,
    ) -> Result<bool, EngineError> {
        let open = formula.open(among, ledger);
        for &place in &open {
            let fault = &formula.faults[place];
            let mutant = fault.mutant.clone();
            let mut asked = explored.valid.clone();
            let domain = explored.problem.explorer.domain();
            asked.push(kind.condition(&mut domain.pool, &fault.differences));
            let Some(values) = explored.samples.find(domain, &asked) else {
                continue;
            };
            let tried = formula.with_those_left_out(&mutant, ledger);
            let seen = self.try_test(explored.problem.space, &values, &mutant, &tried, ledger)?;
            match seen {
                Confirmation::Killed => {}
                Confirmation::Reserved => ledger.settle(&mutant),
                unseen if kind.attempts() == 1 => {
                    let test = unconfirmed(explored.problem.space, &values, unseen);
                    formula.write_unconfirmed(place, kind, &[test], ledger);
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
            !fault.is_unanswered && !fault.is_longer && ledger.is_open(&fault.mutant)
        };
        among.iter().copied().filter(is_open).collect()
    }

    /// A mutant and those that the formula does not contain: a test for another mutant may kill them.
    fn with_those_left_out(&self, mutant: &ObjectiveId, ledger: &Ledger) -> Vec<ObjectiveId> {
        let others = self.without.iter();
        let alive = others.filter(|other| !ledger.is_killed(other));
        std::iter::once(mutant).chain(alive).cloned().collect()
    }

    /// That one of the faults at these places shows in this way.
    fn any(
        &self,
        explored: &mut ExploredOriginal<'_, '_>,
        kind: DifferenceKind,
        among: &[usize],
    ) -> Term {
        let pool = &mut explored.problem.explorer.domain().pool;
        let shown: Vec<Term> = among
            .iter()
            .map(|place| {
                let number = pool.number(FAULT_BITS, *place as u64);
                let is_chosen = pool.eq(self.id, number);
                let shows = kind.condition(pool, &self.faults[*place].differences);
                pool.and(is_chosen, shows)
            })
            .collect();
        pool.or_all(&shown)
    }

    /// Whether solving for the faults at these places at once could take too much memory.
    fn is_large(
        &self,
        explored: &mut ExploredOriginal<'_, '_>,
        kind: DifferenceKind,
        among: &[usize],
    ) -> bool {
        let asked = self.any(explored, kind, among);
        are_made_of_more(&explored.problem.explorer.domain().pool, &[asked], LARGE)
    }

    /// That the fault is another one.
    fn other_fault(&self, explored: &mut ExploredOriginal<'_, '_>, place: usize) -> Term {
        let pool = &mut explored.problem.explorer.domain().pool;
        let number = pool.number(FAULT_BITS, place as u64);
        pool.ne(self.id, number)
    }

    /// Writes that models have a fault whose tests did not kill it, unless another test did.
    fn write_unconfirmed(
        &mut self,
        place: usize,
        kind: DifferenceKind,
        tests: &[Reason],
        ledger: &mut Ledger,
    ) {
        let fault = &mut self.faults[place];
        if !ledger.is_open(&fault.mutant) {
            return;
        }
        match kind {
            DifferenceKind::Defined => {
                let last = tests.last().cloned().unwrap_or(Reason::NotTried);
                ledger.doubted(&fault.mutant, last, false);
            }
            DifferenceKind::Undefined => {
                let traps = unconfirmed_traps(&fault.differences);
                ledger.doubted(&fault.mutant, traps, true);
            }
            DifferenceKind::Beyond => fault.is_longer = true,
        }
    }
}
