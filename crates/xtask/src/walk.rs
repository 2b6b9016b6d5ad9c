//! The files of the repository, in a stable order.

use std::fs;
use std::path::{Path, PathBuf};

use crate::CheckError;

/// Directories with generated or fetched files. Hidden directories are skipped too.
const SKIPPED: &[&str] = &["target", "node_modules", "corpus", "artifacts"];

/// Every file below `root` with this extension.
pub(crate) fn files(root: &Path, extension: &str) -> Result<Vec<PathBuf>, CheckError> {
    let mut found = Vec::new();
    let mut pending = vec![root.to_path_buf()];
    while let Some(directory) = pending.pop() {
        for path in entries(&directory)? {
            if path.is_symlink() {
                continue;
            } else if path.is_dir() {
                pending.extend((!is_skipped(&path)).then_some(path));
            } else if path.extension().is_some_and(|e| e == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

fn entries(directory: &Path) -> Result<Vec<PathBuf>, CheckError> {
    let read = fs::read_dir(directory).and_then(|entries| {
        entries
            .map(|entry| entry.map(|entry| entry.path()))
            .collect()
    });
    read.map_err(CheckError::reading(directory))
}

fn is_skipped(directory: &Path) -> bool {
    let name = directory.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with('.') || SKIPPED.contains(&name.as_ref())
}

/// The path relative to the root, for messages.
pub(crate) fn shown<'p>(path: &'p Path, root: &Path) -> std::path::Display<'p> {
    path.strip_prefix(root).unwrap_or(path).display()
}
