//! `quell cc` in build systems: the project in `projects/area` has a shared library, a static one and a test.

#[path = "support/scratch.rs"]
mod scratch;
mod support;

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use scratch::{Scratch, text};
use serde_json::Value;
use support::unprotected;

struct Project {
    scratch: Scratch,
}

impl Project {
    fn copied() -> Self {
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/projects/area");
        let scratch = Scratch::with("area", |directory| {
            for entry in fs::read_dir(&sources).unwrap() {
                let path = entry.unwrap().path();
                fs::copy(&path, directory.join(path.file_name().unwrap())).unwrap();
            }
        });
        Self { scratch }
    }

    /// Runs a line as a user would type it, with `quell` in the search path.
    fn shell(&self, line: &str) -> Output {
        let binaries = Path::new(env!("CARGO_BIN_EXE_quell")).parent().unwrap();
        let path = format!("{}:{}", binaries.display(), std::env::var("PATH").unwrap());
        Command::new("sh")
            .args(["-c", line])
            .current_dir(&self.scratch.directory)
            .env("PATH", path)
            .env("QUELL_OPERATORS", "symbmc:AOR")
            .env("QUELL_ONLY", "area.c,border.c")
            .env("LC_ALL", "C")
            .output()
            .unwrap()
    }

    fn succeeds(&self, line: &str) -> String {
        let output = self.shell(line);
        assert!(output.status.success(), "{line}\n{}", text(&output));
        text(&output)
    }

    fn score(&self, line: &str) -> Value {
        let options = [&["--json"], unprotected()].concat().join(" ");
        let output = self.shell(&format!("{line} {options}"));
        assert!(output.status.success(), "{line}\n{}", text(&output));
        serde_json::from_slice(&output.stdout).unwrap()
    }
}

/// In both libraries only the mutants with a sum in place of the product survive, because 2 * 2 is 2 + 2.
fn check(score: &Value) {
    let mutants = score["objectives"].as_array().unwrap();
    let survivors: Vec<&str> = mutants
        .iter()
        .filter(|mutant| mutant["status"] != "killed")
        .map(|mutant| mutant["source"]["after"].as_str().unwrap())
        .collect();
    let expected = [
        "int area(int width, int height) { return width + height; }",
        "int border(int width, int height) { return 2 + (width + height); }",
    ];
    assert_eq!(survivors, expected, "{score}");
    assert_eq!(mutants.len(), 12);
}

/// Probes of the compiler, dependencies, a response file, a shared library and an archive.
#[test]
fn configure_and_make() {
    let project = Project::copied();
    project.succeeds("./configure CC='quell cc'");
    project.succeeds("make -s");
    let dependencies = fs::read_to_string(project.scratch.directory.join("area.d")).unwrap();
    assert!(dependencies.starts_with("area.o: area.c"), "{dependencies}");
    check(&project.score("quell score libarea.so check --test-cmd 'make -s test'"));
    // Without the library, its mutants are not known; all other results are the same.
    let alone = project.score("quell score check --test-cmd 'make -s test'");
    assert_eq!(alone["totals"]["objectives"], 8, "{alone}");
}

#[test]
fn cmake() {
    let project = Project::copied();
    let compiler = "-DCMAKE_C_COMPILER=quell -DCMAKE_C_COMPILER_ARG1=cc";
    project.succeeds(&format!("cmake -B build {compiler}"));
    project.succeeds("cmake --build build");
    check(&project.score("cd build && quell score libarea.so check --test-cmd ctest"));
}

/// A test that uses the absolute path of the working directory, and writes a file there.
#[test]
fn in_place() {
    let project = Project::copied();
    project.succeeds("./configure CC='quell cc' && make -s");
    let here = project.scratch.directory.display();
    let command = format!("\"echo run >>{here}/log && {here}/check\"");
    let options = unprotected().join(" ");
    let refused = project.shell(&format!("quell score check {options} --test-cmd {command}"));
    assert_eq!(refused.status.code(), Some(252), "{}", text(&refused));
    assert!(!project.scratch.directory.join("log").exists());
    let line = format!("quell score libarea.so check --in-place --test-cmd {command}");
    check(&project.score(&line));
    let log = fs::read_to_string(project.scratch.directory.join("log")).unwrap();
    // Two runs of the original, then one of each mutant except the two that are never infected; after 1, 2, 4 and 8
    // kills another run of the original, which must pass every time.
    assert_eq!(log.lines().count(), 12 + 4);
}
