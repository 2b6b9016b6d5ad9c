//! Everything that keeps Quell from running what it was asked to run.

use std::fmt::Write as _;
use std::io;
use std::path::PathBuf;

use quell_compile::CompileError;
use quell_ir::parse::ParseError;
use quell_ir::verify::VerifyError;
use thiserror::Error;

use crate::exit::Exit;
use crate::literal::LiteralError;

#[derive(Debug, Error)]
pub enum CliError {
    #[error("{0}")]
    Usage(String),
    #[error(transparent)]
    Compile(#[from] CompileError),
    #[error("{0}")]
    Parse(Box<ParseError>),
    #[error("{file} is not valid IR:{}", list(errors.iter().take(5)))]
    Invalid {
        file: String,
        errors: Vec<VerifyError>,
    },
    #[error("there is no function `{wanted}` in {file}{}", suggest(nearest, all))]
    UnknownFunction {
        wanted: String,
        file: String,
        nearest: Vec<String>,
        all: Vec<String>,
    },
    #[error("{file} is not a program, it has no `main`; choose one of its functions with --function{}", suggest(&[], all))]
    NoMain { file: String, all: Vec<String> },
    #[error("the function `{wanted}` is only declared in {file}, not defined")]
    OnlyDeclared { wanted: String, file: String },
    #[error(
        "`{wanted}` can be any of these, which one is meant?{}",
        list(candidates)
    )]
    Ambiguous {
        wanted: String,
        candidates: Vec<String>,
    },
    #[error("{given} given, but the function is\n  {signature}")]
    WrongNumber { given: String, signature: String },
    #[error("argument {}: {}\n{}", place, error.message, pointed(text, error))]
    BadLiteral {
        /// Number, name and type.
        place: String,
        text: String,
        error: LiteralError,
    },
    #[error("{place} is not supported: {reason}\n  {signature}")]
    UnsupportedParameter {
        place: String,
        reason: String,
        signature: String,
    },
    #[error("cannot read {} for standard input: {source}", path.display())]
    Stdin { path: PathBuf, source: io::Error },
}

impl From<ParseError> for CliError {
    fn from(error: ParseError) -> Self {
        Self::Parse(Box::new(error))
    }
}

impl CliError {
    pub fn exit(&self) -> Exit {
        match self {
            Self::Usage(_) => Exit::Usage,
            Self::Compile(error) => compile_exit(error),
            Self::Parse(_) | Self::Invalid { .. } => Exit::BadIr,
            Self::UnknownFunction { .. }
            | Self::NoMain { .. }
            | Self::OnlyDeclared { .. }
            | Self::Ambiguous { .. } => Exit::UnknownFunction,
            Self::WrongNumber { .. } | Self::BadLiteral { .. } => Exit::BadArguments,
            Self::UnsupportedParameter { .. } => Exit::BadArguments,
            Self::Stdin { .. } => Exit::Unreadable,
        }
    }
}

fn compile_exit(error: &CompileError) -> Exit {
    match error {
        CompileError::MissingCompiler { .. } | CompileError::UnsupportedCompilerVersion { .. } => {
            Exit::NoCompiler
        }
        CompileError::DoesNotCompile { .. } => Exit::DoesNotCompile,
        CompileError::UnsupportedFile { .. } | CompileError::ReadError { .. } => Exit::Unreadable,
        CompileError::UnreadableBitcode { .. } => Exit::BadIr,
        CompileError::CannotRun { .. } => Exit::NoCompiler,
        CompileError::TemporaryFile(_) => Exit::Internal,
    }
}

fn list<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    items.into_iter().fold(String::new(), |mut list, item| {
        // Writing to a string cannot fail.
        let _ = write!(list, "\n  {}", item.to_string());
        list
    })
}

/// How many functions a message names.
const MAX_NAMED: usize = 10;

fn suggest(nearest: &[String], all: &[String]) -> String {
    if !nearest.is_empty() {
        return format!("; did you mean {}?", nearest.join(" or "));
    }
    match all {
        [] => "; it defines none".to_owned(),
        _ => {
            let more = all.len().saturating_sub(MAX_NAMED);
            let more = (more > 0).then(|| format!("and {more} more"));
            let named = all.iter().take(MAX_NAMED).cloned().chain(more);
            format!("; it defines{}", list(named))
        }
    }
}

/// The argument with its bad part underlined.
fn pointed(text: &str, error: &LiteralError) -> String {
    let before = text.get(..error.span.start).unwrap_or(text);
    let marked = text.get(error.span.clone()).unwrap_or_default();
    let indent = " ".repeat(before.chars().count());
    let carets = "^".repeat(marked.chars().count().max(1));
    format!("  {text}\n  {indent}{carets}")
}
