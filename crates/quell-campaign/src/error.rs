//! What can be wrong with a store.

use std::io;
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;
use thiserror::Error;

/// Each says what is wrong, where, and what to do.
#[derive(Debug, Error)]
pub enum StoreError {
    #[error(
        "{} holds no campaign: begin one with `quell run --out DIR`",
        folder(path)
    )]
    Missing { path: PathBuf },
    #[error("{} is not a store of Quell: name another folder with --out", path.display())]
    Foreign { path: PathBuf },
    #[error(
        "{} was written by another version of Quell (tables of version {version}): remove it, or name another folder with --out",
        path.display()
    )]
    OtherVersion { path: PathBuf, version: String },
    #[error(
        "{} belongs to the project in {project}: work there, or name another folder with --out",
        path.display()
    )]
    OtherProject { path: PathBuf, project: String },
    #[error("{} is in use by {holder}: wait for it, or name another folder with --out", path.display())]
    Locked { path: PathBuf, holder: String },
    #[error("{} cannot be written: {reason}", path.display())]
    Unwritable { path: PathBuf, reason: String },
    #[error(
        "the store {} is damaged: {reason}; remove it, and what it holds is decided anew",
        path.display()
    )]
    Damaged { path: PathBuf, reason: String },
    #[error("the store {} cannot be used: {source}", path.display())]
    Sqlite {
        path: PathBuf,
        source: rusqlite::Error,
    },
}

fn folder(path: &Path) -> String {
    path.parent().unwrap_or(path).display().to_string()
}

impl StoreError {
    pub(crate) fn sqlite(path: &Path, source: rusqlite::Error) -> Self {
        let path = path.to_owned();
        let reason = source.to_string();
        match source.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => Self::Foreign { path },
            Some(ErrorCode::DatabaseCorrupt) => Self::Damaged { path, reason },
            Some(
                ErrorCode::ReadOnly
                | ErrorCode::CannotOpen
                | ErrorCode::DiskFull
                | ErrorCode::SystemIoFailure
                | ErrorCode::PermissionDenied,
            ) => Self::Unwritable { path, reason },
            _ => Self::Sqlite { path, source },
        }
    }

    pub(crate) fn unwritable(path: &Path, source: &io::Error) -> Self {
        Self::Unwritable {
            path: path.to_owned(),
            reason: source.to_string(),
        }
    }
}
