//! The folder of a campaign, and the lock that keeps two runs from writing to it at once.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};

use crate::error::StoreError;

const STORE: &str = "store.sqlite";
const LOCK: &str = "lock";

/// The folder of a project's campaign unless the user names another.
pub const USUAL: &str = "quell-out";

/// A folder that this process alone writes to, for as long as the value lives.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    _lock: File,
}

impl Folder {
    /// Makes the folder if it is not there, and takes its lock. The command is what others are told that holds it.
    pub fn take(path: &Path, command: &str) -> Result<Self, StoreError> {
        fs::create_dir_all(path).map_err(|error| StoreError::unwritable(path, &error))?;
        Ok(Self {
            path: path.to_owned(),
            _lock: lock(path, command)?,
        })
    }

    pub fn store(&self) -> PathBuf {
        store_in(&self.path)
    }
}

/// The file of the store in a folder.
pub fn store_in(folder: &Path) -> PathBuf {
    folder.join(STORE)
}

/// Which process holds the lock of a folder, if one does.
pub fn holder(folder: &Path) -> Option<String> {
    let mut file = File::open(folder.join(LOCK)).ok()?;
    match file.try_lock_shared() {
        Err(TryLockError::WouldBlock) => Some(described(&mut file)),
        _ => None,
    }
}

fn lock(folder: &Path, command: &str) -> Result<File, StoreError> {
    let path = folder.join(LOCK);
    let unwritable = |error| StoreError::unwritable(&path, &error);
    let mut options = OpenOptions::new();
    let options = options.read(true).write(true).create(true).truncate(false);
    let mut file = options.open(&path).map_err(unwritable)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            return Err(StoreError::Locked {
                path: folder.to_owned(),
                holder: described(&mut file),
            });
        }
        Err(TryLockError::Error(error)) => return Err(unwritable(error)),
    }
    let text = format!("process {} ({command})\n", std::process::id());
    let write = |file: &mut File| {
        file.set_len(0)?;
        file.rewind()?;
        file.write_all(text.as_bytes())
    };
    write(&mut file).map_err(unwritable)?;
    Ok(file)
}

fn described(file: &mut File) -> String {
    let mut text = String::new();
    // A holder that has not written yet is a process all the same.
    let _ = file.read_to_string(&mut text);
    match text.trim() {
        "" => "another process".to_owned(),
        holder => holder.to_owned(),
    }
}
