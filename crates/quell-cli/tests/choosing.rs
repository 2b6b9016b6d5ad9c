//! Some of the mutants: those that are named, a sample, and those that a suite leaves.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use quell_results::{Run, Status};
use serde_json::Value;

#[path = "support/command.rs"]
mod command;
use command::{finished, quell, root};

const FILE: &str = "examples/leap_year.c";

/// The mutants of a file: ids with functions and operators.
fn listed(options: &[&str]) -> BTreeMap<String, (String, String)> {
    let output = finished(&[&["mutants", FILE, "--json"], options].concat());
    let listing: Value = serde_json::from_slice(&output.stdout).unwrap();
    let text = |of: &Value, name: &str| of[name].as_str().unwrap().to_owned();
    let objectives = listing["objectives"].as_array().unwrap().iter();
    objectives
        .map(|of| (text(of, "id"), (text(of, "function"), text(of, "operator"))))
        .collect()
}

#[test]
fn a_sample_has_its_share_of_each_function_and_operator() {
    let all = listed(&[]);
    let sizes = |of: &BTreeMap<String, (String, String)>| {
        let mut sizes: BTreeMap<(String, String), usize> = BTreeMap::new();
        for stratum in of.values() {
            *sizes.entry(stratum.clone()).or_default() += 1;
        }
        sizes
    };
    let whole = sizes(&all);
    for size in [1, 7, all.len() / 2, all.len() - 1] {
        let sample = listed(&["--sample", &size.to_string()]);
        assert_eq!(sample.len(), size);
        assert!(sample.keys().all(|id| all.contains_key(id)));
        let drawn = sizes(&sample);
        for (stratum, own) in &whole {
            let drawn = drawn.get(stratum).copied().unwrap_or(0);
            let share = size * own / all.len();
            assert!(
                drawn == share || drawn == share + 1,
                "{stratum:?}: {drawn} of {own}"
            );
        }
        assert_eq!(sample, listed(&["--sample", &size.to_string()]));
    }
    assert_eq!(listed(&["--sample", "100000"]), all);
    let half = (all.len() / 2).to_string();
    let seeds = ["1", "2", "3"].map(|seed| listed(&["--sample", &half, "--seed", seed]));
    assert!(seeds[0] != seeds[1] && seeds[1] != seeds[2]);
    assert_eq!(seeds[0], listed(&["--sample", &half]));
}

#[test]
fn named_mutants_are_kept() {
    let all = listed(&[]);
    let two: Vec<&str> = all.keys().map(String::as_str).take(2).collect();
    let kept = listed(&["--mutant", &two.join(",")]);
    assert_eq!(kept.keys().collect::<Vec<_>>(), two);
    let unknown = quell(&["mutants", FILE, "--mutant", "AOR-00000000"]);
    let unknown = { unknown }.output().unwrap();
    let said = String::from_utf8_lossy(&unknown.stderr);
    assert_eq!(unknown.status.code(), Some(240), "{said}");
    assert!(
        said.contains("--mutant AOR-00000000: no such mutant"),
        "{said}"
    );
}

/// Mutants that a suite kills are not decided again: they stand in the result with the tests of the suite.
#[test]
fn a_run_leaves_what_a_suite_kills() {
    let scratch = tempfile::tempdir().unwrap();
    let path = |name: &str| scratch.path().join(name).display().to_string();
    let choice = [FILE, "--function", "is_leap"];
    let tests = r#"[{"id": "mine", "function": "is_leap", "args": [2000]}]"#;
    fs::write(path("tests.json"), tests).unwrap();
    let score = finished(
        &[
            &["score"],
            &choice[..],
            &["--tests", &path("tests.json"), "--json"],
        ]
        .concat(),
    );
    fs::write(path("score.json"), &score.stdout).unwrap();
    let score: Value = serde_json::from_slice(&score.stdout).unwrap();
    let killed = |of: &&Value| of["status"] == "killed" || of["status"] == "timeout";
    let by_suite: BTreeSet<&str> = score["objectives"]
        .as_array()
        .unwrap()
        .iter()
        .filter(killed)
        .map(|of| of["id"].as_str().unwrap())
        .collect();
    assert!(by_suite.len() > 3, "{by_suite:?}");
    let run = |more: &[&str]| -> Run {
        let output = finished(&[&["run"], &choice[..], &["--json"], more].concat());
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let (whole, rest) = (run(&[]), run(&["--from", &path("score.json")]));
    for record in &rest.objectives {
        let is_mine = record.verdict.tests == ["mine"];
        assert_eq!(is_mine, by_suite.contains(record.id.as_str()), "{record:?}");
        let in_suite = |id: &String| rest.tests.iter().any(|test| test.id == *id);
        assert!(
            is_mine || record.verdict.tests.iter().all(in_suite),
            "{record:?}"
        );
    }
    let decided = |run: &Run| -> BTreeMap<String, bool> {
        let shared = run.shared_verdicts();
        let records = run.objectives.iter().zip(shared);
        records
            .map(|(of, shared)| (of.id.clone(), shared.status == Status::Killed))
            .collect()
    };
    assert_eq!(decided(&whole), decided(&rest));
    assert!(rest.tests.len() <= whole.tests.len());
    fs::write(path("score.json"), "{}").unwrap();
    let refused = quell(&[&["run"], &choice[..], &["--from", &path("score.json")]].concat());
    let refused = { refused }.output().unwrap();
    let said = String::from_utf8_lossy(&refused.stderr);
    assert_eq!(refused.status.code(), Some(240), "{said}");
    assert!(
        said.contains("a score is what `quell score --json` prints"),
        "{said}"
    );
}

/// A copy of the example with a score of one test, whose id is one that a run would choose.
struct Scored {
    _scratch: tempfile::TempDir,
    file: PathBuf,
    score: PathBuf,
}

impl Scored {
    fn new() -> Self {
        let scratch = tempfile::tempdir().unwrap();
        let path = |name: &str| scratch.path().join(name);
        let file = path("leap_year.c");
        fs::copy(root().join(FILE), &file).unwrap();
        let tests = r#"[{"id": "is_leap-1", "function": "is_leap", "args": [2000]}]"#;
        let suite = path("tests.json");
        fs::write(&suite, tests).unwrap();
        let scored = Self {
            score: path("score.json"),
            _scratch: scratch,
            file,
        };
        fs::write(&scored.score, scored.scored(&suite)).unwrap();
        scored
    }

    fn choice(&self) -> [&str; 3] {
        [self.file.to_str().unwrap(), "--function", "is_leap"]
    }

    fn scored(&self, tests: &Path) -> Vec<u8> {
        let tests = ["--tests", tests.to_str().unwrap(), "--json"];
        finished(&[&["score"], &self.choice()[..], &tests].concat()).stdout
    }

    fn run(&self, options: &[&str]) -> Run {
        let output = finished(&[&["run"], &self.choice()[..], &["--json"], options].concat());
        serde_json::from_slice(&output.stdout).unwrap()
    }

    /// What a run says that refuses the score.
    fn refusal(&self) -> String {
        let from = ["--from", self.score.to_str().unwrap()];
        let mut run = quell(&[&["run"], &self.choice()[..], &from].concat());
        let refused = run.output().unwrap();
        let said = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert_eq!(refused.status.code(), Some(240), "{said}");
        said
    }
}

/// The kills of a suite's tests are no verdicts of a campaign, and new tests have other names than those of the suite.
#[test]
fn kills_by_a_suite_are_not_mistaken_for_kills_by_new_tests() {
    let scored = Scored::new();
    let folder = scored.file.with_file_name("campaign");
    let out = ["--out", folder.to_str().unwrap()];
    let from = ["--from", scored.score.to_str().unwrap()];
    let first = scored.run(&[out, from].concat());
    let of_suite = |run: &Run| {
        let all = run.objectives.iter();
        all.filter(|of| of.verdict.tests == ["is_leap-1"]).count()
    };
    assert!(of_suite(&first) > 3);
    assert!(first.tests.len() > 1);
    assert!(first.tests.iter().all(|test| test.id != "is_leap-1"));
    let later = scored.run(&out);
    for record in &later.objectives {
        for test in &record.verdict.tests {
            let test = later.tests.iter().find(|of| of.id == *test);
            assert!(
                test.is_some_and(|of| of.kills.contains(&record.id)),
                "{record:?}"
            );
        }
    }
    // What the campaign says of its tests is what a score of them shows.
    let tests = scored.file.with_file_name("later.json");
    scored.run(&[&out[..], &["--tests", tests.to_str().unwrap()]].concat());
    let shown: Value = serde_json::from_slice(&scored.scored(&tests)).unwrap();
    let shown: BTreeSet<(&str, &str)> = shown["kills"]
        .as_array()
        .unwrap()
        .iter()
        .map(|kill| {
            (
                kill["objective"].as_str().unwrap(),
                kill["test"].as_str().unwrap(),
            )
        })
        .collect();
    for test in &later.tests {
        for id in &test.kills {
            assert!(
                shown.contains(&(id.as_str(), test.id.as_str())),
                "{id} {}",
                test.id
            );
        }
    }
    // A suite and an earlier run that use one name for two tests.
    let both = scored.run(&[out, from].concat());
    assert!(of_suite(&both) > 3);
    assert!(both.tests.iter().all(|test| test.id != "is_leap-1"));
}

/// A score is about the code that was scored: where that has changed, its kills may be none.
#[test]
fn a_score_of_other_code_is_refused() {
    let scored = Scored::new();
    let from = ["--from", scored.score.to_str().unwrap()];
    let text = fs::read_to_string(&scored.file).unwrap();
    fs::write(&scored.file, format!("/* A comment. */\n{text}")).unwrap();
    scored.run(&from);
    fs::write(&scored.file, text.replacen("return 1;", "return 2;", 1)).unwrap();
    let said = scored.refusal();
    assert!(said.contains("other code"), "{said}");
    assert!(
        said.contains("`is_leap`") && !said.contains("is_leap_at_once"),
        "{said}"
    );
    assert!(said.contains("quell score"), "{said}");
    // Another file, which has the same functions and mutants.
    fs::write(&scored.file, &text).unwrap();
    let other = Scored {
        file: scored.file.with_file_name("other.c"),
        ..scored
    };
    fs::write(&other.file, &text).unwrap();
    let said = other.refusal();
    assert!(said.contains("leap_year.c, and not of"), "{said}");
    // A score that does not say what was scored.
    let score = fs::read_to_string(&other.score).unwrap();
    let mut score: Value = serde_json::from_str(&score).unwrap();
    score.as_object_mut().unwrap().remove("code").unwrap();
    fs::write(&other.score, score.to_string()).unwrap();
    assert!(other.refusal().contains("does not say what code"));
}
