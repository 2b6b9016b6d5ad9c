//! A directory of a test's own, and what commands said there.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use tempfile::TempDir;

/// Gone when it is dropped.
pub struct Scratch {
    pub directory: PathBuf,
    _whole: TempDir,
}

impl Scratch {
    /// A directory of that name with what `fill` puts there.
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

/// All that a command wrote.
pub fn text(output: &Output) -> String {
    let both = [output.stdout.as_slice(), output.stderr.as_slice()].concat();
    String::from_utf8_lossy(&both).into_owned()
}
