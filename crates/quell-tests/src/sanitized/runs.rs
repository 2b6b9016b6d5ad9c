//! Runs the driver and reads what the sanitizers reported.

use std::fs;
use std::path::Path;

use quell_native::sandbox::{Confinement, Launcher, Sandbox};

use super::bridge::Program;
use crate::Failure;

/// Reports go to files with names that begin so.
const REPORT: &str = "report";
const OPTIONS: &str = "detect_invalid_pointer_pairs=2:detect_leaks=0:detect_stack_use_after_return=1:\
    allocator_may_return_null=1:print_stacktrace=1:print_summary=0";
const SYMBOLIZER: &str = "/usr/bin/llvm-symbolizer-19";

/// Exit statuses of the driver for runs that show nothing, with what they mean.
const SHOWS_NOTHING: [(i32, &str); 3] = [
    (86, "reaches an undefined symbol"),
    (87, "does not meet an assumption of the program"),
    (88, "the driver failed"),
];
/// The exit status after a trap of `-fsanitize=bounds`, which has no message.
const SANITIZER_TRAP: i32 = 89;
const ALARM: i32 = 14;
/// Lines of a report that are shown.
const SHOWN_LINES: usize = 4;

/// One run of a test.
#[derive(Debug)]
pub struct Run {
    pub test: usize,
    /// Whether objects were placed with exactly the alignment that the test asks for.
    pub exact: bool,
    status: i32,
    report: Option<String>,
}

/// What a run shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Finding {
    /// The run is defined, also if it ended in `abort`, `exit` or a trap of the program's own.
    Nothing,
    Report(String),
    ShowsNothing(String),
}

impl Run {
    pub fn finding(&self) -> Finding {
        let placed = match self.exact {
            true => " (objects are aligned no more than their types ask for)",
            false => "",
        };
        let exited = (self.status & 0x7f == 0).then_some(self.status >> 8 & 0xff);
        if self.report.is_some() || exited == Some(SANITIZER_TRAP) {
            let report = self.report.as_deref().unwrap_or_default();
            return Finding::Report(format!("  {report}{placed}"));
        }
        let known = SHOWS_NOTHING
            .iter()
            .find(|(status, _)| exited == Some(*status));
        match known {
            Some((_, why)) => Finding::ShowsNothing((*why).to_owned()),
            None if self.status & 0x7f == ALARM => {
                Finding::ShowsNothing("does not end in time".to_owned())
            }
            None => Finding::Nothing,
        }
    }
}

/// Runs all tests of a file, confined by `quell`.
pub fn all(
    program: &Program,
    tests: &Path,
    scratch: &Path,
    quell: &Path,
) -> Result<Vec<Run>, Failure> {
    let directory = scratch.join("runs");
    fs::create_dir(&directory).map_err(|error| error.to_string())?;
    let sandbox = Sandbox::WhatThereIs(Launcher {
        program: quell.to_owned(),
        args: vec!["sandbox".into()],
    });
    let confinement = Confinement {
        writable: vec![directory.clone()],
        file_bytes: Some(1 << 28),
        ..Confinement::default()
    };
    let mut command = sandbox.command(&confinement, &program.path, [tests.into()]);
    let options = format!("{OPTIONS}:log_path={}", directory.join(REPORT).display());
    let output = command
        .current_dir(&directory)
        .env("TMPDIR", &directory)
        .env("ASAN_OPTIONS", &options)
        .env("UBSAN_OPTIONS", &options)
        .env("ASAN_SYMBOLIZER_PATH", SYMBOLIZER)
        .output();
    let output = output.map_err(|error| error.to_string())?;
    if !output.status.success() {
        let messages = String::from_utf8_lossy(&output.stderr);
        return Err(format!("the driver failed ({}): {messages}", output.status));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines().map(|line| read(line, &directory)).collect()
}

fn read(line: &str, directory: &Path) -> Result<Run, Failure> {
    let numbers: Result<Vec<i64>, _> = line.split(' ').map(str::parse).collect();
    match numbers.as_deref() {
        Ok(&[test, placement, status]) => Ok(Run {
            test: test as usize,
            exact: placement != 0,
            status: status as i32,
            report: report(&directory.join(format!("{REPORT}-{test}-{placement}"))),
        }),
        _ => Err(format!("the driver printed {line}")),
    }
}

/// The lines that name the error and where it is.
fn report(file: &Path) -> Option<String> {
    let bytes = fs::read(file).ok()?;
    let text = String::from_utf8_lossy(&bytes);
    let lines = text.lines().map(str::trim);
    let lines = lines.filter(|line| {
        let names_error = line.contains("runtime error:") || line.contains("ERROR: ");
        let in_driver = line.contains("/program+") || line.ends_with(" driver.c");
        names_error || line.starts_with('#') && !in_driver
    });
    let shown: Vec<&str> = lines.take(SHOWN_LINES).collect();
    Some(shown.join("\n    "))
}
