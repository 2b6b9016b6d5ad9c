//! Requests to compile a file, and their results.

use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use crate::regular::check_regular;
use crate::{CompileError, Language};

/// The optimisation level. `O0` keeps every read and write of a source variable visible.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum OptLevel {
    #[default]
    O0,
    O1,
    O2,
    O3,
}

impl OptLevel {
    /// The digit, as in `rustc -C opt-level=0`.
    pub fn digit(self) -> &'static str {
        match self {
            OptLevel::O0 => "0",
            OptLevel::O1 => "1",
            OptLevel::O2 => "2",
            OptLevel::O3 => "3",
        }
    }

    /// The flag of clang and flang.
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
    /// The file, relative to `directory` unless it is absolute.
    pub path: PathBuf,
    /// The working directory of the compiler; the current directory if there is none.
    pub directory: Option<PathBuf>,
    pub opt_level: OptLevel,
    /// Passed to the compiler after Quell's own flags, so that they take precedence. Ignored for IR files.
    pub extra_flags: Vec<OsString>,
    /// Overrides the language of the extension.
    pub language: Option<Language>,
}

impl Request {
    /// A request for a file, unoptimised and without further flags.
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

    /// The same request with another working directory of the compiler.
    pub fn within(mut self, directory: impl Into<PathBuf>) -> Request {
        self.directory = Some(directory.into());
        self
    }

    /// The same request with further compiler flags.
    pub fn with_flags<F: Into<OsString>>(mut self, flags: impl IntoIterator<Item = F>) -> Request {
        self.extra_flags.extend(flags.into_iter().map(Into::into));
        self
    }

    /// The path relative to the current directory.
    pub fn full_path(&self) -> PathBuf {
        match &self.directory {
            Some(directory) => directory.join(&self.path),
            None => self.path.clone(),
        }
    }

    /// The requested language, or that of the extension.
    pub fn resolved_language(&self) -> Result<Language, CompileError> {
        self.language
            .or_else(|| Language::of_path(&self.path))
            .ok_or_else(|| CompileError::UnsupportedFile {
                path: self.path.clone(),
                extension: dotted_extension(&self.path),
            })
    }

    /// Fails if the file cannot be read, with a better message than a compiler's.
    pub(crate) fn check_readable(&self) -> Result<(), CompileError> {
        let path = self.full_path();
        let opened = check_regular(&path).and_then(|()| fs::File::open(&path));
        opened
            .map(drop)
            .map_err(|source| CompileError::ReadError { path, source })
    }

    /// The path in a form that compilers do not take for an option.
    pub(crate) fn path_argument(&self) -> PathBuf {
        let looks_like_option = self.path.as_os_str().as_encoded_bytes().starts_with(b"-");
        if looks_like_option {
            Path::new(".").join(&self.path)
        } else {
            self.path.clone()
        }
    }
}

fn dotted_extension(path: &Path) -> Option<String> {
    path.extension()
        .map(|extension| format!(".{}", extension.to_string_lossy()))
}

/// LLVM IR text with the command that produced it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compiled {
    /// The text of the module.
    pub text: String,
    pub language: Language,
    /// The command that produced the text; none for a `.ll` file.
    pub command: Option<String>,
    /// The messages of the successful compilation.
    pub warnings: String,
}
