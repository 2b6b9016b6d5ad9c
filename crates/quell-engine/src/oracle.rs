//! The native oracle: runs tests on the original and on mutants, and notes which labels the original covers. A kill or a covered
//! label counts only if this run shows it, on an input that the concrete machine finds valid for the original.
//!
//! One recorded run shows all labels that a test covers. Where the machine finds the value of a predicate undefined, the label
//! is not covered, whatever the native value is. Labels of run-time errors are the exception to validity: a test covers one if
//! the machine stops at its place with undefined behaviour. A native run would be meaningless there, so it is skipped.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::time::{Duration, Instant};

use quell_bits::Bits;
use quell_exec::concrete::MemoryLimits;
use quell_exec::concrete::carry::{self, Invalid, Undefined, Watched, observe, validate};
use quell_exec::{Program, Stop, UbMode};
use quell_native::{NativeError, RunResult, Runs, Session, Until, Unwritten, reason_of};
use quell_objectives::meta::Meta;
use quell_objectives::{Label, ObjectiveId};
use quell_results::{Inputs, InvalidTest, Observable, Outcome, Reason, Sight, WrittenTest};
use quell_values::annotations::is_annotation;
use quell_values::inputs::{InputSpace, Written};
use quell_values::outputs::single_result;
use quell_values::{
    CallImage, Callee, Difference, End, Given, Guard, Observed, Outputs, Prepared, Surroundings,
    check_result, compare, shown_left,
};
use serde_json::Value;

use crate::error::EngineError;
use crate::labels::{
    Judgement, LabelConditions, Objectives, is_exact, is_run_time_error, label_of,
};

/// How long after the deadline a test is still run: it may have been found in the last moment.
pub const GRACE: Duration = Duration::from_millis(500);
/// The step limit of the concrete machine on an input on which the native program terminates.
const STEPS: u64 = 100_000_000;

/// The native program with all mutants and labels.
#[derive(Debug)]
pub struct Oracle<'n> {
    pub session: &'n Session,
    pub meta: &'n Meta,
    pub objectives: &'n Objectives<'n>,
}

/// The function that tests call, and how its original may behave.
#[derive(Clone, Copy, Debug)]
pub struct TestedFunction<'t> {
    pub callee: &'t Callee<'t>,
    program: &'t Rc<Program>,
    /// How to treat violated poison-generating flags of the original.
    pub ub: UbMode,
    /// When native runs are ended.
    until: Instant,
    /// The predicates of labels that the machine can evaluate.
    labels: Option<&'t LabelConditions>,
}

/// The result of a run for an objective: it killed the mutant, or covered the label.
#[derive(Clone, Debug)]
pub struct Kill {
    pub objective: ObjectiveId,
    pub shown: Shown,
}

#[derive(Clone, Debug)]
pub enum Shown {
    /// The mutant differs from the original.
    Difference(Box<Difference>),
    /// The only difference is that the mutant does far more work than the original.
    MoreWork(Box<Difference>),
    /// The original covers the label.
    Covered,
}

impl Kill {
    pub fn difference(&self) -> Option<&Difference> {
        match &self.shown {
            Shown::Difference(difference) | Shown::MoreWork(difference) => Some(difference),
            Shown::Covered => None,
        }
    }

    pub fn is_timeout(&self) -> bool {
        matches!(self.shown, Shown::MoreWork(_))
    }
}

/// A valid test that was run.
#[derive(Clone, Debug)]
pub struct TestRun {
    pub kills: Vec<Kill>,
    /// What the original did, and its result.
    pub seen: (Outcome, Option<Value>),
    /// How often it called external functions, by their symbols.
    pub called: BTreeMap<String, usize>,
    /// Whether the original aborts: it fails an assertion of its own, panics or traps.
    pub original_aborts: bool,
    /// Why the machine could not check the original for undefined behaviour.
    pub unchecked: Option<Reason>,
    /// The undefined behaviour of the original, which covers labels of run-time errors.
    pub undefined: Option<String>,
}

/// The result of running a test.
#[derive(Clone, Debug)]
pub enum TestResult {
    Ran(Box<TestRun>),
    /// The test is invalid.
    Invalid(InvalidTest),
}

impl TestResult {
    /// What a valid test did.
    pub fn ran(self) -> Option<TestRun> {
        match self {
            Self::Ran(run) => Some(*run),
            Self::Invalid(_) => None,
        }
    }
}

impl Oracle<'_> {
    /// The number that selects a mutant in the native program.
    pub fn number(&self, mutant: &ObjectiveId) -> u32 {
        // No mutant has the number 0.
        self.meta.number(mutant).unwrap_or(0)
    }

    fn id(&self, number: u32) -> Option<ObjectiveId> {
        self.meta.objective(number).cloned()
    }

    fn label(&self, id: &ObjectiveId) -> Option<&Label> {
        label_of(self.objectives.get(id)?)
    }

    /// Runs a test on the original and on mutants, and notes which labels it covers. Before a kill counts, the concrete machine
    /// runs the original on that very test, with the check that scoring makes.
    pub fn run(
        &self,
        tested: TestedFunction<'_>,
        call: &Prepared,
        objectives: &[ObjectiveId],
    ) -> Result<TestResult, EngineError> {
        if let Some(shown) = self.run_time_error(tested, call, objectives) {
            return Ok(shown);
        }
        let session = self.session.until(tested.until);
        let recording = match session.record(&call.image) {
            Ok(recording) => recording,
            Err(NativeError::Flaky(_)) => return Ok(TestResult::Invalid(InvalidTest::Flaky)),
            Err(NativeError::Missing(symbol)) => {
                return Ok(TestResult::Invalid(InvalidTest::UndefinedSymbol { symbol }));
            }
            Err(error) => return Err(error.into()),
        };
        if is_endless(&recording.observed) {
            return Ok(TestResult::Invalid(InvalidTest::Endless));
        }
        let (infected, labels) = self.met(objectives, &recording.infected);
        let mut runs = match infected.is_empty() {
            true => Runs {
                original: recording.observed,
                mutants: Vec::new(),
            },
            false => session.run(&call.image, &infected)?,
        };
        let valid = match !labels.is_empty() || runs.mutants.iter().any(is_other) {
            true => validity(session, tested, call, &mut runs)?,
            false => Ok(Valid::default()),
        };
        let valid = match valid {
            Ok(valid) => valid,
            Err(why) => return Ok(TestResult::Invalid(why)),
        };
        let mut kills = self.kills(tested.callee, call, (&infected, &runs), &valid);
        kills.extend(tested.confirmed(call, labels).into_iter().map(covered));
        Ok(TestResult::Ran(Box::new(TestRun {
            kills,
            seen: seen(tested.callee, call, &runs.original),
            called: called(&runs.original),
            original_aborts: is_abort(&runs.original.end),
            unchecked: valid.unchecked,
            undefined: None,
        })))
    }

    /// The numbers of mutants that a recorded run infected, and the labels that it covered.
    fn met(&self, objectives: &[ObjectiveId], noted: &[u32]) -> (Vec<u32>, Vec<ObjectiveId>) {
        let noted: BTreeSet<u32> = noted.iter().copied().collect();
        let (mut infected, mut labels) = (Vec::new(), Vec::new());
        for id in objectives {
            let number = self.number(id);
            match self.label(id) {
                _ if !noted.contains(&number) => {}
                None => infected.push(number),
                Some(label) if is_exact(label) && !is_run_time_error(label) => {
                    labels.push(id.clone());
                }
                Some(_) => {}
            }
        }
        (infected, labels)
    }

    /// The labels that a test covers by undefined behaviour of the original; `None` if it has none, or if there is no label of a
    /// run-time error among the objectives.
    fn run_time_error(
        &self,
        tested: TestedFunction<'_>,
        call: &Prepared,
        objectives: &[ObjectiveId],
    ) -> Option<TestResult> {
        let is_error = |id: &ObjectiveId| self.label(id).is_some_and(is_run_time_error);
        if !objectives.iter().any(is_error) {
            return None;
        }
        let labels = tested.labels?;
        let judged = tested.judge(&call.image, MachineLimits::default()).ok()?;
        let message = judged.undefined()?.to_string();
        let shown = labels.errors(&judged).filter(|id| objectives.contains(id));
        let kills: Vec<Kill> = shown.cloned().map(covered).collect();
        if kills.is_empty() {
            return Some(TestResult::Invalid(InvalidTest::UndefinedBehaviour {
                message,
            }));
        }
        let watched = tested
            .in_machine(&call.image, MachineLimits::default())
            .ok()?;
        Some(TestResult::Ran(Box::new(TestRun {
            kills,
            seen: (shown_left(tested.callee, call, &watched.observed).0, None),
            called: called(&watched.observed),
            original_aborts: false,
            unchecked: None,
            undefined: Some(message),
        })))
    }

    /// The mutants that differ from the original. Bits without a value after the original are not compared: natively they look
    /// like any value.
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
            // The result of an unsupported annotation may be anything.
            if matches!(&observed.end, End::Missing(symbol) if is_annotation(symbol)) {
                return None;
            }
            let mut observed = observed.clone();
            valid.undefined.take(&mut observed, &runs.original);
            let difference = Box::new(compare(callee, call, &runs.original, &observed)?);
            Some(Kill {
                objective: self.id(*number)?,
                shown: match is_endless(&observed) {
                    true => Shown::MoreWork(difference),
                    false => Shown::Difference(difference),
                },
            })
        };
        infected
            .iter()
            .zip(&runs.mutants)
            .filter_map(kill)
            .collect()
    }
}

fn covered(label: ObjectiveId) -> Kill {
    Kill {
        objective: label,
        shown: Shown::Covered,
    }
}

/// The result of the concrete machine for the original on a valid test.
#[derive(Debug, Default)]
struct Valid {
    /// Bits that have no value after the run.
    undefined: Undefined,
    unchecked: Option<Reason>,
}

/// Whether a test is valid: the original has no undefined behaviour on it, and behaves the same whatever uninitialised memory
/// holds. Bits that are still uninitialised at the end are hidden from the comparison.
fn validity(
    session: Until<'_>,
    tested: TestedFunction<'_>,
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

/// Judges a test that the concrete machine ran to its end, given how the original ended natively.
fn checked(
    tested: TestedFunction<'_>,
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

/// Judges a test that the concrete machine could not run to its end. A crash of the original makes it invalid.
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

/// The call of a test after it was written as JSON and read again.
pub fn as_written(callee: &Callee<'_>, space: &InputSpace, values: &[Bits]) -> Option<Prepared> {
    call_of(callee, &inputs(space, values, Guard::default()))
}

/// The call of a test that was written.
pub fn call_of(callee: &Callee<'_>, inputs: &Inputs) -> Option<Prepared> {
    let args: Vec<Given> = inputs.args.iter().map(Given::from_json).collect();
    let globals = inputs.globals.iter();
    let calls = inputs.calls.iter();
    let around = Surroundings {
        globals: globals
            .map(|(name, value)| (name.clone(), Given::from_json(value)))
            .collect(),
        calls: calls
            .map(|(name, results)| (name.clone(), results.iter().map(Given::from_json).collect()))
            .collect(),
        guard: inputs.guard,
        ..Surroundings::default()
    };
    callee.prepare(&args, &around).ok()
}

/// How often a run called external functions, by their symbols.
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

/// The limits of the concrete machine on one input.
#[derive(Clone, Copy, Debug)]
pub struct MachineLimits {
    pub steps: u64,
    pub bytes: u64,
}

impl Default for MachineLimits {
    fn default() -> Self {
        Self {
            steps: STEPS,
            bytes: MemoryLimits::default().bytes,
        }
    }
}

impl<'t> TestedFunction<'t> {
    /// The function, with native runs that end shortly after a deadline.
    pub fn new(
        callee: &'t Callee<'t>,
        program: &'t Rc<Program>,
        ub: UbMode,
        deadline: Instant,
    ) -> Self {
        Self {
            callee,
            program,
            ub,
            until: deadline + GRACE,
            labels: None,
        }
    }

    /// The same with the predicates of labels that runs may cover.
    pub fn watching(self, labels: Option<&'t LabelConditions>) -> Self {
        Self { labels, ..self }
    }

    /// The predicates of labels.
    pub fn labels(&self) -> Option<&'t LabelConditions> {
        self.labels
    }

    /// The result of the machine for the labels on an input; `None` if it cannot run the original.
    pub fn judge(
        &self,
        call: &CallImage,
        limits: MachineLimits,
    ) -> Result<Judgement, Option<Stop>> {
        let labels = self.labels.ok_or(None)?;
        let judged = labels.judge(call, self.carry_settings(limits));
        judged.map_err(Some)
    }

    /// Those of the natively covered labels whose predicates hold in the machine too, with defined values. Where the machine
    /// cannot evaluate a predicate, the native run decides.
    fn confirmed(&self, call: &Prepared, labels: Vec<ObjectiveId>) -> Vec<ObjectiveId> {
        if labels.is_empty() {
            return labels;
        }
        let (Some(known), Ok(judged)) = (
            self.labels,
            self.judge(&call.image, MachineLimits::default()),
        ) else {
            return labels;
        };
        let met: BTreeSet<&ObjectiveId> = known.covered(&judged).collect();
        let is_confirmed = |id: &ObjectiveId| known.get(id).is_none() || met.contains(id);
        labels.into_iter().filter(is_confirmed).collect()
    }

    /// When native runs are ended.
    pub fn until(&self) -> Instant {
        self.until
    }

    /// Whether the original is defined on a test, as a suite that is scored must be.
    fn validate(&self, call: &CallImage) -> Result<Watched, Invalid> {
        validate(
            self.program.clone(),
            call,
            self.carry_settings(MachineLimits::default()),
        )
    }

    /// What the original does in the machine, to its end or to its first undefined behaviour.
    pub fn in_machine(&self, call: &CallImage, limits: MachineLimits) -> Result<Watched, Stop> {
        observe(self.program.clone(), call, self.carry_settings(limits))
    }

    fn carry_settings(&self, limits: MachineLimits) -> carry::Settings {
        carry::Settings {
            ub_mode: self.ub,
            steps: limits.steps,
            memory: limits.bytes,
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

/// The placements of the objects of a call, the default first. Each has a guard page on one side of every object, so that it
/// shows accesses on that side alone. A call without objects has one placement.
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

/// A test that killed mutants.
#[derive(Debug)]
pub struct Finding<'f> {
    pub function: &'f str,
    pub space: &'f InputSpace,
    pub values: &'f [Bits],
    pub call: Prepared,
    pub run: TestRun,
}

/// A test as data, with what was seen.
pub fn written(id: String, finding: &Finding<'_>) -> WrittenTest {
    WrittenTest {
        id,
        function: finding.function.to_owned(),
        inputs: inputs(finding.space, finding.values, finding.call.image.guard),
        expected: finding.run.seen.0.clone(),
        result: finding.run.seen.1.clone(),
        original_aborts: finding.run.original_aborts,
        unchecked: finding.run.unchecked.clone(),
        undefined: finding.run.undefined.clone(),
        kills: Vec::new(),
        alone: Vec::new(),
    }
}

pub fn sight(difference: &Difference) -> Sight {
    Sight {
        what: difference.what.clone(),
        original: difference.original.clone(),
        mutant: difference.mutant.clone(),
    }
}
