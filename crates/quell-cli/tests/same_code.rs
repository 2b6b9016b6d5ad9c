//! `quell run` and `quell score` find the same mutants with the same code, and count them as the book says.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use quell_results::{Run, Score, Status};

fn quell(args: &[&str]) -> Vec<u8> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quell"));
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let output = command.args(args).current_dir(root).output().unwrap();
    assert!(output.status.success(), "{args:?}: {output:?}");
    output.stdout
}

#[test]
fn run_and_score_mark_the_same_mutants_as_the_same_code() {
    let scratch = tempfile::tempdir().unwrap();
    let tests = scratch.path().join("tests.json");
    let tests = tests.to_str().unwrap();
    for file in ["examples/minimum.c", "examples/mid.c"] {
        let choice = ["--operators", "symbmc:ROR,symbmc:AOR,UOI"];
        let run = [
            &["run", file, "--json", "--tests", tests, "--force"],
            &choice[..],
        ]
        .concat();
        let run: Run = serde_json::from_slice(&quell(&run)).unwrap();
        let score = [&["score", file, "--json", "--tests", tests], &choice[..]].concat();
        let score: Score = serde_json::from_slice(&quell(&score)).unwrap();
        let duplicates = run.objectives.iter();
        let duplicates: BTreeMap<&str, &str> = duplicates
            .filter_map(|of| Some((of.id.as_str(), of.verdict.duplicate_of.as_deref()?)))
            .collect();
        let mut scored = BTreeMap::new();
        let mut equivalent = 0;
        for mutant in &score.objectives {
            match mutant.verdict.status {
                Status::Duplicate => {
                    let of = mutant.verdict.duplicate_of.as_deref();
                    scored.insert(mutant.id.as_str(), of.unwrap());
                }
                Status::Equivalent => {
                    equivalent += 1;
                    let mut decided = run.objectives.iter();
                    let decided = decided.find(|of| of.id == mutant.id).unwrap();
                    assert_eq!(decided.verdict.status, Status::Equivalent, "{decided:?}");
                }
                _ => {}
            }
        }
        assert_eq!(duplicates, scored, "{file}");
        assert!(!scored.is_empty() && equivalent > 0, "{file}");
        assert_eq!(run.totals.counts.duplicate, scored.len() as u64);
        let same_code = equivalent + scored.len() as u64;
        assert_eq!(score.totals.same_code(), same_code, "{file}");
        // The column counts only equivalences that no proof covers.
        assert!(run.totals.equivalences.same_code <= equivalent, "{file}");
    }
}
