//! `cargo xtask [CHECK...]` runs the named checks, or all of them, and fails if any finds something.

use std::env;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use xtask::{CHECKS, Check};

const FOUND_SOMETHING: u8 = 1;
const WRONG_USAGE: u8 = 2;

fn main() -> ExitCode {
    let names: Vec<String> = env::args().skip(1).collect();
    if let Some(unknown) = names.iter().find(|name| !is_check(name)) {
        eprintln!("unknown check {unknown}; there are:");
        for check in CHECKS {
            eprintln!("  {:8} {}", check.name, check.purpose);
        }
        return ExitCode::from(WRONG_USAGE);
    }
    let root = repository_root();
    let is_selected =
        |check: &&Check| names.is_empty() || names.iter().any(|name| name == check.name);
    let failing = CHECKS
        .iter()
        .filter(is_selected)
        .filter(|check| !report(check, &root));
    match failing.count() {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::from(FOUND_SOMETHING),
    }
}

fn is_check(name: &str) -> bool {
    CHECKS.iter().any(|check| check.name == name)
}

/// Cargo tells where this crate's manifest is; the repository is two directories up.
fn repository_root() -> PathBuf {
    let manifest = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let root = manifest
        .as_deref()
        .and_then(Path::parent)
        .and_then(Path::parent);
    root.map_or_else(|| PathBuf::from("."), Path::to_path_buf)
}

fn report(check: &Check, root: &Path) -> bool {
    let findings = match (check.run)(root) {
        Ok(findings) => findings,
        Err(error) => vec![format!("cannot check: {error}")],
    };
    for finding in &findings {
        println!("{}: {finding}", check.name);
    }
    if findings.is_empty() {
        println!("{}: ok ({})", check.name, check.purpose);
    }
    findings.is_empty()
}
