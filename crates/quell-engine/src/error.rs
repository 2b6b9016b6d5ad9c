//! What ends a run, or the work on one function.

use std::path::PathBuf;

use quell_native::NativeError;
use quell_objectives::meta::MetaError;
use quell_results::{WorkError, WorkErrorKind};
use quell_solver::{Program, SolverError};
use thiserror::Error;

#[derive(Debug, Error)]
pub enum EngineError {
    #[error(transparent)]
    Native(#[from] NativeError),
    #[error(transparent)]
    Meta(#[from] MetaError),
    #[error(transparent)]
    Solver(#[from] SolverError),
    #[error(
        "{program} finds a model where Bitwuzla proved that there is none: one of the two is wrong, and no verdict can \
         be trusted; the query is in {}", path.display()
    )]
    Disagreement { program: Program, path: PathBuf },
    #[error(
        "{test} kills {mutant} natively, which was proved to be equivalent: no verdict can be trusted; please report it"
    )]
    Contradiction { mutant: String, test: String },
    #[error(
        "{test} covers {label} natively, which was proved to be uncoverable: no verdict can be trusted; please report it"
    )]
    CoveredUncoverable { label: String, test: String },
    #[error("--engine {engine} decides no labels: choose another engine")]
    LabelsUnsupported { engine: &'static str },
    #[error("two objectives have the id {0}; please report it")]
    DuplicateId(String),
    #[error("cannot start a thread: {0}")]
    Thread(std::io::Error),
    #[error("a thread of the engine ended early; please report it")]
    Lost,
}

impl EngineError {
    /// A test shows what a proof about an objective denies.
    pub fn contradiction(objective: String, test: String, is_label: bool) -> Self {
        match is_label {
            true => Self::CoveredUncoverable {
                label: objective,
                test,
            },
            false => Self::Contradiction {
                mutant: objective,
                test,
            },
        }
    }

    /// The error as data.
    pub fn report(&self) -> WorkError {
        let kind = match self {
            Self::Native(error) => error.kind(),
            Self::Meta(_) => WorkErrorKind::Build,
            Self::Solver(_) => WorkErrorKind::Solver,
            Self::Disagreement { .. }
            | Self::Contradiction { .. }
            | Self::CoveredUncoverable { .. } => WorkErrorKind::Contradiction,
            Self::LabelsUnsupported { .. } => WorkErrorKind::Unsupported,
            Self::DuplicateId(_) | Self::Thread(_) | Self::Lost => WorkErrorKind::Internal,
        };
        WorkError {
            kind,
            message: self.to_string(),
        }
    }

    /// The error to report of two: one that denies all verdicts comes first.
    pub fn graver(known: Option<Self>, new: Self) -> Option<Self> {
        match known {
            Some(known) if known.denies_all_verdicts() || !new.denies_all_verdicts() => Some(known),
            _ => Some(new),
        }
    }

    /// Whether the error says that no verdict can be trusted. It ends the run; any other error ends the work on one function.
    pub fn denies_all_verdicts(&self) -> bool {
        match self {
            Self::Solver(error) => !matches!(
                error,
                SolverError::Log { .. }
                    | SolverError::Program { .. }
                    | SolverError::NoSuchProgram(_)
            ),
            Self::Disagreement { .. }
            | Self::Contradiction { .. }
            | Self::CoveredUncoverable { .. }
            | Self::DuplicateId(_) => true,
            Self::LabelsUnsupported { .. }
            | Self::Native(_)
            | Self::Meta(_)
            | Self::Thread(_)
            | Self::Lost => false,
        }
    }
}

/// `None` where a native run was ended by the deadline or by an interruption: what was found before stands.
pub fn in_time<T>(found: Result<T, EngineError>) -> Result<Option<T>, EngineError> {
    match found {
        Err(EngineError::Native(NativeError::TimeUp | NativeError::Interrupted)) => Ok(None),
        found => found.map(Some),
    }
}
