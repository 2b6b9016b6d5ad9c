//! `--seeds`: the tests of the user that a run begins with.

use std::collections::BTreeSet;
use std::path::Path;

use quell_engine::{Settings, Subject};
use quell_ir::FuncId;
use quell_results::{TestCase, read_suite};
use quell_values::lookup::Lookup;
use quell_values::{Callee, Given, Surroundings, Types};

use crate::code::is_test_of;
use crate::config::check::outside;
use crate::decide::Part;
use crate::error::CliError;
use crate::report;

/// The tests of a suite; none if there is no suite.
pub fn read(suite: Option<&Path>) -> Result<Vec<TestCase>, CliError> {
    match suite {
        Some(suite) => Ok(read_suite(suite)?.tests),
        None => Ok(Vec::new()),
    }
}

/// Warns if no test calls a function with objectives, of whatever file.
pub fn check(seeds: &[TestCase], parts: &[Part]) {
    let is_of_use = parts.iter().any(|part| {
        let target = &part.target;
        let (file, lookup) = (Path::new(target.file()), target.lookup());
        let objectives = part.objectives.iter();
        let called = objectives.map(|of| target.entry.unwrap_or(of.site.function));
        let called: BTreeSet<FuncId> = called.collect();
        let mut own = seeds.iter().filter(|seed| is_test_of(seed, file));
        own.any(|seed| called_by(seed, &lookup, &called).is_some())
    });
    if !seeds.is_empty() && !is_of_use {
        report::print_warning("--seeds: no test calls a function with mutants or labels");
    }
}

/// Warns of tests that the functions with objectives do not admit.
pub fn warn_of_unfit(subject: &Subject<'_>, settings: &Settings, prefix: &str) {
    let objectives = subject.objectives.iter();
    let called: BTreeSet<FuncId> = objectives.map(|of| settings.called_for(of)).collect();
    for seed in &settings.seeds {
        let Some(function) = called_by(seed, &subject.lookup, &called) else {
            continue;
        };
        if let Some(why) = obstacle(subject, function, seed) {
            let id = &seed.id;
            report::print_warning(&format!("{prefix}--seeds: test {id} is left out: {why}"));
        }
    }
}

/// The function that a test calls, if it is one of these.
fn called_by(seed: &TestCase, lookup: &Lookup<'_>, of: &BTreeSet<FuncId>) -> Option<FuncId> {
    let function = lookup.find(&seed.function).ok();
    function.filter(|id| of.contains(id))
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
