//! What the tests of this crate share.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// A directory that disappears with the test.
pub fn scratch() -> TempDir {
    tempfile::tempdir().expect("a temporary directory")
}

pub fn write(directory: &TempDir, name: &str, contents: impl AsRef<[u8]>) -> PathBuf {
    let path = directory.path().join(name);
    fs::write(&path, contents).expect("the test's own file can be written");
    path
}

/// A shell script that stands in for a compiler.
#[allow(dead_code, reason = "not every test file needs a fake compiler")]
pub fn fake_tool(directory: &TempDir, name: &str, script: &str) -> PathBuf {
    let path = write(directory, name, format!("#!/bin/sh\n{script}\n"));
    make_executable(&path);
    path
}

fn make_executable(path: &Path) {
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("own file");
}
