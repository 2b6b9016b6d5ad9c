//! The files in `tests`, each with its expectations in comments.

use quell_tests::suite;

fn check(folder: &str, extensions: &[&str], at_least: usize) {
    let files = suite::files(folder, extensions);
    let wrong = suite::run(&files);
    let (count, shown) = (wrong.len(), wrong.join("\n"));
    assert!(
        wrong.is_empty(),
        "{count} of {} files\n{shown}",
        files.len()
    );
    assert!(
        files.len() >= at_least,
        "only {} files in {folder}",
        files.len()
    );
}

#[test]
fn c_files_meet_their_expectations() {
    check("c", &["c"], 60);
}

#[test]
fn undefined_c_files_meet_their_expectations() {
    check("c/ub", &["c"], 30);
}

#[test]
fn rust_files_meet_their_expectations() {
    check("rust", &["rs"], 20);
}

#[test]
fn fortran_files_meet_their_expectations() {
    check("fortran", &["f", "f90"], 15);
}
