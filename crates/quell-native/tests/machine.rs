//! Every mutant of the examples on every test that executes it, in the machine and natively: the observables agree. (A test
//! that does not execute a mutant cannot kill it. The soak runs those pairs too.)
//!
//! * Undefined behaviour that traps in a mutant (a division by zero, an access through a null pointer, a write to a constant,
//!   unreachable code) stops the machine, and traps natively as well.
//! * After an access out of bounds or a use of an uninitialised value, any native result is accepted. Bits that are undefined
//!   in the machine may have any native value, and the others are compared. The number of such pairs of a mutant and a test
//!   is limited.
//! * The machine counts steps and the harness counts work, of which a unit is at least one step. A mutant that exceeds the
//!   limit on work natively takes more steps than that, and one that takes far more steps exceeds the limit natively.

mod campaign;

use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use campaign::{Campaign, options, root};
use quell_compile::Toolbox;
use quell_exec::concrete::carry::{Settings, Watched, observe};
use quell_exec::{Program, StopKind, Ub, UbMode};
use quell_native::{Options, RunResult, Runs, Session, WorkLimits};
use quell_objectives::{apply::apply, meta};
use quell_results::{TestCase, read_suite};
use quell_values::{Callee, End, Given, Observed, Prepared, Surroundings, Types, compare};

/// More work than the originals do, and little enough to be quick in the machine.
const WORK: u64 = 500;

/// More steps, and steps per unit of work of the original, than any mutant takes within the limit on work.
const STEPS: u64 = 100_000;
const STEP_FACTOR: u64 = 40;

/// Which mutants are run on a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Which {
    Executed,
    All,
}

/// A test with the native runs of the original and the mutants.
struct Run<'c> {
    id: String,
    callee: Callee<'c>,
    call: Prepared,
    /// The mutants, in order.
    numbers: Vec<u32>,
    runs: Runs,
    /// The step limit of mutants.
    steps: u64,
}

struct Native<'c> {
    campaign: &'c Campaign,
    session: Session,
    original: Rc<Program>,
}

impl<'c> Native<'c> {
    fn new(campaign: &'c Campaign) -> Self {
        let built = meta::build(
            &campaign.module,
            &campaign.mutants,
            &meta::Options::default(),
        );
        let options = Options {
            work: WorkLimits {
                constant: WORK,
                ..WorkLimits::default()
            },
            ..options()
        };
        let module = built.unwrap().module;
        Self {
            campaign,
            session: Session::build(&module, &Toolbox::from_env(), options).unwrap(),
            original: Rc::new(Program::new(campaign.module.clone())),
        }
    }

    fn run(&self, test: &TestCase, which: Which, problems: &mut Vec<String>) -> Run<'c> {
        let (callee, call) = prepare(self.campaign, test, &self.session);
        let numbers = match which {
            Which::Executed => self.session.record(&call.image).unwrap().executed,
            Which::All => (1..=self.campaign.mutants.len() as u32).collect(),
        };
        let runs = self.session.run(&call.image, &numbers).unwrap();
        let machine = in_machine(&self.original, &call, u64::MAX).unwrap();
        let run = Run {
            id: test.id.clone(),
            steps: machine.observed.work * STEP_FACTOR + STEPS,
            callee,
            call,
            numbers,
            runs,
        };
        if let Some(difference) = difference(&run, &machine.observed, &run.runs.original) {
            problems.push(format!("original on {}: {difference}", run.id));
        }
        run
    }
}

fn prepare<'c>(
    campaign: &'c Campaign,
    test: &TestCase,
    session: &Session,
) -> (Callee<'c>, Prepared) {
    let lookup = campaign.lookup();
    let function = lookup.find(&test.function).unwrap();
    let outside = session.outside().iter();
    let callee = Callee {
        outside: outside.map(|of| of.symbol.clone()).collect(),
        ..Callee::new(&lookup, Types::new(&campaign.module), function)
    };
    let args: Vec<Given> = test.args.iter().map(Given::from_json).collect();
    let results = |of: &Vec<_>| of.iter().map(Given::from_json).collect();
    let calls = test.calls.iter();
    let around = Surroundings {
        calls: calls
            .map(|(name, of)| (name.clone(), results(of)))
            .collect(),
        ..Surroundings::default()
    };
    let prepared = callee.prepare(&args, &around);
    let prepared = prepared.unwrap_or_else(|error| panic!("{}: {error}", test.id));
    (callee, prepared)
}

fn in_machine(program: &Rc<Program>, call: &Prepared, steps: u64) -> Result<Watched, String> {
    let settings = Settings {
        ub_mode: UbMode::Wrap,
        steps,
        memory: 1 << 30,
    };
    let watched = observe(program.clone(), &call.image, settings);
    watched.map_err(|stop| format!("the machine cannot run it: {stop}"))
}

fn difference(run: &Run<'_>, machine: &Observed, native: &Observed) -> Option<String> {
    let mut machine = machine.clone();
    // The machine words the message of a panic differently.
    if native.end == End::Aborted {
        machine.stderr.clone_from(&native.stderr);
    }
    let found = compare(&run.callee, &run.call, &machine, native)?;
    Some(format!(
        "{}: machine {}, native {}",
        found.what, found.original, found.mutant
    ))
}

/// How the two runs of a pair relate.
enum Relation {
    Same,
    /// Neither ends.
    Endless,
    /// The machine reports undefined behaviour without a fixed native meaning.
    Undefined(&'static str),
}

/// The kinds of undefined behaviour after which anything may happen natively.
fn without_meaning(ub: &Ub) -> Option<&'static str> {
    Some(match ub {
        Ub::OutOfBounds { .. } | Ub::PointerOverflow => "out of bounds",
        Ub::Uninitialised { .. } => "uninitialised",
        _ => return None,
    })
}

fn relation(run: &Run<'_>, machine: &Watched, native: &Observed) -> Result<Relation, String> {
    let steps = machine.observed.work;
    let stop = machine.stop.as_deref();
    if let Some(StopKind::Ub(ub)) = stop
        && let Some(kind) = without_meaning(ub)
    {
        return Ok(Relation::Undefined(kind));
    }
    let unbounded = matches!(stop, Some(StopKind::StepLimit(_) | StopKind::CallDepth(_)));
    match native.end == End::OutOfWork {
        true if unbounded || steps > WORK => return Ok(Relation::Endless),
        true => {
            return Err(format!(
                "does not end natively, {steps} steps in the machine"
            ));
        }
        false => {}
    }
    if difference(run, &machine.observed, native).is_none() {
        return Ok(Relation::Same);
    }
    match difference(run, &machine.completed_by(native), native) {
        None => Ok(Relation::Undefined("undefined bits")),
        Some(difference) => Err(difference),
    }
}

#[derive(Default, Debug)]
struct Counts {
    mutants: usize,
    same: usize,
    endless: usize,
    undefined: BTreeMap<&'static str, usize>,
}

impl Counts {
    fn add(&mut self, relation: &Relation) {
        *match relation {
            Relation::Same => &mut self.same,
            Relation::Endless => &mut self.endless,
            Relation::Undefined(kind) => self.undefined.entry(kind).or_default(),
        } += 1;
    }

    /// The percentage of pairs that were not compared.
    fn undefined_percent(&self) -> usize {
        let undefined: usize = self.undefined.values().sum();
        undefined * 100 / (self.same + self.endless + undefined).max(1)
    }
}

/// Runs one mutant in the machine on the tests that it was run on natively.
fn mutant(
    (campaign, index): (&Campaign, usize),
    runs: &[Run<'_>],
    counts: &mut Counts,
    problems: &mut Vec<String>,
) {
    let number = index as u32 + 1;
    let mutant = &campaign.mutants[index];
    let changed = apply(&campaign.module, mutant).unwrap();
    let program = Rc::new(Program::new(Arc::new(changed)));
    counts.mutants += 1;
    for run in runs {
        let Ok(place) = run.numbers.binary_search(&number) else {
            continue;
        };
        let native = match &run.runs.mutants[place] {
            RunResult::Same => &run.runs.original,
            RunResult::Differs(observed) => observed,
        };
        let machine = in_machine(&program, &run.call, run.steps);
        match machine.and_then(|machine| relation(run, &machine, native)) {
            Ok(relation) => counts.add(&relation),
            Err(problem) => problems.push(format!(
                "{} `{}` on {}: {problem}",
                mutant.id.0,
                mutant.source.after(),
                run.id
            )),
        }
    }
}

/// Compares the mutants of a file on the tests of a suite. At most `at_most` percent of the pairs may be undefined.
fn agree(file: &str, which: Which, at_most: usize) {
    let campaign = Campaign::new(&format!("examples/{file}"), "all");
    let stem = Path::new(file).file_stem().unwrap().to_str().unwrap();
    let suite = read_suite(&root().join(format!("examples/tests/{stem}.json"))).unwrap();
    let mut problems = Vec::new();
    let native = Native::new(&campaign);
    let tests = suite.tests.iter();
    let runs = tests.map(|test| native.run(test, which, &mut problems));
    let runs: Vec<Run<'_>> = runs.collect();
    let mut counts = Counts::default();
    for index in 0..campaign.mutants.len() {
        mutant((&campaign, index), &runs, &mut counts, &mut problems);
    }
    println!("{file}: {} tests, {counts:?}", runs.len());
    let shown = &problems[..problems.len().min(20)];
    assert!(
        problems.is_empty(),
        "{} disagreements:\n{}",
        problems.len(),
        shown.join("\n")
    );
    assert!(counts.mutants > 0 && counts.same > runs.len());
    assert!(counts.undefined_percent() <= at_most, "{counts:?}");
}

/// A test for each example, with the percentage of pairs that may be undefined.
macro_rules! examples {
    ($($name:ident $file:literal $at_most:literal,)*) => {
        $(
            #[test]
            fn $name() {
                agree($file, Which::Executed, $at_most);
            }
        )*

        #[test]
        #[ignore = "also runs mutants on tests that do not execute them"]
        fn soak_all_mutants_on_all_tests() {
            $(agree($file, Which::All, $at_most);)*
        }
    };
}

examples! {
    arithmetic "arithmetic.c" 1,
    bytes "bytes.c" 2,
    control "control.c" 0,
    classics "classics.f90" 22,
    counting "counting.rs" 0,
    dates "dates.c" 6,
    decoding "decoding.c" 2,
    floating "floating.c" 4,
    leap_year "leap_year.c" 0,
    mid "mid.c" 1,
    minimum "minimum.c" 4,
    searching "searching.c" 12,
    sorting "sorting.c" 25,
    strings "strings.c" 14,
    structures "structures.c" 25,
    tokens "tokens.c" 5,
    triangle_c "triangle.c" 0,
    triangle_fortran "triangle.f90" 1,
    triangle_rust "triangle.rs" 0,
}
