//! `quell run --second-solver`: another solver proves equivalences again.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use quell_results::{Run, SecondSolverResult, Status, Unanswered};

#[path = "support/command.rs"]
mod command;
#[path = "support/results.rs"]
mod results;
use command::{finished, quell};
use results::parsed;

/// A script in place of a solver, in a directory that comes first in the search path.
fn pretended(solver: &str, script: &str) -> (tempfile::TempDir, String) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join(solver);
    fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    let usual = std::env::var("PATH").unwrap_or_default();
    let search = format!("{}:{usual}", directory.path().display());
    (directory, search)
}

/// One of two mutants is equivalent, and its proof needs a query to the solver.
const EQUIVALENT: &[&str] = &[
    "run",
    "examples/mid.c",
    "--operators",
    "symbmc:ROR",
    "--lines",
    "6",
    "--no-compare-code",
];

fn equivalences(run: &Run) -> Vec<&SecondSolverResult> {
    let mutants = run.objectives.iter();
    let equivalent = mutants.filter(|mutant| mutant.verdict.status == Status::Equivalent);
    equivalent
        .map(|mutant| {
            mutant
                .verdict
                .second_solver
                .as_ref()
                .expect("a confirmation")
        })
        .collect()
}

#[test]
fn a_second_solver_agrees() {
    for solver in ["cvc5", "z3"] {
        let args = [EQUIVALENT, &["--second-solver", solver, "--json"]].concat();
        let run = parsed(&finished(&args).stdout);
        let confirmations = equivalences(&run);
        assert!(
            confirmations
                .iter()
                .all(|confirmation| confirmation.is_complete())
        );
        assert!(
            confirmations
                .iter()
                .all(|confirmation| confirmation.solver == solver)
        );
        let totals = run.totals.equivalences;
        let counted = (totals.proved_twice, totals.proved_once);
        assert_eq!(counted, (confirmations.len() as u64, 0));
    }
}

/// One of the two solvers is wrong: the run prints no report, and keeps the query.
#[test]
fn a_second_solver_that_disagrees_ends_the_run() {
    let (_directory, search) = pretended("z3", "cat >/dev/null; echo sat");
    let scratch = tempfile::tempdir().unwrap();
    let args = [EQUIVALENT, &["--second-solver", "z3"]].concat();
    let mut command = quell(&args);
    let output = command.env("PATH", search).env("TMPDIR", scratch.path());
    let output = output.output().unwrap();
    assert_eq!(output.status.code(), Some(255));
    assert!(output.stdout.is_empty());
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("z3 finds a model"), "{message}");
    let kept = fs::read_dir(scratch.path()).unwrap();
    let kept: Vec<_> = kept.map(|entry| entry.unwrap().path()).collect();
    assert_eq!(kept.len(), 1, "{kept:?}");
    assert!(message.contains(kept[0].to_str().unwrap()), "{message}");
    assert!(fs::read_to_string(&kept[0]).unwrap().contains("check-sat"));
}

#[test]
fn a_second_solver_without_an_answer_is_reported() {
    let (_directory, search) = pretended("cvc5", "cat >/dev/null; echo unknown");
    let args = [EQUIVALENT, &["--second-solver", "cvc5", "--json"]].concat();
    let output = quell(&args).env("PATH", search).output().unwrap();
    let run = parsed(&output.stdout);
    let confirmations = equivalences(&run);
    let asked = confirmations
        .iter()
        .filter(|confirmation| confirmation.queries > 0);
    assert_eq!(
        asked.clone().count() as u64,
        run.totals.equivalences.proved_once
    );
    assert!(asked.clone().count() > 0);
    for confirmation in asked {
        let answer = "unknown".to_owned();
        assert_eq!(confirmation.unanswered, [Unanswered::Solver { answer }]);
    }
}
