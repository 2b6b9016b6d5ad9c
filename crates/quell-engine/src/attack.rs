//! Mutants tried natively on many inputs, without asking anybody whether that helps. Those that are said to be equivalent
//! are attacked within the bounds of their proofs: a difference is an error of Quell's, unless it lies beyond how far loops
//! were followed. Those that small inputs do not kill are tried on large ones, before these are explored.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use quell_bits::{Bits, float};
use quell_exec::concrete::carry::Carried;
use quell_exec::concrete::{ConcreteMemory, new_machine};
use quell_exec::symbolic::{Bounds, Comparison, Outcome};
use quell_exec::{Buffered, Concrete, StopKind, UbMode};
use quell_native::sweep::Batch;
use quell_term::{Evaluator, canonical_nan, pattern_width};
use quell_values::inputs::{InputSpace, LeafKind};
use quell_values::{CallImage, Prepared};

use crate::EngineError;
use crate::bmc::{Unit, replacement, shown};
use crate::original::{RECURSION, STATES, run_original};
use crate::problem::Problem;
use crate::proof::Reach;
use crate::referee::{Kill, Tried};
use crate::verdicts::{Finding, Ledger};

/// Inputs handed over at a time, at most and at first.
const BATCH: usize = 4096;
const FIRST_BATCH: usize = 16;
/// More are handed over at a time where that takes no longer than this.
const QUICK: Duration = Duration::from_millis(200);
/// Others than those that are tried before the solver is asked.
const SEED: u64 = 0xa77ac4;

/// How many simpler values of a test are tried natively.
const SIMPLIFICATIONS: usize = 100;

/// How many inputs are tried, and until when.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    pub inputs: u64,
    pub until: Instant,
}

/// Tries mutants on inputs from all spaces of a size; how many there were.
pub fn attack(
    unit: &Unit<'_, '_>,
    (spaces, size): (&[InputSpace], usize),
    targets: &[usize],
    effort: Effort,
    ledger: &mut Ledger,
) -> Result<u64, EngineError> {
    if targets.is_empty() || effort.inputs == 0 {
        return Ok(0);
    }
    let each = effort.inputs.div_ceil(spaces.len().max(1) as u64);
    let mut tried = 0;
    for (number, space) in spaces.iter().enumerate() {
        let attack = Attack {
            unit,
            space,
            at: (size, number),
            targets,
            until: effort.until,
        };
        tried += attack.with(each, ledger)?;
    }
    Ok(tried)
}

struct Attack<'a> {
    unit: &'a Unit<'a, 'a>,
    space: &'a InputSpace,
    /// The number of its size, and that of the space.
    at: (usize, usize),
    targets: &'a [usize],
    until: Instant,
}

/// Inputs with the same objects.
struct Shape<'s> {
    batch: Batch<'s>,
    values: Vec<Vec<Bits>>,
}

impl Attack<'_> {
    fn with(&self, count: u64, ledger: &mut Ledger) -> Result<u64, EngineError> {
        let mut shapes = Vec::new();
        let mut call = self.space.image(&self.space.least());
        let (mut tried, mut batch) = (0, FIRST_BATCH);
        for mut values in self.space.samples(SEED) {
            if tried == count || self.is_over() {
                break;
            }
            tried += 1;
            self.without_odd_nans(&mut values);
            self.space.fill(&mut call, &values);
            let shape = self.shape_of(&mut shapes, &call)?;
            shape.values.push(values);
            if shape.values.len() >= batch {
                let start = Instant::now();
                self.sweep(shape, ledger)?;
                // Mutants that go on for ever take long on every input.
                batch = match start.elapsed() < QUICK {
                    true => (2 * batch).min(BATCH),
                    false => FIRST_BATCH,
                };
            }
        }
        for shape in &mut shapes {
            if self.is_over() {
                tried -= shape.values.len() as u64;
            } else {
                self.sweep(shape, ledger)?;
            }
        }
        Ok(tried)
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

    /// Runs what has gathered, and looks closely at every input on which something differs.
    fn sweep(&self, shape: &mut Shape<'_>, ledger: &mut Ledger) -> Result<(), EngineError> {
        let referee = &self.unit.common.referee;
        let is_alive = |index: &usize| !ledger.is_killed(*index);
        let targets: Vec<usize> = self.targets.iter().copied().filter(is_alive).collect();
        let numbers: Vec<u32> = targets.iter().map(|index| referee.number(*index)).collect();
        let swept = referee.session.sweep(&shape.batch, &numbers)?;
        let mut suspects: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (input, mutant) in swept.differing {
            suspects.entry(input).or_default().push(targets[mutant]);
        }
        for (input, mut mutants) in suspects {
            mutants.retain(|index| !ledger.is_killed(*index));
            if !mutants.is_empty() {
                self.look_closely(&shape.values[input], &mutants, ledger)?;
            }
        }
        shape.batch.clear();
        shape.values.clear();
        Ok(())
    }

    fn look_closely(
        &self,
        values: &[Bits],
        mutants: &[usize],
        ledger: &mut Ledger,
    ) -> Result<(), EngineError> {
        let found = self.seen_on(values, mutants, ledger)?;
        let first = found.and_then(|(_, tried)| tried.kills.first().map(|kill| kill.mutant));
        let Some(first) = first else {
            return Ok(());
        };
        let values = self.simplified(values, first, ledger)?;
        if let Some((call, tried)) = self.seen_on(&values, mutants, ledger)? {
            ledger.test(Finding {
                function: &self.unit.plan.name,
                space: self.space,
                values: &values,
                call,
                tried,
            });
        }
        Ok(())
    }

    /// What an input does to mutants, if the original is defined on it. What contradicts a proof is an error.
    fn seen_on(
        &self,
        values: &[Bits],
        mutants: &[usize],
        ledger: &Ledger,
    ) -> Result<Option<(Prepared, Tried)>, EngineError> {
        let (args, around) = self.space.given(values);
        let Ok(call) = self.unit.callee.prepare(&args, &around) else {
            return Ok(None);
        };
        if !self.space.admits(values) || !self.is_defined(&call) {
            return Ok(None);
        }
        let referee = &self.unit.common.referee;
        let Some(mut tried) = referee.run(self.unit.callee, &call, mutants)? else {
            return Ok(None);
        };
        // How long something takes is not what a proof is about, unless that is beyond its bounds.
        tried
            .kills
            .retain(|kill| !kill.is_timeout || self.is_beyond(kill, values, ledger));
        for kill in &tried.kills {
            self.refuse(kill, values, ledger)?;
        }
        Ok(Some((call, tried)))
    }

    /// Values that a person likes to read, with which a mutant is still killed.
    fn simplified(
        &self,
        values: &[Bits],
        mutant: usize,
        ledger: &Ledger,
    ) -> Result<Vec<Bits>, EngineError> {
        let mut failure = None;
        let is_killed_on = |values: &[Bits]| match self.seen_on(values, &[mutant], ledger) {
            Ok(seen) => seen.is_some_and(|(_, tried)| !tried.kills.is_empty()),
            Err(error) => {
                failure.get_or_insert(error);
                false
            }
        };
        let simple = self
            .space
            .simplified(values.to_vec(), SIMPLIFICATIONS, is_killed_on);
        failure.map_or(Ok(simple), Err)
    }

    /// An error, unless the proof does not go so far.
    fn refuse(&self, kill: &Kill, values: &[Bits], ledger: &Ledger) -> Result<(), EngineError> {
        if self.is_beyond(kill, values, ledger) {
            return Ok(());
        }
        Err(EngineError::Contradiction {
            mutant: self.unit.common.mutants[kill.mutant].id.0.clone(),
            test: format!("{}{}", self.unit.plan.name, shown(self.space, values)),
        })
    }

    /// Whether no proof is about what a test shows of a mutant.
    fn is_beyond(&self, kill: &Kill, values: &[Bits], ledger: &Ledger) -> bool {
        match ledger.reach(kill.mutant, self.at) {
            Reach::Nowhere => true,
            Reach::Rounds(unroll) => self.goes_beyond(kill.mutant, values, unroll),
            Reach::Everywhere => false,
        }
    }

    /// Whether the original or the mutant begins loops anew more often than they were followed.
    fn goes_beyond(&self, mutant: usize, values: &[Bits], unroll: u32) -> bool {
        let bounds = Bounds {
            unroll,
            recursion: RECURSION,
            states: STATES,
        };
        let program = self.unit.program.clone();
        let Ok(mut problem) = Problem::new(program.clone(), self.space, bounds) else {
            return false;
        };
        let Ok(original) = run_original(&mut problem) else {
            return false;
        };
        let replaced = replacement(&program.module, &self.unit.common.mutants[mutant]).ok();
        let compared = replaced.and_then(|new| problem.explorer.run_mutant(&new).ok());
        let mutated = match compared {
            Some(Comparison::Outcome(outcome)) => *outcome,
            _ => Outcome::default(),
        };
        let model = problem.model(values);
        let pool = &problem.explorer.domain().pool;
        let mut evaluator = Evaluator::new();
        let mut cuts = original.cuts.iter().chain(&mutated.cuts);
        cuts.any(|cut| evaluator.is_true(pool, &model, cut.when))
    }

    /// Whether the machine runs the original to its end and notices no undefined behaviour.
    fn is_defined(&self, call: &Prepared) -> bool {
        let domain = Concrete {
            ub_mode: UbMode::Trap,
        };
        let console = Box::new(Buffered::default());
        let program = self.unit.program.clone();
        let machine = new_machine(program, domain, ConcreteMemory::default(), console);
        let carried = machine.and_then(|machine| Carried::new(machine, &call.image));
        let ended = carried.and_then(|mut carried| carried.run().map(drop));
        ended.map_or_else(|stop| is_an_end(&stop), |()| true)
    }
}

fn is_an_end(stop: &StopKind) -> bool {
    matches!(
        stop,
        StopKind::Exit(_) | StopKind::Abort(_) | StopKind::Trap { .. }
    )
}
