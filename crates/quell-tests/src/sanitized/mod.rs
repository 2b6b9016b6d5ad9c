//! Checks the validity of tests by sanitizers: every test that Quell writes runs on a build of the original
//! with clang's sanitizers, and a report shows that the test relies on undefined behaviour.
//!
//! * [`original`]: compiles the source file with sanitizers, and renames its symbols so that they do not
//!   clash with libraries.
//! * [`bridge`]: thunks, stubs and tables through which the driver (`runtime/sanitized.c`) calls it.
//! * [`data`]: the tests as input of the driver. [`runs`]: runs the driver and reads reports.
//! * [`command`]: suites from `quell run`, checked by `quell score`. [`survey`]: source files of Debian
//!   packages.
//!
//! Calls are made at the level of the IR, from the same [`CallImage`](quell_values::CallImage) that Quell's
//! own machines execute. So every test has the same meaning here, whatever its types, and none has to be
//! printed as C.

pub mod bridge;
pub mod command;
pub mod data;
pub mod original;
pub mod runs;
pub mod survey;

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use quell_frontend::{CompileJob, load};
use quell_ir::debug::DebugInfo;
use quell_results::TestCase;
use quell_values::lookup::Lookup;

use crate::Failure;
use bridge::Program;
use data::Tests;
use runs::Finding;

/// A C source file, with the options to compile it.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The name in tables.
    pub name: String,
    pub path: PathBuf,
    pub flags: Vec<OsString>,
}

/// The results of a suite.
#[derive(Debug, Default)]
pub struct Checked {
    /// The number of tests that ran.
    pub tests: usize,
    /// For each report, the test, its call and the report.
    pub reports: Vec<String>,
    /// Tests that could not be run, each with the reason.
    pub not_run: Vec<String>,
    /// Why `quell score` refused the suite.
    pub refused: Option<Failure>,
}

/// Runs each test of a suite on the original, built with sanitizers. `quell` is the command that confines the
/// runs.
pub fn check(subject: &Subject, cases: &[TestCase], quell: &Path) -> Result<Checked, Failure> {
    let job = CompileJob::new(&subject.path).with_arguments(subject.flags.clone());
    let loaded = load(&job).map_err(|error| error.to_string())?;
    let lookup = Lookup {
        module: &loaded.module,
        info: DebugInfo::new(&loaded.module),
        language: loaded.language,
        file: &loaded.file,
    };
    let mut tests = Tests::prepare(&lookup, cases);
    let scratch = tempfile::tempdir().map_err(|error| error.to_string())?;
    let object = original::compile(subject, &loaded.module, scratch.path())?;
    let program = Program::build(&loaded.module, &object, &tests.functions(), scratch.path())?;
    let written = tests.write(&program);
    let file = scratch.path().join("tests");
    fs::write(&file, written).map_err(|error| error.to_string())?;
    let ended = runs::all(&program, &file, scratch.path(), quell)?;
    let mut checked = Checked {
        tests: tests.ready.len(),
        reports: Vec::new(),
        not_run: tests.not_run,
        refused: None,
    };
    let mut last = None;
    for run in ended {
        let finding = run.finding();
        // One report per test is enough, whatever the placement of objects.
        if finding == Finding::Nothing || last == Some(run.test) {
            continue;
        }
        last = Some(run.test);
        let shown = format!(
            "{}: {}",
            subject.path.display(),
            shown(tests.ready[run.test].case)
        );
        match finding {
            Finding::Nothing => {}
            Finding::Report(report) => checked.reports.push(format!("{shown}\n{report}")),
            Finding::ShowsNothing(why) => checked.not_run.push(format!("{shown}: {why}")),
        }
    }
    Ok(checked)
}

/// A test on one line: its name and its values.
fn shown(case: &TestCase) -> String {
    let args: Vec<String> = case.args.iter().map(ToString::to_string).collect();
    let mut text = format!("{}: {}({})", case.id, case.function, args.join(", "));
    if !case.globals.is_empty() {
        text += &format!(" globals {}", serde_json::json!(case.globals));
    }
    if !case.calls.is_empty() {
        text += &format!(" calls {}", serde_json::json!(case.calls));
    }
    text
}
