//! The command `quell`, run in the root of the repository.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

#[allow(dead_code)]
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

pub fn quell(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quell"));
    command.args(args).current_dir(root());
    command
}

pub fn finished(args: &[&str]) -> Output {
    let output = quell(args).output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {message}");
    output
}
