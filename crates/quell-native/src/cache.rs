//! A cache of generated files, keyed by their inputs.

use std::fs;
use std::path::{Path, PathBuf};

use quell_compile::ScratchDirectory;
use sha2::{Digest as _, Sha256};

use crate::NativeError;

/// A directory whose entries are named by a digest of their inputs.
#[derive(Clone, Debug)]
pub struct Cache {
    directory: PathBuf,
}

impl Cache {
    pub fn new(directory: &Path) -> Result<Self, NativeError> {
        fs::create_dir_all(directory).map_err(file_error("create", directory))?;
        let absolute = fs::canonicalize(directory).map_err(file_error("find", directory))?;
        Ok(Self {
            directory: absolute,
        })
    }

    /// Whether entries can be made.
    pub fn is_writable(&self) -> bool {
        tempfile::tempdir_in(&self.directory).is_ok()
    }

    /// The directory made from `ingredients` by `make`, which fills an empty one. Two processes may make
    /// it at the same time; one of them wins.
    pub fn entry(
        &self,
        ingredients: &[&str],
        make: impl FnOnce(&Path) -> Result<(), NativeError>,
    ) -> Result<PathBuf, NativeError> {
        let entry = self.directory.join(digest(ingredients));
        if entry.is_dir() {
            return Ok(entry);
        }
        let fresh = ScratchDirectory::new_in(&self.directory)
            .map_err(file_error("create a directory in", &self.directory))?;
        let making = fresh.path().join("entry");
        fs::create_dir(&making).map_err(file_error("create", &making))?;
        make(&making)?;
        if fs::rename(&making, &entry).is_err() && !entry.is_dir() {
            let source = std::io::Error::other("another file is in the way");
            return Err(file_error("create", &entry)(source));
        }
        Ok(entry)
    }
}

fn digest(ingredients: &[&str]) -> String {
    let mut hasher = Sha256::new();
    for part in ingredients {
        hasher.update((part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    let bytes = hasher.finalize();
    bytes[..16]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

pub fn file_error<'a>(
    what: &'static str,
    path: &'a Path,
) -> impl FnOnce(std::io::Error) -> NativeError + 'a {
    move |source| NativeError::File {
        what,
        path: path.to_owned(),
        source,
    }
}

pub fn write(path: &Path, text: &str) -> Result<(), NativeError> {
    fs::write(path, text).map_err(file_error("write", path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_made_once_and_parts_are_told_apart() {
        let scratch = tempfile::tempdir().unwrap();
        let cache = Cache::new(&scratch.path().join("a/b")).unwrap();
        let make = |directory: &Path| write(&directory.join("x"), "made");
        let first = cache.entry(&["ab", "c"], make).unwrap();
        let again = cache
            .entry(&["ab", "c"], |_| panic!("made before"))
            .unwrap();
        assert_eq!(first, again);
        assert_eq!(fs::read_to_string(first.join("x")).unwrap(), "made");
        assert_ne!(cache.entry(&["a", "bc"], make).unwrap(), first);
    }
}
