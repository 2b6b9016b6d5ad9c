//! `--seeds`: the tests of the user that a run begins with.

use std::collections::BTreeSet;
use std::path::Path;

use quell_engine::{Settings, Subject};
use quell_ir::FuncId;
use quell_results::{TestCase, read_suite};
use quell_values::{Callee, Given, Surroundings, Types};

use crate::config::check::outside;
use crate::error::CliError;
use crate::report;

/// The tests of a suite; none if there is no suite.
pub fn read(suite: Option<&Path>) -> Result<Vec<TestCase>, CliError> {
    match suite {
        Some(suite) => Ok(read_suite(suite)?.tests),
        None => Ok(Vec::new()),
    }
}

/// Warns of tests that the functions with objectives do not admit, or if no test calls one of them.
pub fn check(subject: &Subject<'_>, settings: &Settings) {
    let objectives = subject.objectives.iter();
    let called: BTreeSet<FuncId> = objectives.map(|of| settings.called_for(of)).collect();
    let mut is_of_use = settings.seeds.is_empty();
    for seed in &settings.seeds {
        let function = subject.lookup.find(&seed.function).ok();
        let Some(function) = function.filter(|of| called.contains(of)) else {
            continue;
        };
        is_of_use = true;
        if let Some(why) = obstacle(subject, function, seed) {
            report::print_warning(&format!("--seeds: test {} is left out: {why}", seed.id));
        }
    }
    if !is_of_use {
        report::print_warning("--seeds: no test calls a function with mutants or labels");
    }
}

/// Why a test is no call of its function.
fn obstacle(subject: &Subject<'_>, function: FuncId, seed: &TestCase) -> Option<String> {
    if !seed.stdin.is_empty() {
        return Some("it is about a whole program, not one function".to_owned());
    }
    let lookup = &subject.lookup;
    let callee = Callee {
        outside: outside(lookup.module),
        ..Callee::new(lookup, Types::new(lookup.module), function)
    };
    let given = |value: &serde_json::Value| Given::from_json(value);
    let args: Vec<Given> = seed.args.iter().map(given).collect();
    let globals = seed.globals.iter();
    let calls = seed.calls.iter();
    let around = Surroundings {
        globals: globals
            .map(|(name, of)| (name.clone(), given(of)))
            .collect(),
        calls: calls
            .map(|(name, of)| (name.clone(), of.iter().map(given).collect()))
            .collect(),
        ..Surroundings::default()
    };
    let prepared = callee.prepare(&args, &around);
    prepared.err().map(|error| error.to_string())
}
