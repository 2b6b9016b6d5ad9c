//! Quell's actual output conforms to the schemas in the book, and has no field that they do not name.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use jsonschema::Validator;
use serde_json::{Value, json};

/// Where `unprotected` replaces protections that the machine does not have.
mod support;
use support::unprotected;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A published schema made strict: an object has no other properties than those that are named.
fn strict_schema(name: &str) -> Value {
    let path = root().join("book/src/schemas").join(name);
    let mut schema: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    forbid_others(&mut schema);
    schema
}

fn strict(name: &str) -> Validator {
    jsonschema::validator_for(&strict_schema(name)).unwrap()
}

fn forbid_others(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            if fields.get("properties").is_some_and(Value::is_object) {
                let others = fields.entry("additionalProperties");
                others.or_insert(json!(false));
            }
            fields.values_mut().for_each(forbid_others);
        }
        Value::Array(items) => items.iter_mut().for_each(forbid_others),
        _ => {}
    }
}

fn check(name: &str, value: &Value) {
    let problems: Vec<String> = strict(name)
        .iter_errors(value)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert!(problems.is_empty(), "{name}: {}", problems.join("\n"));
}

fn succeeded(command: &mut Command) -> Output {
    let output = command.output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {message}");
    output
}

fn printed(args: &[&str]) -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quell"));
    command.args(args).arg("--json").current_dir(root());
    serde_json::from_slice(&succeeded(&mut command).stdout).unwrap()
}

#[test]
fn mutants() {
    for args in [
        &["mutants", "examples/triangle.rs"][..],
        &["mutants", "examples/triangle.f90", "--operators", "all"],
        &["mutants", "examples/mid.c", "--order", "2", "--max", "20"],
        &["mutants", "crates/quell-cli/tests/commands/plain.ll"],
        &["mutants", "crates/quell-cli/tests/commands/inexact.c"],
    ] {
        let listed = printed(args);
        check("mutants.json", &listed);
        assert!(listed["objectives"].is_array());
    }
}

/// A run on a file of the tests: its result, and the tests that it wrote.
fn run(file: &str, options: &[&str]) -> (Value, Value) {
    let scratch = tempfile::tempdir().unwrap();
    let tests = scratch.path().join("tests.json");
    let file = format!("crates/quell-cli/tests/projects/{file}");
    let args = ["run", &file, "--tests", tests.to_str().unwrap()];
    let result = printed(&[&args[..], options].concat());
    let tests = fs::read_to_string(tests).unwrap();
    (result, serde_json::from_str(&tests).unwrap())
}

fn has_status(result: &Value, status: &str) -> bool {
    let objectives = result["objectives"].as_array().unwrap();
    objectives.iter().any(|record| record["status"] == status)
}

/// Kills, equivalences of every kind, duplicates, unreached and unknown mutants, tests on which the original aborts.
#[test]
fn runs_and_their_tests() {
    let mut statuses = vec![
        "killed",
        "equivalent",
        "unreached",
        "timeout",
        "duplicate",
        "unknown",
    ];
    for (file, options) in [
        ("aborts.c", &[][..]),
        ("ranges.c", &[]),
        ("beyond_reach.c", &["--fuzz", "1000"]),
        (
            "idle.c",
            &[
                "--operators",
                "UOI",
                "--function-timeout",
                "3",
                "--no-compare-code",
            ],
        ),
    ] {
        let (result, tests) = run(file, options);
        check("run.json", &result);
        check("tests.json", &without_generator(tests));
        statuses.retain(|status| !has_status(&result, status));
    }
    assert_eq!(statuses, [""; 0], "statuses without an example");
}

/// The tests without the mark by which Quell recognises its own files, which the schema does not describe.
fn without_generator(mut tests: Value) -> Value {
    let fields = tests.as_object_mut().unwrap();
    assert!(fields.remove("generator").is_some());
    tests
}

#[test]
fn scores_of_tests_that_are_data() {
    let commands = "crates/quell-cli/tests/commands";
    for (file, tests, options) in [
        ("examples/leap_year.c", "examples/tests/leap_year.json", ""),
        ("examples/triangle.rs", "examples/tests/triangle.json", ""),
        ("{}/outside.c", "{}/score-answers.json", "-f twice"),
        ("{}/spent.c", "{}/score-spent.json", "-f idle"),
        (
            "{}/rounds.c",
            "{}/score-rounds.json",
            "--operators symbmc:BOR,extended:CND",
        ),
        (
            "{}/valve.c",
            "{}/score-valve.json",
            "--criterion CC,MCC,RACC,LABEL",
        ),
    ] {
        let [file, tests] = [file, tests].map(|path| path.replace("{}", commands));
        let args = ["score", &file, "--tests", &tests];
        let score = printed(
            &args
                .into_iter()
                .chain(options.split_whitespace())
                .collect::<Vec<_>>(),
        );
        check("score.json", &score);
        assert!(score["kills"].is_array(), "{file}");
    }
}

#[test]
fn scores_of_commands() {
    let scratch = tempfile::tempdir().unwrap();
    let source = "int main(int n, char **args) { return n * 2 - 2; }\n";
    fs::write(scratch.path().join("main.c"), source).unwrap();
    let quell = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quell"));
        command.args(args).current_dir(scratch.path());
        succeeded(&mut command)
    };
    quell(&["cc", "main.c", "-o", "main"]);
    let score = [
        "score",
        "main",
        "--test-cmd",
        "./main",
        "--test-cmd",
        "test $(./main 1; echo $?) = 2",
    ];
    let results = ["--results", "results.json", "--json"];
    let output = quell(&[&score[..], &results, unprotected()].concat());
    let printed: Value = serde_json::from_slice(&output.stdout).unwrap();
    check("score.json", &printed);
    let kept = fs::read_to_string(scratch.path().join("results.json")).unwrap();
    assert_eq!(printed, serde_json::from_str::<Value>(&kept).unwrap());
    assert!(has_status(&printed, "killed"), "{printed}");
    let journal = fs::read_to_string(scratch.path().join("results.json.journal")).unwrap();
    let lines: Vec<Value> = journal
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    lines.iter().for_each(|line| check("journal.json", line));
    assert!(lines.len() > 1 && lines[1]["mutant_ran"].is_object());
    lines[1..].iter().for_each(|line| check("event.json", line));
    let resumed = quell(&[&score[..], &results, &["--resume"], unprotected()].concat());
    assert_eq!(resumed.stdout, output.stdout);
}

/// Calls with values of all kinds, undefined behaviour, and runs that do not begin.
#[test]
fn machine_runs() {
    let values = "crates/quell-cli/tests/commands/values.c";
    for args in [
        &["exec", values, "-f", "sort", "--", "[2, 1]", "2"][..],
        &["exec", values, "-f", "sort", "--", "[2, 1]", "3"],
        &["exec", values, "-f", "none"],
        &["exec", "missing.c"],
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quell"));
        // Behind `--` it would be an argument of the function.
        command.arg(args[0]).arg("--json").args(&args[1..]);
        let output = command.current_dir(root()).output().unwrap();
        check(
            "exec.json",
            &serde_json::from_slice(&output.stdout).unwrap(),
        );
    }
}

/// The example in the book is a record.
#[test]
fn the_record_in_the_book() {
    let page = fs::read_to_string(root().join("book/src/json.md")).unwrap();
    let (_, example) = page.split_once("```json\n").unwrap();
    let (example, _) = example.split_once("```").unwrap();
    let example: Value = serde_json::from_str(example).unwrap();
    let mut schema = strict_schema("run.json");
    let definitions = schema["$defs"].take();
    let of_record = json!({"$ref": "#/$defs/Record", "$defs": definitions});
    let validator = jsonschema::validator_for(&of_record).unwrap();
    let problems: Vec<_> = validator
        .iter_errors(&example)
        .map(|of| of.to_string())
        .collect();
    assert!(problems.is_empty(), "{problems:?}");
}

/// The check rejects output that does not conform.
#[test]
fn other_fields_and_values_are_rejected() {
    let listed = printed(&["mutants", "examples/mid.c", "--lines", "6"]);
    check("mutants.json", &listed);
    let validator = strict("mutants.json");
    let changes: [fn(&mut Value); 4] = [
        |value| value["schema"] = "quell-mutants-1".into(),
        |value| value["objectives"][0]["status"] = "alive".into(),
        |value| value["objectives"][0]["other"] = 1.into(),
        |value| value["objectives"][0]["span"] = Value::Null,
    ];
    for change in changes {
        let mut changed = listed.clone();
        change(&mut changed);
        assert!(!validator.is_valid(&changed), "{changed}");
    }
}
