//! Runs the driver and reads the reports of the sanitizers.

use std::fs;
use std::path::Path;

use quell_native::sandbox::{Confinement, Launcher, Sandbox};

use super::bridge::Program;
use crate::Failure;

/// The prefix of the names of report files.
const REPORT: &str = "report";
const OPTIONS: &str = "detect_invalid_pointer_pairs=2:detect_leaks=0:detect_stack_use_after_return=1:\
    allocator_may_return_null=1:print_stacktrace=1:print_summary=0";
const SYMBOLIZER: &str = "/usr/bin/llvm-symbolizer-19";

/// The exit statuses of the driver for runs without significance, with their meanings.
const INCONCLUSIVE: [(i32, &str); 3] = [
    (86, "reaches an undefined symbol"),
    (87, "does not meet an assumption of the program"),
    (88, "the driver failed"),
];
/// The exit status after a trap of `-fsanitize=bounds`, which has no message.
const SANITIZER_TRAP: i32 = 89;
const ALARM: i32 = 14;
/// Frames that do not belong to the original.
const OUTSIDE: [&str; 3] = ["/program+", " driver.c", "__libc_start"];
/// The number of lines of a report that are shown.
const SHOWN_LINES: usize = 4;

/// One run of a test.
#[derive(Debug)]
pub struct Run {
    pub test: usize,
    /// Whether objects have exactly the alignment that the test requires.
    pub exact: bool,
    status: i32,
    report: Option<String>,
}

/// The result of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Finding {
    /// No report; the run may have ended in `abort`, `exit` or a trap of the program itself.
    Nothing,
    Report(String),
    ShowsNothing(String),
}

impl Run {
    pub fn finding(&self) -> Finding {
        let placed = if self.exact {
            " (with objects aligned exactly as their types require)"
        } else {
            ""
        };
        if let Some(report) = &self.report {
            return Finding::Report(format!("  {report}{placed}"));
        }
        let exited = exit_status(self.status);
        let known = INCONCLUSIVE
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

fn exit_status(wait_status: i32) -> Option<i32> {
    (wait_status & 0x7f == 0).then_some(wait_status >> 8 & 0xff)
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
            report: report(
                &directory.join(format!("{REPORT}-{test}-{placement}")),
                exit_status(status as i32) == Some(SANITIZER_TRAP),
            ),
        }),
        _ => Err(format!("the driver printed {line}")),
    }
}

/// The lines that name the error and its place. Warnings, such as that of a failed allocation, are no
/// reports.
fn report(file: &Path, is_trap: bool) -> Option<String> {
    let bytes = fs::read(file).unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    let names_error = |line: &str| line.contains("runtime error:") || line.contains("ERROR: ");
    if !is_trap && !text.lines().any(names_error) {
        return None;
    }
    let lines = text.lines().map(str::trim);
    let lines = lines.filter(|line| {
        let is_outside = OUTSIDE.iter().any(|of| line.contains(of));
        names_error(line) || line.starts_with('#') && !is_outside
    });
    let trap = is_trap.then_some("trap of -fsanitize=bounds");
    let shown: Vec<&str> = trap.into_iter().chain(lines.take(SHOWN_LINES)).collect();
    Some(shown.join("\n    "))
}
