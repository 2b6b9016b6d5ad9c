//! `quell run`: its report, its files, and that `quell score` gives the same results for its tests.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use quell_cli::report;
use quell_results::{
    Changed, Construct, Ending, Evidence, Kill, Outcome, ProofMethod, Reason, Record, Run, Score,
    Status, TimeLimit,
};

#[path = "support/command.rs"]
mod command;
#[path = "support/results.rs"]
mod results;
use command::{finished, quell};
use results::parsed;

/// The report of every kind of verdict, compared with the files in `tests/reports`.
#[test]
fn the_report_of_a_run() {
    let reports = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reports");
    let run = fs::read_to_string(reports.join("run.json")).unwrap();
    let run: Run = serde_json::from_str(&run).unwrap();
    let totals = run.totals;
    let run = run.finished();
    assert_eq!(run.totals, totals);
    let shown = report::run::text(&run, report::run::Listed::All);
    let shown = anstream::adapter::strip_str(&shown).to_string();
    let expected = fs::read_to_string(reports.join("run.txt")).unwrap();
    assert_eq!(shown, expected);
}

/// Decides mutants, and scores the tests that the run wrote.
fn run_and_score(choice: &[&str]) -> (Run, Score) {
    let scratch = tempfile::tempdir().unwrap();
    let [json, tests] = ["run.json", "tests.json"].map(|name| scratch.path().join(name));
    let [json, tests] = [&json, &tests].map(|path| path.to_str().unwrap());
    let choice = [choice, &["--no-compare-code"]].concat();
    finished(&[&["run"], &choice[..], &["--json", json, "--tests", tests]].concat());
    let output = finished(&[&["score"], &choice[..], &["--json", "--tests", tests]].concat());
    let run = parsed(&fs::read(json).unwrap());
    (run, serde_json::from_slice(&output.stdout).unwrap())
}

fn same_kills(choice: &[&str]) {
    let (run, score) = run_and_score(choice);
    assert_eq!(run.schema, "quell-run-4");
    assert_eq!(run.objectives.len(), score.objectives.len());
    for mutant in &run.objectives {
        let scored = score
            .objectives
            .iter()
            .find(|of| of.id == mutant.id)
            .unwrap();
        let expected = matches!(mutant.verdict.status, Status::Killed | Status::Timeout);
        assert_eq!(
            scored.verdict.is_killed(),
            expected,
            "{mutant:?}\n{scored:?}"
        );
        for test in &mutant.verdict.tests {
            let is_kill = |kill: &&Kill| kill.objective == mutant.id && kill.test == *test;
            assert!(score.kills.iter().any(|kill| is_kill(&kill)), "{mutant:?}");
        }
    }
    assert!(run.totals.counts.killed > 0, "{choice:?}");
}

#[test]
fn the_tests_kill_the_same_mutants_in_a_score() {
    for choice in [
        &[
            "examples/triangle.c",
            "-f",
            "triangle",
            "--operators",
            "symbmc:ROR",
        ][..],
        &[
            "examples/triangle.rs",
            "-f",
            "triangle",
            "--operators",
            "ROR",
        ],
        &[
            "examples/triangle.f90",
            "-f",
            "triangle",
            "--operators",
            "ROR",
        ],
        &[
            "examples/mid.c",
            "--operators",
            "ROR",
            "--order",
            "2",
            "--max",
            "40",
        ],
    ] {
        same_kills(choice);
    }
}

/// All tests of `run` are valid by the rules of the language: `score` would refuse any other.
#[test]
fn score_accepts_the_suites_that_run_writes() {
    for file in ["aborts.c", "ranges.c"] {
        same_kills(&[&format!("crates/quell-cli/tests/projects/{file}")]);
    }
}

fn run_of(file: &str) -> Run {
    let file = format!("crates/quell-cli/tests/projects/{file}");
    parsed(&finished(&["run", &file, "--json"]).stdout)
}

#[test]
fn pointers_to_different_objects_are_neither_ordered_nor_subtracted() {
    let run = run_of("ranges.c");
    for function in ["four", "spaces"] {
        let own = run.objectives.iter().filter(|of| of.function == function);
        let kinds: Vec<Status> = own.map(|of| of.verdict.status).collect();
        assert!(!kinds.is_empty());
        assert!(
            kinds.iter().all(|kind| *kind == Status::Unknown),
            "{kinds:?}"
        );
        assert!(run.tests.iter().all(|test| test.function != function));
    }
}

#[test]
fn tests_index_elements_that_an_array_has() {
    let run = run_of("ranges.c");
    for (function, elements) in [("length", 8), ("byte", 8)] {
        let own = run.tests.iter().filter(|test| test.function == function);
        let indices: Vec<u64> = own
            .map(|test| test.inputs.args[1].as_u64().unwrap())
            .collect();
        let is_access = |index: &&u64| function == "length" || **index <= 8;
        let accesses: Vec<_> = indices.iter().filter(is_access).collect();
        assert!(!accesses.is_empty());
        assert!(
            accesses.iter().all(|index| **index < elements),
            "{function}: {indices:?}"
        );
    }
}

/// Integer overflow, subscripts outside the declared bounds and arrays that are too small are errors of a Fortran program:
/// no test that `run` writes has one, and `score` accepts them all.
#[test]
fn tests_of_fortran_neither_overflow_nor_leave_declared_bounds() {
    let file = "crates/quell-cli/tests/commands/invalid.f90";
    let (run, score) = run_and_score(&[file, "--operators", "symbmc"]);
    assert_eq!(run.totals.counts.killed, run.totals.counts.objectives);
    assert_eq!(score.objectives.len(), run.objectives.len());
    for test in &run.tests {
        let args = &test.inputs.args;
        let number = |index: usize| args[index].as_i64().unwrap();
        let length = |index: usize| args[index].as_array().unwrap().len() as i64;
        let sum = |a: usize, b: usize| i32::try_from(number(a) + number(b));
        let valid = match test.function.as_str() {
            "trityp" => sum(0, 1).is_ok() && sum(1, 2).is_ok() && sum(0, 2).is_ok(),
            "narrow" => i8::try_from(number(0) * number(1) - 1).is_ok(),
            "leading" => (1..=length(1)).contains(&number(0)),
            "total" => number(0) <= length(1),
            "cell" => {
                let (n, m) = (number(0), number(1));
                let within = (1..=n).contains(&number(3)) && (1..=m).contains(&number(4));
                within && n * m <= length(2)
            }
            "shifted" => {
                let (lower, upper) = (number(0), number(1));
                (lower..=upper).contains(&number(3)) && upper - lower < length(2)
            }
            "assumed" => (1..=length(0)).contains(&number(1)),
            "above" => true,
            _ => (1..=3).contains(&number(0)),
        };
        assert!(valid, "{test:?}");
    }
}

#[test]
fn a_test_on_which_the_original_aborts_is_marked_and_the_last_choice() {
    let run = run_of("aborts.c");
    let aborting: Vec<_> = run
        .tests
        .iter()
        .filter(|test| test.original_aborts)
        .collect();
    let [only] = &aborting[..] else {
        panic!("{:?}", run.tests);
    };
    assert_eq!(only.expected.end, Ending::Aborted);
    for mutant in &run.objectives {
        let is_killed_by_it = mutant.verdict.tests.contains(&only.id);
        assert_eq!(mutant.verdict.original_aborts, is_killed_by_it);
        let others = run.tests.iter().filter(|test| test.id != only.id);
        let is_killed_otherwise = others
            .flat_map(|test| &test.kills)
            .any(|id| *id == mutant.id);
        assert!(!(is_killed_by_it && is_killed_otherwise), "{mutant:?}");
    }
    let report = finished(&["run", "crates/quell-cli/tests/projects/aborts.c"]).stdout;
    let report = String::from_utf8(report).unwrap();
    assert!(report.contains(&format!("killed by {} (original aborts)", only.id)));
}

const SMALL: &[&str] = &[
    "run",
    "examples/minimum.c",
    "-f",
    "minimum",
    "--operators",
    "symbmc:ROR",
];

/// If a file cannot be written, the results are still printed.
#[test]
fn the_report_is_printed_even_if_a_file_cannot_be_written() {
    let args = [SMALL, &["--json", "/dev/full"]].concat();
    let output = quell(&args).output().unwrap();
    assert_eq!(output.status.code(), Some(251));
    let shown = String::from_utf8(output.stdout).unwrap();
    assert!(shown.contains("killed by minimum-1"), "{shown}");
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("cannot write /dev/full"), "{message}");
}

/// The queries of one function cannot be logged: its record has the error, and the results of the other are written.
#[test]
fn an_error_in_one_function_keeps_the_results_of_others() {
    let scratch = tempfile::tempdir().unwrap();
    let (log, json) = (scratch.path().join("log"), scratch.path().join("run.json"));
    fs::create_dir(&log).unwrap();
    fs::write(log.join("minimum"), "").unwrap();
    let [log, json_path] = [&log, &json].map(|path| path.to_str().unwrap());
    let output = quell(&["run", "examples/minimum.c", "--operators", "symbmc:ROR"])
        .args(["-f", "minimum", "-f", "minimum3", "--no-compare-code"])
        .args(["--log-queries", log])
        .args(["--json", json_path])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(251));
    let message = String::from_utf8(output.stderr).unwrap();
    let named = "minimum: cannot write";
    assert!(message.contains(named), "{message}");
    assert!(
        message.contains("its remaining mutants are reported as unknown"),
        "{message}"
    );
    let shown = String::from_utf8(output.stdout).unwrap();
    assert!(
        shown.contains("an error ended the work on the function: cannot write"),
        "{shown}"
    );
    let run: Run = serde_json::from_slice(&fs::read(&json).unwrap()).unwrap();
    let kinds = |function: &str| -> BTreeSet<Status> {
        let mutants = run.objectives.iter().filter(|of| of.function == function);
        mutants.map(|of| of.verdict.status).collect()
    };
    assert_eq!(
        kinds("minimum3"),
        BTreeSet::from([Status::Killed, Status::Equivalent])
    );
    // The other function does not call this one, so its tests kill no mutant here.
    assert_eq!(kinds("minimum"), BTreeSet::from([Status::Unknown]));
}

/// Only random inputs and mutants of a higher order use the seed; elsewhere it would have no effect.
#[test]
fn a_seed_without_effect_is_refused() {
    for (command, expected) in [
        (
            &["run", "examples/minimum.c", "--seed", "2"][..],
            "--engine random",
        ),
        (
            &["mutants", "examples/minimum.c", "--seed", "2"][..],
            "--order",
        ),
    ] {
        let output = quell(command).output().unwrap();
        assert!(!output.status.success(), "{command:?}");
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(message.contains(expected), "{message}");
    }
    let random = [
        "run",
        "examples/minimum.c",
        "-f",
        "minimum",
        "--operators",
        "symbmc:ROR",
    ];
    let random = [
        &random[..],
        &["--engine", "random", "--seed", "2", "--json"],
    ]
    .concat();
    let run: Run = serde_json::from_slice(&finished(&random).stdout).unwrap();
    assert!(
        run.totals.counts.killed > 0 && run.engine == "random",
        "{:?}",
        run.totals
    );
}

/// The verdict of each mutant, without tests and times.
fn verdicts(choice: &[&str], jobs: &str, log: &Path) -> Vec<(String, Status, bool)> {
    let log = log.to_str().unwrap();
    let further = ["--json", "--jobs", jobs, "--log-queries", log];
    let output = finished(&[&["run"], choice, &further].concat());
    let run = parsed(&output.stdout);
    let mutants = run.objectives.into_iter();
    let mutants = mutants.map(|of| (of.id, of.verdict.status, of.verdict.complete));
    mutants.collect()
}

#[test]
fn the_number_of_jobs_changes_nothing() {
    let scratch = tempfile::tempdir().unwrap();
    let choice = ["examples/leap_year.c", "--operators", "symbmc:ROR"];
    let of = |jobs: &str| verdicts(&choice, jobs, scratch.path());
    assert_eq!(of("1"), of("2"));
}

/// Queries about products are hard. A second thread helps with the mutants of the only function, and the verdicts are the
/// same.
#[test]
fn hard_mutants_of_one_function_are_shared() {
    let scratch = tempfile::tempdir().unwrap();
    let of = |jobs: &str| {
        let file = "crates/quell-cli/tests/projects/fermat.c";
        let log = scratch.path().join(jobs);
        let verdicts = verdicts(&[file, "--operators", "AOR", "--lines", "4-4"], jobs, &log);
        (verdicts, log.join("fermat/helper-0").exists())
    };
    let ((one, alone), (two, helped)) = (of("1"), of("2"));
    assert!(!alone && helped);
    assert_eq!(one, two);
    let is_decided = |(_, kind, _): &(String, Status, bool)| *kind != Status::Unknown;
    assert!(one.iter().all(is_decided), "{one:?}");
}

/// The mutant reads every new least element twice. With all paths merged into one state, the next index is symbolic; on
/// separate paths, each state converges with the original.
#[test]
fn a_mutant_that_repeats_iterations_converges() {
    let choice = [
        "--function",
        "minimum_of_array",
        "--operators",
        "UOI",
        "--lines",
        "58-58",
    ];
    let output = finished(&[&["run", "examples/minimum.c", "--json"], &choice[..]].concat());
    let run = parsed(&output.stdout);
    assert_eq!(run.totals.counts.unknown, 0);
    let twice = run
        .objectives
        .iter()
        .find(|of| of.source.after().contains("a[i--]"));
    let twice = &twice.unwrap().verdict;
    assert_eq!(twice.status, Status::Equivalent);
    assert_eq!(twice.method, Some(ProofMethod::Convergence));
}

#[test]
fn cheap_loops_are_unwound_completely() {
    let file = "crates/quell-cli/tests/projects/hundred.c";
    let output = finished(&["run", file, "--operators", "symbmc:ROR", "--json"]);
    let run = parsed(&output.stdout);
    let of = |text: &str| {
        let mut mutants = run.objectives.iter();
        let found = mutants.find(|mutant| mutant.source.after().contains(text));
        &found.unwrap().verdict
    };
    assert_eq!(
        (of("i != 100").status, of("i != 100").complete),
        (Status::Equivalent, true)
    );
    assert_eq!(of("i <= 100").status, Status::Killed);
}

/// Natively the loop of the mutant runs for hours, unless the compiler removes it because it has no effect.
#[test]
fn a_slow_mutant_with_the_same_code_is_no_timeout() {
    let file = "crates/quell-cli/tests/projects/idle.c";
    let run = |options: &[&str]| -> Run {
        let choice = [
            "run",
            file,
            "--operators",
            "UOI",
            "--function-timeout",
            "3",
            "--json",
        ];
        let choice = [&choice[..], options].concat();
        parsed(&finished(&choice).stdout)
    };
    let is_slow = |run: &Run| {
        let mutants = run.objectives.iter();
        let mut slow = mutants.filter(|of| of.source.after().contains("i < -rounds"));
        slow.next().unwrap().verdict.clone()
    };
    let alone = is_slow(&run(&["--no-compare-code"]));
    assert_eq!(alone.status, Status::Timeout);
    let all = run(&[]);
    let compared = is_slow(&all);
    assert_eq!(compared.status, Status::Equivalent);
    assert_eq!(compared.evidence, Some(Evidence::Code));
    assert_eq!(compared.bounds.len(), 0);
    let by_code = |of: &&Record| of.verdict.evidence == Some(Evidence::Code);
    assert_eq!(
        all.totals.equivalences.same_code,
        all.objectives.iter().filter(by_code).count() as u64
    );
    assert!(all.tests.iter().all(|test| !test.kills.is_empty()));
}

/// The bound of 8 elements excludes all inputs that reach the mutants: they are unreached within the bounds.
#[test]
fn mutants_that_no_valid_input_executes_are_unreached_and_not_equivalent() {
    let run = run_of("beyond_reach.c");
    let decided = |line: u32| {
        let by_proof = |of: &&Record| of.verdict.evidence != Some(Evidence::Code);
        run.objectives
            .iter()
            .filter(move |of| of.span.line == line)
            .filter(by_proof)
    };
    let kind = |line: u32| {
        let here = decided(line);
        let kinds: BTreeSet<Status> = here.map(|of| of.verdict.status).collect();
        kinds
    };
    assert_eq!(kind(8), BTreeSet::from([Status::Unreached]));
    assert!(kind(9).contains(&Status::Killed));
    assert!(!kind(9).contains(&Status::Unreached));
    // That no input at all executes the mutant holds without bounds, and proves equivalence.
    assert_eq!(kind(16), BTreeSet::from([Status::Equivalent]));
    assert!(decided(8).all(|of| !of.verdict.bounds.is_empty()));
    let unreached = decided(8).filter(|of| of.verdict.duplicate_of.is_none());
    assert_eq!(run.totals.counts.unreached, unreached.count() as u64);
}

#[test]
fn a_mutant_that_hangs_beyond_the_bounds_is_killed() {
    let file = "crates/quell-cli/tests/projects/beyond.c";
    let args = ["run", file, "--operators", "AOR", "--unroll", "4", "--json"];
    let run = parsed(&finished(&args).stdout);
    let mut mutants = run.objectives.iter();
    let endless = mutants.find(|of| of.source.after().contains("i -= 1"));
    assert_eq!(endless.unwrap().verdict.status, Status::Timeout);
}

/// The unsupported construct may be in another file than the mutants.
#[test]
fn an_unsupported_construct_is_reported_with_its_file() {
    let file = "crates/quell-cli/tests/projects/shown.c";
    let args = ["run", file, "--function", "digits", "--json"];
    let run = parsed(&finished(&args).stdout);
    let mut mutants = run.objectives.iter();
    let is_named = |of: &Record| match &of.verdict.reason {
        Some(Reason::Unsupported {
            construct: Construct::Function { at: Some(at), .. },
        }) => {
            let file = at.file.as_deref().unwrap_or_default();
            file.ends_with("projects/shown.h") && at.line == Some(5)
        }
        _ => false,
    };
    assert!(mutants.any(is_named), "{run:?}");
}

#[test]
fn tests_name_the_globals_that_change() {
    let file = "crates/quell-cli/tests/projects/changes.c";
    let run = parsed(&finished(&["run", file, "--json"]).stdout);
    let expected: Vec<&Outcome> = run.tests.iter().map(|test| &test.expected).collect();
    let returned = |value: &str| {
        let value = Some(value.to_owned());
        Outcome::from(Ending::Returned { value })
    };
    let changed = |name: &str, value: &str| Changed {
        name: name.to_owned(),
        value: value.to_owned(),
    };
    let both = Outcome {
        globals: vec![changed("total", "1"), changed("last", "[1, 1, 3]")],
        ..returned("0")
    };
    assert!(expected.contains(&&both), "{expected:?}");
    assert!(expected.contains(&&returned("-1")), "{expected:?}");
}

/// The time limits also hold for native runs, and starts of programs, that sleep.
#[test]
fn sleeping_programs_do_not_exceed_the_time_limit() {
    let run = |file: &str, time: &[&str]| -> Run {
        let file = format!("crates/quell-cli/tests/projects/{file}.c");
        let choice = ["run", &file, "--no-compare-code", "--json"];
        let start = Instant::now();
        let output = finished(&[&choice[..], time].concat());
        assert!(start.elapsed() < Duration::from_secs(120), "{file}");
        parsed(&output.stdout)
    };
    let is_unknown = |run: &Run| {
        let mut mutants = run.objectives.iter();
        mutants.all(|of| of.verdict.status == Status::Unknown)
    };
    let sleeping = run("sleeps", &["--timeout", "2"]);
    assert!(is_unknown(&sleeping), "{sleeping:?}");
    let slow = run("slow_start", &["--function-timeout", "1"]);
    assert!(is_unknown(&slow), "{slow:?}");
    let mut reasons = slow.objectives.iter().map(|of| &of.verdict.reason);
    let limit = TimeLimit::Function;
    let is_late = Some(Reason::OutOfTime { limit });
    assert!(reasons.all(|why| *why == is_late));
}

/// The interrupt is sent later and later, until it arrives after the handler is installed and the compilers have ended.
#[test]
fn an_interrupt_ends_with_a_report() {
    for wait in (1..100).map(|tenths| Duration::from_millis(100 * tenths)) {
        // The run takes many seconds, so that it never ends before the interrupt.
        let file = "examples/sorting.c";
        let args = [
            "run",
            file,
            "--function",
            "find",
            "--no-compare-code",
            "--json",
        ];
        let child = quell(&args)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let mut child = child.unwrap();
        thread::sleep(wait);
        assert_eq!(child.try_wait().unwrap(), None, "it ended too early");
        let interrupt = Command::new("kill")
            .args(["-INT", &child.id().to_string()])
            .status();
        assert!(interrupt.unwrap().success());
        let output = child.wait_with_output().unwrap();
        if output.status.code().is_some() {
            assert_eq!(output.status.code(), Some(130));
            if output.stdout.is_empty() {
                continue;
            }
            let run = parsed(&output.stdout);
            assert!(!run.objectives.is_empty());
            assert!(run.interrupted);
            assert_eq!(run.clone().finished(), run);
            return;
        }
    }
    panic!("no interrupted run printed a result");
}

/// A buffer behind `void *` is accessed as integers: the results must not depend on its placement.
#[test]
fn buffers_behind_void_pointers_are_aligned() {
    let run = run_of("untyped.c");
    assert_eq!(run.totals.counts.unknown, 0, "{:?}", run.functions);
    assert!(run.totals.counts.killed > 10);
}
