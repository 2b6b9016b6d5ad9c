//! Tests that Quell writes are valid for the original: clang's sanitizers report nothing, and `quell score` accepts them.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use quell_results::{TestCase, read_suite};
use quell_tests::sanitized::command::{Effort, examine};
use quell_tests::sanitized::{Checked, Subject, check, survey};
use quell_tests::{Failure, parallel, root};

/// The percentage of tests that may be impossible to run.
const NOT_RUN_PERCENT: usize = 2;

fn quell() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_quell-under-test"))
}

fn subject(path: PathBuf) -> Subject {
    let name = path.file_name().unwrap_or_default();
    Subject {
        name: name.to_string_lossy().into_owned(),
        path,
        flags: Vec::new(),
    }
}

fn c_files(folder: &str) -> Vec<Subject> {
    let only = std::env::var("QUELL_ONLY").unwrap_or_default();
    let entries = fs::read_dir(root().join(folder)).expect("a folder");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    files.retain(|path| path.to_string_lossy().contains(&only));
    files.sort();
    files.into_iter().map(subject).collect()
}

/// A number of seconds from the environment, with a default.
fn seconds(variable: &str, usual: u64) -> u64 {
    let value = std::env::var(variable).ok();
    value.and_then(|value| value.parse().ok()).unwrap_or(usual)
}

/// Writes tests for all files and prints a line for each; fails if one of the tests is invalid.
fn examine_all(subjects: &[Subject], effort: &Effort) {
    println!(
        "{:<24}{:>8}{:>10}{:>9}{:>7}",
        "file", "tests", "reports", "not run", "s"
    );
    let mut wrong = Vec::new();
    let (mut tests, mut not_run) = (0, Vec::new());
    parallel::for_each(
        subjects,
        |subject| {
            let start = Instant::now();
            (examine(subject, effort, quell()), start.elapsed().as_secs())
        },
        |subject, (result, seconds)| {
            let name = &subject.name;
            let Checked {
                tests: ran,
                reports,
                not_run: omitted,
                refused,
            } = match result {
                Ok(checked) => checked,
                Err(failure) => {
                    println!("{name:<24} failed\n{failure}");
                    return wrong.push(failure);
                }
            };
            println!(
                "{name:<24}{ran:>8}{:>10}{:>9}{seconds:>7}",
                reports.len(),
                omitted.len()
            );
            omitted
                .iter()
                .for_each(|test| println!("  not run: {test}"));
            reports.iter().for_each(|report| println!("{report}"));
            refused
                .iter()
                .for_each(|why| println!("  score refuses the suite: {why}"));
            tests += ran;
            not_run.extend(omitted);
            wrong.extend(reports);
            wrong.extend(refused.map(|why| format!("score refuses a suite of run: {why}")));
        },
    );
    assert!(
        wrong.is_empty(),
        "{} findings\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(tests > 0, "there are no tests");
    assert!(
        not_run.len() * 100 <= (tests + not_run.len()) * NOT_RUN_PERCENT,
        "{} of {tests} tests cannot be run\n{}",
        not_run.len(),
        not_run.join("\n")
    );
}

fn yardstick(stem: &str) -> (Checked, Vec<TestCase>) {
    let file = root().join("tests/sanitized/yardstick").join(stem);
    let cases = read_suite(&file.with_extension("json"))
        .expect("a suite")
        .tests;
    let checked = check(&subject(file.with_extension("c")), &cases, quell());
    (checked.expect("a build with sanitizers"), cases)
}

#[test]
fn sanitizers_report_what_is_undefined() {
    let (checked, cases) = yardstick("undefined");
    assert!(checked.not_run.is_empty(), "{:#?}", checked.not_run);
    let reported = |case: &&TestCase| {
        let call = format!("{}(", case.function);
        checked.reports.iter().any(|report| report.contains(&call))
    };
    let missing: Vec<_> = cases.iter().filter(|case| !reported(case)).collect();
    assert!(
        missing.is_empty(),
        "{missing:#?}\n{}",
        checked.reports.join("\n")
    );
}

#[test]
fn calls_pass_the_values_of_tests() {
    let (checked, cases) = yardstick("defined");
    assert!(checked.not_run.is_empty(), "{:#?}", checked.not_run);
    assert!(checked.reports.is_empty(), "{}", checked.reports.join("\n"));
    assert_eq!(checked.tests, cases.len());
}

#[test]
fn tests_of_known_findings_are_valid() {
    examine_all(&c_files("tests/sanitized"), &small("sufficient"));
}

#[test]
fn tests_of_examples_are_valid() {
    let chosen = ["bytes.c", "decoding.c", "structures.c", "strings.c"];
    let mut files = c_files("examples");
    files.retain(|subject| chosen.contains(&subject.name.as_str()));
    examine_all(&files, &small("ROR,LCR"));
}

fn small(operators: &str) -> Effort {
    Effort {
        operators: operators.to_owned(),
        budget: 4,
        run_time: 20,
        options: Vec::new(),
    }
}

#[test]
#[ignore = "all examples with all operators: `make soak`"]
fn soak_tests_of_all_examples_are_valid() {
    let budget = seconds("QUELL_BUDGET", 60);
    let effort = Effort {
        operators: "all".to_owned(),
        budget,
        run_time: budget * 30,
        options: Vec::new(),
    };
    examine_all(&c_files("examples"), &effort);
}

#[test]
#[ignore = "source files of Debian packages: `make soak`"]
fn soak_tests_of_debian_sources_are_valid() {
    let files = survey::files().expect("the manifest");
    survey::fetch(&files).expect("the sources");
    let only = std::env::var("QUELL_ONLY").unwrap_or_default();
    let files = files.iter().filter(|file| file.name.contains(&only));
    let subjects: Result<Vec<Subject>, Failure> = files.map(|file| file.subject()).collect();
    let effort = Effort {
        operators: "sufficient".to_owned(),
        budget: seconds("QUELL_BUDGET", 5),
        run_time: seconds("QUELL_RUN_TIME", 120),
        // Comparing code would cost more time than the tests.
        options: vec!["--no-compare-code".to_owned()],
    };
    examine_all(&subjects.expect("flags"), &effort);
}
