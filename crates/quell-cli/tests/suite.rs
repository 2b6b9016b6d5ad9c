//! `quell cc` and `quell score --test-cmd` on a small project: examples/suite.

#[path = "suite/labels.rs"]
mod labels;
#[path = "support/scratch.rs"]
mod scratch;
mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use scratch::{Scratch, text};
use serde_json::{Value, json};
use support::unprotected;

/// A copy of the project in a path with blanks.
struct Project {
    scratch: Scratch,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

impl Project {
    fn copied() -> Self {
        let scratch = Scratch::with("my calc", |directory| {
            for entry in fs::read_dir(root().join("examples/suite")).unwrap() {
                let path = entry.unwrap().path();
                fs::copy(&path, directory.join(path.file_name().unwrap())).unwrap();
            }
        });
        Self { scratch }
    }

    /// The project, built as its user would.
    fn built() -> Self {
        let project = Self::copied();
        let compiler = format!("CC={} cc", env!("CARGO_BIN_EXE_quell"));
        let output = project
            .command("make")
            .args(["-s", "-j4", &compiler])
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", text(&output));
        assert_eq!(text(&output), "");
        project
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command
            .current_dir(&self.scratch.directory)
            .env("QUELL_OPERATORS", "symbmc:AOR,symbmc:ROR")
            .env("QUELL_ONLY", "calc.c")
            .env("LC_ALL", "C");
        command
    }

    fn quell(&self, args: &[&str]) -> Output {
        let quell = env!("CARGO_BIN_EXE_quell");
        self.command(quell).args(args).output().unwrap()
    }

    fn score(&self, args: &[&str]) -> Output {
        self.quell(&[&["score", "calc"], unprotected(), args].concat())
    }

    fn json(&self, args: &[&str]) -> Value {
        let output = self.score(&[args, &["--json"]].concat());
        assert!(output.status.success(), "{}", text(&output));
        serde_json::from_slice(&output.stdout).unwrap()
    }
}

/// The mutants of a line, each with its status or, if it survives, whether tests executed and infected it.
fn verdicts(score: &Value, line: u64) -> Vec<(String, String)> {
    let mutants = score["objectives"].as_array().unwrap().iter();
    let here = mutants.filter(|mutant| mutant["span"]["line"].as_u64() == Some(line));
    let mut found: Vec<_> = here
        .map(|mutant| {
            let after = mutant["source"]["after"].as_str().unwrap().to_owned();
            let status = match mutant["status"].as_str().unwrap() {
                "survived" => mutant["level"].as_str().unwrap(),
                status => status,
            };
            (after, status.to_owned())
        })
        .collect();
    found.sort();
    found
}

fn expected(list: &[(&str, &str)]) -> Vec<(String, String)> {
    let mut list: Vec<_> = list
        .iter()
        .map(|(after, status)| ((*after).to_owned(), (*status).to_owned()))
        .collect();
    list.sort();
    list
}

/// Each verdict is derived from the tests: `add 2 0`, `add 4 0`, and `sum n` for n from 0 to 3.
#[test]
fn scores_as_derived_by_hand() {
    let project = Project::built();
    let commands = [
        "--test-cmd",
        "./check.sh add",
        "--test-cmd",
        "./check.sh sum",
    ];
    let score = project.json(&commands);
    let add = [
        ("return a - b;", "executed"),
        ("return a * b;", "killed"),
        ("return a / b;", "killed"),
        ("return a % b;", "killed"),
    ];
    assert_eq!(verdicts(&score, 4), expected(&add));
    // With n = 0, or for `i--` with n = 1, four of them loop until `i` has wrapped.
    let condition = [
        ("for (int i = 1; i == n; i++)", "killed"),
        ("for (int i = 1; i != n; i++)", "timeout"),
        ("for (int i = 1; i > n; i++)", "timeout"),
        ("for (int i = 1; i >= n; i++)", "timeout"),
        ("for (int i = 1; i < n; i++)", "killed"),
        ("for (int i = 1; i <= n; i--)", "timeout"),
    ];
    assert_eq!(verdicts(&score, 9), expected(&condition));
    // A sum of 0 stays 0 under division and remainder.
    let body = [
        ("sum -= i;", "killed"),
        ("sum *= i;", "killed"),
        ("sum /= i;", "killed"),
        ("sum %= i;", "duplicate"),
    ];
    assert_eq!(verdicts(&score, 10), expected(&body));
    let twice = [
        "return a - a;",
        "return a * a;",
        "return a / a;",
        "return a % a;",
    ];
    assert_eq!(
        verdicts(&score, 15),
        expected(&twice.map(|after| (after, "not_executed")))
    );
    assert_eq!(score["totals"]["objectives"], 18);
    let tests = score["tests"].as_array().unwrap();
    let counts: Vec<_> = tests
        .iter()
        .map(|test| ["executed", "infected", "killed"].map(|name| test[name].as_u64().unwrap()))
        .collect();
    let numbers = [[4, 3, 3], [10, 10, 9]];
    assert_eq!(counts, numbers);
    // Four runs of the original, then one of each mutant with the only command that infects it, except the
    // duplicate.
    let output = project.score(&commands);
    assert!(
        text(&output).contains("quell: note: 16 runs\n"),
        "{}",
        text(&output)
    );
    assert!(text(&output).contains(" 70.6 %\n"), "{}", text(&output));
}

#[test]
fn output_is_compared_on_request() {
    let project = Project::built();
    let command = ["--test-cmd", "./calc add 2 3"];
    let blind = project.json(&command);
    assert_eq!(blind["totals"]["survivors"]["weakly_killed"], 4, "{blind}");
    let seeing = project.json(&[&command[..], &["--compare-output", "--matrix"]].concat());
    assert_eq!(seeing["totals"]["killed"], 4, "{seeing}");
    let kills = seeing["kills"].as_array().unwrap().iter();
    let mut seen: Vec<_> = kills
        .map(|kill| kill["observed"]["mutant"]["text"].as_str().unwrap())
        .collect();
    seen.sort_unstable();
    assert_eq!(seen, ["-1", "0", "2", "6"]);
    let first = &seeing["kills"][0]["observed"];
    assert_eq!(first["original"], json!({"kind": "line", "text": "5"}));
    let what = json!({"kind": "line", "stream": "stdout", "number": 1});
    assert_eq!(first["what"], what);
}

#[test]
fn suites_that_cannot_be_used_are_refused() {
    let project = Project::built();
    let failing = ["--test-cmd", "echo so it goes; ./calc"];
    let output = project.score(&failing);
    assert_eq!(output.status.code(), Some(252));
    let said = text(&output);
    assert!(
        said.contains("fails without any mutant: exit status 2"),
        "{said}"
    );
    assert!(said.contains("so it goes"), "{said}");
    let flaky = ["--test-cmd", "date +%N", "--compare-output"];
    let output = project.score(&flaky);
    assert_eq!(output.status.code(), Some(252));
    assert!(
        text(&output).contains("`date +%N` is flaky"),
        "{}",
        text(&output)
    );
    let both = [
        &failing[..],
        &["--keep-going", "--test-cmd", "./calc add 1 1"],
    ]
    .concat();
    let output = project.score(&both);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    assert!(text(&output).contains("left out: `echo so it goes; ./calc`"));
    let stranger = project.score(&["--test-cmd", "true"]);
    assert!(text(&stranger).contains("`true` runs no code with mutants"));
}

/// The command passes twice and never again, whatever it runs: such a failure kills no mutant.
#[test]
fn commands_that_become_flaky_are_named() {
    let project = Project::built();
    let command = "echo >>count; ./calc add 1 1 && test $(wc -l <count) -lt 3";
    let output = project.score(&["--in-place", "--test-cmd", command]);
    let said = text(&output);
    assert_eq!(output.status.code(), Some(252), "{said}");
    assert!(
        said.contains("is flaky: without any mutant, another run gave exit status 1"),
        "{said}"
    );
}

#[test]
fn nothing_is_left_in_the_working_directory() {
    let project = Project::built();
    let command = "./check.sh add && echo x >calc.c && rm main.o && mkdir new";
    let results = project.scratch.directory.join("../results.json");
    let results = results.to_str().unwrap();
    let output = project.score(&["--test-cmd", command, "--results", results]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    assert!(
        project.scratch.directory.join("main.o").exists()
            && !project.scratch.directory.join("new").exists()
    );
    let written: Value = serde_json::from_slice(&fs::read(results).unwrap()).unwrap();
    assert_eq!(written["totals"]["killed"], 3);
    let elsewhere = project.scratch.directory.join("../elsewhere");
    let command = format!("echo >'{}'", elsewhere.display());
    assert_eq!(
        project.score(&["--test-cmd", &command]).status.code(),
        Some(252)
    );
    assert!(!elsewhere.exists());
}

/// The four mutants of `add` hang until the interrupt; the verdicts of the others are kept.
#[test]
fn an_interrupt_keeps_what_was_found() {
    let project = Project::built();
    let results = project.scratch.directory.join("../results.json");
    let command = "./calc add 2 3; [ -z \"$QUELL_MUTANT\" ] || sleep 1000";
    let mut child = project
        .command(env!("CARGO_BIN_EXE_quell"))
        .args(["score", "calc", "--test-cmd", command, "--results"])
        .arg(&results)
        .args(unprotected())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    while !results.exists() {
        assert_eq!(child.try_wait().unwrap(), None, "it ended too early");
        thread::sleep(Duration::from_millis(10));
    }
    let interrupt = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(interrupt.unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let written: Value = serde_json::from_slice(&fs::read(results).unwrap()).unwrap();
    assert_eq!(written["totals"]["objectives"], 18, "{written}");
    assert_eq!(written["totals"]["survivors"]["not_executed"], 13);
    assert_eq!(written["totals"]["unknown"], 4);
    assert_eq!(written["interrupted"], true);
}

/// The mutants of `sum_to` run one after the other; the third one hangs in the first campaign.
#[test]
fn an_interrupted_campaign_is_resumed() {
    let project = Project::built();
    let known = project.json(&["--test-cmd", "./check.sh sum"]);
    assert_eq!(known["totals"]["unknown"], 0);
    let mutants = known["objectives"].as_array().unwrap().iter();
    let run = mutants.filter(|mutant| mutant["function"] == "sum_to");
    let third = run.map(|mutant| mutant["id"].as_str().unwrap()).nth(2);
    let go = project.scratch.directory.with_file_name("go");
    let hang = format!(
        "case \"$QUELL_MUTANT\" in *{}) [ -e '{}' ] || sleep 50 ;; esac; ./check.sh sum",
        third.unwrap(),
        go.display()
    );
    // The results lie in the working directory, where they must not count as a change of the tests.
    let args = [
        "--jobs",
        "1",
        "--results",
        "results.json",
        "--test-cmd",
        &hang,
    ];
    let journal = project.scratch.directory.join("results.json.journal");
    let lines = || fs::read_to_string(&journal).map_or(0, |text| text.lines().count());
    let mut child = project
        .command(env!("CARGO_BIN_EXE_quell"))
        .args([&["score", "calc"], unprotected(), &args[..]].concat())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    while lines() < 3 {
        assert_eq!(child.try_wait().unwrap(), None, "it ended too early");
        thread::sleep(Duration::from_millis(10));
    }
    // The killed process cannot clean up.
    child.kill().unwrap();
    child.wait().unwrap();
    fs::write(&go, "").unwrap();
    let output = project.score(&[&args[..], &["--resume"]].concat());
    assert!(output.status.success(), "{}", text(&output));
    // Two runs of the original, and all ten mutants of the function except two with known verdicts and a duplicate.
    let runs = text(&output).contains("quell: note: 9 runs\n");
    assert!(runs, "{}", text(&output));
    let results = fs::read(project.scratch.directory.join("results.json")).unwrap();
    let results: Value = serde_json::from_slice(&results).unwrap();
    for line in [4, 9, 10, 15] {
        assert_eq!(verdicts(&results, line), verdicts(&known, line));
    }
    fs::write(project.scratch.directory.join("check.sh"), "./calc sum 3").unwrap();
    let output = project.score(&[&args[..], &["--resume"]].concat());
    assert_eq!(output.status.code(), Some(252));
    let refused =
        text(&output).contains("are not what they were; without --resume the campaign starts anew");
    assert!(refused, "{}", text(&output));
}

/// `a * 1` and `a / 1` are both `a`.
#[test]
fn mutants_with_the_same_code_are_named_and_not_run() {
    let project = Project::copied();
    let source = "int twice(int a) { return a + a; }\nint one(int a) { return a - 1; }\n";
    fs::write(project.scratch.directory.join("same.c"), source).unwrap();
    let main = "int twice(int);\nint one(int);\nint main(void) { return twice(0) + one(1); }\n";
    fs::write(project.scratch.directory.join("main.c"), main).unwrap();
    let build = |compare: &str| {
        let quell = env!("CARGO_BIN_EXE_quell");
        let mut command = project.command(quell);
        command.env("QUELL_ONLY", "same.c");
        command.env("QUELL_COMPARE_CODE", compare);
        let built = command.args(["cc", "main.c", "same.c", "-o", "calc"]);
        assert_eq!(text(&built.output().unwrap()), "");
        project.json(&["--test-cmd", "./calc"])
    };
    let score = build("");
    let of_one: Vec<_> = verdicts(&score, 2).into_iter().collect();
    let one = [
        ("int one(int a) { return a + 1; }", "killed"),
        ("int one(int a) { return a * 1; }", "killed"),
        ("int one(int a) { return a / 1; }", "duplicate"),
        ("int one(int a) { return a % 1; }", "executed"),
    ];
    assert_eq!(of_one, expected(&one));
    let mutants = score["objectives"].as_array().unwrap();
    let find = |after: &str| {
        let mut mutants = mutants.iter();
        mutants.find(|mutant| mutant["source"]["after"].as_str().unwrap().contains(after))
    };
    let (original, duplicate) = (find("a * 1").unwrap(), find("a / 1").unwrap());
    assert_eq!(duplicate["duplicate_of"], original["id"]);
    assert_eq!(score["totals"]["duplicate"], 1);
    let score = build("no");
    assert_eq!(score["totals"]["duplicate"], 0);
}

#[test]
fn a_program_without_mutants_is_refused() {
    let project = Project::copied();
    let plain = project
        .command("clang-19")
        .args(["main.c", "calc.c", "-o", "calc"])
        .status();
    assert!(plain.unwrap().success());
    let output = project.score(&["--test-cmd", "true"]);
    assert_eq!(output.status.code(), Some(241));
    assert!(
        text(&output).contains("compile it with `quell cc`"),
        "{}",
        text(&output)
    );
}

/// The ways in which users and build systems call a compiler.
#[test]
fn quell_cc_accepts_the_arguments_of_a_compiler() {
    let project = Project::copied();
    let directory = &project.scratch.directory;
    // Sources to a program, with a response file.
    fs::write(directory.join("flags"), "-O2 -o 'the program'").unwrap();
    let output = project.quell(&["cc", "@flags", "main.c", "calc.c", "-lm"]);
    assert_eq!(
        (output.status.code(), text(&output).as_str()),
        (Some(0), "")
    );
    let program = directory.join("the program");
    let run = |mutant: &str| {
        let output = Command::new(&program)
            .args(["add", "2", "3"])
            .env("QUELL_MUTANT", mutant)
            .output();
        text(&output.unwrap())
    };
    assert_eq!(run(""), "5\n");
    let listed = project.quell(&["mutants", "calc.c", "--operators", "symbmc:AOR", "--json"]);
    let listed: Value = serde_json::from_slice(&listed.stdout).unwrap();
    let first = listed["objectives"][0]["id"].as_str().unwrap();
    assert_ne!(run(&format!("calc.c:{first}")), "5\n");
    // A dependency file, and an object under another name.
    let output = project.quell(&["cc", "-c", "-MMD", "calc.c", "-o", "x.o"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    let dependencies = fs::read_to_string(directory.join("x.d")).unwrap();
    assert!(dependencies.starts_with("x.o:"), "{dependencies}");
    assert!(
        fs::read(directory.join("x.o"))
            .unwrap()
            .windows(12)
            .any(|w| w == b"quell-unit/2")
    );
}

#[test]
fn other_requests_are_passed_to_the_compiler() {
    let project = Project::copied();
    let version = project.quell(&["cc", "--version"]);
    assert!(
        text(&version).contains("clang version"),
        "{}",
        text(&version)
    );
    let preprocessed = project.quell(&["cc", "-E", "calc.c"]);
    assert!(text(&preprocessed).contains("int twice(int a)"));
    fs::write(project.scratch.directory.join("calc.c"), "int f(").unwrap();
    let broken = project.quell(&["cc", "-c", "calc.c"]);
    assert_eq!(broken.status.code(), Some(1));
    assert!(text(&broken).contains("calc.c:1:"), "{}", text(&broken));
    let assembly = project.quell(&["cc", "-S", "main.c", "-o", "-"]);
    assert!(text(&assembly).contains("main:"));
    fs::write(
        project.scratch.directory.join("calc.i"),
        "int f(void) { return 1; }",
    )
    .unwrap();
    let other = project.quell(&["cc", "-c", "calc.i"]);
    assert!(
        text(&other).contains("calc.i is compiled without mutants"),
        "{}",
        text(&other)
    );
}
