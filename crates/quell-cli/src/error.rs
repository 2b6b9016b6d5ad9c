//! The errors of all commands, and the exit code of each.

use std::io;
use std::path::PathBuf;

use quell_campaign::StoreError;
use quell_compile::{CompileError, lacks_space};
use quell_engine::{EngineError, SolverError};
use quell_frontend::{LoadError, ProjectError};
use quell_native::NativeError;
use quell_native::score::ScoreError;
use quell_native::suite::SuiteError;
use quell_values::error::{CallError, LookupError};
use thiserror::Error;

use crate::config::ConfigError;
use crate::exchange::ExchangeError;
use crate::exit::Exit;

#[derive(Debug, Error)]
pub enum CliError {
    #[error("{0}")]
    Usage(String),
    #[error(transparent)]
    Compile(#[from] CompileError),
    #[error(transparent)]
    Load(LoadError),
    #[error(transparent)]
    Project(#[from] ProjectError),
    #[error(transparent)]
    Lookup(#[from] LookupError),
    #[error(transparent)]
    Call(#[from] CallError),
    #[error(transparent)]
    Faults(#[from] quell_objectives::SelectionError),
    #[error(transparent)]
    Criteria(#[from] quell_objectives::criteria::CriterionError),
    #[error("{0}")]
    NoLabels(quell_objectives::criteria::SkippedLabel),
    #[error(transparent)]
    Exchange(#[from] ExchangeError),
    #[error("{}", listed_labels(.0))]
    InvalidLabels(Vec<String>),
    #[error("{file} has labels of its own, but no code for them:\n  {}", notes.join("\n  "))]
    LeftOut { file: String, notes: Vec<String> },
    #[error(transparent)]
    Combine(#[from] quell_objectives::higher::CombineError),
    #[error("a mutant cannot be made: {0}; please report it")]
    Edit(#[from] Box<quell_objectives::apply::EditError>),
    #[error("cannot write {}: {source}", path.display())]
    Emit { path: PathBuf, source: io::Error },
    #[error(
        "{option} cannot write {}: it is a pipe that no process reads; start its reader first, or name a file",
        path.display()
    )]
    NoReader { option: &'static str, path: PathBuf },
    #[error(
        "{option} would replace {}, which Quell did not write; name another file, or insist with --force",
        path.display()
    )]
    Foreign { option: &'static str, path: PathBuf },
    #[error(
        "{} appeared meanwhile, and Quell did not write it; the result is in {}",
        path.display(),
        beside.display()
    )]
    Beside { path: PathBuf, beside: PathBuf },
    #[error(transparent)]
    Suite(#[from] quell_results::SuiteError),
    #[error(transparent)]
    Commands(#[from] SuiteError),
    #[error(transparent)]
    Score(#[from] quell_native::score::ScoreError),
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Pair(#[from] quell_objectives::pair::PairError),
    #[error(transparent)]
    Config(#[from] ConfigError),
    #[error("{} would be without mutants: {reason}; it is removed", path.display())]
    NoMutants { path: PathBuf, reason: String },
    #[error("--timeout is over, and the program was still being compiled: nothing is decided")]
    TimeUp,
    #[error("cannot tell where the program `quell` itself is: {0}")]
    OwnPath(io::Error),
    #[error("cannot read {} for standard input: {source}", path.display())]
    Stdin { path: PathBuf, source: io::Error },
}

impl From<LoadError> for CliError {
    fn from(error: LoadError) -> Self {
        match error {
            LoadError::Compile(error) => Self::Compile(error),
            LoadError::ArgumentsForIr(path) => Self::Usage(format!(
                "{} is IR already: --cflags and --opt are for the compiler that made it",
                path.display()
            )),
            error => Self::Load(error),
        }
    }
}

impl CliError {
    pub fn exit(&self) -> Exit {
        match self {
            Self::Usage(_) | Self::Faults(_) | Self::Combine(_) | Self::Pair(_) => Exit::Usage,
            Self::Criteria(_) => Exit::Usage,
            Self::InvalidLabels(_) | Self::Exchange(ExchangeError::Wrong { .. }) => Exit::Usage,
            Self::Exchange(ExchangeError::Read { .. }) => Exit::Unreadable,
            Self::NoLabels(_) | Self::LeftOut { .. } => Exit::Unsupported,
            Self::Foreign { .. } => Exit::Usage,
            Self::Config(ConfigError::Wrong { .. }) => Exit::Usage,
            Self::Config(ConfigError::Read { .. }) => Exit::Unreadable,
            Self::Edit(_) => Exit::Internal,
            Self::TimeUp => Exit::Limit,
            Self::NoReader { .. } => Exit::Unwritable,
            Self::Emit { .. } | Self::NoMutants { .. } | Self::Beside { .. } => Exit::Unwritable,
            Self::Compile(error) => compile_exit(error),
            Self::Load(error) => load_exit(error),
            Self::Project(_) => Exit::Unreadable,
            Self::Lookup(_) => Exit::UnknownFunction,
            Self::Call(_) => Exit::BadArguments,
            Self::Stdin { .. } => Exit::Unreadable,
            Self::Suite(_) => Exit::BadTests,
            Self::Commands(error) => commands_exit(error),
            Self::Score(error) => score_exit(error),
            Self::Engine(error) => engine_exit(error),
            Self::Store(error) => store_exit(error),
            Self::OwnPath(_) => Exit::Internal,
        }
    }
}

/// What is wrong with labels and partitions, each with its place.
fn listed_labels(messages: &[String]) -> String {
    match messages {
        [only] => only.clone(),
        all => {
            let lines = all.iter().map(|message| format!("\n  {message}"));
            format!(
                "{} labels cannot be used{}",
                all.len(),
                lines.collect::<String>()
            )
        }
    }
}

fn store_exit(error: &StoreError) -> Exit {
    match error {
        StoreError::Foreign { .. }
        | StoreError::OtherVersion { .. }
        | StoreError::OtherProject { .. }
        | StoreError::Locked { .. } => Exit::Usage,
        StoreError::Missing { .. } | StoreError::Damaged { .. } => Exit::Unreadable,
        StoreError::Unwritable { .. } | StoreError::Sqlite { .. } => Exit::Unwritable,
    }
}

fn score_exit(error: &ScoreError) -> Exit {
    match error {
        ScoreError::InvalidTests(_) => Exit::BadTests,
        ScoreError::Meta(_) | ScoreError::Contradiction { .. } => Exit::Internal,
        ScoreError::Native(error) => native_exit(error),
    }
}

pub fn engine_exit(error: &EngineError) -> Exit {
    match error {
        EngineError::Native(error) => native_exit(error),
        EngineError::Solver(SolverError::Program { .. })
        | EngineError::LabelsUnsupported { .. } => Exit::Usage,
        EngineError::Solver(SolverError::Log { .. }) => Exit::Unwritable,
        EngineError::Meta(_)
        | EngineError::Solver(_)
        | EngineError::Disagreement { .. }
        | EngineError::Contradiction { .. }
        | EngineError::CoveredUncoverable { .. }
        | EngineError::DuplicateId(_)
        | EngineError::Thread(_)
        | EngineError::Lost => Exit::Internal,
    }
}

fn native_exit(error: &NativeError) -> Exit {
    match error {
        NativeError::Unprotected(_) => Exit::Unprotected,
        NativeError::Undefined { .. } | NativeError::CannotCall { .. } => Exit::CannotLink,
        NativeError::Compiler(error) => compile_exit(error),
        NativeError::Interrupted => Exit::Interrupted,
        NativeError::Missing(_) => Exit::BadTests,
        NativeError::File { what: "run", .. } => Exit::NoCompiler,
        NativeError::File { .. } => Exit::Unwritable,
        NativeError::Build { excerpt: said, .. }
        | NativeError::Start(said)
        | NativeError::HarnessDied { said, .. }
            if lacks_space(said) =>
        {
            Exit::Unwritable
        }
        _ => Exit::Internal,
    }
}

fn load_exit(error: &LoadError) -> Exit {
    match error {
        LoadError::Compile(error) => compile_exit(error),
        LoadError::Parse(_) | LoadError::Invalid { .. } => Exit::BadIr,
        LoadError::ArgumentsForIr(_) => Exit::Usage,
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
        CompileError::TemporaryFile(_) | CompileError::NoSpace { .. } => Exit::Unwritable,
    }
}

fn commands_exit(error: &SuiteError) -> Exit {
    match error {
        SuiteError::Read { .. }
        | SuiteError::NoProgram { .. }
        | SuiteError::NoMutants(_)
        | SuiteError::Archive(_)
        | SuiteError::Unreadable { .. } => Exit::Unreadable,
        SuiteError::Write { .. } => Exit::Unwritable,
        SuiteError::Build { excerpt, .. } if lacks_space(excerpt) => Exit::Unwritable,
        SuiteError::Tool { .. } | SuiteError::Build { .. } => Exit::NoCompiler,
        SuiteError::Journal { .. } | SuiteError::Unusable { .. } => Exit::BadTests,
        SuiteError::Sandbox(_) | SuiteError::Unprotected(_) => Exit::Unprotected,
        SuiteError::Interrupted => Exit::Interrupted,
    }
}
