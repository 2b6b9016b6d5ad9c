//! Settings of functions in `quell.toml`: verdicts depend on them, every test respects them, and the command line overrides
//! them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use quell_results::{
    Assumption, Bound, Buffer, BufferUnit, Record, Run, Score, Status, WrittenTest,
};
use quell_values::inputs::Restriction;

#[path = "support/results.rs"]
mod results;
use results::parsed;

const ENGINES: [&str; 2] = ["bmc", "symbmc"];

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/commands/configured")
}

fn run(args: &[&str]) -> Run {
    parsed(&printed(&[&["run", "values.c"], args].concat()))
}

/// The JSON output of a command.
fn printed(args: &[&str]) -> Vec<u8> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quell"));
    command.args(args).arg("--json");
    let output = command.current_dir(directory()).output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {message}");
    output.stdout
}

/// The mutant of a function whose line has this text.
fn mutant<'r>(run: &'r Run, (function, text): (&str, &str)) -> &'r Record {
    let mut mutants = run.objectives.iter();
    let found = mutants.find(|of| of.function == function && of.source.after().contains(text));
    found.unwrap_or_else(|| panic!("{function} has no mutant `{text}`"))
}

/// Mutants that only values which the file excludes kill, with the input and the values that the file allows.
const EXCLUDED: &[(&str, &str, &str, &[&str])] = &[
    ("grade", "points >= 100", "points", &["0..=99"]),
    ("speed", "m >= FAST", "m", &["OFF", "SLOW"]),
    ("least", "a[0] == -5", "a[]", &["-3..=3"]),
    ("second", "s[1] > 'x'", "s", &[]),
    ("above", "level == 9", "level", &["..=8"]),
    ("warm", "celsius >= 40.0", "celsius", &["-40.0..=39.5"]),
    (
        "poll",
        "read_sensor() == 1023",
        "read_sensor()[]",
        &["0", "10..=1000"],
    ),
];

/// The assumption that an input has one of these values.
fn allowed(input: &str, values: &[&str]) -> Assumption {
    let restriction = Restriction::read(values.iter().copied());
    Assumption::Values {
        name: input.to_owned(),
        allowed: restriction.unwrap().allowed(),
    }
}

#[test]
fn excluded_values_kill_nothing() {
    for engine in ENGINES {
        let common = ["--operators", "symbmc:ROR", "--engine", engine];
        let free = run(&[&common[..], &["--no-config", "--globals", "any"]].concat());
        let restricted = run(&common);
        for (function, text, input, values) in EXCLUDED {
            let of = (*function, *text);
            assert_eq!(mutant(&free, of).verdict.status, Status::Killed, "{of:?}");
            let verdict = &mutant(&restricted, of).verdict;
            assert_eq!(verdict.status, Status::Equivalent, "{of:?}");
            let assumption = match values.is_empty() {
                true => Assumption::NulTerminated {
                    text: (*input).to_owned(),
                },
                false => allowed(input, values),
            };
            assert!(verdict.assumptions.contains(&assumption), "{verdict:?}");
        }
        assert_eq!(free.config, None);
        assert_eq!(restricted.config.as_deref(), Some("quell.toml"));
    }
}

/// A pointer that is compared with null may be null, unless the file says otherwise.
#[test]
fn one_pointer_cannot_be_null() {
    for engine in ENGINES {
        let common = ["--operators", "symbmc", "-f", "given", "--engine", engine];
        let usual = run(&[&common[..], &["--no-config"]].concat());
        let of = ("given", "r = 10");
        assert_eq!(mutant(&usual, of).verdict.status, Status::Killed);
        let never = run(&common);
        assert_eq!(mutant(&never, of).verdict.status, Status::Unreached);
    }
}

/// Calls beyond the listed values return zero; where zero is not allowed, such an input is invalid.
#[test]
fn no_test_makes_more_calls_than_it_has_values() {
    for engine in ENGINES {
        let common = ["-f", "waits", "--operators", "symbmc", "--engine", engine];
        let found = run(&common);
        assert_eq!((found.totals.counts.killed, found.tests.len()), (0, 0));
        let enough = run(&[&common[..], &["--calls", "20"]].concat());
        assert!(enough.totals.counts.killed > 5, "{:?}", enough.totals);
        let mut ends = enough
            .tests
            .iter()
            .map(|test| test.expected.end.to_string());
        assert!(ends.all(|end| end == "returned 3"));
    }
}

fn number(test: &WrittenTest) -> f64 {
    test.inputs.args[0].as_f64().unwrap()
}

fn is_allowed(test: &WrittenTest) -> bool {
    let inputs = &test.inputs;
    match test.function.as_str() {
        "grade" => (0.0..=99.0).contains(&number(test)),
        "speed" => ["OFF", "SLOW"].contains(&inputs.args[0].as_str().unwrap()),
        "least" => {
            let elements = inputs.args[0].as_array().unwrap();
            let are_small = elements.iter().all(|of| of.as_i64().unwrap().abs() <= 3);
            let count = inputs.args[1].as_i64().unwrap();
            are_small && elements.len() == 2 && (0..=2).contains(&count)
        }
        "above" => inputs.globals[0].1.as_i64().unwrap() <= 8,
        "warm" => (-40.0..=39.5).contains(&number(test)),
        "poll" => {
            let results = inputs.calls.values().flatten();
            let mut results = results.map(|of| of.as_i64().unwrap());
            results.all(|of| of == 0 || (10..=1000).contains(&of))
        }
        "rounds" => (0.0..=2.0).contains(&number(test)),
        "waits" => {
            let results = inputs.calls.values().flatten();
            results
                .map(|of| of.as_i64().unwrap())
                .all(|of| (1..=5).contains(&of))
        }
        "second" | "given" => true,
        other => panic!("the allowed values of {other} are not stated here"),
    }
}

/// Also tests found by sampling, by simplification or by native trials, which run on every equivalence too.
#[test]
fn every_test_has_allowed_values() {
    for engine in ENGINES {
        let found = run(&["--operators", "all", "--engine", engine, "--fuzz", "3000"]);
        assert!(found.totals.counts.killed > 50, "{:?}", found.totals);
        assert!(found.statistics.fuzzed.is_some_and(|count| count > 10_000));
        for test in &found.tests {
            assert!(is_allowed(test), "{test:?}");
        }
        let of_functions = |name: &str| found.tests.iter().any(|test| test.function == name);
        for (function, ..) in EXCLUDED {
            assert!(of_functions(function), "{function}");
        }
    }
}

/// The mutants of a function.
fn mutants(function: &str, args: &[&str]) -> Vec<Record> {
    let common = ["-f", function, "--operators", "symbmc:ROR"];
    run(&[&common[..], args].concat()).objectives
}

/// The bound that a pointer points to `count` elements.
fn elements(pointer: &str, count: u64) -> Bound {
    Bound::Elements {
        buffer: Buffer::Pointer {
            pointer: pointer.to_owned(),
        },
        count,
        unit: BufferUnit::Element,
    }
}

#[test]
fn the_command_line_overrides_functions_and_functions_override_defaults() {
    let scratch = tempfile::tempdir().unwrap();
    let file = scratch.path().join("layers.toml");
    let found = |config: &str, args: &[&str]| {
        fs::write(&file, config).unwrap();
        let args = [&["--config", file.to_str().unwrap()], args].concat();
        mutants("least", &args)
    };
    let has = |config: &str, args: &[&str], count: u64| {
        let mutants = found(config, args);
        let bound = elements("a", count);
        let mut verdicts = mutants.iter().map(|of| &of.verdict);
        assert!(verdicts.any(|of| of.bounds.contains(&bound)), "{config}");
    };
    let assumes = |config: &str, input: &str, values: &[&str]| {
        let mutants = found(config, &[]);
        let assumption = allowed(input, values);
        let mut verdicts = mutants.iter().map(|of| &of.verdict);
        let is_assumed = verdicts.any(|of| of.assumptions.contains(&assumption));
        assert!(is_assumed, "{config}");
    };
    let all = "[inputs]\ncapacity = 3\nvalues = { n = \"0..=1\", \"a[]\" = 0 }\n";
    let own = "[functions.least]\ncapacity = 4\nvalues = { n = \"0..=2\" }\n";
    let both = format!("{all}{own}");
    let open = "[inputs.values]\nn = \"0..\"\n";
    has(open, &[], 8);
    has(open, &["--capacity", "6"], 6);
    has(all, &[], 3);
    has(&both, &[], 4);
    has(&both, &["--capacity", "2"], 2);
    has(&both, &["--capacity", "a=1"], 1);
    // Tables of names are merged.
    assumes(all, "n", &["0..=1"]);
    assumes(&both, "n", &["0..=2"]);
    assumes(&both, "a[]", &["0"]);
    let named = "[inputs]\ncapacities = { a = 5 }\nvalues = { n = \"0..\" }\n";
    has(named, &["--capacity", "2"], 5);
    has(named, &["--capacity", "a=2"], 2);
}

/// The unwinding bound can be set for a function.
#[test]
fn one_function_has_a_smaller_unwinding_bound() {
    let scratch = tempfile::tempdir().unwrap();
    let file = scratch.path().join("rounds.toml");
    fs::write(
        &file,
        "[inputs]\nunroll = 7\n[functions.rounds]\nunroll = 3\n",
    )
    .unwrap();
    let is_bound = |args: &[&str], times: u32| {
        let args = [&["--config", file.to_str().unwrap()], args].concat();
        let mutants = mutants("rounds", &args);
        let mut bounds = mutants.iter().flat_map(|of| &of.verdict.bounds);
        bounds.any(|bound| matches!(bound, Bound::Unwinding { loops, .. } if *loops == times))
    };
    for engine in ENGINES {
        assert!(is_bound(&["--engine", engine], 3));
        assert!(is_bound(&["--engine", engine, "--unroll", "5"], 5));
    }
}

/// Functions of one byte in the examples, with their parameters and the allowed values of these.
const BYTES: &[(&str, &str, &str, std::ops::RangeInclusive<i32>)] = &[
    ("clamp_to_ten", "x", "-12..=9", -12..=9),
    ("sign", "x", "..=-1", -128..=-1),
    ("bcd", "x", "95..=105", 95..=105),
    ("season", "month", "0..=12", 0..=12),
    ("gray_code", "x", "7", 7..=7),
];

/// The killed mutants are exactly those that a native run of all allowed inputs kills.
#[test]
fn verdicts_agree_with_running_all_values() {
    let scratch = tempfile::tempdir().unwrap();
    let [config, suite] = ["quell.toml", "suite.json"].map(|name| scratch.path().join(name));
    let mut equivalent = 0;
    for (function, param, text, values) in BYTES {
        let restricted = format!("[functions.{function}]\nvalues.{param} = \"{text}\"\n");
        fs::write(&config, restricted).unwrap();
        let tests = values.clone().map(|value| {
            serde_json::json!({ "id": format!("of {value}"), "function": function, "args": [value] })
        });
        let tests: Vec<serde_json::Value> = tests.collect();
        let tests = serde_json::json!({ "schema": "quell-tests-1", "tests": tests });
        fs::write(&suite, tests.to_string()).unwrap();
        let file = "../../../../../examples/bytes.c";
        let common = [
            file,
            "-f",
            function,
            "--operators",
            "symbmc",
            "--no-compare-code",
        ];
        let suite = ["--tests", suite.to_str().unwrap()];
        let score = printed(&[&["score"], &common[..], &suite].concat());
        let score: Score = serde_json::from_slice(&score).unwrap();
        let free = parsed(&printed(
            &[&["run"], &common[..], &["--no-config"]].concat(),
        ));
        for engine in ENGINES {
            let config = ["--config", config.to_str().unwrap(), "--engine", engine];
            let run = parsed(&printed(&[&["run"], &common[..], &config].concat()));
            for mutant in &run.objectives {
                let scored = score
                    .objectives
                    .iter()
                    .find(|of| of.id == mutant.id)
                    .unwrap();
                let expected = match scored.verdict.is_killed() {
                    true => [Status::Killed, Status::Timeout],
                    false => [Status::Equivalent, Status::Unreached],
                };
                let kind = mutant.verdict.status;
                assert!(expected.contains(&kind), "{text}: {mutant:?}");
                equivalent += usize::from(!scored.verdict.is_killed());
                let is_assumed = mutant
                    .verdict
                    .assumptions
                    .contains(&allowed(param, &[text]));
                if !scored.verdict.is_killed() && !is_assumed {
                    let free = free.objectives.iter().find(|of| of.id == mutant.id);
                    assert_eq!(
                        free.unwrap().verdict.status,
                        Status::Equivalent,
                        "{mutant:?}"
                    );
                }
            }
        }
    }
    assert!(equivalent > 50, "{equivalent}");
}

/// A proof names the configured values that it needs, and no others.
#[test]
fn configured_values_are_assumed_only_where_a_proof_needs_them() {
    let source = "int both(int a, int b) { return (a > 100) + b; }\n\
                  int always(unsigned a) { return a > 0; }\n";
    let config = "[functions.both]\nvalues = { a = \"0..=99\", b = \"0..=5\" }\n\
                  [functions.always]\nvalues = { a = \"0..=99\" }\n";
    for engine in ENGINES {
        let args = ["--operators", "symbmc:ROR", "--engine", engine];
        let run = run_of(source, config, &args);
        for text in ["a >= 100", "a == 100"] {
            let verdict = &mutant(&run, ("both", text)).verdict;
            assert_eq!(verdict.status, Status::Equivalent, "{verdict:?}");
            assert_eq!(verdict.assumptions, [allowed("a", &["0..=99"])]);
        }
        let verdict = &mutant(&run, ("always", "a != 0")).verdict;
        assert_eq!(verdict.status, Status::Equivalent, "{verdict:?}");
        assert_eq!(verdict.assumptions, []);
    }
}

/// Overflow wraps in one function, and makes an input of the other invalid.
#[test]
fn overflow_is_defined_for_one_function() {
    let scratch = tempfile::tempdir().unwrap();
    let [config, source] = ["wrap.toml", "wrap.c"].map(|name| scratch.path().join(name));
    fs::write(&config, "[functions.wraps]\nub = \"wrap\"\n").unwrap();
    let body = "(int a) { return a + 1 > a; }";
    fs::write(&source, format!("int wraps{body}\nint avoids{body}\n")).unwrap();
    for engine in ENGINES {
        let common = [
            "run",
            source.to_str().unwrap(),
            "--config",
            config.to_str().unwrap(),
            "--operators",
            "symbmc:ROR",
            "--engine",
            engine,
        ];
        let kinds = |args: &[&str]| {
            let run = parsed(&printed(&[&common[..], args].concat()));
            ["wraps", "avoids"].map(|name| mutant(&run, (name, "a + 1 != a")).verdict.status)
        };
        assert_eq!(kinds(&[]), [Status::Killed, Status::Equivalent]);
        // The command line overrides the file.
        assert_eq!(kinds(&["--ub", "avoid"]), [Status::Equivalent; 2]);
    }
}

/// A run on a source file with a configuration file.
fn run_of(source: &str, config: &str, args: &[&str]) -> Run {
    let scratch = tempfile::tempdir().unwrap();
    let paths = ["quell.toml", "program.c"].map(|name| scratch.path().join(name));
    fs::write(&paths[0], config).unwrap();
    fs::write(&paths[1], source).unwrap();
    parsed(&printed(
        &[&["run", paths[1].to_str().unwrap()], args].concat(),
    ))
}

/// Tests of one function are not used for another function if they pass it values that are not allowed there.
#[test]
fn tests_of_a_caller_respect_the_values_of_the_callee() {
    let source =
        "static int inner(int n) { return n > 50; }\nint outer(int n) { return inner(n); }\n";
    let config = "[functions.inner]\nvalues = { n = \"0..=10\" }\n";
    for engine in ENGINES {
        let run = run_of(
            source,
            config,
            &["--operators", "symbmc:ROR", "--engine", engine],
        );
        let verdict = &mutant(&run, ("inner", "n >= 50")).verdict;
        assert_eq!(verdict.status, Status::Equivalent);
        let run = run_of(
            source,
            "",
            &["--operators", "symbmc:ROR", "--engine", engine],
        );
        assert_eq!(
            mutant(&run, ("inner", "n >= 50")).verdict.status,
            Status::Killed
        );
    }
}

/// A value that is allowed for one call is not allowed for the calls after the last listed one.
#[test]
fn zero_is_returned_only_by_calls_that_allow_it() {
    let source = "int read_sensor(void);\n\
                  int many(int n) { int r = 0; for (int i = 0; i < n; i++) if (read_sensor() == 0 && i > 1) r = 1; return r; }\n";
    let config = "[functions.many]\ncalls = 2\n\
                  values = { n = \"0..=7\", \"read_sensor()[]\" = \"1..=9\", \"read_sensor()[1]\" = \"0..=9\" }\n";
    for engine in ENGINES {
        let run = run_of(
            source,
            config,
            &["--operators", "symbmc", "--engine", engine],
        );
        for test in &run.tests {
            assert_eq!(test.expected.end.to_string(), "returned 0", "{test:?}");
        }
    }
}
