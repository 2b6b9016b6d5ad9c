//! Real programs from Debian, natively and in Quell.

use quell_compile::OptLevel;
use quell_tests::{parallel, real};

/// Programs that are small and quick to fetch; `make soak` compares all.
const CHOSEN: [&str; 5] = [
    "cjson-demo",
    "json-reformat",
    "json-verify",
    "lz4-simple",
    "picosat",
];

fn compare(names: &[&str], levels: &[OptLevel]) {
    real::build(names).unwrap();
    let programs = real::programs().unwrap();
    let chosen: Vec<_> = programs
        .iter()
        .filter(|program| names.is_empty() || names.contains(&program.name.as_str()))
        .flat_map(|program| levels.iter().map(move |level| (program, *level)))
        .collect();
    assert!(chosen.len() >= names.len() * levels.len(), "{names:?}");
    let results = parallel::map(&chosen, |(program, level)| program.compare(*level));
    for ((program, level), result) in chosen.iter().zip(&results) {
        match result {
            Ok(steps) => println!("{} at {level}: agrees after {steps} steps", program.name),
            Err(wrong) => println!("{wrong}"),
        }
    }
    let wrong: String = results.into_iter().filter_map(Result::err).collect();
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn real_programs_run_as_natively() {
    compare(&CHOSEN, &[OptLevel::O0]);
}

#[test]
#[ignore = "all real programs at both levels: `make soak`"]
fn soak_real_programs_run_as_natively() {
    compare(&[], &[OptLevel::O0, OptLevel::O2]);
}
