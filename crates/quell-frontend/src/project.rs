//! The compile jobs of a project: of files and directories that the user names, or of a build.
//!
//! - **A file is compiled once.** A build may compile a file several times, as for a static and a shared library. The first
//!   command counts, and the others are listed as skipped.
//! - **Nothing is left out silently.** Whatever is named or compiled by the build, and is no job, is listed with the reason.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use quell_compile::Language;
use thiserror::Error;

use crate::database::{CompilationDatabase, FILE_NAME};
use crate::error::{DatabaseError, NotAJob};
use crate::job::{CompileJob, plain};

/// The files of a project, each compiled once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Project {
    /// In the order of the build, or of the names.
    pub jobs: Vec<CompileJob>,
    pub skipped: Vec<SkippedFile>,
}

/// A file of a project that is no job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkippedFile {
    pub path: PathBuf,
    pub reason: SkipReason,
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SkipReason {
    #[error(transparent)]
    NotAJob(#[from] NotAJob),
    #[error("there is no such file; build the project first if the build generates it")]
    Missing,
    #[error("the build compiles it several times; the first command is used")]
    CompiledAgain,
}

/// Why there is no project.
#[derive(Debug, Error)]
pub enum ProjectError {
    #[error(transparent)]
    Database(#[from] DatabaseError),
    #[error(
        "{} has no {FILE_NAME}; configure the build with `cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON`, or run `bear -- make`",
        .0.display()
    )]
    NoDatabase(PathBuf),
    #[error("{} names no file; build the project again, from scratch if it is written by bear", .0.display())]
    EmptyDatabase(PathBuf),
    #[error(
        "none of the files that {} names can be used; the first is {}: {}",
        path.display(), first.path.display(), first.reason
    )]
    NothingUsable {
        path: PathBuf,
        first: Box<SkippedFile>,
    },
    #[error("the build does not compile {}; {database} names {files} files", path.display(), database = database.display())]
    NotInBuild {
        path: PathBuf,
        database: PathBuf,
        files: usize,
    },
    #[error("{} has no source files in C, Rust or Fortran", .0.display())]
    NoSources(PathBuf),
    #[error("cannot read {}: {source}", path.display())]
    Read { path: PathBuf, source: io::Error },
}

impl Project {
    /// The files of a build: those that its compilation database names, which is in a directory or is given itself. With paths,
    /// only these files and those in these directories.
    pub fn of_build(build: &Path, paths: &[PathBuf]) -> Result<Self, ProjectError> {
        let path = match build.is_dir() {
            true => build.join(FILE_NAME),
            false => build.to_owned(),
        };
        if build.is_dir() && !path.exists() {
            return Err(ProjectError::NoDatabase(build.to_owned()));
        }
        let database = CompilationDatabase::read(&path)?;
        if database.jobs.is_empty() && database.skipped.is_empty() {
            return Err(ProjectError::EmptyDatabase(path));
        }
        let project = Self::of_database(database);
        match project.skipped.first() {
            Some(first) if project.jobs.is_empty() => Err(ProjectError::NothingUsable {
                path,
                first: Box::new(first.clone()),
            }),
            _ if paths.is_empty() => Ok(project),
            _ => project.only(paths, &path),
        }
    }

    fn of_database(database: CompilationDatabase) -> Self {
        let skipped = database.skipped.into_iter().map(|entry| SkippedFile {
            path: entry.file,
            reason: entry.reason.into(),
        });
        let mut project = Self {
            jobs: Vec::new(),
            skipped: skipped.collect(),
        };
        let mut known = BTreeSet::new();
        for job in database.jobs {
            let path = plain(&job.path());
            let reason = match path.is_file() {
                false => SkipReason::Missing,
                true if known.insert(path.clone()) => {
                    project.jobs.push(job);
                    continue;
                }
                true => SkipReason::CompiledAgain,
            };
            project.skipped.push(SkippedFile { path, reason });
        }
        project
    }

    /// Leaves only these files, and those in these directories.
    fn only(mut self, paths: &[PathBuf], database: &Path) -> Result<Self, ProjectError> {
        let wanted: Vec<PathBuf> = paths.iter().map(|path| whole(path)).collect();
        let is_wanted = |file: &Path| {
            let file = whole(file);
            wanted.iter().any(|path| file.starts_with(path))
        };
        let files = self.jobs.len();
        for (path, wanted) in paths.iter().zip(&wanted) {
            if !self
                .jobs
                .iter()
                .any(|job| whole(&job.path()).starts_with(wanted))
            {
                return Err(ProjectError::NotInBuild {
                    path: path.clone(),
                    database: database.to_owned(),
                    files,
                });
            }
        }
        self.jobs.retain(|job| is_wanted(&job.path()));
        self.skipped.retain(|of| is_wanted(&of.path));
        Ok(self)
    }

    /// Files, and the source files in directories, compiled in the current directory with these arguments. Names with a dot at
    /// their beginning are left out of directories.
    pub fn of_paths(paths: &[PathBuf], arguments: &[OsString]) -> Result<Self, ProjectError> {
        let mut files = Vec::new();
        for path in paths {
            match path.is_dir() {
                true => files.extend(sources_in(path)?),
                false => files.push(path.clone()),
            }
        }
        let mut known = BTreeSet::new();
        files.retain(|file| known.insert(whole(file)));
        let job = |file| CompileJob::new(file).with_arguments(arguments.iter().cloned());
        Ok(Self {
            jobs: files.into_iter().map(job).collect(),
            skipped: Vec::new(),
        })
    }
}

/// The source files below a directory, in the order of their names.
fn sources_in(directory: &Path) -> Result<Vec<PathBuf>, ProjectError> {
    let mut found = Vec::new();
    let mut pending = vec![directory.to_owned()];
    while let Some(next) = pending.pop() {
        let failed = |source| ProjectError::Read {
            path: next.clone(),
            source,
        };
        for entry in fs::read_dir(&next).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let is_hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
            let kind = entry.file_type().map_err(failed)?;
            match entry.path() {
                _ if is_hidden => {}
                path if kind.is_dir() => pending.push(path),
                path if is_source(&path) => found.push(path),
                _ => {}
            }
        }
    }
    found.sort();
    match found.is_empty() {
        true => Err(ProjectError::NoSources(directory.to_owned())),
        false => Ok(found),
    }
}

fn is_source(path: &Path) -> bool {
    matches!(
        Language::of_path(path),
        Some(Language::C | Language::Rust | Language::Fortran)
    ) && path.is_file()
}

/// The absolute path without detours.
fn whole(path: &Path) -> PathBuf {
    plain(&std::path::absolute(path).unwrap_or_else(|_| path.to_owned()))
}
