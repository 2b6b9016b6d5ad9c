//! Helpers of the tests of this crate.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

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

/// A shell script in place of a compiler.
#[allow(dead_code, reason = "not every test file needs a fake compiler")]
pub fn fake_tool(directory: &TempDir, name: &str, script: &str) -> PathBuf {
    executable(directory, name, format!("#!/bin/sh\n{script}\n"))
}

/// Writes an executable from another process. If this process wrote it, a test that runs in parallel could fork
/// while the file is still open for writing, and the kernel would refuse to run it.
#[allow(dead_code, reason = "not every test file needs a fake compiler")]
pub fn executable(directory: &TempDir, name: &str, contents: impl AsRef<[u8]>) -> PathBuf {
    let source = write(directory, &format!("{name}.txt"), contents);
    let target = directory.path().join(name);
    let status = Command::new("install")
        .args(["-m", "755"])
        .args([&source, &target])
        .status();
    assert!(status.is_ok_and(|status| status.success()));
    target
}
