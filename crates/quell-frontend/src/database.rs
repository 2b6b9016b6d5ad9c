//! Compilation databases: the `compile_commands.json` that build systems write.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use quell_compile::read_regular;
use serde::Deserialize;

use crate::error::{DatabaseError, NotAJob};
use crate::job::CompileJob;

/// The name that build systems give the file.
pub const FILE_NAME: &str = "compile_commands.json";

/// The compile jobs of a build. A file that is compiled several times, with different arguments, has several.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CompilationDatabase {
    /// In the order of the file.
    pub jobs: Vec<CompileJob>,
    /// Entries that are no jobs for Quell.
    pub skipped: Vec<SkippedEntry>,
}

/// An entry of a database that is no job for Quell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkippedEntry {
    pub file: PathBuf,
    pub reason: NotAJob,
}

/// One command, as the file has it.
#[derive(Debug, Deserialize)]
struct Entry {
    directory: PathBuf,
    file: PathBuf,
    arguments: Option<Vec<String>>,
    /// For a shell.
    command: Option<String>,
}

impl CompilationDatabase {
    /// Reads a database. Relative directories count from the directory that it is in.
    pub fn read(path: &Path) -> Result<Self, DatabaseError> {
        let read_error = |source| DatabaseError::Read {
            path: path.to_owned(),
            source,
        };
        let whole = std::path::absolute(path).map_err(read_error)?;
        let bytes = read_regular(path).map_err(read_error)?;
        let entries = serde_json::from_slice(&bytes).map_err(|source| DatabaseError::Json {
            path: path.to_owned(),
            source,
        })?;
        Self::from_entries(entries, path, whole.parent().unwrap_or(&whole))
    }

    fn from_entries(entries: Vec<Entry>, path: &Path, root: &Path) -> Result<Self, DatabaseError> {
        let mut database = Self::default();
        for (index, entry) in entries.into_iter().enumerate() {
            let words = entry.words(path, index + 1)?;
            let directory = root.join(&entry.directory);
            match CompileJob::of_command(&directory, &entry.file, &words) {
                Ok(job) => database.jobs.push(job),
                Err(reason) => database.skipped.push(SkippedEntry {
                    file: directory.join(&entry.file),
                    reason,
                }),
            }
        }
        Ok(database)
    }
}

impl Entry {
    /// The compiler and its arguments. Where both forms are given, the list of words counts, as in LLVM's tools.
    fn words(&self, path: &Path, number: usize) -> Result<Vec<OsString>, DatabaseError> {
        if let Some(arguments) = &self.arguments {
            return Ok(arguments.iter().map(OsString::from).collect());
        }
        let (path, file) = (path.to_owned(), self.file.clone());
        let Some(command) = &self.command else {
            return Err(DatabaseError::NoCommand { path, number, file });
        };
        let words = shlex::split(command).ok_or(DatabaseError::Quotes { path, number, file })?;
        Ok(words.into_iter().map(OsString::from).collect())
    }
}
