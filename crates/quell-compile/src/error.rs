//! Errors between a source file and its IR.

use std::fmt::Write as _;
use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::Language;

/// Why there is no IR.
#[derive(Debug, Error)]
pub enum CompileError {
    #[error(
        "no compiler for {language}: tried {}\nto get one: {how_to_get}",
        tried.join(", ")
    )]
    MissingCompiler {
        language: Language,
        tried: Vec<String>,
        how_to_get: String,
    },

    #[error("{} does not compile\ncommand: {command}\n{excerpt}", path.display())]
    DoesNotCompile {
        path: PathBuf,
        command: String,
        /// The first lines of the compiler's messages.
        excerpt: String,
    },

    #[error(
        "{}: {}, expected one of {}",
        path.display(),
        extension.as_ref().map_or("no file extension".to_string(), |e| format!("unsupported extension {e}")),
        Language::known_extensions()
    )]
    UnsupportedFile {
        path: PathBuf,
        extension: Option<String>,
    },

    #[error("cannot read {}: {source}", path.display())]
    ReadError { path: PathBuf, source: io::Error },

    #[error("{compiler} is {found}, but {needed}\nto get one: {how_to_get}")]
    UnsupportedCompilerVersion {
        compiler: String,
        found: String,
        needed: String,
        how_to_get: String,
    },

    #[error(
        "no installed llvm-dis can read {}{}\nwhat to do: {advice}",
        path.display(),
        list_failures(failures)
    )]
    UnreadableBitcode {
        path: PathBuf,
        failures: Vec<ReaderFailure>,
        advice: String,
    },

    #[error("cannot run {command}: {source}")]
    CannotRun { command: String, source: io::Error },

    #[error(
        "cannot write to the directory for temporary files, {directory}: {0}\n\
         what to do: set TMPDIR to a directory with free space that you may write to",
        directory = std::env::temp_dir().display()
    )]
    TemporaryFile(#[source] io::Error),

    #[error(
        "no space left for the compiler's output\ncommand: {command}\n{excerpt}\n\
         what to do: free some, or set TMPDIR to a directory with free space"
    )]
    NoSpace { command: String, excerpt: String },
}

/// The message of an `llvm-dis` that could not read a bitcode file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReaderFailure {
    pub tool: String,
    pub message: String,
}

/// Whether a tool failed for lack of disk space, judged by its messages in English.
pub fn lacks_space(messages: &str) -> bool {
    let causes = [
        "No space left on device",
        "Disk quota exceeded",
        "File too large",
        "no space left on device",
        // LLVM's message if a file system has no space for a mapped file.
        "LLVM ERROR: IO failure on output stream",
    ];
    causes.iter().any(|cause| messages.contains(cause))
}

fn list_failures(failures: &[ReaderFailure]) -> String {
    failures.iter().fold(
        String::new(),
        |mut list, ReaderFailure { tool, message }| {
            // Writing to a string cannot fail.
            let _ = write!(list, "\n  {tool}: {message}");
            list
        },
    )
}
