//! Runs files with expectations in Quell and natively, and compares the results.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use quell_compile::{OptLevel, Request, Toolbox, native_executable};
use quell_exec::UbMode;
use quell_frontend::{CompileJob, Loader};
use quell_ir::Module;

use crate::expectation::{ActualResult, Expectation, ExpectedEnd, Stopped, bless};
use crate::outcome::{Ending, Outcome};
use crate::quell::{self, Job, Report};
use crate::{Failure, native, parallel, root};

const STEP_LIMIT: u64 = 200_000_000;
const NATIVE_LIMIT: Duration = Duration::from_secs(20);

/// The files of a folder in `tests` with one of the extensions, sorted by name.
pub fn files(folder: &str, extensions: &[&str]) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join("tests").join(folder));
    let paths = entries
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path());
    let fits = |path: &PathBuf| {
        let extension = path.extension().and_then(|extension| extension.to_str());
        extension.is_some_and(|extension| extensions.contains(&extension))
    };
    let mut files: Vec<PathBuf> = paths.filter(fits).collect();
    files.sort();
    files
}

/// Checks or blesses each file. Returns a paragraph for each file with a difference.
///
/// `QUELL_ONLY` restricts this to files whose name contains its value.
pub fn run(files: &[PathBuf]) -> Vec<String> {
    let only = std::env::var("QUELL_ONLY").unwrap_or_default();
    let chosen: Vec<&PathBuf> = files
        .iter()
        .filter(|path| path.to_string_lossy().contains(&only))
        .collect();
    let blessing = std::env::var_os("QUELL_BLESS").is_some();
    let results = parallel::map(&chosen, |path| {
        let result = if blessing {
            bless_file(path)
        } else {
            check_file(path)
        };
        result.err().map(|wrong| {
            let name = path.strip_prefix(root()).unwrap_or(path).display();
            format!("{name}\n{}\n", indented(&wrong))
        })
    });
    results.into_iter().flatten().collect()
}

fn indented(text: &str) -> String {
    let lines = text.lines().map(|line| format!("    {line}\n"));
    lines.collect()
}

/// A file and its expectations, with the module to run at one level.
struct Case<'a> {
    path: &'a Path,
    source: String,
    expected: Expectation,
}

impl<'a> Case<'a> {
    fn read(path: &'a Path) -> Result<Self, Failure> {
        let source = fs::read_to_string(path).map_err(|error| error.to_string())?;
        let expected = Expectation::of(&source)?;
        Ok(Self {
            path,
            source,
            expected,
        })
    }

    fn request(&self, level: OptLevel) -> Request {
        let flags = self.expected.flags.clone();
        Request::new(self.path).at(level).with_flags(flags)
    }

    fn module(&self, level: OptLevel) -> Result<Arc<Module>, Failure> {
        let job = CompileJob::new(self.path).with_arguments(&self.expected.flags);
        let loaded = Loader::new(Toolbox::from_env()).at(level).load(&job);
        Ok(loaded.map_err(|error| error.to_string())?.module)
    }

    fn in_quell(&self, module: &Arc<Module>, ub_mode: UbMode) -> Result<Report, Failure> {
        quell::run(&Job {
            module,
            args: &self.expected.args,
            stdin: self.expected.stdin.as_bytes(),
            ub_mode,
            step_limit: STEP_LIMIT,
        })
    }

    fn natively(&self, level: OptLevel) -> Result<Outcome, Failure> {
        let scratch = tempfile::tempdir().map_err(|error| error.to_string())?;
        let program = scratch.path().join("program");
        native_executable(&self.request(level), &Toolbox::from_env(), &program)
            .map_err(|error| error.to_string())?;
        let stdin = self.expected.stdin.as_bytes();
        native::run(&program, &self.expected.args, stdin, NATIVE_LIMIT)
    }
}

fn check_file(path: &Path) -> Result<(), Failure> {
    let case = Case::read(path)?;
    for &level in &case.expected.levels {
        check_level(&case, level).map_err(|wrong| format!("at {level}:\n{wrong}"))?;
    }
    Ok(())
}

fn check_level(case: &Case, level: OptLevel) -> Result<(), Failure> {
    let module = case.module(level)?;
    let report = case.in_quell(&module, quell::ub_mode_of(level))?;
    if let Some(wrong) = case.expected.check_stop(&report) {
        return Err(wrong);
    }
    check_quell(case, &report)?;
    if let Some(wrapped) = &case.expected.wrap {
        let report = case.in_quell(&module, UbMode::Wrap)?;
        same_text(wrapped, &report)?;
        let native = case.natively(level)?;
        agree(&report.outcome, &native, ["quell when wrapping", "native"])?;
    }
    if case.expected.must_agree_with_native() {
        let native = case.natively(level)?;
        agree(&report.outcome, &native, ["quell", "native"])?;
    }
    Ok(())
}

fn agree(one: &Outcome, two: &Outcome, names: [&str; 2]) -> Result<(), Failure> {
    one.difference(two, names).map_or(Ok(()), Err)
}

/// Output before undefined behaviour is compared too.
fn check_quell(case: &Case, report: &Report) -> Result<(), Failure> {
    let mut wanted = case.expected.outcome();
    if matches!(case.expected.fate, ExpectedEnd::Ub(_)) {
        wanted.ending = report.outcome.ending.clone();
    }
    let given = report.outcome.without_trailing_blanks();
    agree(&wanted, &given, ["expected", "quell"]).map_err(|wrong| wrong + &stop_of(report))
}

fn stop_of(report: &Report) -> String {
    match (&report.reason, report.place) {
        (Some(reason), Some((line, column))) => format!("quell: {reason} at {line}:{column}"),
        (Some(reason), None) => format!("quell: {reason}"),
        _ => String::new(),
    }
}

fn same_text(wrapped: &str, report: &Report) -> Result<(), Failure> {
    let wanted = Outcome {
        stdout: wrapped.into(),
        ending: report.outcome.ending.clone(),
    };
    let given = report.outcome.without_trailing_blanks();
    let names = ["expected when wrapping", "quell"];
    agree(&wanted, &given, names).map_err(|wrong| wrong + &stop_of(report))
}

/// Replaces the expectations in a file by the results of the unoptimised program: the native ones, or those
/// of Quell where the native ones are meaningless.
fn bless_file(path: &Path) -> Result<(), Failure> {
    let case = Case::read(path)?;
    let level = case.expected.levels[0];
    let module = case.module(level)?;
    let report = case.in_quell(&module, quell::ub_mode_of(level))?;
    let reason = report.reason.clone().unwrap_or_default();
    let message = reason.strip_prefix(quell::UB_PREFIX).unwrap_or(&reason);
    let stopped = Stopped {
        message: message.to_owned(),
        place: report.place,
    };
    let (stdout, fate) = match &case.expected.fate {
        ExpectedEnd::Ub(_) => (report.outcome.stdout, ExpectedEnd::Ub(stopped)),
        ExpectedEnd::Dies(..) => died_natively(case.natively(level)?, stopped),
        ExpectedEnd::Exit(_) => native_result(&case, level)?,
    };
    let wrapped = || case.in_quell(&module, UbMode::Wrap);
    let wrap = match case.expected.wrap {
        Some(_) => Some(wrapped()?.outcome.stdout),
        None => None,
    };
    let actual = ActualResult { stdout, fate, wrap };
    let blessed = bless(&case.source, path, &actual);
    fs::write(path, blessed).map_err(|error| error.to_string())
}

fn died_natively(native: Outcome, stopped: Stopped) -> (Vec<u8>, ExpectedEnd) {
    let status = match native.ending {
        Ending::Exit(status) => Some(status),
        _ => None,
    };
    (native.stdout, ExpectedEnd::Dies(stopped, status))
}

fn native_result(case: &Case, level: OptLevel) -> Result<(Vec<u8>, ExpectedEnd), Failure> {
    let native = case.natively(level)?;
    match native.ending {
        Ending::Exit(status) => Ok((native.stdout, ExpectedEnd::Exit(status))),
        other => Err(format!(
            "the native run {other}: write `dies` or `ub` into the file"
        )),
    }
}
