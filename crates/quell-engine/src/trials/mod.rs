//! Trials: mutants and labels on many random and boundary inputs, without a solver. Equivalent mutants are attacked within the
//! bounds of their proofs, and a kill there is a contradiction that ends the run. Mutants that small inputs do not kill are tried
//! on large ones before these are explored.

mod claims;
mod labels;

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use quell_bits::{Bits, float};
use quell_exec::{Stop, StopKind};
use quell_native::sweep::Batch;
use quell_objectives::ObjectiveId;
use quell_term::{canonical_nan, pattern_width};
use quell_values::inputs::{InputSpace, LeafKind, Samples};
use quell_values::{CallImage, Prepared};

use crate::context::FunctionContext;
use crate::error::{EngineError, in_time};
use crate::explored::Prover;
use crate::ledger::Ledger;
use crate::oracle::{Finding, Kill, MachineLimits, TestRun, TestedFunction, as_written, called};
use crate::trials::claims::Claims;

/// The number of inputs in a batch, at most and at first.
const BATCH: u64 = 4096;
const FIRST_BATCH: u64 = 16;
/// The next batch is larger where one takes no longer than this.
const QUICK: Duration = Duration::from_millis(200);
/// Another seed than that of the samples that are tried before queries.
const SEED: u64 = 0xa77ac4;
/// The number of simpler values of a test that are tried natively.
const SIMPLIFICATIONS: usize = 100;
/// The limits of the machine when it finds out whether an input is worth running natively.
const SCREENING: MachineLimits = MachineLimits {
    steps: 20_000,
    bytes: 1 << 24,
};
/// The number of inputs that the machine runs first. If the original has undefined behaviour on more than one in [`FREQUENT`]
/// of them, it runs all others too: natively, each such input costs a process.
const SCREENED: u64 = 256;
const FREQUENT: u64 = 8;
/// The number of inputs that are drawn for each wanted one, at most.
const DRAWN: u64 = 8;

/// An input space on which mutants are tried.
pub struct Trials<'t> {
    context: &'t FunctionContext<'t>,
    space: &'t InputSpace,
    /// The numbers of its size and of the space.
    at: (usize, usize),
    until: Instant,
    /// What proofs cover; without proofs, every kill counts.
    claims: Option<Claims<'t>>,
    seed: u64,
    /// Whether inputs on which the original takes long are run to its end, too.
    is_thorough: bool,
    /// Whether tests are made of simpler values that still kill.
    simplifies: bool,
}

/// What running one input showed.
enum Look {
    /// It is invalid for the original.
    NoInput,
    /// No mutant differs.
    Same,
    /// Kills, and whether another mutant reached its limit of work, which proofs do not cover.
    Kills(Box<(Prepared, TestRun)>, bool),
    /// Mutants reached their limits of work: nothing was compared.
    Unfinished,
}

impl Look {
    /// Whether every mutant was compared with the original.
    fn is_comparison(&self) -> bool {
        matches!(self, Self::Same | Self::Kills(_, false))
    }

    fn kills(self) -> Option<(Prepared, TestRun)> {
        match self {
            Self::Kills(seen, _) => Some(*seen),
            Self::NoInput | Self::Same | Self::Unfinished => None,
        }
    }
}

/// Inputs with the same objects.
struct Shape<'s> {
    batch: Batch<'s>,
    /// With the numbers of the inputs.
    values: Vec<(u64, Vec<Bits>)>,
}

/// The result of running inputs with the same objects.
struct SweptShape {
    /// On how many of them the original terminated.
    compared: u64,
    /// Inputs and mutants, by their places, that differed.
    differing: Vec<(usize, usize)>,
}

/// Inputs that wait to be run.
#[derive(Default)]
struct Gathered<'s> {
    shapes: Vec<Shape<'s>>,
    count: u64,
}

impl<'t> Trials<'t> {
    pub fn new(
        context: &'t FunctionContext<'t>,
        space: &'t InputSpace,
        at: (usize, usize),
        until: Instant,
    ) -> Self {
        Self {
            context,
            space,
            at,
            until,
            claims: None,
            seed: SEED,
            is_thorough: false,
            simplifies: true,
        }
    }

    /// Compares every kill with the proofs in the ledger: a kill that a proof denies is an error.
    pub fn against_proofs(self, prover: &Prover<'t>) -> Self {
        let claims = Claims::new(prover.clone(), self.space, self.until);
        Self {
            claims: Some(claims),
            ..self
        }
    }

    /// Draws inputs from another seed.
    pub fn with_seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// Runs inputs on which the original takes long with the limit of single tests.
    pub fn thorough(self) -> Self {
        Self {
            is_thorough: true,
            ..self
        }
    }

    /// Makes tests of the inputs as they are.
    pub fn keeping_inputs(self) -> Self {
        Self {
            simplifies: false,
            ..self
        }
    }

    /// Tries mutants on given inputs; on how many all of them were compared with the original.
    pub fn of_inputs(
        &self,
        targets: &[ObjectiveId],
        inputs: Vec<Vec<Bits>>,
        ledger: &mut Ledger,
    ) -> Result<u64, EngineError> {
        let mut gathered = Gathered::default();
        let mut call = self.space.image(&self.space.least());
        for (number, mut values) in (0..).zip(inputs) {
            self.without_odd_nans(&mut values);
            self.space.fill(&mut call, &values);
            let shape = self.shape_of(&mut gathered.shapes, &call)?;
            shape.values.push((number, values));
            gathered.count += 1;
        }
        let compared = in_time(self.sweep(&mut gathered, targets, ledger))?;
        Ok(compared.unwrap_or(0))
    }

    /// Tries mutants and labels on a number of inputs; on how many. Inputs do not count if they are known to be invalid, or if the
    /// original or a mutant reached its limit of work. The result does not depend on the sizes of batches.
    pub fn of(
        &self,
        targets: &[ObjectiveId],
        count: u64,
        ledger: &mut Ledger,
    ) -> Result<u64, EngineError> {
        let targets = targets.iter().cloned();
        let (labels, mutants): (Vec<_>, Vec<_>) = targets.partition(|id| ledger.is_label(id));
        let tried = match labels.is_empty() {
            true => 0,
            false => self.cover(&labels, count, ledger)?,
        };
        Ok(tried.max(self.kill(&mutants, count, ledger)?))
    }

    /// Tries mutants on a number of inputs; on how many all of them were compared with the original.
    fn kill(
        &self,
        targets: &[ObjectiveId],
        count: u64,
        ledger: &mut Ledger,
    ) -> Result<u64, EngineError> {
        if targets.is_empty() || count == 0 {
            return Ok(0);
        }
        let mut gathered = Gathered::default();
        let mut call = self.space.image(&self.space.least());
        let mut screen = Screen::default();
        let (mut drawn, mut done, mut batch) = (0, 0, FIRST_BATCH);
        let most = usize::try_from(count.saturating_mul(DRAWN)).unwrap_or(usize::MAX);
        for mut values in self.samples(ledger).take(most) {
            if done >= count || self.is_over() {
                break;
            }
            self.without_odd_nans(&mut values);
            self.space.fill(&mut call, &values);
            if screen.keeps_out(|| self.is_no_input(&call)) {
                continue;
            }
            drawn += 1;
            let shape = self.shape_of(&mut gathered.shapes, &call)?;
            shape.values.push((drawn, values));
            gathered.count += 1;
            if gathered.count >= batch.min(count - done) {
                let start = Instant::now();
                let Some(swept) = in_time(self.sweep(&mut gathered, targets, ledger))? else {
                    return Ok(done);
                };
                done += swept;
                // Mutants that do not terminate take long on every input.
                batch = if start.elapsed() < QUICK {
                    (2 * batch).min(BATCH)
                } else {
                    FIRST_BATCH
                };
            }
        }
        if self.is_over() {
            return Ok(done);
        }
        let rest = in_time(self.sweep(&mut gathered, targets, ledger))?;
        Ok(done + rest.unwrap_or(0))
    }

    /// The inputs to try: neighbours of the user's tests are among them.
    fn samples(&self, ledger: &Ledger) -> Samples<'_> {
        let samples = self.space.samples(self.seed);
        samples.near(ledger.seeds_of(self.space))
    }

    /// The function as the oracle runs it in trials.
    fn tested(&self) -> TestedFunction<'_> {
        self.context.tested(self.until)
    }

    /// Whether the run was interrupted or the deadline has passed.
    fn is_over(&self) -> bool {
        let stop = &self.context.run.settings.stop;
        stop.load(Ordering::Relaxed) || Instant::now() >= self.until
    }

    /// Replaces other NaNs by the canonical one, the only one that proofs cover.
    fn without_odd_nans(&self, values: &mut [Bits]) {
        for (leaf, value) in self.space.leaves.iter().zip(values) {
            if let LeafKind::Float(format) = leaf.kind
                && pattern_width(format) == leaf.width
                && float::is_nan(format, value)
            {
                *value = canonical_nan(format);
            }
        }
    }

    /// Adds an input to those of its shape.
    fn shape_of<'s, 'r>(
        &'r self,
        shapes: &'s mut Vec<Shape<'r>>,
        call: &CallImage,
    ) -> Result<&'s mut Shape<'r>, EngineError> {
        let known = shapes.iter_mut().position(|shape| shape.batch.push(call));
        let place = match known {
            Some(place) => place,
            None => {
                let mut batch = self.context.oracle().session.batch(call)?;
                batch.push(call);
                shapes.push(Shape {
                    batch,
                    values: Vec::new(),
                });
                shapes.len() - 1
            }
        };
        shapes.get_mut(place).ok_or(EngineError::Lost)
    }

    /// Runs the gathered inputs, and those on which a mutant differs once more as tests, in their order. On how many inputs all
    /// mutants were compared with the original.
    fn sweep(
        &self,
        gathered: &mut Gathered<'_>,
        targets: &[ObjectiveId],
        ledger: &mut Ledger,
    ) -> Result<u64, EngineError> {
        let oracle = self.context.oracle();
        let alive = targets.iter().filter(|id| !ledger.is_killed(id));
        let targets: Vec<ObjectiveId> = alive.cloned().collect();
        let numbers: Vec<u32> = targets.iter().map(|id| oracle.number(id)).collect();
        let mut suspects: BTreeMap<u64, (Vec<Bits>, Vec<ObjectiveId>)> = BTreeMap::new();
        let mut compared = 0;
        for shape in &mut gathered.shapes {
            let swept = self.sweep_shape(shape, &numbers)?;
            compared += swept.compared;
            for (input, mutant) in swept.differing {
                let (number, values) = &shape.values[input];
                let known = suspects
                    .entry(*number)
                    .or_insert_with(|| (values.clone(), Vec::new()));
                known.1.push(targets[mutant].clone());
            }
            shape.batch.clear();
            shape.values.clear();
        }
        gathered.count = 0;
        for (values, mut mutants) in suspects.into_values() {
            mutants.retain(|id| !ledger.is_killed(id));
            if mutants.is_empty() {
                continue;
            }
            if self.is_over() || !self.look_closely(&values, &mutants, ledger)? {
                compared = compared.saturating_sub(1);
            }
        }
        Ok(compared)
    }

    /// Runs inputs of one shape: all for a short time, and to their ends those that need longer, if that is wanted.
    fn sweep_shape(
        &self,
        shape: &mut Shape<'_>,
        mutants: &[u32],
    ) -> Result<SweptShape, EngineError> {
        let session = self.context.oracle().session.until(self.tested().until());
        let short = session.sweep(&shape.batch, mutants)?;
        let uncompared = short.left_out + short.unfinished.len() as u64;
        let mut all = SweptShape {
            compared: (shape.batch.len() as u64).saturating_sub(uncompared),
            differing: short.differing,
        };
        if !self.is_thorough || short.unfinished.is_empty() {
            return Ok(all);
        }
        shape.batch.clear();
        let mut call = self.space.image(&self.space.least());
        for input in &short.unfinished {
            self.space.fill(&mut call, &shape.values[*input].1);
            if !shape.batch.push(&call) {
                return Err(EngineError::Lost);
            }
        }
        let full = session.sweep_in_full(&shape.batch, mutants)?;
        let uncompared = full.left_out + full.unfinished.len() as u64;
        all.compared += (short.unfinished.len() as u64).saturating_sub(uncompared);
        let differing = full.differing.into_iter();
        all.differing
            .extend(differing.map(|(input, mutant)| (short.unfinished[input], mutant)));
        Ok(all)
    }

    /// Runs an input as a test, and writes it if it kills; whether all mutants were compared with the original.
    fn look_closely(
        &self,
        values: &[Bits],
        mutants: &[ObjectiveId],
        ledger: &mut Ledger,
    ) -> Result<bool, EngineError> {
        let look = self.look_at(values, mutants, ledger)?;
        let is_comparison = look.is_comparison();
        let Some(found) = look.kills() else {
            return Ok(is_comparison);
        };
        let Some(first) = found.1.kills.first().map(|kill| kill.objective.clone()) else {
            return Ok(is_comparison);
        };
        let simple = match self.simplifies {
            true => self.simplified(values, &first, ledger)?,
            false => values.to_vec(),
        };
        let (values, seen) = match in_time(self.look_at(&simple, &ledger.alive(), ledger))? {
            Some(look) => (&simple[..], look.kills()),
            // The kills stand, even if no time is left to simplify the test.
            None => (values, Some(found)),
        };
        if let Some(seen) = seen {
            self.write(values, seen, ledger)?;
        }
        Ok(is_comparison)
    }

    /// Writes the tests of an input that kills.
    fn write(
        &self,
        values: &[Bits],
        (call, run): (Prepared, TestRun),
        ledger: &mut Ledger,
    ) -> Result<(), EngineError> {
        let oracle = self.context.oracle();
        for (call, run) in oracle.steady(self.tested(), call, run)? {
            ledger.test(Finding {
                function: &self.context.plan.name,
                space: self.space,
                values,
                call,
                run,
            });
        }
        Ok(())
    }

    /// Runs an input as a test. A kill that a proof denies is an error.
    fn look_at(
        &self,
        values: &[Bits],
        mutants: &[ObjectiveId],
        ledger: &Ledger,
    ) -> Result<Look, EngineError> {
        if !self.space.admits(values) {
            return Ok(Look::NoInput);
        }
        let Some(call) = as_written(&self.context.callee, self.space, values) else {
            return Ok(Look::NoInput);
        };
        let oracle = self.context.oracle();
        let Some(mut run) = oracle.run(self.tested(), &call, mutants)?.ran() else {
            return Ok(Look::NoInput);
        };
        if run.original_aborts {
            run.kills
                .retain(|kill| !ledger.is_reserved(&kill.objective));
        }
        if run.kills.is_empty() {
            return Ok(Look::Same);
        }
        if run.unchecked.is_some() || !self.admits(&run.called) {
            return Ok(Look::NoInput);
        }
        let before = run.kills.len();
        for kill in std::mem::take(&mut run.kills) {
            if !self.is_denied(&kill, values, ledger)? {
                run.kills.push(kill);
            } else if !kill.is_timeout() {
                let test = format!("{}{}", self.context.plan.name, shown(self.space, values));
                let is_label = ledger.is_label(&kill.objective);
                let objective = kill.objective.to_string();
                return Err(EngineError::contradiction(objective, test, is_label));
            }
        }
        let is_unfinished = run.kills.len() < before;
        Ok(if run.kills.is_empty() {
            Look::Unfinished
        } else {
            Look::Kills(Box::new((call, run)), is_unfinished)
        })
    }

    /// Whether a proof says that the mutant behaves as the original on an input. Proofs do not cover how long a run takes.
    fn is_denied(
        &self,
        kill: &Kill,
        values: &[Bits],
        ledger: &Ledger,
    ) -> Result<bool, EngineError> {
        let Some(claims) = &self.claims else {
            return Ok(false);
        };
        let coverage = ledger.coverage(&kill.objective, self.at);
        claims.cover(&kill.objective, values, coverage)
    }

    /// Simpler, more readable values that still kill a mutant.
    fn simplified(
        &self,
        values: &[Bits],
        mutant: &ObjectiveId,
        ledger: &Ledger,
    ) -> Result<Vec<Bits>, EngineError> {
        let mut failure = None;
        let is_killed_on = |values: &[Bits]| {
            if self.is_over() {
                return false;
            }
            match in_time(self.look_at(values, std::slice::from_ref(mutant), ledger)) {
                Ok(look) => look.and_then(Look::kills).is_some(),
                Err(error) => {
                    failure = EngineError::graver(failure.take(), error);
                    false
                }
            }
        };
        let simple = self
            .space
            .simplified(values.to_vec(), SIMPLIFICATIONS, is_killed_on);
        failure.map_or(Ok(simple), Err)
    }

    /// Whether the machine soon finds undefined behaviour of the original, or more calls than the space has values for.
    fn is_no_input(&self, call: &CallImage) -> bool {
        let watched = self.tested().in_machine(call, SCREENING);
        let is_undefined = |stop: &Stop| matches!(**stop, StopKind::Ub(_));
        match &watched {
            Err(stop) => is_undefined(stop),
            Ok(watched) => {
                watched.stop.as_ref().is_some_and(is_undefined)
                    || !self.admits(&called(&watched.observed))
            }
        }
    }

    /// Whether the space has values for so many calls of external functions.
    fn admits(&self, called: &BTreeMap<String, usize>) -> bool {
        let mut called = called.iter();
        called.all(|(symbol, count)| self.space.admits_calls(symbol, *count))
    }
}

/// The arguments and calls of an input as text.
fn shown(space: &InputSpace, values: &[Bits]) -> String {
    let written = space.json(values);
    let list = |values: &[serde_json::Value]| {
        let values: Vec<_> = values.iter().map(ToString::to_string).collect();
        values.join(", ")
    };
    let mut text = format!("({})", list(&written.args));
    for (name, results) in &written.calls {
        text += &format!(" where {name} returns {}", list(results));
    }
    text
}

/// Keeps invalid inputs from native runs, where there are many.
#[derive(Default)]
struct Screen {
    looked_at: u64,
    undefined: u64,
}

impl Screen {
    fn keeps_out(&mut self, is_undefined: impl FnOnce() -> bool) -> bool {
        if self.looked_at >= SCREENED && self.undefined * FREQUENT <= self.looked_at {
            return false;
        }
        let is_undefined = is_undefined();
        self.looked_at += 1;
        self.undefined += u64::from(is_undefined);
        is_undefined
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many of the inputs are run in the machine where one in `one_in` is invalid, and how many are kept out.
    fn screened(inputs: u64, one_in: u64) -> (u64, u64) {
        let mut screen = Screen::default();
        let (mut looked_at, mut kept_out) = (0, 0);
        for number in 0..inputs {
            let is_undefined = || {
                looked_at += 1;
                number % one_in == 0
            };
            kept_out += u64::from(screen.keeps_out(is_undefined));
        }
        (looked_at, kept_out)
    }

    #[test]
    fn inputs_are_screened_where_many_are_undefined() {
        assert_eq!(screened(10_000, 2), (10_000, 5_000));
        assert_eq!(screened(10_000, FREQUENT), (SCREENED, SCREENED / FREQUENT));
    }
}
