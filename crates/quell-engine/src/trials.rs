//! Mutants tried natively on many inputs, without asking anybody whether that helps. Those that are said to be equivalent
//! are attacked within the bounds of their proofs: what a proof denies is an error of Quell's. Those that small inputs do not
//! kill are tried on large ones, before these are explored.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use quell_bits::{Bits, float};
use quell_exec::{Stop, StopKind};
use quell_native::sweep::Batch;
use quell_term::{canonical_nan, pattern_width};
use quell_values::inputs::{InputSpace, LeafKind};
use quell_values::{CallImage, Prepared};

use crate::EngineError;
use crate::bmc::{Unit, shown};
use crate::claims::Claims;
use crate::referee::{GRACE, Kill, Patience, Tested, Tried, as_written, called};
use crate::subject::in_time;
use crate::verdicts::{Finding, Ledger};

/// Inputs handed over at a time, at most and at first.
const BATCH: u64 = 4096;
const FIRST_BATCH: u64 = 16;
/// More are handed over at a time where that takes no longer than this.
const QUICK: Duration = Duration::from_millis(200);
/// Others than those that are tried before the solver is asked.
const SEED: u64 = 0xa77ac4;
/// How many simpler values of a test are tried natively.
const SIMPLIFICATIONS: usize = 100;
/// How far the machine goes to find out whether an input is worth running natively.
const SCREENING: Patience = Patience {
    steps: 20_000,
    bytes: 1 << 24,
};
/// So many inputs are looked at in the machine first. Where the original is undefined on more than one in so many of them,
/// all others are too: each of these costs a process natively.
const SCREENED: u64 = 256;
const FREQUENT: u64 = 8;
/// How many inputs are drawn for each that is wanted, at most.
const DRAWN: u64 = 8;

/// An input space on which mutants are tried.
pub struct Trials<'t> {
    unit: &'t Unit<'t, 't>,
    space: &'t InputSpace,
    /// The number of its size, and that of the space.
    at: (usize, usize),
    until: Instant,
    claims: Claims<'t>,
    /// Whether inputs on which the original takes long are run to its end, too.
    is_thorough: bool,
}

/// What a close look at an input showed.
enum Look {
    /// The original is undefined on it, does not end or does not always do the same.
    NoInput,
    /// No mutant differs.
    Same,
    /// Kills, and whether some other mutant reached its limit of work, of which proofs say nothing.
    Kills(Box<(Prepared, Tried)>, bool),
    /// Mutants reached their limits of work: nothing was compared.
    Unfinished,
}

impl Look {
    /// Whether every mutant was compared with the original.
    fn is_comparison(&self) -> bool {
        matches!(self, Self::Same | Self::Kills(_, false))
    }

    fn kills(self) -> Option<(Prepared, Tried)> {
        match self {
            Self::Kills(seen, _) => Some(*seen),
            Self::NoInput | Self::Same | Self::Unfinished => None,
        }
    }
}

/// Inputs with the same objects.
struct Shape<'s> {
    batch: Batch<'s>,
    /// With the number of the input.
    values: Vec<(u64, Vec<Bits>)>,
}

/// What came of inputs with the same objects.
struct SweptShape {
    /// On how many of them the original came to its end.
    compared: u64,
    /// Inputs and mutants, by their places, where something differed.
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
        unit: &'t Unit<'t, 't>,
        space: &'t InputSpace,
        at: (usize, usize),
        until: Instant,
    ) -> Self {
        Self {
            unit,
            space,
            at,
            until,
            claims: Claims::new(unit, space, until),
            is_thorough: false,
        }
    }

    /// Runs inputs on which the original takes long with the limit of single tests.
    pub fn thorough(self) -> Self {
        Self {
            is_thorough: true,
            ..self
        }
    }

    /// Tries mutants on so many inputs; on how many all of them were compared with the original. Inputs do not count on which
    /// the original is known to be undefined, or on which the original or a mutant reached its limit of work. What comes of it
    /// does not depend on how many are handed over at a time.
    pub fn of(
        &self,
        targets: &[usize],
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
        for mut values in self.space.samples(SEED).take(most) {
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
                // Mutants that go on for ever take long on every input.
                batch = match start.elapsed() < QUICK {
                    true => (2 * batch).min(BATCH),
                    false => FIRST_BATCH,
                };
            }
        }
        if self.is_over() {
            return Ok(done);
        }
        let rest = in_time(self.sweep(&mut gathered, targets, ledger))?;
        Ok(done + rest.unwrap_or(0))
    }

    /// What is run, for as long as trying may take.
    fn tested(&self) -> Tested<'_> {
        Tested {
            until: self.until + GRACE,
            ..self.unit.tested()
        }
    }

    /// Whether somebody stopped the run, or its time is up.
    fn is_over(&self) -> bool {
        self.unit.is_stopped() || Instant::now() >= self.until
    }

    /// Proofs look at one NaN, and say so.
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
                let mut batch = self.unit.common.referee.session.batch(call)?;
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

    /// Runs what has gathered, and looks closely at every input on which something differs, in their order. On how many inputs
    /// all mutants were compared with the original.
    fn sweep(
        &self,
        gathered: &mut Gathered<'_>,
        targets: &[usize],
        ledger: &mut Ledger,
    ) -> Result<u64, EngineError> {
        let referee = &self.unit.common.referee;
        let is_alive = |index: &usize| !ledger.is_killed(*index);
        let targets: Vec<usize> = targets.iter().copied().filter(is_alive).collect();
        let numbers: Vec<u32> = targets.iter().map(|index| referee.number(*index)).collect();
        let mut suspects: BTreeMap<u64, (Vec<Bits>, Vec<usize>)> = BTreeMap::new();
        let mut compared = 0;
        for shape in &mut gathered.shapes {
            let swept = self.sweep_shape(shape, &numbers)?;
            compared += swept.compared;
            for (input, mutant) in swept.differing {
                let (number, values) = &shape.values[input];
                let known = suspects
                    .entry(*number)
                    .or_insert_with(|| (values.clone(), Vec::new()));
                known.1.push(targets[mutant]);
            }
            shape.batch.clear();
            shape.values.clear();
        }
        gathered.count = 0;
        for (values, mut mutants) in suspects.into_values() {
            mutants.retain(|index| !ledger.is_killed(*index));
            if mutants.is_empty() {
                continue;
            }
            if self.is_over() || !self.look_closely(&values, &mutants, ledger)? {
                compared = compared.saturating_sub(1);
            }
        }
        Ok(compared)
    }

    /// Runs inputs of one shape: all for a short time, and those on which that is not enough to the end where that is wanted.
    fn sweep_shape(
        &self,
        shape: &mut Shape<'_>,
        mutants: &[u32],
    ) -> Result<SweptShape, EngineError> {
        let session = self.unit.common.referee.session.until(self.tested().until);
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

    /// Whether all mutants were compared with the original on an input.
    fn look_closely(
        &self,
        values: &[Bits],
        mutants: &[usize],
        ledger: &mut Ledger,
    ) -> Result<bool, EngineError> {
        let look = self.look_at(values, mutants, ledger)?;
        let is_comparison = look.is_comparison();
        let Some(found) = look.kills() else {
            return Ok(is_comparison);
        };
        let Some(first) = found.1.kills.first().map(|kill| kill.mutant) else {
            return Ok(is_comparison);
        };
        let simple = self.simplified(values, first, ledger)?;
        let (values, seen) = match in_time(self.look_at(&simple, &ledger.alive(), ledger))? {
            Some(look) => (&simple[..], look.kills()),
            // What was seen stays so, whether or not there is time to see more.
            None => (values, Some(found)),
        };
        if let Some((call, tried)) = seen {
            ledger.test(Finding {
                function: &self.unit.plan.name,
                space: self.space,
                values,
                call,
                tried,
            });
        }
        Ok(is_comparison)
    }

    /// What an input does to mutants, if the original is defined on it. What a proof denies is an error.
    fn look_at(
        &self,
        values: &[Bits],
        mutants: &[usize],
        ledger: &Ledger,
    ) -> Result<Look, EngineError> {
        if !self.space.admits(values) {
            return Ok(Look::NoInput);
        }
        let Some(call) = as_written(self.unit.callee, self.space, values) else {
            return Ok(Look::NoInput);
        };
        let referee = &self.unit.common.referee;
        let Some(mut tried) = referee.run(self.tested(), &call, mutants)?.ran() else {
            return Ok(Look::NoInput);
        };
        if tried.original_aborts {
            tried.kills.retain(|kill| !ledger.is_reserved(kill.mutant));
        }
        if tried.kills.is_empty() {
            return Ok(Look::Same);
        }
        if tried.unchecked.is_some() || !self.admits(&tried.called) {
            return Ok(Look::NoInput);
        }
        let is_denied = |kill: &Kill| {
            let reach = ledger.reach(kill.mutant, self.at);
            self.claims.deny(kill.mutant, values, reach)
        };
        let before = tried.kills.len();
        // How long something takes is not what a proof is about, unless it says nothing of the input.
        tried
            .kills
            .retain(|kill| !kill.is_timeout || !is_denied(kill));
        let is_unfinished = tried.kills.len() < before;
        match tried.kills.iter().find(|kill| is_denied(kill)) {
            Some(kill) => Err(EngineError::Contradiction {
                mutant: self.unit.common.mutants[kill.mutant].id.0.clone(),
                test: format!("{}{}", self.unit.plan.name, shown(self.space, values)),
            }),
            None if tried.kills.is_empty() => Ok(Look::Unfinished),
            None => Ok(Look::Kills(Box::new((call, tried)), is_unfinished)),
        }
    }

    /// Values that a person likes to read, with which a mutant is still killed.
    fn simplified(
        &self,
        values: &[Bits],
        mutant: usize,
        ledger: &Ledger,
    ) -> Result<Vec<Bits>, EngineError> {
        let mut failure = None;
        let is_killed_on = |values: &[Bits]| {
            if self.is_over() {
                return false;
            }
            match in_time(self.look_at(values, &[mutant], ledger)) {
                Ok(look) => look.and_then(Look::kills).is_some(),
                Err(error) => {
                    failure.get_or_insert(error);
                    false
                }
            }
        };
        let simple = self
            .space
            .simplified(values.to_vec(), SIMPLIFICATIONS, is_killed_on);
        failure.map_or(Ok(simple), Err)
    }

    /// Whether the machine soon notices undefined behaviour of the original, or more calls than there are values for.
    fn is_no_input(&self, call: &CallImage) -> bool {
        let watched = self.unit.tested().in_machine(call, SCREENING);
        let is_undefined = |stop: &Stop| matches!(**stop, StopKind::Ub(_));
        match &watched {
            Err(stop) => is_undefined(stop),
            Ok(watched) => {
                watched.stop.as_ref().is_some_and(is_undefined)
                    || !self.admits(&called(&watched.observed))
            }
        }
    }

    /// Whether calls of functions that nobody defines are in the space, as often as they were made.
    fn admits(&self, called: &BTreeMap<String, usize>) -> bool {
        let mut called = called.iter();
        called.all(|(symbol, count)| self.space.admits_calls(symbol, *count))
    }
}

/// Keeps out inputs on which the original is undefined, where there are many.
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

    /// How many of so many inputs are looked at, where every one in so many is undefined, and how many are kept out.
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
