//! Long checks of all verdicts on all examples.

#[path = "support/deciding.rs"]
mod deciding;

use std::fs;
use std::time::{Duration, Instant};

use deciding::{BMC, SYMBMC, root, run_by, settings, with_subject};
use quell_engine::{SecondSolver, Settings, SolverProgram};
use quell_results::{Run, Status};
use quell_values::inputs::InputSettings;

/// All examples, or those with `QUELL_FILES` in their names.
fn example_files() -> Vec<String> {
    let files = fs::read_dir(root().join("examples")).unwrap();
    let names = files.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let wanted = std::env::var("QUELL_FILES").unwrap_or_default();
    let is_wanted = |name: &String| name.contains('.') && name.contains(&wanted);
    let mut names: Vec<String> = names.filter(is_wanted).collect();
    names.sort();
    names
        .iter()
        .map(|name| format!("examples/{name}"))
        .collect()
}

/// Attacks every equivalence of every example with a million inputs; `QUELL_ATTACK` sets the number.
#[test]
#[ignore = "takes long"]
fn soak_equivalences_withstand_attack() {
    let inputs = std::env::var("QUELL_ATTACK").ok();
    let settings = Settings {
        fuzz: inputs
            .and_then(|text| text.parse().ok())
            .unwrap_or(1_000_000),
        ..settings()
    };
    for file in example_files() {
        for operators in ["symbmc", "sufficient"] {
            let start = Instant::now();
            let (_, run) =
                with_subject(&file, operators, |subject| run_by(BMC, subject, &settings));
            let run = run.unwrap_or_else(|error| panic!("{file}: {error}"));
            let (totals, statistics) = (run.totals, run.statistics);
            let equivalent = totals.equivalences.complete + totals.equivalences.up_to_bounds;
            let time = start.elapsed();
            println!(
                "{file} {operators}: {equivalent} equivalences withstood {} inputs, {time:.1?}",
                statistics.fuzzed.unwrap_or(0)
            );
        }
    }
}

/// A second solver solves all queries on which the equivalences of the examples depend, and agrees. It is slower, and times
/// out on some; their number is printed.
#[test]
#[ignore = "takes long"]
fn soak_second_solver_agrees() {
    let settings = Settings {
        second: Some(SecondSolver {
            program: SolverProgram::Z3,
            time: Duration::from_secs(20),
        }),
        ..settings()
    };
    for file in example_files() {
        let (_, run) = with_subject(&file, "symbmc", |subject| run_by(BMC, subject, &settings));
        let totals = run.unwrap_or_else(|error| panic!("{file}: {error}")).totals;
        println!(
            "{file}: {} equivalences confirmed, {} not",
            totals.equivalences.proved_twice, totals.equivalences.proved_once
        );
    }
}

/// Both engines decide the same mutants of the examples, with the same verdicts. The engine with one formula for all mutants
/// is slow: it gets more time, and may still not reach the same bounds. If that makes a difference, both engines run again
/// on the smallest inputs only, and must agree there.
#[test]
#[ignore = "takes long"]
fn soak_engines_agree() {
    let all = InputSettings::default();
    let smallest = InputSettings {
        capacity: 2,
        ..InputSettings::default()
    };
    for file in example_files() {
        let agree = do_engines_agree(&file, &all, Duration::from_secs(30))
            || do_engines_agree(&file, &smallest, Duration::from_secs(5));
        assert!(agree, "{file}");
    }
}

/// Whether both engines decide the same mutants of a file and kill the same ones. `query` is the time for a query of the slow
/// engine, which splits its formula after a timeout.
fn do_engines_agree(file: &str, inputs: &InputSettings, query: Duration) -> bool {
    let start = Instant::now();
    let mut own = settings();
    let mut long = settings();
    long.budgets.query = query;
    long.budgets.function = Duration::from_secs(600);
    let [own, at_once] = [(BMC, &mut own), (SYMBMC, &mut long)].map(|(engine, settings)| {
        settings.usual.inputs = inputs.clone();
        let (_, run) = with_subject(file, "symbmc", |subject| run_by(engine, subject, settings));
        run.unwrap_or_else(|error| panic!("{file}: {error}"))
    });
    let apart = killed_beyond_bounds(&own, &at_once);
    let [open, open_at_once] = [undecided(&own), undecided(&at_once)];
    println!(
        "{file}, {} elements: of {} mutants {apart} are killed by one engine only, {} and {} undecided, {:.1?}",
        inputs.capacity,
        own.objectives.len(),
        open.len(),
        open_at_once.len(),
        start.elapsed()
    );
    apart == 0 && open == open_at_once
}

/// The ids of the mutants that are unknown.
fn undecided(run: &Run) -> Vec<&str> {
    let mutants = run.objectives.iter();
    let unknown = mutants.filter(|of| of.verdict.status == Status::Unknown);
    unknown.map(|of| of.id.as_str()).collect()
}

/// The number of mutants that only one of two runs kills. The verdict of the other must have bounds or assumptions.
fn killed_beyond_bounds(one: &Run, other: &Run) -> usize {
    let mut count = 0;
    for pair in one.objectives.iter().zip(&other.objectives) {
        assert_eq!(pair.0.id, pair.1.id);
        let of_kind = |kind: Status| {
            [pair.0, pair.1]
                .into_iter()
                .find(|of| of.verdict.status == kind)
        };
        let killed = of_kind(Status::Killed).or(of_kind(Status::Timeout));
        if let (Some(equivalent), Some(_)) = (of_kind(Status::Equivalent), killed) {
            let verdict = &equivalent.verdict;
            let is_restricted = !verdict.bounds.is_empty() || !verdict.assumptions.is_empty();
            assert!(is_restricted, "{pair:?}");
            count += 1;
        }
    }
    count
}
