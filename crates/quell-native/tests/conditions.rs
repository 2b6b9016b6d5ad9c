//! Site conditions have one meaning: native recording, the machine on numbers and the machine on terms agree for every
//! mutant on every input.
//!
//! If the value of a condition is undefined in the machine (an uninitialised variable), any native value is accepted. The
//! number of such pairs of a mutant and an input is limited.

mod campaign;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use campaign::{Campaign, options, root};
use quell_bits::Bits;
use quell_compile::Toolbox;
use quell_exec::concrete::carry::{Meeting, Settings, meets};
use quell_exec::condition::{Conditions, Met};
use quell_exec::symbolic::{Explorer, MetTerms, Options, Outcome, Word};
use quell_exec::{Program, StopKind, UbMode, Val};
use quell_ir::FuncId;
use quell_native::Session;
use quell_objectives::condition::{Location, SiteCondition, infection};
use quell_objectives::{ObjectiveId, meta};
use quell_results::{TestCase, read_suite};
use quell_term::{Assignment, Evaluator, Pool, Sort, Term, Value};
use quell_values::{CallImage, Callee, Given, Surroundings, Types};

/// The mutants of a file with their conditions, and the program that records them natively.
struct Subject {
    campaign: Campaign,
    built: meta::Meta,
    session: Session,
    /// The mutant of each condition.
    owners: Vec<ObjectiveId>,
    conditions: Rc<Conditions>,
}

impl Subject {
    fn new(file: &str, operators: &str) -> Self {
        let campaign = Campaign::new(file, operators);
        let module = &campaign.module;
        let built = meta::build(module, &campaign.mutants, &meta::Options::default()).unwrap();
        let session = Session::build(&built.module, &Toolbox::from_env(), options()).unwrap();
        let (mut owners, mut all): (Vec<ObjectiveId>, Vec<(FuncId, SiteCondition)>) =
            (Vec::new(), Vec::new());
        for mutant in &campaign.mutants {
            for condition in infection(module, mutant) {
                owners.push(mutant.id.clone());
                all.push((mutant.site.function, condition));
            }
        }
        let program = Rc::new(Program::new(module.clone()));
        let conditions = Rc::new(Conditions::new(&program, &all).unwrap());
        Self {
            campaign,
            built,
            session,
            owners,
            conditions,
        }
    }

    fn image(&self, test: &TestCase) -> CallImage {
        let lookup = self.campaign.lookup();
        let function = lookup.find(&test.function).unwrap();
        let outside = self.session.outside().iter();
        let callee = Callee {
            outside: outside.map(|of| of.symbol.clone()).collect(),
            ..Callee::new(&lookup, Types::new(&self.campaign.module), function)
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
        prepared.image
    }

    fn in_machine(&self, image: &CallImage) -> Met {
        let settings = Settings {
            ub_mode: UbMode::Trap,
            steps: 10_000_000,
            memory: 1 << 30,
        };
        let Meeting { met, stop, .. } = meets(image, settings, &self.conditions).unwrap();
        let is_undefined = matches!(
            stop.as_deref(),
            Some(StopKind::Ub(_) | StopKind::StepLimit(_))
        );
        assert!(!is_undefined, "{}: {stop:?}", image.function);
        met
    }

    /// The mutants that have a condition in a list.
    fn mutants(&self, conditions: &[bool]) -> BTreeSet<&ObjectiveId> {
        let owners = self.owners.iter().zip(conditions);
        owners.filter(|(_, is)| **is).map(|(id, _)| id).collect()
    }

    fn recorded(&self, numbers: &[u32]) -> BTreeSet<&ObjectiveId> {
        let ids = numbers.iter().map(|&number| self.built.objective(number));
        ids.map(Option::unwrap).collect()
    }
}

#[derive(Debug, Default)]
struct Counts {
    met: usize,
    not_met: usize,
    undefined: usize,
}

/// Compares the machine on numbers with the native recording.
fn compare(subject: &Subject, tests: &[TestCase], wrong: &mut Vec<String>) -> (Counts, Vec<Met>) {
    let images: Vec<CallImage> = tests.iter().map(|test| subject.image(test)).collect();
    let recordings = subject.session.record_all(&images);
    let (mut counts, mut all) = (Counts::default(), Vec::new());
    for ((test, image), recording) in tests.iter().zip(&images).zip(recordings) {
        let recording = recording.unwrap();
        let met = subject.in_machine(image);
        let native = subject.recorded(&recording.executed);
        let machine = subject.mutants(&met.executed);
        if native != machine {
            let differing: Vec<_> = native.symmetric_difference(&machine).collect();
            wrong.push(format!("executed on {}: {differing:?}", test.id));
        }
        let native = subject.recorded(&recording.infected);
        let undefined = subject.mutants(&met.undefined);
        let machine = subject.mutants(&met.met);
        for id in subject.mutants(&met.executed) {
            match (native.contains(id), machine.contains(id)) {
                _ if undefined.contains(id) => counts.undefined += 1,
                (true, true) => counts.met += 1,
                (false, false) => counts.not_met += 1,
                (native, machine) => wrong.push(format!(
                    "{id} on {}: natively {native}, in the machine {machine}",
                    test.id
                )),
            }
        }
        all.push(met);
    }
    (counts, all)
}

fn assert_none(wrong: &[String]) {
    let shown = &wrong[..wrong.len().min(20)];
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), shown.join("\n"));
}

/// Compares the mutants of an example on its tests. At most `at_most` percent of the pairs may have undefined conditions.
fn example(file: &str, at_most: usize) {
    let subject = Subject::new(&format!("examples/{file}"), "all");
    let stem = file.split('.').next().unwrap();
    let suite = read_suite(&root().join(format!("examples/tests/{stem}.json"))).unwrap();
    let mut wrong = Vec::new();
    let (counts, _) = compare(&subject, &suite.tests, &mut wrong);
    println!("{file}: {counts:?}");
    assert_none(&wrong);
    let all = counts.met + counts.not_met + counts.undefined;
    assert!(counts.met > 0 && counts.not_met > 0, "{counts:?}");
    assert!(counts.undefined * 100 <= all * at_most, "{counts:?}");
}

macro_rules! examples {
    ($($name:ident $file:literal $at_most:literal,)*) => {
        $(
            #[test]
            fn $name() {
                example($file, $at_most);
            }
        )*
    };
}

examples! {
    arithmetic "arithmetic.c" 1,
    control "control.c" 2,
    counting "counting.rs" 1,
    dates "dates.c" 2,
    leap_year "leap_year.c" 1,
    mid "mid.c" 1,
    minimum "minimum.c" 5,
    searching "searching.c" 5,
    sorting "sorting.c" 5,
    strings "strings.c" 5,
    triangle_c "triangle.c" 1,
    triangle_fortran "triangle.f90" 2,
    triangle_rust "triangle.rs" 1,
}

/// Functions of one byte in `examples/bytes.c`, and whether they are explored on terms: the others have too many iterations,
/// or compute with floating-point numbers, whose NaNs are one value on terms.
const FUNCTIONS: &[(&str, bool, bool)] = &[
    ("bit_count", false, true),
    ("gray_code", false, true),
    ("clamp_to_ten", true, true),
    ("is_prime", false, false),
    ("square_root", false, true),
    ("hex_digit", true, true),
    ("reverse_bits", false, true),
    ("sign", true, true),
    ("collatz_steps", false, false),
    ("bcd", false, true),
    ("half_or_double", true, false),
    ("season", false, true),
];

fn tests(function: &str, is_signed: bool) -> Vec<TestCase> {
    let input = |input: u8| TestCase {
        id: format!("{function}/{input}"),
        function: function.to_owned(),
        args: vec![match is_signed {
            true => (input as i8).into(),
            false => input.into(),
        }],
        ..TestCase::default()
    };
    (0..=u8::MAX).map(input).collect()
}

/// Evaluates the terms of an exploration on inputs.
struct Explored<'p> {
    pool: &'p Pool,
    variable: Term,
}

impl Explored<'_> {
    fn holds(&self, term: Term, input: u8) -> bool {
        let value = Value::Bits(Bits::from_u64(8, input.into()));
        let input: Assignment = [(self.variable, value)].into_iter().collect();
        Evaluator::new().value(self.pool, &input, term) == Value::Bool(true)
    }
}

/// Compares the machine on terms with the machine on numbers, for every input.
fn compare_terms(subject: &Subject, name: &str, met: &[Met], wrong: &mut Vec<String>) -> usize {
    let program = subject.conditions.program().clone();
    let function = program.module.find_function(name).unwrap();
    let mut explorer = Explorer::new(program, Options::default()).unwrap();
    let variable = explorer.domain().pool.var("x", Sort::Bv(8));
    let args = [Val::Word(Word::defined(variable))];
    let explored = explorer.explore_watching(function, &args, &subject.conditions);
    let (outcome, terms): (Outcome, MetTerms) = explored.unwrap();
    let explored = Explored {
        pool: &explorer.domain().pool,
        variable,
    };
    let mut compared = 0;
    for (input, met) in (0..=u8::MAX).zip(met) {
        let mut beyond = outcome.reached_bounds.iter();
        if beyond.any(|bound| explored.holds(bound.when, input)) {
            continue;
        }
        for index in 0..subject.conditions.len() {
            let id = &subject.owners[index];
            let executed = explored.holds(terms.executed[index], input);
            if executed != met.executed[index] {
                wrong.push(format!(
                    "{id} in {name}({input}): executed on terms {executed}"
                ));
            }
            let holds = explored.holds(terms.met[index], input);
            let may_differ = !terms.is_exact[index] || met.undefined[index];
            if holds != met.met[index] && !(may_differ && holds) {
                wrong.push(format!("{id} in {name}({input}): met on terms {holds}"));
            }
            compared += usize::from(met.executed[index]);
        }
    }
    compared
}

#[test]
fn all_mutants_of_bytes_on_all_inputs() {
    let subject = Subject::new("examples/bytes.c", "all");
    let mut wrong = Vec::new();
    let mut by_function = BTreeMap::new();
    for &(name, is_signed, on_terms) in FUNCTIONS {
        let tests = tests(name, is_signed);
        let (counts, met) = compare(&subject, &tests, &mut wrong);
        let compared = match on_terms {
            true => compare_terms(&subject, name, &met, &mut wrong),
            false => 0,
        };
        by_function.insert(name, (counts, compared));
    }
    println!("{by_function:?}");
    assert_none(&wrong);
    for (name, (counts, compared)) in &by_function {
        assert!(
            counts.met > 500 && counts.not_met > 500,
            "{name}: {counts:?}"
        );
        let on_terms = FUNCTIONS.iter().any(|of| of.0 == *name && of.2);
        assert!(!on_terms || *compared > 1000, "{name}: {compared}");
    }
}

/// Most conditions are exact; the others over-approximate, and serve only to prove that a mutant is not infected.
#[test]
fn most_conditions_are_exact() {
    let campaign = Campaign::new("examples/bytes.c", "all");
    let conditions = campaign
        .mutants
        .iter()
        .flat_map(|mutant| infection(&campaign.module, mutant));
    let all: Vec<SiteCondition> = conditions.collect();
    let exact = all.iter().filter(|condition| condition.is_exact()).count();
    let at_insts = |condition: &&SiteCondition| matches!(condition.at, Location::Inst(_));
    assert!(exact * 100 > all.len() * 90, "{exact} of {}", all.len());
    assert!(all.iter().filter(at_insts).count() > 1_000);
}
