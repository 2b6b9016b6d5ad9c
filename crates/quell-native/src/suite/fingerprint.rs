//! A digest of all inputs of a campaign.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use quell_compile::read_regular;
use sha2::{Digest as _, Sha256};

use super::error::SuiteError;

/// Collects what the results depend on, part by part.
#[derive(Debug, Default)]
pub struct Fingerprint {
    hasher: Sha256,
}

impl Fingerprint {
    /// The length makes sure that parts cannot be confused.
    pub fn add(&mut self, part: &[u8]) {
        self.hasher.update((part.len() as u64).to_le_bytes());
        self.hasher.update(part);
    }

    /// A file by its content.
    pub fn add_file(&mut self, path: &Path) -> Result<(), SuiteError> {
        let content = read_regular(path).map_err(|source| read_error(path, source))?;
        self.add(&content);
        Ok(())
    }

    /// All that is in a directory: names, modes, contents, and where links lead. Times do not count.
    pub fn add_directory(
        &mut self,
        root: &Path,
        without: &BTreeSet<PathBuf>,
    ) -> Result<(), SuiteError> {
        let mut pending = vec![PathBuf::new()];
        while let Some(relative) = pending.pop() {
            let path = root.join(&relative);
            let names = sorted_names(&path).map_err(|source| read_error(&path, source))?;
            let inner = names.into_iter().map(|name| relative.join(name));
            for entry in inner.filter(|entry| !without.contains(entry)) {
                let added = self.add_entry(root, &entry);
                if added.map_err(|source| read_error(&root.join(&entry), source))? {
                    pending.push(entry);
                }
            }
        }
        Ok(())
    }

    /// Whether it is a directory.
    fn add_entry(&mut self, root: &Path, relative: &Path) -> io::Result<bool> {
        let path = root.join(relative);
        let metadata = fs::symlink_metadata(&path)?;
        self.add(relative.as_os_str().as_bytes());
        self.add(&metadata.permissions().mode().to_le_bytes());
        match metadata.file_type() {
            kind if kind.is_symlink() => self.add(fs::read_link(&path)?.as_os_str().as_bytes()),
            kind if kind.is_file() => self.add(&fs::read(&path)?),
            _ => {}
        }
        Ok(metadata.is_dir())
    }

    pub fn finish(self) -> String {
        let bytes = self.hasher.finalize();
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

fn sorted_names(directory: &Path) -> io::Result<BTreeSet<std::ffi::OsString>> {
    let entries = fs::read_dir(directory)?;
    entries
        .map(|entry| entry.map(|entry| entry.file_name()))
        .collect()
}

fn read_error(path: &Path, source: io::Error) -> SuiteError {
    let path = path.to_owned();
    SuiteError::Read { path, source }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(root: &Path, without: &[&str]) -> String {
        let mut fingerprint = Fingerprint::default();
        let without = without.iter().map(PathBuf::from).collect();
        fingerprint.add_directory(root, &without).unwrap();
        fingerprint.finish()
    }

    #[test]
    fn every_change_but_that_of_times_shows() {
        let scratch = tempfile::tempdir().unwrap();
        let root = scratch.path();
        fs::create_dir(root.join("d")).unwrap();
        fs::write(root.join("d/a"), "1").unwrap();
        let first = of(root, &[]);
        fs::write(root.join("d/a"), "1").unwrap();
        assert_eq!(of(root, &[]), first);
        let mut seen = BTreeSet::from([first]);
        let mut changed = |what: &str| assert!(seen.insert(of(root, &["left/out"])), "{what}");
        fs::write(root.join("d/a"), "2").unwrap();
        changed("content");
        fs::set_permissions(root.join("d/a"), fs::Permissions::from_mode(0o755)).unwrap();
        changed("mode");
        fs::write(root.join("b"), "").unwrap();
        changed("a new file");
        fs::rename(root.join("b"), root.join("c")).unwrap();
        changed("a name");
        std::os::unix::fs::symlink("d", root.join("l")).unwrap();
        changed("a link");
        fs::create_dir(root.join("left")).unwrap();
        changed("a directory");
        let before = of(root, &["left/out"]);
        fs::write(root.join("left/out"), "x").unwrap();
        assert_eq!(of(root, &["left/out"]), before);
    }
}
