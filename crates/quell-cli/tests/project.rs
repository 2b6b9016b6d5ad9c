//! Several files at once: one result, calls across files, files that fail, and the choice of files and mutants.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use quell_results::{Listing, NotLinked, ProjectRun, Reason, SkippedReason, Status};
use tempfile::TempDir;

/// `over` calls a function of the other file; both have a static function of one name.
const OVER: &str = "\
int limit(int x);

static int helper(int x) { return x + 1; }

int over(int x) { return x > limit(x); }

int next(short x) { return helper(x); }
";

const LIMIT: &str = "\
static int helper(int x) { return x - x / 2 * 2; }

int limit(int x) { return x < 0 ? 10 : helper(20); }

int odd(short x) { return helper(x); }
";

/// A directory that is worked on.
struct Place {
    scratch: TempDir,
}

impl Place {
    fn new(files: &[(&str, &str)]) -> Self {
        let place = Self {
            scratch: tempfile::tempdir().unwrap(),
        };
        for (name, text) in files {
            place.write(name, text);
        }
        place
    }

    fn usual() -> Self {
        Self::new(&[("src/over.c", OVER), ("src/limit.c", LIMIT)])
    }

    fn path(&self, name: &str) -> PathBuf {
        self.scratch.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn shell(&self, line: &str) -> Output {
        let mut command = Command::new("sh");
        let quell = Path::new(env!("CARGO_BIN_EXE_quell"));
        let path = std::env::var_os("PATH").unwrap_or_default();
        let mut paths = vec![quell.parent().unwrap().to_owned()];
        paths.extend(std::env::split_paths(&path));
        command.env("PATH", std::env::join_paths(paths).unwrap());
        command.args(["-c", line]).current_dir(self.scratch.path());
        command.output().unwrap()
    }

    fn run(&self, options: &str) -> (Option<i32>, ProjectRun, String) {
        let output = self.shell(&format!("quell run {options} --json"));
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let run = serde_json::from_slice(&output.stdout);
        let run = run.unwrap_or_else(|error| panic!("{options}: {error}: {said}"));
        (output.status.code(), run, said)
    }

    /// A run without any error.
    fn good(&self, options: &str) -> ProjectRun {
        let (code, run, said) = self.run(options);
        assert_eq!(code, Some(0), "{options}: {said}");
        run
    }

    fn refused(&self, line: &str) -> (Option<i32>, String) {
        let output = self.shell(line);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code(), said)
    }
}

fn statuses(run: &ProjectRun) -> BTreeSet<(String, Status)> {
    let records = run.objectives.iter();
    records
        .map(|of| (of.id.clone(), of.verdict.status))
        .collect()
}

#[test]
fn several_files_are_one_result() {
    let place = Place::usual();
    let run = place.good("src");
    assert_eq!(run.schema, "quell-project-1");
    let files: Vec<&str> = run.files.iter().map(|of| of.file.as_str()).collect();
    assert_eq!(files, ["src/limit.c", "src/over.c"]);
    let ids: BTreeSet<&String> = run.objectives.iter().map(|of| &of.id).collect();
    assert_eq!(ids.len(), run.objectives.len());
    assert!(ids.iter().all(|id| id.starts_with("src/")), "{ids:?}");
    let of_files: u64 = run.files.iter().map(|of| of.totals.counts.objectives).sum();
    assert_eq!(of_files, run.totals.counts.objectives);
    assert_eq!(run.totals.counts.unknown, 0);
    let functions: Vec<(&str, &str)> = run
        .functions
        .iter()
        .map(|of| (of.file.as_deref().unwrap(), of.function.as_str()))
        .collect();
    let helpers = functions.iter().filter(|(_, name)| *name == "helper");
    assert_eq!(helpers.count(), 2, "{functions:?}");
    // Every kill has its test, and every test its file.
    for record in &run.objectives {
        for id in &record.verdict.tests {
            let test = run.tests.iter().find(|test| test.id == *id).unwrap();
            assert!(test.kills.contains(&record.id), "{test:?}");
            assert_eq!(test.file.as_deref(), Some(record.file.as_str()));
        }
    }
}

/// The other file decides what a call returns: no test sets its result.
#[test]
fn calls_across_files_are_resolved() {
    let place = Place::usual();
    let run = place.good("src/over.c src/limit.c --function over");
    let over = &run.files[0];
    assert_eq!((over.linked.functions, run.files.len()), (2, 1));
    assert!(run.tests.iter().all(|test| test.inputs.calls.is_empty()));
    // `x > limit(x)` is `x >= limit(x)` unless they are equal: limit(x) is 10 for negative numbers, else 0.
    let equal = |test: &&quell_results::WrittenTest| test.inputs.args[0] == 0;
    assert!(run.tests.iter().any(|test| equal(&test)), "{:?}", run.tests);
    let run = place.good("src/over.c src/limit.c --function over --linked 0");
    assert!(run.tests.iter().any(|test| !test.inputs.calls.is_empty()));
    let left = &run.files[0].linked.external;
    assert_eq!(left[0].symbol, "limit");
    assert_eq!(left[0].reason, NotLinked::Limit);
}

/// What was decided is known, whatever the order of the files.
#[test]
fn a_campaign_is_about_all_files() {
    let place = Place::usual();
    let first = place.good("src/over.c src/limit.c --out kept");
    let (_, second, said) = place.run("src/limit.c src/over.c --out kept");
    assert_eq!(statuses(&first), statuses(&second));
    assert_eq!(
        said.matches("are known from earlier runs").count(),
        2,
        "{said}"
    );
    assert_eq!(second.statistics.queries, 0, "{said}");
    // An edit of one function of the other file concerns what calls it.
    place.write("src/limit.c", &LIMIT.replace("10", "11"));
    let (_, third, said) = place.run("src/over.c src/limit.c --out kept");
    assert!(
        said.contains("src/over.c: changed since the last run: the file src/limit.c"),
        "{said}"
    );
    assert_eq!(third.totals.counts.unknown, 0);
}

#[test]
fn a_file_that_does_not_compile_is_named() {
    let place = Place::usual();
    place.write("src/broken.c", "int broken( {\n");
    let (code, run, said) = place.run("src");
    assert_eq!(code, Some(243), "{said}");
    assert!(said.contains("src/broken.c is left out"), "{said}");
    assert_eq!(run.files.len(), 2);
    assert_eq!(run.skipped[0].file, "src/broken.c");
    assert!(matches!(
        run.skipped[0].reason,
        SkippedReason::NotLoaded { .. }
    ));
    let (code, said) = place.refused("quell run src/broken.c src/broken.c");
    assert_eq!(code, Some(243), "{said}");
    let listing = place.shell("quell mutants --json src");
    assert_eq!(listing.status.code(), Some(243));
    let listing: Listing = serde_json::from_slice(&listing.stdout).unwrap();
    assert_eq!((listing.files.len(), listing.skipped_files.len()), (2, 1));
}

/// What is wrong with a build, and what to do.
#[test]
fn bad_builds_are_refused() {
    let place = Place::usual();
    let cases = [
        ("", "cut [", "is no compilation database"),
        ("", "[]", "names no file"),
        (
            "",
            r#"[{"directory": "..", "file": "gone.c", "command": "cc -c gone.c"}]"#,
            "there is no such file; build the project first",
        ),
        (
            "src/over.c",
            r#"[{"directory": "..", "file": "src/limit.c", "command": "cc -c src/limit.c"}]"#,
            "the build does not compile src/over.c",
        ),
        (
            "",
            r#"[{"directory": "..", "file": "src/limit.c"}]"#,
            "neither `arguments` nor `command`",
        ),
    ];
    for (files, database, expected) in cases {
        place.write("build/compile_commands.json", database);
        let (code, said) = place.refused(&format!("quell run -p build {files}"));
        assert_eq!(code, Some(241), "{said}");
        assert!(said.contains(expected), "{said}");
    }
    let (code, said) = place.refused("quell run -p src");
    assert_eq!(code, Some(241));
    assert!(
        said.contains("has no compile_commands.json; configure"),
        "{said}"
    );
    let (code, said) = place.refused("quell run src --lines 3");
    assert_eq!(code, Some(240), "{said}");
    let (code, said) = place.refused("quell run src --function nowhere");
    assert_eq!(code, Some(245), "{said}");
}

/// One entry is used, and one is named: flags and directories come from the build.
#[test]
fn flags_come_from_the_build() {
    let place = Place::new(&[
        ("inc/most.h", "#define MOST 7\n"),
        (
            "src/a.c",
            "#include <most.h>\nint a(int x) { return x > MOST + MORE; }\n",
        ),
        (
            "build/compile_commands.json",
            r#"[
            {"directory": ".", "file": "../src/a.c", "command": "gcc -O2 -I../inc -DMORE=1 -c ../src/a.c -o a.o"},
            {"directory": ".", "file": "../src/b.cpp", "command": "g++ -c ../src/b.cpp"}
            ]"#,
        ),
    ]);
    let run = place.good("-p build");
    assert!(
        run.objectives
            .iter()
            .all(|of| of.id.starts_with("src/a.c:"))
    );
    assert_eq!(run.totals.counts.unknown, 0);
    assert_eq!(run.skipped.len(), 1);
    let report = place.shell("quell run -p build");
    let report = String::from_utf8_lossy(&report.stdout).into_owned();
    assert!(report.starts_with("1 file, "), "{report}");
    assert!(report.contains("src/b.cpp: it is C++"), "{report}");
}

#[test]
fn files_and_mutants_are_chosen() {
    let place = Place::usual();
    let files = |options: &str| -> Vec<String> {
        let run = place.good(&format!("src {options}"));
        run.files.into_iter().map(|of| of.file).collect()
    };
    assert_eq!(files("--file 'ov*'"), ["src/over.c"]);
    assert_eq!(files("--exclude 'src/over.c'"), ["src/limit.c"]);
    let all = place.good("src");
    let id = &all.objectives[0].id;
    let one = place.good(&format!("src --mutant {id}"));
    assert_eq!(statuses(&one).len(), 1);
    assert_eq!(&one.objectives[0].id, id);
    let sample = place.good("src --sample 5");
    assert_eq!(sample.objectives.len(), 5);
    let (code, said) = place.refused("quell run src --file '*.rs'");
    assert_eq!(code, Some(240), "{said}");
    assert!(said.contains("leave none of the 2 files"), "{said}");
}

#[test]
fn functions_changed_since_a_revision() {
    let place = Place::usual();
    let git = "git -c user.name=a -c user.email=a@b -c init.defaultBranch=main";
    let made = place.shell(&format!(
        "{git} init -q && git add src && {git} commit -qm one"
    ));
    assert!(made.status.success(), "{made:?}");
    place.write(
        "src/over.c",
        &OVER.replace("helper(x); }", "helper(x) + 0; }"),
    );
    let run = place.good("src --diff HEAD");
    let functions: Vec<&str> = run
        .functions
        .iter()
        .map(|of| of.function.as_str())
        .collect();
    assert_eq!(functions, ["next"]);
    let (code, said) = place.refused("quell run src --diff nowhere");
    assert_eq!(code, Some(240), "{said}");
    place.write("src/new.c", "int fresh(int x) { return x == 3; }\n");
    let run = place.good("src --diff HEAD");
    assert_eq!(run.files.len(), 2);
}

/// Comments exclude mutants: they are counted and listed, with the reason.
#[test]
fn comments_suppress() {
    let place = Place::new(&[(
        "a.c",
        "int a(int x) {\n    return x > 3; // quell: ignore ROR -- logging only\n}\n\
         // quell: ignore nonsense -- a mistake\nint b(int x) { return x > 3; }\n",
    )]);
    let run = place.good("a.c ./a.c");
    let suppressed: Vec<_> = run
        .objectives
        .iter()
        .filter(|of| of.verdict.status == Status::Suppressed)
        .collect();
    assert!(!suppressed.is_empty());
    assert_eq!(run.totals.counts.suppressed, suppressed.len() as u64);
    for record in suppressed {
        assert_eq!(
            (record.function.as_str(), record.operator.as_deref()),
            ("a", Some("ROR"))
        );
        let text = "logging only".to_owned();
        assert_eq!(record.verdict.reason, Some(Reason::Comment { text }));
    }
    let one = place.shell("quell run a.c");
    let report = String::from_utf8_lossy(&one.stdout).into_owned();
    assert!(report.contains("suppressed: logging only"), "{report}");
    let said = String::from_utf8_lossy(&one.stderr).into_owned();
    assert!(
        said.contains("a.c:4: `quell: ignore` names `nonsense`"),
        "{said}"
    );
    // Not kept: without the comment they are decided.
    place.good("a.c ./a.c --out kept");
    place.write(
        "a.c",
        "int a(int x) {\n    return x > 3;\n}\n\n\nint b(int x) { return x > 3; }\n",
    );
    let run = place.good("a.c ./a.c --out kept");
    assert_eq!(run.totals.counts.suppressed, 0);
}

/// The tests of a run on several files are scored file by file.
#[test]
fn tests_name_their_files() {
    let place = Place::usual();
    place.good("src --function helper --tests tests.json");
    for file in ["src/over.c", "src/limit.c"] {
        let line = format!("quell score {file} --tests tests.json --function helper --json");
        let output = place.shell(&line);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(0), "{said}");
        let score: quell_results::Score = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(score.totals.counts.survived, 0, "{said}");
    }
}

/// A score may be about some of the files, and a test of a suite is about the file that it names.
#[test]
fn scores_and_seeds_are_about_their_files() {
    let place = Place::usual();
    let suite = |file: &str| {
        format!(r#"[{{"id": "mine", "file": "{file}", "function": "next", "args": [3]}}]"#)
    };
    place.write("suite.json", &suite("src/over.c"));
    let scored = place.shell("quell score src/over.c --tests suite.json --json > score.json");
    assert!(scored.status.success(), "{scored:?}");
    let run = place.good("src --from score.json");
    let by_suite = run.objectives.iter();
    let by_suite: Vec<_> = by_suite.filter(|of| of.verdict.tests == ["mine"]).collect();
    assert!(!by_suite.is_empty());
    assert!(by_suite.iter().all(|of| of.file == "src/over.c"));
    assert_eq!(run.totals.counts.unknown, 0);
    let (code, said) = place.refused("quell run src/limit.c ./src/limit.c --from score.json");
    assert_eq!(code, Some(240), "{said}");
    assert!(said.contains("of none of these files"), "{said}");
    let (_, run, said) = place.run("src --seeds suite.json");
    assert!(!said.contains("--seeds"), "{said}");
    let mut seeds = run.tests.iter().filter(|of| of.seed.is_some());
    let seed = seeds.next().unwrap();
    assert_eq!(seed.file.as_deref(), Some("src/over.c"));
    place.write("suite.json", &suite("src/limit.c"));
    let (_, _, said) = place.run("src --seeds suite.json");
    assert!(said.contains("--seeds: no test calls"), "{said}");
    let (code, said) = place.refused("quell cover src --entry over --criterion CC");
    assert_eq!(code, Some(240), "{said}");
}

/// The example: from a build to a verdict on every mutant.
#[test]
fn the_example_is_decided() {
    let place = Place::new(&[]);
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/project");
    let copied = place.shell(&format!("cp -R {} line", example.display()));
    assert!(copied.status.success());
    let built = place.shell("cmake -S line -B line/build && cmake --build line/build");
    assert!(built.status.success(), "{built:?}");
    let passed = place.shell("cd line/build && ctest");
    assert!(passed.status.success(), "{passed:?}");
    let run = place.good("-p line/build");
    let counts = run.totals.counts;
    assert_eq!(run.files.len(), 7);
    assert_eq!((counts.unknown, counts.unreached), (0, 0), "{counts:?}");
    assert!(counts.suppressed > 0);
}
