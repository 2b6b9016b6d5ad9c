//! Source files of Debian packages, described in `tests/real/survey.toml`.

use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use quell_compile::cache_directory;
use serde::Deserialize;

use super::Subject;
use super::original::succeed;
use crate::{Failure, root};

#[derive(Debug, Deserialize)]
struct Manifest {
    file: Vec<SurveyFile>,
}

/// A source file that can be compiled on its own.
#[derive(Clone, Debug, Deserialize)]
pub struct SurveyFile {
    pub name: String,
    /// The Debian source package.
    pub package: String,
    /// Relative to the sources of the package.
    pub file: PathBuf,
    /// Options for the compiler in shell syntax. Directories after `-I` that begin with `@` are in
    /// `tests/real`, others in the sources.
    #[serde(default)]
    pub flags: String,
}

/// All files of the manifest.
pub fn files() -> Result<Vec<SurveyFile>, Failure> {
    let path = root().join("tests/real/survey.toml");
    let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
    let manifest: Manifest = toml::from_str(&text).map_err(|error| error.to_string())?;
    Ok(manifest.file)
}

/// Fetches the sources of the files into the user's cache, unless they are there.
pub fn fetch(files: &[SurveyFile]) -> Result<(), Failure> {
    let mut packages: Vec<&str> = files.iter().map(|file| file.package.as_str()).collect();
    packages.sort_unstable();
    packages.dedup();
    let mut command = Command::new(root().join("scripts/real-programs"));
    succeed(command.arg("sources").args(packages))
}

impl SurveyFile {
    /// The file in the cache, with its options.
    pub fn subject(&self) -> Result<Subject, Failure> {
        let cache = cache_directory().ok_or("there is no home directory")?;
        let sources = cache.join("sources").join(&self.package);
        let words = shlex::split(&self.flags);
        let words =
            words.ok_or_else(|| format!("{}: unbalanced quotes in its flags", self.name))?;
        let flags = words.into_iter().map(|word| match word.strip_prefix("-I") {
            None => OsString::from(word),
            Some(directory) => {
                let absolute = match directory.strip_prefix('@') {
                    Some(ours) => root().join("tests/real").join(ours),
                    None => sources.join(directory),
                };
                let mut flag = OsString::from("-I");
                flag.push(absolute);
                flag
            }
        });
        Ok(Subject {
            name: self.name.clone(),
            flags: flags.collect(),
            path: sources.join(&self.file),
        })
    }
}
