//! A directory for one test, and the output of commands.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use tempfile::TempDir;

/// A directory that is removed when it is dropped.
pub struct Scratch {
    pub directory: PathBuf,
    _whole: TempDir,
}

impl Scratch {
    /// A directory of that name, filled by `fill`.
    pub fn with(name: &str, fill: impl Fn(&Path)) -> Self {
        let whole = tempfile::tempdir().unwrap();
        let directory = whole.path().canonicalize().unwrap().join(name);
        fs::create_dir(&directory).unwrap();
        fill(&directory);
        Self {
            directory,
            _whole: whole,
        }
    }
}

/// Standard output and standard error of a command.
pub fn text(output: &Output) -> String {
    let both = [output.stdout.as_slice(), output.stderr.as_slice()].concat();
    String::from_utf8_lossy(&both).into_owned()
}
