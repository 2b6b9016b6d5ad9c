//! The native truth: tests are run on the original and on mutants that are still alive, and only what is seen
//! counts.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::{Duration, Instant};

use quell_bits::Bits;
use quell_exec::concrete::MemoryLimits;
use quell_exec::concrete::carry::{self, Invalid, Undefined, Watched, observe, validate};
use quell_exec::{Program, Stop, UbMode};
use quell_native::{NativeError, RunResult, Runs, Session, Until, Unwritten, reason_of};
use quell_objectives::Objective;
use quell_objectives::meta::Meta;
use quell_results::{Inputs, InvalidTest, Observable, Outcome, Reason, Sight, WrittenTest};
use quell_values::annotations::is_annotation;
use quell_values::inputs::{InputSpace, Written};
use quell_values::outputs::single_result;
use quell_values::{
    CallImage, Callee, Difference, End, Given, Guard, Observed, Outputs, Prepared, Surroundings,
    check_result, compare, shown_left,
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
    pub mutants: &'n [Objective],
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
    /// What the original did, and its result.
    pub seen: (Outcome, Option<Value>),
    /// How often it called functions that nobody defines, by their symbols.
    pub called: BTreeMap<String, usize>,
    /// Whether the original aborts: it fails an assertion of its own, panics or traps.
    pub original_aborts: bool,
    /// Why the machine could not check the original for undefined behaviour.
    pub unchecked: Option<Reason>,
}

/// What came of running a test.
#[derive(Clone, Debug)]
pub enum Trial {
    Ran(Box<Tried>),
    /// The test says nothing about mutants; why.
    Refused(InvalidTest),
}

impl Trial {
    /// What the test did, if it is one.
    pub fn ran(self) -> Option<Tried> {
        match self {
            Self::Ran(tried) => Some(*tried),
            Self::Refused(_) => None,
        }
    }
}

impl Referee<'_> {
    /// The number by which the native program knows a mutant.
    pub fn number(&self, mutant: usize) -> u32 {
        let id = self.mutants.get(mutant).map(|mutant| &mutant.id);
        // The number of no mutant.
        id.and_then(|id| self.meta.number(id)).unwrap_or(0)
    }

    /// The place in the list of the mutant with a number.
    fn place(&self, number: u32) -> Option<usize> {
        let id = self.meta.objective(number)?;
        let first = number.checked_sub(self.meta.numbers.first())? as usize;
        self.mutants.get(first).filter(|mutant| mutant.id == *id)?;
        Some(first)
    }

    /// Runs a test on the original and on mutants. Before a kill counts, the machine runs the original on that very test,
    /// as it does before a suite is scored: what is refused there is refused here.
    pub fn run(
        &self,
        tested: Tested<'_>,
        call: &Prepared,
        mutants: &[usize],
    ) -> Result<Trial, EngineError> {
        let session = self.session.until(tested.until);
        let recording = match session.record(&call.image) {
            Ok(recording) => recording,
            Err(NativeError::Flaky(_)) => return Ok(Trial::Refused(InvalidTest::Flaky)),
            Err(NativeError::Missing(symbol)) => {
                return Ok(Trial::Refused(InvalidTest::UndefinedSymbol { symbol }));
            }
            Err(error) => return Err(error.into()),
        };
        if is_endless(&recording.observed) {
            return Ok(Trial::Refused(InvalidTest::Endless));
        }
        let infected: Vec<u32> = mutants
            .iter()
            .map(|index| self.number(*index))
            .filter(|number| recording.infected.contains(number))
            .collect();
        let mut runs = session.run(&call.image, &infected)?;
        let valid = match runs.mutants.iter().any(is_other) {
            true => validity(session, tested, call, &mut runs)?,
            false => Ok(Valid::default()),
        };
        let valid = match valid {
            Ok(valid) => valid,
            Err(why) => return Ok(Trial::Refused(why)),
        };
        Ok(Trial::Ran(Box::new(Tried {
            kills: self.kills(tested.callee, call, (&infected, &runs), &valid),
            seen: seen(tested.callee, call, &runs.original),
            called: called(&runs.original),
            original_aborts: is_abort(&runs.original.end),
            unchecked: valid.unchecked,
        })))
    }

    /// The mutants that differ from the original by value. What has no value after the original is not compared: natively
    /// it is something that looks like one.
    fn kills(
        &self,
        callee: &Callee<'_>,
        call: &Prepared,
        (infected, runs): (&[u32], &Runs),
        valid: &Valid,
    ) -> Vec<Kill> {
        let kill = |(number, result): (&u32, &RunResult)| {
            let RunResult::Differs(observed) = result else {
                return None;
            };
            // What a program asks for, in a way that nobody knows, may be anything.
            if matches!(&observed.end, End::Missing(symbol) if is_annotation(symbol)) {
                return None;
            }
            let mut observed = observed.clone();
            valid.undefined.take(&mut observed, &runs.original);
            Some(Kill {
                mutant: self.place(*number)?,
                difference: compare(callee, call, &runs.original, &observed)?,
                is_timeout: is_endless(&observed),
            })
        };
        infected
            .iter()
            .zip(&runs.mutants)
            .filter_map(kill)
            .collect()
    }
}

/// What the machine knows of the original on a test that it does not refuse.
#[derive(Debug, Default)]
struct Valid {
    /// What has no value after it.
    undefined: Undefined,
    unchecked: Option<Reason>,
}

/// Whether the original may be run on a test, and does the same whatever lies in memory that nothing was written to; or why
/// not. What is unwritten in the end is not compared.
fn validity(
    session: Until<'_>,
    tested: Tested<'_>,
    call: &Prepared,
    runs: &mut Runs,
) -> Result<Result<Valid, InvalidTest>, EngineError> {
    let valid = match tested.validate(&call.image) {
        Ok(watched) => checked(tested, call, watched, &runs.original.end),
        Err(Invalid::Unchecked(stop)) => unchecked(reason_of(&stop), &runs.original.end),
        Err(Invalid::Undefined { ub, .. }) => Err(InvalidTest::UndefinedBehaviour {
            message: ub.to_string(),
        }),
        Err(Invalid::Placement) => Err(InvalidTest::AddressDependent),
    };
    let valid = match valid {
        Ok(valid) => valid,
        Err(why) => return Ok(Err(why)),
    };
    let mut again = session.run_original_afresh(&call.image)?;
    let unwritten = Unwritten::new(&runs.original, &again);
    unwritten.hide(&runs.original, &mut again);
    unwritten.hide_in(runs);
    let difference = compare(tested.callee, call, &runs.original, &again);
    Ok(match difference {
        Some(of) => Err(InvalidTest::Uninitialised {
            observable: of.what,
        }),
        None => Ok(valid),
    })
}

/// What the machine says of a test, given how the original ends natively.
fn checked(
    tested: Tested<'_>,
    call: &Prepared,
    watched: Watched,
    native: &End,
) -> Result<Valid, InvalidTest> {
    if watched.observed.end != *native {
        return Err(InvalidTest::EndsDifferently);
    }
    match is_of_no_use(tested.callee, call, &watched.undefined.result) {
        true => Err(InvalidTest::Uninitialised {
            observable: Observable::value("result"),
        }),
        false => Ok(Valid {
            undefined: watched.undefined,
            unchecked: None,
        }),
    }
}

/// A test that the machine could not run to its end. An original that crashes is not taken for one that may.
fn unchecked(why: Reason, native: &End) -> Result<Valid, InvalidTest> {
    match native {
        End::Trapped(signal) => Err(InvalidTest::UncheckedSignal {
            signal: signal.clone(),
            reason: Box::new(why),
        }),
        _ => Ok(Valid {
            undefined: Undefined::default(),
            unchecked: Some(why),
        }),
    }
}

fn is_abort(end: &End) -> bool {
    matches!(end, End::Aborted | End::Trapped(_))
}

/// What the original did, and its result where a test can expect it.
fn seen(callee: &Callee<'_>, call: &Prepared, original: &Observed) -> (Outcome, Option<Value>) {
    let (outcome, result) = shown_left(callee, call, original);
    let is_found_again = |value: &Value| {
        let given = Given::from_json(value);
        matches!(check_result(callee, call, original, &given), Ok(None))
    };
    (outcome, result.filter(is_found_again))
}

/// The call that a test is once it is written and read again.
pub fn as_written(callee: &Callee<'_>, space: &InputSpace, values: &[Bits]) -> Option<Prepared> {
    let Written {
        args,
        globals,
        calls,
    } = space.json(values);
    let args: Vec<Given> = args.iter().map(Given::from_json).collect();
    let globals = globals.iter();
    let calls = calls.iter();
    let around = Surroundings {
        globals: globals
            .map(|(name, value)| (name.clone(), Given::from_json(value)))
            .collect(),
        calls: calls
            .map(|(name, results)| (name.clone(), results.iter().map(Given::from_json).collect()))
            .collect(),
        ..Surroundings::default()
    };
    callee.prepare(&args, &around).ok()
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
    /// Whether the original is defined on a test, as a suite that is scored must be.
    fn validate(&self, call: &CallImage) -> Result<Watched, Invalid> {
        validate(self.program.clone(), call, self.limits(Patience::default()))
    }

    /// What the original does in the machine, to its end or to its first undefined behaviour.
    pub fn in_machine(&self, call: &CallImage, patience: Patience) -> Result<Watched, Stop> {
        observe(self.program.clone(), call, self.limits(patience))
    }

    fn limits(&self, patience: Patience) -> carry::Settings {
        carry::Settings {
            ub_mode: self.ub,
            steps: patience.steps,
            memory: patience.bytes,
        }
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

/// The inputs of a test as data.
pub fn inputs(space: &InputSpace, values: &[Bits], guard: Guard) -> Inputs {
    let Written {
        args,
        globals,
        calls,
    } = space.json(values);
    Inputs {
        args,
        globals,
        calls: calls.into_iter().collect(),
        guard,
    }
}

/// A test as data, with what was seen.
pub fn written(id: String, finding: &Finding<'_>) -> WrittenTest {
    WrittenTest {
        id,
        function: finding.function.to_owned(),
        inputs: inputs(finding.space, finding.values, finding.call.image.guard),
        expected: finding.tried.seen.0.clone(),
        result: finding.tried.seen.1.clone(),
        original_aborts: finding.tried.original_aborts,
        unchecked: finding.tried.unchecked.clone(),
        kills: Vec::new(),
    }
}

pub fn sight(difference: &Difference) -> Sight {
    Sight {
        what: difference.what.clone(),
        original: difference.original.clone(),
        mutant: difference.mutant.clone(),
    }
}
