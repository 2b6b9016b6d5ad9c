//! Every command in the README and in the book does what is said there, and the book's tables
//! are those of the code.

use std::fs;
use std::path::{Path, PathBuf};

use quell_cli::exit::TABLE;

fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().unwrap()
}

#[test]
fn commands_in_readme_and_book() {
    std::env::set_current_dir(root()).unwrap();
    trycmd::TestCases::new()
        .case("README.md")
        .case("book/src/*.md");
}

/// The rows are those of the code, in its order.
#[test]
fn exit_codes_in_the_book() {
    let page = fs::read_to_string(root().join("book/src/exit-codes.md")).unwrap();
    let rows: Vec<&str> = page.lines().filter(|line| line.starts_with("| ")).collect();
    let expected = TABLE
        .iter()
        .map(|(_, code, meaning)| format!("| {code} | {meaning} |"));
    let expected: Vec<String> = expected.collect();
    assert_eq!(rows[1..], expected, "the table of book/src/exit-codes.md");
}

#[test]
fn every_page_is_in_the_summary() {
    let pages = root().join("book/src");
    let summary = fs::read_to_string(pages.join("SUMMARY.md")).unwrap();
    for page in fs::read_dir(pages).unwrap() {
        let name = page.unwrap().file_name().into_string().unwrap();
        let listed = summary.contains(&format!("({name})"));
        assert!(
            listed || name == "SUMMARY.md",
            "{name} is not in SUMMARY.md"
        );
    }
}
