//! A call that `quell run` reports can be repeated: `quell exec` accepts its arguments as they are printed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const BAD_ARGUMENTS: i32 = 246;

fn quell(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quell"));
    command.args(arguments).stdin(Stdio::null());
    command.output().unwrap()
}

/// The arguments of a call; the text begins after the opening parenthesis.
fn arguments(text: &str) -> Vec<String> {
    let mut found = vec![String::new()];
    let (mut depth, mut quote, mut escaped) = (0, None, false);
    for c in text.chars() {
        let last = found.last_mut().unwrap();
        match (quote, c) {
            _ if escaped => escaped = false,
            (Some(_), '\\') => escaped = true,
            (Some(open), _) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '[' | '{' | '(') => depth += 1,
            (None, ')') if depth == 0 => break,
            (None, ']' | '}' | ')') => depth -= 1,
            (None, ',') if depth == 0 => {
                found.push(String::new());
                continue;
            }
            _ => {}
        }
        last.push(c);
    }
    found.retain(|argument| !argument.is_empty());
    found
}

/// Repeats every call in the report of a file, and returns their number.
fn check(file: &Path) -> usize {
    let scratch = tempfile::tempdir().unwrap();
    let json = scratch.path().join("run.json");
    let (file, json) = (file.to_str().unwrap(), json.to_str().unwrap());
    let operators = "symbmc:ROR,symbmc:AOR,mothra:CRP";
    let run = quell(&[
        "run",
        file,
        "--no-config",
        "--function-timeout",
        "20",
        "--operators",
        operators,
        "--json",
        json,
    ]);
    assert!(run.status.success(), "{file}: {run:?}");
    let report = String::from_utf8(run.stdout).unwrap();
    let run: serde_json::Value = serde_json::from_str(&fs::read_to_string(json).unwrap()).unwrap();
    let tests = run["tests"].as_array().unwrap();
    for test in tests {
        let (id, function) = (test["id"].as_str().unwrap(), test["function"].as_str());
        let function = function.unwrap();
        let mut lines = report.lines();
        let line = lines.find(|line| line.starts_with(&format!("  {id}  ")));
        let line = line.unwrap_or_else(|| panic!("{file}: {id} is not listed\n{report}"));
        let (_, call) = line.split_once(&format!("{function}(")).unwrap();
        let arguments = arguments(call);
        let mut command = vec!["exec", file, "--function", function, "--"];
        command.extend(arguments.iter().map(String::as_str));
        let made = quell(&command);
        let said = String::from_utf8_lossy(&made.stderr);
        assert_ne!(made.status.code(), Some(BAD_ARGUMENTS), "{line}: {said}");
        // Globals and results of external functions are not passed to `quell exec` here.
        let inputs = &test["inputs"];
        let is_whole = ["globals", "calls"].iter().all(|of| inputs[of].is_null());
        if let (true, serde_json::Value::Number(result)) = (is_whole, &test["result"]) {
            let printed = String::from_utf8_lossy(&made.stdout);
            let first = printed.lines().next().unwrap_or_default();
            let wanted = format!(" {result}");
            assert!(first.ends_with(&wanted), "{line}: {first}, not {result}");
        }
    }
    tests.len()
}

fn sources(directory: &str) -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join(directory);
    let entries = fs::read_dir(directory).unwrap();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.is_file());
    files.sort();
    files
}

#[test]
fn calls_with_values_of_all_kinds_can_be_repeated() {
    let calls: usize = sources("tests/printed")
        .iter()
        .map(|file| check(file))
        .sum();
    assert!(calls > 30, "only {calls} calls");
}

#[test]
fn calls_of_examples_can_be_repeated() {
    let examples = [
        "dates.c",
        "tokens.c",
        "structures.c",
        "triangle.f90",
        "counting.rs",
    ];
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let calls = examples.iter().map(|file| check(&directory.join(file)));
    let calls: usize = calls.sum();
    assert!(calls > 30, "only {calls} calls");
}
