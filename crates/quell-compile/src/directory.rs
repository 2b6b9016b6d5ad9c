//! Directories for temporary files, which are removed however the process ends.
//!
//! A directory is removed when it is dropped, and by [`remove_scratch_directories`] before a signal ends the process. The
//! directories of a process that was killed are removed by the next process: each process holds a lock on its directories,
//! which the kernel releases when the process ends, and a file in each marks it as Quell's.

use std::collections::BTreeSet;
use std::env;
use std::fs::{self, File};
use std::io;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustix::fs::{FlockOperation, flock};
use rustix::process::geteuid;

const PREFIX: &str = "quell-";
/// The prefix of a directory that is not locked yet.
const UNLOCKED_PREFIX: &str = ".quell-new-";
const MARK: &str = ".quell-scratch";
const MARK_TEXT: &str = "Quell made this directory and removes it.\n";

static REGISTRY: Mutex<Registry> = Mutex::new(Registry {
    directories: BTreeSet::new(),
    swept: BTreeSet::new(),
});

struct Registry {
    /// The scratch directories of this process.
    directories: BTreeSet<PathBuf>,
    /// Parent directories from which stale scratch directories have been removed.
    swept: BTreeSet<PathBuf>,
}

fn registry() -> MutexGuard<'static, Registry> {
    REGISTRY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A directory for temporary files, which is removed with its contents when dropped.
#[derive(Debug)]
pub struct ScratchDirectory {
    path: PathBuf,
    /// Held for as long as the directory is in use.
    _lock: File,
}

impl ScratchDirectory {
    /// A directory in the system's directory for temporary files.
    pub fn new() -> io::Result<Self> {
        // Absolute, because compilers that get the path may run in another directory.
        Self::new_in(&std::path::absolute(env::temp_dir())?)
    }

    /// A directory in `parent`. The first call for a parent also removes the directories that killed processes left there.
    pub fn new_in(parent: &Path) -> io::Result<Self> {
        if registry().swept.insert(parent.to_owned()) {
            remove_stale(parent);
        }
        let fresh = tempfile::Builder::new()
            .prefix(UNLOCKED_PREFIX)
            .tempdir_in(parent)?;
        fs::write(fresh.path().join(MARK), MARK_TEXT)?;
        let lock = File::open(fresh.path())?;
        flock(&lock, FlockOperation::NonBlockingLockExclusive)?;
        let path = final_path(fresh.path());
        // The name is random, so it is not taken.
        fs::rename(fresh.path(), &path)?;
        let _ = fresh.keep();
        registry().directories.insert(path.clone());
        Ok(Self { path, _lock: lock })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for ScratchDirectory {
    fn drop(&mut self) {
        remove(&self.path);
        registry().directories.remove(&self.path);
    }
}

/// Whether a directory is a scratch directory of Quell. Code that copies directories leaves these out: one may be the target.
pub fn is_scratch_directory(path: &Path) -> bool {
    is_marked(path).unwrap_or(false)
}

fn is_marked(path: &Path) -> io::Result<bool> {
    let mark = path.join(MARK);
    Ok(fs::symlink_metadata(&mark)?.is_file() && fs::read(&mark)? == MARK_TEXT.as_bytes())
}

/// Removes all scratch directories of this process, which is about to end by a signal.
pub fn remove_scratch_directories() {
    for path in registry().directories.clone() {
        remove(&path);
    }
}

fn final_path(fresh: &Path) -> PathBuf {
    let name = fresh.file_name().unwrap_or_default().to_string_lossy();
    let random = name.strip_prefix(UNLOCKED_PREFIX).unwrap_or(&name);
    fresh.with_file_name(format!("{PREFIX}{random}"))
}

fn remove_stale(parent: &Path) {
    let entries = fs::read_dir(parent).into_iter().flatten().flatten();
    for path in entries.map(|entry| entry.path()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with(PREFIX) && is_stale(&path).unwrap_or(false) {
            remove(&path);
        }
    }
}

/// Whether the directory was made by Quell for this user and is not in use.
fn is_stale(path: &Path) -> io::Result<bool> {
    let metadata = fs::symlink_metadata(path)?;
    if !metadata.is_dir() || metadata.uid() != geteuid().as_raw() {
        return Ok(false);
    }
    let lock = flock(File::open(path)?, FlockOperation::NonBlockingLockExclusive);
    Ok(is_marked(path)? && lock.is_ok())
}

/// Removes a directory, best effort: if it fails, the next process tries again. Programs under test may have removed
/// permissions, which are restored first.
fn remove(path: &Path) {
    if fs::remove_dir_all(path).is_err() && path.exists() {
        restore_permissions(path);
        let _ = fs::remove_dir_all(path);
    }
}

fn restore_permissions(directory: &Path) {
    let _ = fs::set_permissions(directory, fs::Permissions::from_mode(0o700));
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    let is_directory = |entry: &fs::DirEntry| entry.file_type().is_ok_and(|kind| kind.is_dir());
    for entry in entries.filter(is_directory) {
        restore_permissions(&entry.path());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_directories_of_ended_processes_are_removed() {
        let root = tempfile::tempdir().unwrap();
        let at = |name: &str| root.path().join(name);
        for name in ["quell-stale", "quell-notes", "stale", "quell-living"] {
            fs::create_dir_all(at(name).join("inner/deep")).unwrap();
            fs::set_permissions(at(name).join("inner"), fs::Permissions::from_mode(0o000)).unwrap();
        }
        for name in ["quell-stale", "stale", "quell-living"] {
            fs::write(at(name).join(MARK), MARK_TEXT).unwrap();
        }
        let living = File::open(at("quell-living")).unwrap();
        flock(&living, FlockOperation::LockExclusive).unwrap();
        let own = ScratchDirectory::new_in(root.path()).unwrap();
        let left =
            ["quell-stale", "quell-notes", "stale", "quell-living"].map(|name| at(name).exists());
        assert_eq!(left, [false, true, true, true]);
        let path = own.path().to_owned();
        assert!(!is_stale(&path).unwrap());
        drop(own);
        assert!(!path.exists());
    }
}
