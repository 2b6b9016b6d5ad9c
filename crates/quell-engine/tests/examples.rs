//! What every verdict on every example has to withstand; takes long.

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

/// Every equivalence of every example on a million inputs: `QUELL_ATTACK` sets how many.
#[test]
#[ignore = "takes long"]
fn soak_equivalences_withstand_attack() {
    let inputs = std::env::var("QUELL_ATTACK").ok();
    let settings = Settings {
        attack: inputs
            .and_then(|text| text.parse().ok())
            .unwrap_or(1_000_000),
        ..settings()
    };
    for file in example_files() {
        for faults in ["symbmc", "sufficient"] {
            let start = Instant::now();
            let (_, run) = with_subject(&file, faults, |subject| run_by(BMC, subject, &settings));
            let run = run.unwrap_or_else(|error| panic!("{file}: {error}"));
            let (totals, statistics) = (run.totals, run.statistics);
            let equivalent = totals.equivalences.complete + totals.equivalences.up_to_bounds;
            let time = start.elapsed();
            println!(
                "{file} {faults}: {equivalent} equivalences withstood {} inputs, {time:.1?}",
                statistics.attacks.unwrap_or(0)
            );
        }
    }
}

/// Another solver is asked all that the equivalences of the examples rest on, and finds nothing else. It is slower, and finds
/// nothing out about some: how many is printed.
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
            totals.equivalences.confirmed, totals.equivalences.not_confirmed
        );
    }
}

/// Both engines decide the same mutants of the examples, and decide them alike. The one with one formula for all mutants is
/// slow, so it gets more time, and may still not come as far as the other one. Where that makes a difference, neither looks
/// at more than the smallest inputs, and they have to agree there.
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

/// Whether both engines decide the same mutants of a file, and tell the same ones from the original. The time is that of a
/// question to the slow one, which divides its formula after it.
fn do_engines_agree(file: &str, inputs: &InputSettings, query: Duration) -> bool {
    let start = Instant::now();
    let mut own = settings();
    let mut patient = settings();
    patient.budgets.query = query;
    patient.budgets.function = Duration::from_secs(600);
    let [own, at_once] = [(BMC, &mut own), (SYMBMC, &mut patient)].map(|(engine, settings)| {
        settings.usual.inputs = inputs.clone();
        let (_, run) = with_subject(file, "symbmc", |subject| run_by(engine, subject, settings));
        run.unwrap_or_else(|error| panic!("{file}: {error}"))
    });
    let apart = told_apart_beyond_bounds(&own, &at_once);
    let [open, open_at_once] = [undecided(&own), undecided(&at_once)];
    println!(
        "{file}, {} elements: of {} mutants {apart} are told apart by one engine only, {} and {} undecided, {:.1?}",
        inputs.capacity,
        own.objectives.len(),
        open.len(),
        open_at_once.len(),
        start.elapsed()
    );
    apart == 0 && open == open_at_once
}

/// Mutants about which nothing is known, by their ids.
fn undecided(run: &Run) -> Vec<&str> {
    let mutants = run.objectives.iter();
    let unknown = mutants.filter(|of| of.verdict.status == Status::Unknown);
    unknown.map(|of| of.id.as_str()).collect()
}

/// How many mutants only one of two runs tells from the original. The other one has to say that it did not look so far.
fn told_apart_beyond_bounds(one: &Run, other: &Run) -> usize {
    let mut count = 0;
    for pair in one.objectives.iter().zip(&other.objectives) {
        assert_eq!(pair.0.id, pair.1.id);
        let of_kind = |kind: Status| {
            [pair.0, pair.1]
                .into_iter()
                .find(|of| of.verdict.status == kind)
        };
        let told_apart = of_kind(Status::Killed).or(of_kind(Status::Timeout));
        if let (Some(equivalent), Some(_)) = (of_kind(Status::Equivalent), told_apart) {
            let verdict = &equivalent.verdict;
            let is_restricted = !verdict.bounds.is_empty() || !verdict.assumptions.is_empty();
            assert!(is_restricted, "{pair:?}");
            count += 1;
        }
    }
    count
}
