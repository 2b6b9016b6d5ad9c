//! `cargo xtask [CHECK...]` runs the named checks, or all of them, and fails if one of them has findings.

use std::env;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use xtask::{CHECKS, Check};

const HAS_FINDINGS: u8 = 1;
const INVALID_USAGE: u8 = 2;

fn main() -> ExitCode {
    let names: Vec<String> = env::args().skip(1).collect();
    if let Some(unknown) = names.iter().find(|name| !is_check(name)) {
        eprintln!("unknown check `{unknown}`; the checks are:");
        for check in CHECKS {
            eprintln!("  {:8} {}", check.name, check.purpose);
        }
        return ExitCode::from(INVALID_USAGE);
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
        _ => ExitCode::from(HAS_FINDINGS),
    }
}

fn is_check(name: &str) -> bool {
    CHECKS.iter().any(|check| check.name == name)
}

/// The directory two levels above the manifest of this crate, which Cargo passes.
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
        Err(error) => vec![format!("the check could not run: {error}")],
    };
    for finding in &findings {
        println!("{}: {finding}", check.name);
    }
    if findings.is_empty() {
        println!("{}: ok ({})", check.name, check.purpose);
    }
    findings.is_empty()
}
