//! The engine on the examples: every mutant is decided, and independent checks confirm the verdicts.

#[path = "support/deciding.rs"]
mod deciding;

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use deciding::{BMC, Found, decide, run_by, settings, unknown, with_subject};
use quell_bits::Bits;
use quell_compile::Language;
use quell_engine::{EngineError, Settings, refute};
use quell_exec::concrete::carry::{self, observe};
use quell_exec::concrete::{Concrete, ConcreteMemory, Word, call, new_machine};
use quell_exec::{Buffered, Program, UbMode, Val};
use quell_ir::{Module, Type};
use quell_objectives::{ObjectiveId, apply};
use quell_results::{
    Assumption, Bound, Evidence, Reason, Record, Run, Status, TimeLimit, WrittenTest,
};
use quell_values::inputs::Which;
use quell_values::lookup::Lookup;
use quell_values::{Callee, Given, Observed, Surroundings, Types};

/// Prints all verdicts and tests of a run, to inspect the engine.
fn show(run: &Run) {
    for mutant in &run.objectives {
        let verdict = &mutant.verdict;
        println!(
            "{} {:?}{} {} -> {} {:?} {:?} {:?} {:.1} ms",
            mutant.function,
            verdict.status,
            if verdict.complete { " (complete)" } else { "" },
            mutant.source.before(),
            mutant.source.after(),
            verdict.bounds,
            verdict.assumptions,
            verdict.reason,
            verdict.seconds * 1000.0,
        );
    }
    for test in &run.tests {
        let kills = test.kills.len();
        println!(
            "{}: {:?} {:?} kills {kills}",
            test.id, test.inputs.args, test.expected
        );
    }
    println!("{:?} {:?}", run.totals, run.functions);
}

#[test]
fn every_mutant_is_decided() {
    for (file, operators, killed) in [
        ("examples/minimum.c", "symbmc", 50),
        ("examples/mid.c", "symbmc", 50),
        ("examples/leap_year.c", "sufficient", 50),
        // Mutants that remove basic blocks and change the order of those that follow.
        ("examples/triangle.c", "LCR", 10),
    ] {
        let (run, _) = decide(file, operators);
        show(&run);
        assert_eq!(unknown(&run), Vec::<String>::new());
        assert!(run.totals.counts.killed > killed, "{file}");
    }
}

/// Strings, blocks, lists, calls through pointers, output.
#[test]
fn ordinary_programs_are_decided() {
    let (run, _) = decide("crates/quell-engine/tests/programs/programs.c", "symbmc");
    show(&run);
    let mut unknown = unknown(&run);
    // A write past the end of a block may have no native effect.
    unknown.retain(|line| !line.contains("its own behaviour is undefined"));
    assert_eq!(unknown, Vec::<String>::new());
    assert!(run.totals.counts.killed > 300, "{:?}", run.totals);
}

/// A mutant that accesses a nullable pointer out of bounds is killed by an input on which the pointer is not null.
#[test]
fn out_of_bounds_accesses_of_nullable_pointers_are_killed() {
    let mut settings = settings();
    settings.usual.inputs.null = Some(Which::All);
    let file = "crates/quell-engine/tests/programs/null.c";
    let (_, run) = with_subject(file, "symbmc:IVI", |subject| {
        run_by(BMC, subject, &settings)
    });
    let run = run.unwrap();
    assert_eq!(unknown(&run), Vec::<String>::new());
    let is_before = |of: &Record| of.source.after().contains("int i = -1;");
    let before = run.objectives.into_iter().find(is_before);
    assert_eq!(before.unwrap().verdict.status, Status::Killed);
}

/// With globals at their initialisers some mutants are equivalent under that assumption; other values kill them.
#[test]
fn globals_can_have_any_value() {
    let with = |free: Which| {
        let mut settings = settings();
        settings.usual.inputs.free_globals = free;
        let file = "crates/quell-engine/tests/programs/free_globals.c";
        let (_, run) = with_subject(file, "symbmc", |subject| run_by(BMC, subject, &settings));
        let run = run.unwrap();
        assert_eq!(unknown(&run), Vec::<String>::new());
        run
    };
    let (initial, free) = (with(Which::None), with(Which::All));
    assert!(
        initial.totals.equivalences.complete > 0,
        "{:?}",
        initial.totals
    );
    let is_initial = |of: &Assumption| matches!(of, Assumption::InitialGlobal { .. });
    for mutant in &initial.objectives {
        let is_proved = matches!(
            mutant.verdict.status,
            Status::Equivalent | Status::Unreached
        );
        let mut assumptions = mutant.verdict.assumptions.iter();
        assert_eq!(assumptions.any(is_initial), is_proved, "{mutant:?}");
    }
    assert!(free.totals.counts.killed > initial.totals.counts.killed);
    let mut assumptions = free
        .objectives
        .iter()
        .flat_map(|of| &of.verdict.assumptions);
    assert!(!assumptions.any(is_initial));
}

/// Inputs on which C leaves the behaviour undefined are no tests, even if the processor computes a result.
#[test]
fn tests_have_no_undefined_behaviour_in_c() {
    let (run, _) = decide(
        "crates/quell-engine/tests/programs/pointers.c",
        "sufficient",
    );
    show(&run);
    let tests = |function: &'static str| {
        let of_it = move |test: &&WrittenTest| test.function == function;
        run.tests.iter().filter(of_it).map(|test| &test.inputs.args)
    };
    // The order and the distance of pointers to different objects.
    for function in ["remaining", "trimmed"] {
        assert_eq!(tests(function).count(), 0, "{function}");
        let mut mutants = run.objectives.iter().filter(|of| of.function == function);
        assert!(mutants.all(|of| of.verdict.status == Status::Unknown));
    }
    // Indices for which the address wraps around, or past the end of an array that is a member.
    for args in tests("length") {
        let elements = args[0].as_array().map_or(1, Vec::len) as u64;
        assert!(args[1].as_u64().is_some_and(|i| i < elements), "{args:?}");
    }
    for args in tests("byte") {
        assert!(args[1].as_u64().is_some_and(|i| i < 8), "{args:?}");
    }
    for function in ["length", "byte"] {
        assert!(tests(function).count() > 1, "{function}");
    }
    // Addresses of objects are no inputs.
    for function in ["aligned", "hashed", "number"] {
        assert_eq!(tests(function).count(), 0, "{function}");
        let mut mutants = run.objectives.iter().filter(|of| of.function == function);
        assert!(mutants.all(|of| of.verdict.status != Status::Killed));
    }
    assert!(tests("counted").count() > 1);
}

/// Queries about sums respect the time limit, also during the preprocessing of the solver.
#[test]
fn queries_about_sums_respect_the_time_limit() {
    let mut settings = settings();
    settings.budgets.function = Duration::from_secs(3);
    settings.budgets.query = Duration::from_secs(1);
    let file = "crates/quell-engine/tests/programs/sums.c";
    let (_, run) = with_subject(file, "ABS", |subject| run_by(BMC, subject, &settings));
    let totals = run.unwrap().totals;
    assert!(totals.counts.killed > 0, "{totals:?}");
}

/// A mutant with the code of the original is not listed as undecided.
#[test]
fn mutants_with_equal_code_are_not_listed_as_undecided() {
    let mut settings = settings();
    settings.compare_code = true;
    let file = "crates/quell-engine/tests/programs/unused.c";
    let (_, run) = with_subject(file, "all", |subject| run_by(BMC, subject, &settings));
    let run = run.unwrap();
    let by_code = |of: &Record| of.verdict.evidence == Some(Evidence::Code);
    assert!(run.objectives.iter().any(by_code), "{:?}", run.objectives);
    assert_eq!(run.totals.counts.unknown, 0);
    assert!(run.functions.iter().all(|of| of.reasons.is_empty()));
}

/// Native trials get a share of the time, however short: a loop of a hundred iterations is expensive to explore and cheap to
/// run.
#[test]
fn trials_get_a_share_of_the_time() {
    let mut settings = settings();
    settings.budgets.function = Duration::from_secs(8);
    let file = "crates/quell-engine/tests/programs/trials.c";
    let (_, run) = with_subject(file, "symbmc:IVI", |subject| {
        run_by(BMC, subject, &settings)
    });
    let run = run.unwrap();
    let mut mutants = run.objectives.iter();
    let given_up = mutants.find(|of| of.source.after().contains("return 0;"));
    assert_eq!(
        given_up.unwrap().verdict.status,
        Status::Killed,
        "{given_up:?}"
    );
}

/// Functions that cannot be decided in time do not use up the time of others.
#[test]
fn hard_functions_leave_time_for_easy_ones() {
    let mut settings = settings();
    settings.jobs = 1;
    settings.budgets.run = Duration::from_secs(15);
    let file = "crates/quell-engine/tests/programs/shares.c";
    let (_, run) = with_subject(file, "symbmc:ROR", |subject| {
        run_by(BMC, subject, &settings)
    });
    let mutants = run.unwrap().objectives.into_iter();
    let unknown = mutants.filter(|of| of.verdict.status == Status::Unknown);
    let unknown: Vec<Record> = unknown.collect();
    assert!(!unknown.is_empty());
    for mutant in unknown {
        assert!(mutant.function.starts_with("hard"), "{mutant:?}");
        let of_run = [TimeLimit::Share, TimeLimit::Run];
        let reason = mutant.verdict.reason;
        let is_of_run =
            matches!(&reason, Some(Reason::OutOfTime { limit }) if of_run.contains(limit));
        assert!(is_of_run, "{reason:?}");
    }
}

/// Decides any file, to inspect the engine: `QUELL_FILE`, `QUELL_OPERATORS`, `QUELL_FUNCTION`.
#[test]
#[ignore = "prints verdicts for inspection"]
fn shows_what_it_decides() {
    let of = |name: &str, usual: &str| std::env::var(name).unwrap_or(usual.to_owned());
    let (run, _) = decide(
        &of("QUELL_FILE", "examples/triangle.c"),
        &of("QUELL_OPERATORS", "symbmc"),
    );
    show(&run);
}

/// The results of a function of one byte for all bytes; `None` where it does not return.
fn table(module: &Module, function: &str) -> Vec<Option<u64>> {
    let program = Rc::new(Program::new(Arc::new(module.clone())));
    let function = module.find_function(function).expect("the function");
    let call_on = |byte: u64| {
        let domain = Concrete {
            ub_mode: UbMode::Wrap,
        };
        let console = Box::new(Buffered::default());
        let memory = ConcreteMemory::default();
        let mut machine = new_machine(program.clone(), domain, memory, console).ok()?;
        machine.limits.steps = 100_000;
        let width = match module.types.get(module.functions[function].params[0].ty) {
            Type::Int(width) => *width,
            other => panic!("a parameter of type {other:?}"),
        };
        let arg = Word::from_bits(Bits::from_u64(width, byte));
        let returned = call(&mut machine, function, &[Val::Word(arg)]).ok()??;
        match returned {
            Val::Word(word) => Some(word.parts(32).0.low_u64()),
            _ => None,
        }
    };
    (0..256).map(call_on).collect()
}

/// Each equivalence is checked on all bytes.
#[test]
fn equivalences_hold_on_all_bytes() {
    let mut functions = BTreeSet::new();
    for operators in ["symbmc", "sufficient", "LCR"] {
        let (run, mutants) = decide("examples/bytes.c", operators);
        functions.extend(hold_on_all_bytes(&run, &mutants));
        assert_eq!(unknown(&run), Vec::<String>::new());
    }
    assert!(functions.len() >= 10, "equivalences of {functions:?} alone");
}

/// Checks that equivalent mutants have the same results, and returns their functions.
fn hold_on_all_bytes(run: &Run, mutants: &Found) -> BTreeSet<String> {
    let mut functions = BTreeSet::new();
    for (decided, mutant) in run.objectives.iter().zip(&mutants.list) {
        if decided.verdict.status != Status::Equivalent {
            continue;
        }
        functions.insert(decided.function.clone());
        let name = mutants
            .module
            .text(mutants.module.functions[mutant.site.function].name);
        let mutated = apply::apply(&mutants.module, mutant).expect("a mutant");
        assert_eq!(
            table(&mutants.module, name),
            table(&mutated, name),
            "{} {} is not equivalent",
            decided.function,
            decided.id
        );
    }
    functions
}

fn id_of(mutant: &Record) -> ObjectiveId {
    ObjectiveId(mutant.id.clone())
}

/// Native inputs do not refute proved equivalences, and refute a false one.
#[test]
fn a_false_equivalence_is_refuted() {
    let settings = Settings {
        fuzz: 20_000,
        ..settings()
    };
    let file = "examples/mid.c";
    let (run, _) = decide(file, "symbmc:ROR");
    let of_kind = |kind: Status| {
        let decided = run.objectives.iter();
        let of_kind = decided.filter(move |mutant| mutant.verdict.status == kind);
        of_kind.map(id_of).collect::<Vec<_>>()
    };
    let (equivalent, killed) = (of_kind(Status::Equivalent), of_kind(Status::Killed));
    with_subject(file, "symbmc:ROR", |subject| {
        let inputs = refute(subject, &settings, &equivalent).unwrap();
        assert!(inputs >= settings.fuzz, "{inputs}");
        let claimed = killed[killed.len() / 2].clone();
        let refuted = refute(subject, &settings, std::slice::from_ref(&claimed));
        let Err(EngineError::Contradiction { mutant, .. }) = refuted else {
            panic!("{file}: {refuted:?}");
        };
        assert_eq!(mutant, claimed.to_string());
    });
}

/// The equivalences of a function.
fn equivalent<'r>(run: &'r Run, function: &str) -> Vec<&'r Record> {
    let mutants = run.objectives.iter();
    mutants
        .filter(|of| of.function == function && of.verdict.status == Status::Equivalent)
        .collect()
}

/// Mutants that need large inputs are killed even with a small unwinding bound; and a loop over a table is unwound
/// completely.
#[test]
fn large_inputs_are_tried() {
    let file = "crates/quell-engine/tests/programs/large.c";
    let (whole, _) = decide(file, "symbmc");
    show(&whole);
    let mut once = settings();
    once.usual.unroll = Some(1);
    let (_, narrow) = with_subject(file, "symbmc", |subject| run_by(BMC, subject, &once));
    let narrow = narrow.unwrap();
    show(&narrow);
    let ids = |run: &Run| -> Vec<String> {
        let found = equivalent(run, "plateau");
        found.iter().map(|of| of.id.clone()).collect()
    };
    assert_eq!(ids(&narrow), ids(&whole));
    for function in ["days", "repeated"] {
        let proved = equivalent(&whole, function);
        assert!(!proved.is_empty(), "{function}");
        assert!(proved.iter().all(|of| of.verdict.complete), "{proved:?}");
    }
}

const OUTSIDE: &str = "crates/quell-engine/tests/programs/outside.c";

/// Calls of external functions are observed, and their results are solved for like any other input.
#[test]
fn calls_of_external_functions_are_events_and_inputs() {
    let (run, mutants) = decide(OUTSIDE, "symbmc");
    show(&run);
    assert_eq!(unknown(&run), Vec::<String>::new());
    let tests = run.tests.iter().filter(|test| test.function == "magic");
    let results: Vec<_> = tests
        .flat_map(|test| test.inputs.calls.get("query"))
        .collect();
    assert!(results.iter().any(|of| of[0] == 31337), "{results:?}");
    for function in ["clamped", "skipping"] {
        let found = equivalent(&run, function);
        assert!(!found.is_empty(), "{function}");
        for mutant in found {
            let verdict = &mutant.verdict;
            let is_pure = |of: &Assumption| matches!(of, Assumption::Pure { .. });
            assert!(verdict.assumptions.iter().any(is_pure), "{verdict:?}");
            let mut bounds = verdict.bounds.iter();
            let is_call = |of: &Bound| matches!(of, Bound::Calls { .. });
            assert!(!bounds.any(is_call), "{verdict:?}");
        }
    }
    for mutant in equivalent(&run, "total") {
        let bounds = &mutant.verdict.bounds;
        let calls = Bound::Calls {
            function: "query".to_owned(),
            count: 8,
        };
        assert!(bounds.contains(&calls), "{bounds:?}");
    }
    assert!(!equivalent(&run, "total").is_empty());
    hold_on_all_results(&run, &mutants);
}

/// The behaviour of a function without parameters for bytes that an external function returns.
fn results(module: &Arc<Module>, function: &str) -> Vec<(Vec<u8>, Observed)> {
    let types = Types::new(module);
    let lookup = Lookup {
        module,
        info: types.info,
        language: Language::C,
        file: OUTSIDE,
    };
    let id = lookup.find(function).unwrap();
    let callee = Callee::new(&lookup, types, id);
    let program = Rc::new(Program::new(module.clone()));
    let seconds = |first: u8| [0, first, !first, 16, 241];
    let given = |byte: &u8| Given::parse(&byte.to_string());
    let pairs = (0..=255).flat_map(|first| seconds(first).map(|second| vec![first, second]));
    let observed = |bytes: &Vec<u8>| {
        let around = Surroundings {
            calls: vec![("next_byte".to_owned(), bytes.iter().map(given).collect())],
            ..Surroundings::default()
        };
        let call = callee.prepare(&[], &around).unwrap();
        let settings = carry::Settings {
            ub_mode: UbMode::Wrap,
            steps: 10_000,
            memory: 1 << 20,
        };
        let mut observed = observe(program.clone(), &call.image, settings)
            .unwrap()
            .observed;
        observed.work = 0;
        observed
    };
    pairs
        .map(|bytes| (bytes.clone(), observed(&bytes)))
        .collect()
}

/// Checks each equivalence on all bytes that the first call can return.
fn hold_on_all_results(run: &Run, mutants: &Found) {
    let mut count = 0;
    for function in ["clamped", "larger", "skipping"] {
        let original = results(&mutants.module, function);
        for (decided, mutant) in run.objectives.iter().zip(&mutants.list) {
            if decided.function == function && decided.verdict.status == Status::Equivalent {
                let mutated = apply::apply(&mutants.module, mutant).expect("a mutant");
                assert_eq!(
                    original,
                    results(&Arc::new(mutated), function),
                    "{decided:?}"
                );
                count += 1;
            }
        }
    }
    assert!(count >= 3, "{count} equivalences");
}

/// An attack counts each input on which the original is defined, however it ends; if the original is undefined on nearly all
/// inputs, a false proof is still refuted on the others.
#[test]
fn attacks_are_on_inputs_on_which_the_original_is_defined() {
    let settings = Settings {
        fuzz: 1000,
        ..settings()
    };
    let of = |name: &str| format!("crates/quell-engine/tests/programs/{name}.c");
    let (_, aborting) = with_subject(&of("aborting"), "symbmc:ROR", |subject| {
        run_by(BMC, subject, &settings)
    });
    let aborting = aborting.unwrap();
    let (totals, statistics) = (aborting.totals, aborting.statistics);
    assert!(totals.equivalences.complete > 0, "{totals:?}");
    assert_eq!(statistics.fuzzed, Some(1000));
    let (_, undefined) = with_subject(&of("undefined"), "symbmc:ROR", |subject| {
        let run = run_by(BMC, subject, &settings)?;
        assert!(run.totals.equivalences.complete > 0, "{:?}", run.totals);
        assert!(
            (1..=1000).contains(&run.statistics.fuzzed.unwrap()),
            "{:?}",
            run.totals
        );
        let mut mutants = run.objectives.iter();
        let killed = mutants.find(|of| of.verdict.status == Status::Killed);
        refute(subject, &settings, &[id_of(killed.unwrap())])
    });
    assert!(
        matches!(undefined, Err(EngineError::Contradiction { .. })),
        "{undefined:?}"
    );
}

/// An attack runs an original that takes a million steps on most inputs to its end; inputs on which the original reaches its
/// limit of work are not counted.
#[test]
fn attacks_count_inputs_on_which_the_original_ends() {
    const ASKED: u64 = 50;
    let file = "crates/quell-engine/tests/programs/long_loop.c";
    let attacked = |most_work: u64| {
        let mut settings = Settings {
            fuzz: ASKED,
            ..settings()
        };
        settings.usual.unroll = Some(4);
        settings.native.work.original = most_work;
        let (_, run) = with_subject(file, "symbmc:ROR", |subject| {
            run_by(BMC, subject, &settings)
        });
        run.unwrap()
    };
    let is_killed = |run: &Run| {
        let mut mutants = run.objectives.iter();
        let mutant = mutants.find(|of| of.source.after() == "if (rounds < 1)");
        mutant.unwrap().verdict.status == Status::Killed
    };
    let to_its_end = attacked(100_000_000);
    assert_eq!(to_its_end.statistics.fuzzed, Some(ASKED));
    assert!(is_killed(&to_its_end), "only long runs differ");
    let cut_off = attacked(100_000);
    let compared = cut_off.statistics.fuzzed.unwrap();
    assert!((1..ASKED).contains(&compared), "{compared}");
    assert!(!is_killed(&cut_off));
}

/// Attacks vary the results of external functions: they refute false proofs, and no true one.
#[test]
fn attacks_vary_the_results_of_external_functions() {
    let settings = Settings {
        fuzz: 5_000,
        ..settings()
    };
    let (_, attacked) = with_subject(OUTSIDE, "symbmc:ROR", |subject| {
        let run = run_by(BMC, subject, &settings)?;
        let of = |function: &str| {
            let mutants = run.objectives.iter();
            let mut own = mutants.filter(|of| of.function == function);
            own.find(|of| of.verdict.status == Status::Killed)
                .map(id_of)
        };
        let killed = [of("clamped"), of("sometimes"), of("points")];
        assert!(run.statistics.fuzzed > Some(0));
        for claimed in killed {
            let refuted = refute(subject, &settings, &[claimed.unwrap()]);
            assert!(
                matches!(refuted, Err(EngineError::Contradiction { .. })),
                "{refuted:?}"
            );
        }
        Ok::<(), EngineError>(())
    });
    attacked.unwrap();
}

/// None of these mutants is equivalent: where the explorer does not support the code, the verdict is unknown, and never
/// equivalent.
#[test]
fn unsupported_code_proves_nothing() {
    let directory = "crates/quell-engine/tests/unsupported";
    let files = "table.c call.c labels.c freed.c tagged.c literal.c hidden.c slices.rs clock.c elsewhere.c annotation.c";
    for file in files.split(' ') {
        let (run, _) = decide(&format!("{directory}/{file}"), "symbmc:IVI");
        let claimed: Vec<_> = run
            .objectives
            .iter()
            .filter(|mutant| mutant.verdict.status == Status::Equivalent)
            .map(|mutant| (mutant.source.before(), mutant.source.after()))
            .collect();
        assert!(!run.objectives.is_empty(), "{file}");
        assert!(claimed.is_empty(), "{file}: {claimed:?}");
    }
    let (run, _) = decide(&format!("{directory}/asserted.c"), "SDL");
    let equivalent = run.totals.equivalences.complete + run.totals.equivalences.up_to_bounds;
    assert_eq!(equivalent, 0, "{:?}", run.objectives);
}
