//! What is asked for, and what comes back.

use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use crate::regular::check_regular;
use crate::{CompileError, Language};

/// How hard the compiler optimises. `O0` keeps every read and write of a source variable visible.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum OptLevel {
    #[default]
    O0,
    O1,
    O2,
    O3,
}

impl OptLevel {
    /// The digit, as `rustc -C opt-level=` wants it.
    pub fn digit(self) -> &'static str {
        match self {
            OptLevel::O0 => "0",
            OptLevel::O1 => "1",
            OptLevel::O2 => "2",
            OptLevel::O3 => "3",
        }
    }

    /// The flag, as clang and flang want it.
    pub fn flag(self) -> String {
        format!("-O{}", self.digit())
    }
}

impl fmt::Display for OptLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "O{}", self.digit())
    }
}

/// One file to compile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// Relative to `directory`, unless it is absolute.
    pub path: PathBuf,
    /// Where the compiler runs; the current directory if there is none.
    pub directory: Option<PathBuf>,
    pub opt_level: OptLevel,
    /// Given to the compiler after Quell's own flags, so that they win. Ignored for IR files.
    pub extra_flags: Vec<OsString>,
    /// Overrides what the extension says.
    pub language: Option<Language>,
}

impl Request {
    /// The file, unoptimised, with nothing special.
    pub fn new(path: impl Into<PathBuf>) -> Request {
        Request {
            path: path.into(),
            directory: None,
            opt_level: OptLevel::O0,
            extra_flags: Vec::new(),
            language: None,
        }
    }

    /// The same request at another optimisation level.
    pub fn at(mut self, opt_level: OptLevel) -> Request {
        self.opt_level = opt_level;
        self
    }

    /// The same request for a compiler that runs in another directory.
    pub fn within(mut self, directory: impl Into<PathBuf>) -> Request {
        self.directory = Some(directory.into());
        self
    }

    /// The same request with further compiler flags.
    pub fn with_flags<F: Into<OsString>>(mut self, flags: impl IntoIterator<Item = F>) -> Request {
        self.extra_flags.extend(flags.into_iter().map(Into::into));
        self
    }

    /// The path as it is from the current directory.
    pub fn full_path(&self) -> PathBuf {
        match &self.directory {
            Some(directory) => directory.join(&self.path),
            None => self.path.clone(),
        }
    }

    /// The language asked for, or the one the extension stands for.
    pub fn resolved_language(&self) -> Result<Language, CompileError> {
        self.language
            .or_else(|| Language::of_path(&self.path))
            .ok_or_else(|| CompileError::UnsupportedFile {
                path: self.path.clone(),
                extension: dotted_extension(&self.path),
            })
    }

    /// Fails where a compiler would only say that it found no such file.
    pub(crate) fn check_readable(&self) -> Result<(), CompileError> {
        let path = self.full_path();
        let opened = check_regular(&path).and_then(|()| fs::File::open(&path));
        opened
            .map(drop)
            .map_err(|source| CompileError::ReadError { path, source })
    }

    /// The path in a form no compiler mistakes for an option.
    pub(crate) fn path_argument(&self) -> PathBuf {
        let looks_like_option = self.path.as_os_str().as_encoded_bytes().starts_with(b"-");
        match looks_like_option {
            true => Path::new(".").join(&self.path),
            false => self.path.clone(),
        }
    }
}

fn dotted_extension(path: &Path) -> Option<String> {
    path.extension()
        .map(|extension| format!(".{}", extension.to_string_lossy()))
}

/// LLVM IR text and how it came about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compiled {
    /// The module.
    pub text: String,
    pub language: Language,
    /// The command that produced the text; none for a `.ll` file, which is read as it is.
    pub command: Option<String>,
    /// What the compiler had to say although it succeeded.
    pub warnings: String,
}
