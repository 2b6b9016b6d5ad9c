//! The native truth: tests are run on the original and on mutants that are still alive, and only what is seen
//! counts.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::{Duration, Instant};

use quell_exec::concrete::MemoryLimits;
use quell_exec::concrete::carry::{self, Undefined, Watched, observe};
use quell_exec::{Program, Stop, UbMode};
use quell_native::{NativeError, RunResult, Runs, Session, Until, Unwritten};
use quell_objectives::meta::Meta;
use quell_results::{Inputs, Sight, WrittenTest};
use quell_values::annotations::is_annotation;
use quell_values::inputs::Written;
use quell_values::outputs::single_result;
use quell_values::{
    CallImage, Callee, Difference, End, Guard, Observed, Outputs, Prepared, compare, shown_left,
};
use serde_json::Value;

use crate::EngineError;
use crate::verdicts::Finding;

/// A test that was found in the last moment is still run, if it does not take long.
pub const GRACE: Duration = Duration::from_millis(500);
/// What the machine does on one input, where the native program ended soon.
const STEPS: u64 = 100_000_000;

/// Runs tests.
#[derive(Debug)]
pub struct Referee<'n> {
    pub session: &'n Session,
    pub meta: &'n Meta,
}

/// What tests are about: a function, and how its original may behave.
#[derive(Clone, Copy, Debug)]
pub struct Tested<'t> {
    pub callee: &'t Callee<'t>,
    pub program: &'t Rc<Program>,
    /// What broken promises of the original lead to.
    pub ub: UbMode,
    /// When runs are ended that are not done, whatever they wait for.
    pub until: Instant,
}

/// What a test did to a mutant.
#[derive(Clone, Debug)]
pub struct Kill {
    /// The mutant's place in the list of all mutants.
    pub mutant: usize,
    pub difference: Difference,
    /// Told apart only by doing far more work than the original.
    pub is_timeout: bool,
}

/// A test that was run.
#[derive(Clone, Debug)]
pub struct Tried {
    pub kills: Vec<Kill>,
    /// What the original did, in words, and its result.
    pub seen: (String, Option<Value>),
    /// How often it called functions that nobody defines, by their symbols.
    pub called: BTreeMap<String, usize>,
}

impl Referee<'_> {
    /// The number by which the native program knows a mutant.
    pub fn number(&self, mutant: usize) -> u32 {
        self.meta.number(mutant as u32)
    }

    /// Runs a test on the original and on mutants; none if the original does not end on it, not always alike, or
    /// comes to something that nobody defines. What has no value after the original is not compared: natively it is
    /// something that looks like one.
    pub fn run(
        &self,
        tested: Tested<'_>,
        call: &Prepared,
        mutants: &[usize],
    ) -> Result<Option<Tried>, EngineError> {
        let callee = tested.callee;
        let session = self.session.until(tested.until);
        let recording = match session.record(&call.image) {
            Ok(recording) => recording,
            Err(NativeError::Flaky(_) | NativeError::Missing(_)) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        if is_endless(&recording.observed) {
            return Ok(None);
        }
        let infected: Vec<u32> = mutants
            .iter()
            .map(|index| self.number(*index))
            .filter(|number| recording.infected.contains(number))
            .collect();
        let mut runs = session.run(&call.image, &infected)?;
        if runs.mutants.iter().any(is_other) && !is_usable(session, callee, call, &mut runs)? {
            return Ok(None);
        }
        let mut kills = Vec::new();
        let mut undefined = None;
        for (number, result) in infected.iter().zip(&runs.mutants) {
            let RunResult::Differs(observed) = result else {
                continue;
            };
            let undefined = undefined.get_or_insert_with(|| without_value(tested, call));
            if is_of_no_use(callee, call, &undefined.result) {
                return Ok(None);
            }
            // What a program asks for, in a way that nobody knows, may be anything.
            if matches!(&observed.end, End::Missing(symbol) if is_annotation(symbol)) {
                continue;
            }
            let mut observed = observed.clone();
            undefined.take(&mut observed, &runs.original);
            let difference = compare(callee, call, &runs.original, &observed);
            let (Some(difference), Some(mutant)) = (difference, self.meta.mutant(*number)) else {
                continue;
            };
            kills.push(Kill {
                mutant: mutant as usize,
                difference,
                is_timeout: is_endless(&observed),
            });
        }
        Ok(Some(Tried {
            kills,
            seen: shown_left(callee, call, &runs.original),
            called: called(&runs.original),
        }))
    }
}

/// Whether the original does the same whatever lies in blocks that nobody has written to. What is unwritten in the end is
/// not compared.
fn is_usable(
    session: Until<'_>,
    callee: &Callee<'_>,
    call: &Prepared,
    runs: &mut Runs,
) -> Result<bool, EngineError> {
    if runs.original.blocks.is_empty() {
        return Ok(true);
    }
    let mut again = session.run_original_afresh(&call.image)?;
    let unwritten = Unwritten::new(&runs.original, &again);
    unwritten.hide(&runs.original, &mut again);
    unwritten.hide_in(runs);
    Ok(compare(callee, call, &runs.original, &again).is_none())
}

/// How often a run called functions that nobody defines, by their symbols.
pub fn called(observed: &Observed) -> BTreeMap<String, usize> {
    let mut called = BTreeMap::new();
    for event in &observed.events {
        *called.entry(event.function.clone()).or_default() += 1;
    }
    called
}

fn is_other(result: &RunResult) -> bool {
    matches!(result, RunResult::Differs(_))
}

/// What has no value after the original, as far as the machine can tell.
fn without_value(tested: Tested<'_>, call: &Prepared) -> Undefined {
    let watched = tested.in_machine(&call.image, Patience::default());
    watched.map_or_else(|_| Undefined::default(), |watched| watched.undefined)
}

/// How far the machine follows one input.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    pub steps: u64,
    pub bytes: u64,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            steps: STEPS,
            bytes: MemoryLimits::default().bytes,
        }
    }
}

impl Tested<'_> {
    /// What the original does in the machine, to its end or to its first undefined behaviour.
    pub fn in_machine(&self, call: &CallImage, patience: Patience) -> Result<Watched, Stop> {
        let settings = carry::Settings {
            ub_mode: self.ub,
            steps: patience.steps,
            memory: patience.bytes,
        };
        observe(self.program.clone(), call, settings)
    }
}

/// Whether a result that is a single value has bits that were never set.
fn is_of_no_use(callee: &Callee<'_>, call: &Prepared, mask: &[u8]) -> bool {
    if mask.iter().all(|byte| *byte == 0) {
        return false;
    }
    let leaves = Outputs::new(callee, call).all().unwrap_or_default();
    single_result(&leaves).is_some_and(|leaf| {
        let mut bits = leaf.bit..leaf.bit + leaf.width;
        let is_unset = |bit: u64| {
            let byte = mask.get((bit / 8) as usize);
            byte.is_some_and(|byte| byte >> (bit % 8) & 1 == 1)
        };
        bits.any(is_unset)
    })
}

fn is_endless(observed: &Observed) -> bool {
    matches!(observed.end, End::OutOfWork | End::OverLimit(_))
}

/// The ways to place the objects of a call, the usual one first. Each shows accesses on one side of them alone; without
/// objects there is but one.
pub fn placements(call: Prepared) -> impl Iterator<Item = Prepared> {
    let guarded_before = (!call.image.objects.is_empty()).then(|| {
        let mut other = call.clone();
        other.image.guard = Guard::Before;
        other
    });
    std::iter::once(call).chain(guarded_before)
}

/// A test as data, with what was seen.
pub fn written(id: String, finding: &Finding<'_>) -> WrittenTest {
    let Written {
        args,
        globals,
        calls,
    } = finding.space.json(finding.values);
    WrittenTest {
        id,
        function: finding.function.to_owned(),
        inputs: Inputs {
            args,
            globals,
            calls: calls.into_iter().collect(),
            guard: finding.call.image.guard,
        },
        expected: finding.tried.seen.0.clone(),
        result: finding.tried.seen.1.clone(),
        kills: Vec::new(),
    }
}

pub fn sight(difference: &Difference) -> Sight {
    let shown = |value: &str| format!("{} {value}", difference.what);
    Sight {
        original: shown(&difference.original),
        mutant: shown(&difference.mutant),
    }
}
