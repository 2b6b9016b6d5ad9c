//! Ctrl-C: Quell reports the results so far, exits with status 130, and leaves no temporary files or processes.

use std::fmt::Write as _;
use std::fs;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

/// A working directory, and a directory for temporary files.
struct Place {
    directory: PathBuf,
    temporary: PathBuf,
    _scratch: TempDir,
}

impl Place {
    fn new() -> Self {
        let scratch = tempfile::tempdir().unwrap();
        let path = |name: &str| scratch.path().join(name);
        let (directory, temporary) = (path("work"), path("temporary"));
        fs::create_dir(&directory).unwrap();
        fs::create_dir(&temporary).unwrap();
        Self {
            directory,
            temporary,
            _scratch: scratch,
        }
    }

    /// Starts Quell in its own process group, to which a terminal would send signals.
    fn start(&self, args: &[&str]) -> Child {
        Command::new(env!("CARGO_BIN_EXE_quell"))
            .args(args)
            .current_dir(&self.directory)
            .env("TMPDIR", &self.temporary)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()
            .unwrap()
    }

    /// Interrupts a command when `until` holds, and returns its output.
    fn interrupt(&self, child: Child, until: impl Fn() -> bool) -> Output {
        // To the group, as a terminal does, and to the process, as its parent may do in addition.
        let targets = [format!("-{}", child.id()), child.id().to_string()];
        self.end(child, until, "-INT", &targets)
    }

    /// Sends a signal when `until` holds, and returns the output.
    fn end(
        &self,
        mut child: Child,
        until: impl Fn() -> bool,
        signal: &str,
        targets: &[String],
    ) -> Output {
        let start = Instant::now();
        while !until() {
            assert_eq!(child.try_wait().unwrap(), None, "it ended too early");
            assert!(
                start.elapsed() < Duration::from_secs(300),
                "waited too long"
            );
            thread::sleep(Duration::from_millis(5));
        }
        for target in targets {
            let sent = Command::new("kill").args([signal, "--", target]).status();
            assert!(sent.unwrap().success());
        }
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(130), "{said}");
        assert_eq!(entries(&self.temporary), Vec::<PathBuf>::new(), "{said}");
        output
    }
}

fn entries(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).unwrap();
    entries.map(|entry| entry.unwrap().path()).collect()
}

/// A source file that takes long to compile.
fn long_source(functions: usize) -> String {
    let mut text = String::new();
    for number in 0..functions {
        let body = "a = a * b + c - (a < b) - (b < c) + (a == c && b != c);";
        let _ = writeln!(
            text,
            "int f{number}(int a, int b, int c) {{ {body} {body} return a; }}"
        );
    }
    text
}

#[test]
fn an_interrupted_score_reports_its_results() {
    let place = Place::new();
    // The function sleeps, so that there is time for the interrupt on any machine.
    let source = "int usleep(unsigned);\nint f(int n) { usleep(50000); return n * 3 + 1; }\n";
    fs::write(place.directory.join("slow.c"), source).unwrap();
    let tests = (0..16).map(|n| format!("{{\"function\": \"f\", \"args\": [{n}]}}"));
    let tests = tests.collect::<Vec<_>>().join(",\n");
    fs::write(place.directory.join("tests.json"), format!("[{tests}]")).unwrap();
    let child = place.start(&["score", "slow.c", "--tests", "tests.json", "--json"]);
    let is_running = || {
        let sessions = entries(&place.temporary);
        sessions.iter().any(|path| path.join("run-0").exists())
    };
    let output = place.interrupt(child, is_running);
    let score: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(score["interrupted"], true, "{score}");
    let count = |name: &str| score["totals"][name].as_u64().unwrap();
    assert!(count("unknown") > 0, "{score}");
    assert_eq!(
        score["objectives"].as_array().unwrap().len() as u64,
        count("objectives")
    );
    let percent = |bound: &str| score["totals"]["score"][bound].as_f64().unwrap();
    assert!(percent("least") < percent("most"), "{score}");
}

/// Starts a run on a function that sleeps, and waits until it sleeps.
fn start_sleeping(place: &Place) -> Child {
    let source = include_str!("projects/sleeps.c");
    fs::write(place.directory.join("sleeps.c"), source).unwrap();
    let child = place.start(&["run", "sleeps.c", "--jobs", "1", "--json"]);
    let is_asleep = || harnesses(place) > 1;
    wait_until(is_asleep);
    child
}

/// The number of processes of harnesses and their runs.
fn harnesses(place: &Place) -> usize {
    let processes = entries(Path::new("/proc")).into_iter();
    let lines = processes.filter_map(|process| fs::read(process.join("cmdline")).ok());
    let programs = lines.filter_map(|line| {
        let program = line.split(|byte| *byte == 0).next()?;
        String::from_utf8(program.to_vec()).ok()
    });
    let programs = programs.map(PathBuf::from);
    let is_harness = |path: &PathBuf| path.starts_with(&place.temporary);
    programs
        .filter(|path| is_harness(path) && path.ends_with("harness"))
        .count()
}

fn wait_until(is_so: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(
            start.elapsed() < Duration::from_secs(120),
            "waited too long"
        );
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn an_interrupt_ends_a_sleeping_run() {
    let place = Place::new();
    let child = start_sleeping(&place);
    let start = Instant::now();
    let output = place.interrupt(child, || true);
    assert!(start.elapsed() < Duration::from_secs(60));
    let run: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(run["interrupted"], true, "{run}");
    assert_eq!(harnesses(&place), 0);
}

/// A harness ends by itself when Quell is killed.
#[test]
fn a_harness_does_not_outlive_quell() {
    let place = Place::new();
    let mut child = start_sleeping(&place);
    child.kill().unwrap();
    child.wait().unwrap();
    wait_until(|| harnesses(&place) == 0);
}

/// The interrupt arrives while compilers run, and ends them too.
#[test]
fn an_interrupt_before_the_first_result_is_no_error() {
    let place = Place::new();
    fs::write(place.directory.join("long.c"), long_source(300)).unwrap();
    let child = place.start(&["run", "long.c"]);
    let output = place.interrupt(child, || !entries(&place.temporary).is_empty());
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("interrupted"), "{said}");
    assert!(!said.contains("error"), "{said}");
}

#[test]
fn an_object_without_its_mutants_is_removed() {
    let place = Place::new();
    fs::write(place.directory.join("long.c"), long_source(300)).unwrap();
    let object = place.directory.join("long.o");
    let child = place.start(&["cc", "-c", "long.c"]);
    let output = place.interrupt(child, || object.exists());
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!object.exists(), "{said}");
}

/// The signal is sent to Quell alone, as by `kill` or a supervisor: Quell ends its compilers, which would run for minutes
/// here.
#[test]
fn compilers_end_with_quell() {
    let place = Place::new();
    fs::write(place.directory.join("long.c"), long_source(400)).unwrap();
    let object = place.directory.join("long.o");
    let child = place.start(&["cc", "-c", "long.c"]);
    let targets = [child.id().to_string()];
    let is_comparing = || {
        let directories = entries(&place.temporary);
        directories
            .iter()
            .any(|path| path.join("copies.ll").exists())
    };
    let start = Instant::now();
    let output = place.end(child, is_comparing, "-TERM", &targets);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(start.elapsed() < Duration::from_secs(90), "{said}");
    assert!(!said.contains("not compared"), "{said}");
    assert!(!object.exists(), "{said}");
}
