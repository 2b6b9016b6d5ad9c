//! Runs of engines on the mutants of files, for tests to inspect.

// Each test uses only some of these items.
#![allow(dead_code)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use quell_engine::{Budgets, EngineEntry, EngineError, FunctionSettings, Settings, Subject, run};
use quell_frontend::{CompileJob, load};
use quell_ir::Module;
use quell_ir::debug::DebugInfo;
use quell_native::{Launcher, Options, Sandbox};
use quell_objectives::{Objective, Selection, Wanted, generate};
use quell_results::{Run, Status};
use quell_values::lookup::Lookup;

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The engines, by name.
pub const BMC: &str = "bmc";
pub const SYMBMC: &str = "symbmc";
pub const RANDOM: &str = "random";
pub const DSE: &str = "dse";
pub const CBT: &str = "cbt";

pub fn settings() -> Settings {
    let launcher = Launcher {
        program: env!("CARGO_BIN_EXE_quell-engine-sandbox").into(),
        args: Vec::new(),
    };
    Settings {
        usual: FunctionSettings::default(),
        functions: BTreeMap::new(),
        entry: None,
        seeds: Vec::new(),
        native: Options {
            workers: 2,
            cache: Some(Path::new(env!("CARGO_TARGET_TMPDIR")).join("harnesses")),
            ..Options::new(Sandbox::Required(launcher))
        },
        budgets: Budgets::default(),
        compare_code: false,
        jobs: 2,
        seed: 1,
        fuzz: 0,
        dse: quell_engine::DseSettings::default(),
        cbt: quell_engine::CbtSettings::default(),
        second: None,
        log: None,
        stop: Arc::default(),
    }
}

/// A module and its mutants.
pub struct Found {
    pub module: Arc<Module>,
    pub list: Vec<Objective>,
}

pub fn decide(file: &str, operators: &str) -> (Run, Found) {
    decide_by(BMC, file, operators)
}

pub fn decide_by(engine: &str, file: &str, operators: &str) -> (Run, Found) {
    let (found, run) = with_subject(file, operators, |subject| {
        run_by(engine, subject, &settings())
    });
    (run.unwrap_or_else(|error| panic!("{error}")), found)
}

/// The result of an engine, or the error of the first function that fails.
pub fn run_by(
    engine: &str,
    subject: &Subject<'_>,
    settings: &Settings,
) -> Result<Run, EngineError> {
    let engine = EngineEntry::named(engine).expect("an engine");
    let outcome = run(engine, subject, settings, &mut |_| {})?;
    match outcome.failures.into_iter().next() {
        Some(failure) => Err(failure.error),
        None => Ok(outcome.run),
    }
}

/// The mutants of a file, and the result of `using` on them.
pub fn with_subject<T>(
    file: &str,
    operators: &str,
    using: impl FnOnce(&Subject<'_>) -> T,
) -> (Found, T) {
    let unit = load(&CompileJob::new(root().join(file))).unwrap();
    let mut module = Module::clone(&unit.module);
    let function = std::env::var("QUELL_FUNCTION").ok();
    let functions = function.and_then(|name| module.find_function(&name));
    let wanted = Wanted {
        functions: functions.into_iter().collect(),
        lines: None,
        selection: Selection::parse(operators).unwrap(),
    };
    let found = generate(&mut module, unit.sources(), &wanted);
    let shared = Arc::new(module);
    let subject = Subject {
        lookup: Lookup {
            module: &shared,
            info: DebugInfo::new(&shared),
            language: unit.language,
            file,
        },
        shared: shared.clone(),
        objectives: &found.mutants,
        faults: vec![operators.to_owned()],
        criteria: Vec::new(),
        decisions: &[],
    };
    let used = using(&subject);
    let found = Found {
        list: found.mutants,
        module: shared,
    };
    (found, used)
}

/// A line for each unknown verdict.
pub fn unknown(run: &Run) -> Vec<String> {
    let unknown = run
        .objectives
        .iter()
        .filter(|mutant| mutant.verdict.status == Status::Unknown);
    unknown
        .map(|mutant| {
            format!(
                "{}: {}: {:?}",
                mutant.function, mutant.id, mutant.verdict.reason
            )
        })
        .collect()
}
