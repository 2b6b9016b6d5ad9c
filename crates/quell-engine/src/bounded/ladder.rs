//! Input spaces of growing size: most mutants differ on small inputs, and a proof over small inputs is better than none over
//! large ones.
//!
//! The proof over the largest size that has one stands; what is too hard at one size is not asked about at the next. Small inputs
//! may use nearly all the time: with half of it kept for larger ones fewer mutants were decided, because differences on larger
//! inputs are mostly found by native trials. Where the original is undefined on all inputs, buffers are made larger, and a proof
//! about no input is never reported.

use std::time::Instant;

use quell_objectives::ObjectiveId;
use quell_results::{Construct, Reason};
use quell_values::Callee;
use quell_values::inputs::{InputError, InputSettings, InputSpace};

use crate::bounded::unwinding::{self, BoundedSearch, UnwindingBounds};
use crate::budget::Budget;
use crate::context::FunctionContext;
use crate::error::EngineError;
use crate::explored::{Prover, SpaceResult};
use crate::ledger::proof::Proof;
use crate::ledger::{Ledger, Part};
use crate::trials::Trials;

/// Buffer capacities that are tried before the wanted one.
const SMALL: &[u64] = &[2, 4];
/// The number of native inputs of a size on which mutants are tried where exploring takes long.
const SCOUTS: u64 = 2048;
/// The part of a function's time that these trials may take.
const SHARE: u32 = 8;
/// The unwinding bound within which an equivalence that the user claims is refuted.
const CLAIMED: u32 = 16;
/// How often the capacity of buffers is doubled where no input is valid.
const GROWTH: u32 = 3;
/// The unwinding bound where there is only one.
const ONLY: u32 = 64;
/// Further unwinding bounds, tried where that costs little.
const FURTHER: &[u32] = &[256, 1024, 4096, 16384];

/// Decides objectives of a function by a bounded search over input spaces of growing size.
pub fn decide(
    search: &dyn BoundedSearch,
    context: &FunctionContext<'_>,
    objectives: &[ObjectiveId],
    budget: Budget,
    ledger: &mut Ledger,
) -> Result<(), EngineError> {
    let session = context.solver()?;
    let ladder = Ladder {
        search,
        objectives,
        prover: Prover {
            context,
            session: &session,
            budget,
        },
    };
    let done = match ladder.climb(ledger) {
        Ok(Ok(sizes)) => ladder.finish(&sizes, ledger),
        Ok(Err(reason)) => {
            ledger.turn_to(objectives, Part::only());
            ledger.all_open(&reason);
            Ok(())
        }
        Err(error) => Err(error),
    };
    ledger.queries += session.statistics();
    done
}

/// Tries to refute equivalences that the user claims; the number of native inputs that were compared.
pub fn refute(
    context: &FunctionContext<'_>,
    claimed: &[ObjectiveId],
    budget: Budget,
    ledger: &mut Ledger,
) -> Result<u64, EngineError> {
    let session = context.solver()?;
    let prover = Prover {
        context,
        session: &session,
        budget,
    };
    // Without inputs nothing can be proved either.
    let spaces = InputSpace::all(&context.callee, &context.inputs()).unwrap_or_default();
    for space in 0..spaces.len() {
        ledger.turn_to(claimed, Part::new((0, space), spaces.len()));
        for id in claimed {
            ledger.proved(id, Proof::claimed());
            ledger.rests_on(id, CLAIMED, Vec::new());
        }
    }
    fuzz(&prover, (&spaces, 0), claimed, ledger)
}

/// Tries equivalences over the spaces of a size on as many native inputs as the user wants; the number that was compared.
fn fuzz(
    prover: &Prover<'_>,
    (spaces, size): (&[InputSpace], usize),
    targets: &[ObjectiveId],
    ledger: &mut Ledger,
) -> Result<u64, EngineError> {
    let wanted = prover.context.run.settings.attack;
    let each = wanted.div_ceil(spaces.len().max(1) as u64);
    let mut tried = 0;
    for (number, space) in spaces.iter().enumerate() {
        let end = prover.budget.run_end();
        let trials = Trials::new(prover.context, space, (size, number), end);
        let trials = trials.against_proofs(prover).thorough();
        tried += trials.of(targets, each, ledger)?;
    }
    Ok(tried)
}

/// Input spaces by the number of their size.
type Sizes = Vec<Vec<InputSpace>>;

struct Ladder<'l> {
    search: &'l dyn BoundedSearch,
    objectives: &'l [ObjectiveId],
    prover: Prover<'l>,
}

impl Ladder<'_> {
    fn context(&self) -> &FunctionContext<'_> {
        self.prover.context
    }

    fn budget(&self) -> &Budget {
        &self.prover.budget
    }

    /// Searches the input spaces of every size; an inner error is why there are none.
    fn climb(&self, ledger: &mut Ledger) -> Result<Result<Sizes, Reason>, EngineError> {
        // Large structures have many inputs, which take long to enumerate.
        if let Some(why) = self.budget().ended() {
            return Ok(Err(why));
        }
        let mut inputs = self.context().inputs();
        let is_over = || self.budget().ended().is_some();
        let mut sizes = match sizes(&self.context().callee, &inputs, &is_over) {
            Ok(sizes) => sizes,
            Err(error) => return Ok(Err(no_inputs(&error))),
        };
        if !self.search.is_gradual(&self.prover) {
            sizes.drain(..sizes.len() - 1);
        }
        let mut valid = None;
        let mut prover = self.prover.clone();
        for number in 0..sizes.len() {
            if number == 0 {
                // However long the smallest inputs take, time is left for trials on others.
                let first = prover.within(prover.budget.without_share(SHARE));
                let found = self.search_size(&first, &sizes, number, ledger)?;
                valid = found.then_some(number);
                let start = Instant::now();
                self.scout(&prover, &sizes, ledger)?;
                prover = prover.within(prover.budget.uncounting(start.elapsed()));
            } else {
                let found = self.search_size(&prover, &sizes, number, ledger)?;
                valid = valid.or(found.then_some(number));
            }
        }
        for _ in 0..GROWTH {
            if self.budget().ended().is_some() {
                // Not known: larger ones were not tried.
                valid = valid.or(Some(sizes.len() - 1));
            }
            if valid.is_some() {
                break;
            }
            // A function may want more elements behind its pointers than there are.
            inputs.capacity = inputs.capacity.saturating_mul(2);
            match InputSpace::all(&self.context().callee, &inputs) {
                Ok(spaces) => sizes.push(spaces),
                Err(error) => return Ok(Err(no_inputs(&error))),
            }
            let last = sizes.len() - 1;
            let found = self.search_size(&prover, &sizes, last, ledger)?;
            valid = found.then_some(last);
        }
        match valid {
            Some(smallest) => self.persist(&prover, (&sizes, smallest), ledger)?,
            None => ledger.has_no_inputs = true,
        }
        Ok(Ok(sizes))
    }

    /// Searches all input spaces of one size; whether some input in them is valid.
    fn search_size(
        &self,
        prover: &Prover<'_>,
        sizes: &[Vec<InputSpace>],
        number: usize,
        ledger: &mut Ledger,
    ) -> Result<bool, EngineError> {
        let Some(spaces) = sizes.get(number) else {
            return Ok(false);
        };
        let is_largest = number + 1 == sizes.len();
        let (bounds, further) = match self.context().settings().unroll {
            Some(bound) => (vec![bound], &[][..]),
            None if !self.search.is_gradual(prover) => (vec![ONLY], &[][..]),
            None if is_largest => (bounds(number, sizes.len()), FURTHER),
            None => (bounds(number, sizes.len()), &[][..]),
        };
        let unwinding = UnwindingBounds {
            bounds: &bounds,
            further,
        };
        let mut valid = false;
        for (index, space) in spaces.iter().enumerate() {
            ledger.turn_to(self.objectives, Part::new((number, index), spaces.len()));
            let found = unwinding::decide(self.search, prover, space, unwinding, ledger)?;
            valid |= found != SpaceResult::NoInput;
        }
        Ok(valid)
    }

    /// Tries mutants natively that the smallest inputs do not kill: on larger ones, which take long to explore, and where there
    /// are none, on inputs that the unwinding bound excludes.
    fn scout(
        &self,
        prover: &Prover<'_>,
        sizes: &[Vec<InputSpace>],
        ledger: &mut Ledger,
    ) -> Result<(), EngineError> {
        if !self.search.is_extended() {
            return Ok(());
        }
        let share = self.budget().limits.function / SHARE;
        let until = self.budget().deadline().min(Instant::now() + share);
        let smallest = usize::from(sizes.len() > 1);
        for (size, spaces) in sizes.iter().enumerate().skip(smallest) {
            let each = SCOUTS.div_ceil(spaces.len().max(1) as u64);
            for (number, space) in spaces.iter().enumerate() {
                let at = (size, number);
                let is_target = |id: &&ObjectiveId| {
                    let coverage = ledger.coverage(id, at);
                    !ledger.is_killed(id) && coverage.is_none_or(|coverage| coverage.is_cut)
                };
                let targets = self.objectives.iter().filter(is_target).cloned();
                let targets: Vec<ObjectiveId> = targets.collect();
                let trials = Trials::new(self.prover.context, space, at, until);
                let trials = trials.against_proofs(prover);
                trials.of(&targets, each, ledger)?;
            }
        }
        Ok(())
    }

    /// Asks again about mutants that were too hard, with all the time that is left.
    fn persist(
        &self,
        prover: &Prover<'_>,
        (sizes, smallest): (&[Vec<InputSpace>], usize),
        ledger: &mut Ledger,
    ) -> Result<(), EngineError> {
        let left = ledger.resume(self.objectives);
        let time = prover.budget.remaining();
        let each = time / u32::try_from(left.max(1)).unwrap_or(u32::MAX);
        let limits = prover.budget.limits;
        if left == 0 || each <= limits.query || !limits.persist || !self.search.is_extended() {
            return Ok(());
        }
        let prover = prover.within(prover.budget.with_query(each));
        self.search_size(&prover, sizes, smallest, ledger).map(drop)
    }

    /// Extends proofs beyond what they need, tries the equivalences on native inputs, and narrows what their proofs assume or
    /// writes what a second solver checks.
    fn finish(&self, sizes: &Sizes, ledger: &mut Ledger) -> Result<(), EngineError> {
        self.prover.extend_local_proofs(self.objectives, ledger)?;
        for (number, spaces) in sizes.iter().enumerate() {
            let of_size = |id: &&ObjectiveId| ledger.size_of_proof(id) == Some(number);
            let targets = self.objectives.iter().filter(of_size).cloned();
            let targets: Vec<ObjectiveId> = targets.collect();
            ledger.fuzzed += fuzz(&self.prover, (spaces, number), &targets, ledger)?;
            let (_, mutants): (Vec<_>, Vec<_>) =
                targets.into_iter().partition(|id| ledger.is_label(id));
            for (space, inputs) in spaces.iter().enumerate() {
                let at = (number, space);
                // The queries of a proof are about the inputs that satisfy all of its assumptions.
                if self.context().run.settings.second.is_some() {
                    self.prover
                        .write_queries_without_rules(inputs, at, &mutants, ledger)?;
                } else {
                    self.prover
                        .drop_unneeded_values(inputs, at, &mutants, ledger)?;
                }
            }
        }
        Ok(())
    }
}

/// The input spaces of a function in growing sizes, the last one as the user wants it. Only the last one after the deadline.
pub fn sizes(
    callee: &Callee<'_>,
    wanted: &InputSettings,
    is_over: &dyn Fn() -> bool,
) -> Result<Vec<Vec<InputSpace>>, InputError> {
    let greatest = InputSpace::all(callee, wanted)?;
    let mut sizes: Vec<Vec<InputSpace>> = Vec::new();
    let small = SMALL.iter().copied();
    for capacity in small.filter(|small| *small < wanted.capacity) {
        if is_over() {
            break;
        }
        let mut inputs = wanted.clone();
        inputs.capacity = capacity;
        if let Ok(spaces) = InputSpace::all(callee, &inputs)
            && !is_same(&spaces, &greatest)
        {
            sizes.push(spaces);
        }
    }
    sizes.push(greatest);
    Ok(sizes)
}

/// Whether the capacity makes no difference: where it does, it is one of the bounds.
fn is_same(some: &[InputSpace], others: &[InputSpace]) -> bool {
    some.len() == others.len()
        && some
            .iter()
            .zip(others)
            .all(|(one, other)| one.scope() == other.scope())
}

/// That the inputs of a function cannot be enumerated.
pub fn no_inputs(error: &InputError) -> Reason {
    Reason::Unsupported {
        construct: Construct::from(error.clone()),
    }
}

/// Growing unwinding bounds for a size. Small inputs are for what is easy.
fn bounds(size: usize, sizes: usize) -> Vec<u32> {
    match (size, size + 1 == sizes) {
        (0, true) => vec![4, 16, 64],
        (_, true) => vec![16, 64],
        (_, false) => vec![4 << size],
    }
}
