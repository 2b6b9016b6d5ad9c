//! Suites as users produce them: `quell run` writes one, and `quell score` must accept it.

use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, Output};

use quell_results::read_suite;

use super::{Checked, Subject, check};
use crate::Failure;

/// The exit status of `quell run` if it wrote all tests that it found.
const SUCCESS: i32 = 0;

/// The mutants that tests are written for, and the time limits.
#[derive(Clone, Debug)]
pub struct Effort {
    /// The argument of `--operators`.
    pub operators: String,
    /// Seconds per function.
    pub budget: u64,
    /// Seconds per file.
    pub run_time: u64,
    /// Further options of `quell run`.
    pub options: Vec<String>,
}

/// Lets `quell` write tests for a file and score them, and runs them under the sanitizers.
pub fn examine(subject: &Subject, effort: &Effort, quell: &Path) -> Result<Checked, Failure> {
    let scratch = tempfile::tempdir().map_err(|error| error.to_string())?;
    let suite = scratch.path().join("tests.json");
    let mut run = Command::new(quell);
    run.arg("run")
        .args(["--operators", &effort.operators, "--no-config"]);
    run.args(["--function-timeout", &effort.budget.to_string()]);
    run.args(["--timeout", &effort.run_time.to_string()]);
    run.args(&effort.options).arg("--tests").arg(&suite);
    succeeded(subject, finish(&mut run, subject)?)?;
    let cases = match read_suite(&suite) {
        Ok(suite) if suite.tests.is_empty() => return Ok(Checked::default()),
        Ok(suite) => suite.tests,
        Err(error) => return Err(error.to_string()),
    };
    let mut checked = check(subject, &cases, quell)?;
    let mut score = Command::new(quell);
    // Tests are accepted or refused before mutants run, so one line of mutants suffices.
    score.args(["score", "--no-compare-code", "--lines", "1"]);
    score.arg("--tests").arg(&suite);
    checked.refused = succeeded(subject, finish(&mut score, subject)?).err();
    Ok(checked)
}

/// Runs the command with the file and its flags.
fn finish(command: &mut Command, subject: &Subject) -> Result<Output, Failure> {
    let flags = subject.flags.iter().cloned();
    let flags = std::iter::once(OsString::from("--cflags")).chain(flags);
    command.args(flags).arg("--").arg(&subject.path);
    command
        .output()
        .map_err(|error| format!("{command:?}: {error}"))
}

fn succeeded(subject: &Subject, output: Output) -> Result<(), Failure> {
    match output.status.code() {
        Some(SUCCESS) => Ok(()),
        _ => Err(format!(
            "{}: {}: {}",
            subject.path.display(),
            output.status,
            String::from_utf8_lossy(&output.stderr).trim()
        )),
    }
}
