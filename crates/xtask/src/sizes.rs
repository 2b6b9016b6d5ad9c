//! Limits the length of files. (Clippy limits functions, see `clippy.toml`.)

use std::fs;
use std::path::Path;

use crate::{CheckError, walk};

/// The largest number of lines of a Rust file.
const MAX_LINES: usize = 600;

pub(crate) fn check(root: &Path) -> Result<Vec<String>, CheckError> {
    let mut findings = Vec::new();
    for path in walk::files(root, "rs")? {
        let text = fs::read_to_string(&path).map_err(CheckError::reading(&path))?;
        let lines = text.lines().count();
        if lines > MAX_LINES {
            let shown = walk::shown(&path, root);
            findings.push(format!(
                "{shown} has {lines} lines, more than {MAX_LINES}: split it"
            ));
        }
    }
    Ok(findings)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_over_the_limit_are_reported() {
        let directory = tempfile::tempdir().unwrap();
        fs::write(directory.path().join("ok.rs"), "//\n".repeat(MAX_LINES)).unwrap();
        fs::write(
            directory.path().join("long.rs"),
            "//\n".repeat(MAX_LINES + 1),
        )
        .unwrap();
        fs::write(
            directory.path().join("long.txt"),
            "//\n".repeat(MAX_LINES + 1),
        )
        .unwrap();
        let findings = check(directory.path()).unwrap();
        assert_eq!(findings.len(), 1);
        assert!(
            findings[0].starts_with("long.rs has 601 lines"),
            "{findings:?}"
        );
    }
}
