//! Programs with annotations of inputs: comments at the end of each file give the verdicts that both engines must reach.

#[path = "support/deciding.rs"]
mod deciding;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use deciding::{BMC, SYMBMC, root, run_by, settings, unknown, with_subject};
use quell_engine::Settings;
use quell_exec::UbMode;
use quell_results::{Assumption, Evidence, Record, Run, SourceLine, Status};

fn decided(engine: &str, file: &str, ub: UbMode) -> Run {
    let mut settings = Settings {
        fuzz: 5000,
        ..settings()
    };
    settings.usual.ub = ub;
    let (_, run) = with_subject(file, "symbmc", |subject| run_by(engine, subject, &settings));
    run.unwrap_or_else(|error| panic!("{file}, {engine:?}: {error}"))
}

/// Lines such as `// name: 25 killed, 5 up to bounds`; in Fortran they begin with `!: `.
fn expected(file: &str) -> BTreeMap<String, String> {
    let text = fs::read_to_string(root().join(file)).unwrap();
    let lines = text
        .lines()
        .filter_map(|line| line.strip_prefix("// ").or(line.strip_prefix("!: ")));
    let pairs = lines.filter_map(|line| line.split_once(": "));
    pairs
        .map(|(name, counts)| (name.to_owned(), counts.to_owned()))
        .collect()
}

fn class(mutant: &Record) -> &'static str {
    match mutant.verdict.status {
        Status::Killed => "killed",
        Status::Equivalent if mutant.verdict.complete => "equivalent",
        Status::Equivalent if mutant.verdict.evidence == Some(Evidence::Code) => "same code",
        Status::Equivalent => "up to bounds",
        Status::Unreached => "unreached",
        Status::Timeout => "timeouts",
        Status::Unknown => "unknown",
        other => panic!("{other:?} is no verdict of an engine"),
    }
}

/// The lines of a result, in the same form.
fn found(run: &Run) -> BTreeMap<String, String> {
    let mut counts: BTreeMap<&str, BTreeMap<&str, usize>> = BTreeMap::new();
    for mutant in &run.objectives {
        let of = counts.entry(&mutant.function).or_default();
        *of.entry(class(mutant)).or_default() += 1;
    }
    let line = |of: &BTreeMap<&str, usize>| {
        let classes = [
            "killed",
            "equivalent",
            "same code",
            "up to bounds",
            "unreached",
            "timeouts",
            "unknown",
        ];
        let some = classes
            .iter()
            .filter_map(|class| Some((of.get(class)?, class)));
        let some: Vec<String> = some
            .map(|(count, class)| format!("{count} {class}"))
            .collect();
        some.join(", ")
    };
    let lines = counts
        .iter()
        .map(|(name, of)| ((*name).to_owned(), line(of)));
    lines.collect()
}

fn check(name: &str, ub: UbMode) -> Run {
    let file = format!("crates/quell-engine/tests/programs/{name}");
    let [own, at_once] = [BMC, SYMBMC].map(|engine| decided(engine, &file, ub));
    for run in [&own, &at_once] {
        assert_eq!(unknown(run), Vec::<String>::new());
        assert_eq!(found(run), expected(&file), "{file}");
    }
    own
}

fn assumptions(run: &Run, function: &str) -> BTreeSet<Assumption> {
    let mutants = run.objectives.iter().filter(|of| of.function == function);
    let all = mutants.flat_map(|of| of.verdict.assumptions.clone());
    all.collect()
}

#[test]
fn assumptions_restrict_inputs_and_are_named() {
    let run = check("assumed.c", UbMode::Trap);
    let line = SourceLine {
        file: None,
        line: Some(7),
    };
    assert_eq!(
        assumptions(&run, "checked"),
        [Assumption::Annotation { line }].into()
    );
    // Annotations have no mutants.
    assert!(
        run.objectives
            .iter()
            .all(|of| of.span.line != 7 && of.span.line != 14)
    );
}

#[test]
fn assumptions_in_fortran() {
    check("assumed.f90", UbMode::Trap);
}

#[test]
fn inputs_of_klee() {
    let run = check("klee.c", UbMode::Trap);
    let mut calls = run.tests.iter().flat_map(|test| test.inputs.calls.keys());
    assert!(calls.any(|name| name == "klee_make_symbolic(point.grid[])"));
}

#[test]
fn inputs_of_verifiers() {
    check("verifier.c", UbMode::Trap);
}

/// Overflow wraps; other undefined behaviour still makes inputs invalid.
#[test]
fn code_that_wraps() {
    let run = check("wrapping.c", UbMode::Overflow);
    for test in run.tests.iter().filter(|test| test.function == "shifted") {
        let by = test.inputs.args[1].as_u64();
        assert!(by.is_some_and(|by| by < 32), "{test:?}");
    }
    let avoided = decided(
        BMC,
        "crates/quell-engine/tests/programs/wrapping.c",
        UbMode::Trap,
    );
    assert!(
        avoided.totals.equivalences.complete > run.totals.equivalences.complete,
        "{:?}",
        avoided.totals
    );
}
