//! Copies of the working directory to run commands in, put right again after each run.
//!
//! - **Each run starts from the same files.** A copy of the working directory is restored before each run, by what changed.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs::{self, File, FileTimes, Metadata};
use std::io;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};

use quell_compile::is_scratch_directory;

use super::error::SuiteError;

/// A directory that is kept equal to another one.
#[derive(Debug)]
pub struct Workspace {
    model: PathBuf,
    directory: PathBuf,
    /// The files as they were left here. Whatever is done to a file changes this.
    known: BTreeMap<PathBuf, Stamp>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Stamp {
    inode: u64,
    changed: (i64, i64),
}

impl Stamp {
    fn of(metadata: &Metadata) -> Self {
        Self {
            inode: metadata.ino(),
            changed: (metadata.ctime(), metadata.ctime_nsec()),
        }
    }
}

impl Workspace {
    /// Copies `model` to `directory`, which does not exist yet.
    pub fn new(model: &Path, directory: &Path) -> Result<Self, SuiteError> {
        let mut workspace = Self {
            model: model.to_owned(),
            directory: directory.to_owned(),
            known: BTreeMap::new(),
        };
        workspace.restore()?;
        Ok(workspace)
    }

    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// Makes it equal to the model: contents, modes and times of files and directories, and links. Sockets,
    /// pipes and devices are left out.
    pub fn restore(&mut self) -> Result<(), SuiteError> {
        let mut directories = vec![PathBuf::new()];
        let mut next = 0;
        while let Some(relative) = directories.get(next).cloned() {
            next += 1;
            let inner = self.restore_directory(&relative);
            directories.extend(inner.map_err(|source| self.error(&relative, source))?);
        }
        // From the inside out: work in a directory changes its time, and a mode may forbid work in it.
        for relative in directories.iter().rev() {
            let done = self.finish_directory(relative);
            done.map_err(|source| self.error(relative, source))?;
        }
        Ok(())
    }

    fn error(&self, relative: &Path, source: io::Error) -> SuiteError {
        let path = self.directory.join(relative);
        SuiteError::Write { path, source }
    }

    /// Puts the files of a directory right; the directories in it.
    fn restore_directory(&mut self, relative: &Path) -> io::Result<Vec<PathBuf>> {
        let target = self.directory.join(relative);
        make_directory(&target)?;
        let wanted = names_in(&self.model.join(relative))?;
        for name in names_in(&target)?.difference(&wanted) {
            remove(&target.join(name))?;
        }
        let mut directories = Vec::new();
        for name in wanted {
            let path = relative.join(name);
            let metadata = fs::symlink_metadata(self.model.join(&path))?;
            match metadata.file_type() {
                // The directory for temporary files may lie in this one.
                kind if kind.is_dir() && is_scratch_directory(&self.model.join(&path)) => {}
                kind if kind.is_dir() => directories.push(path),
                kind if kind.is_symlink() => self.restore_link(&path)?,
                kind if kind.is_file() => self.restore_file(path, &metadata)?,
                _ => {}
            }
        }
        Ok(directories)
    }

    fn restore_link(&self, relative: &Path) -> io::Result<()> {
        let to = fs::read_link(self.model.join(relative))?;
        let target = self.directory.join(relative);
        if fs::read_link(&target).is_ok_and(|present| present == to) {
            return Ok(());
        }
        remove_if_there(&target)?;
        symlink(to, target)
    }

    fn restore_file(&mut self, relative: PathBuf, metadata: &Metadata) -> io::Result<()> {
        let target = self.directory.join(&relative);
        let present = fs::symlink_metadata(&target).ok();
        let is_as_left = present.is_some_and(|present| {
            self.known.get(&relative) == Some(&Stamp::of(&present))
                && present.len() == metadata.len()
                && present.modified().ok() == metadata.modified().ok()
        });
        if is_as_left {
            return Ok(());
        }
        remove_if_there(&target)?;
        fs::copy(self.model.join(&relative), &target)?;
        copy_times(metadata, &target)?;
        let stamp = Stamp::of(&fs::symlink_metadata(&target)?);
        self.known.insert(relative, stamp);
        Ok(())
    }

    fn finish_directory(&self, relative: &Path) -> io::Result<()> {
        let metadata = fs::metadata(self.model.join(relative))?;
        let target = self.directory.join(relative);
        let present = fs::metadata(&target)?;
        if present.modified()? != metadata.modified()? {
            copy_times(&metadata, &target)?;
        }
        match present.permissions() == metadata.permissions() {
            true => Ok(()),
            false => fs::set_permissions(&target, metadata.permissions()),
        }
    }
}

fn names_in(directory: &Path) -> io::Result<BTreeSet<OsString>> {
    let entries = fs::read_dir(directory)?;
    entries
        .map(|entry| entry.map(|entry| entry.file_name()))
        .collect()
}

/// A directory that can be worked in.
fn make_directory(path: &Path) -> io::Result<()> {
    const OWN: u32 = 0o700;
    match fs::symlink_metadata(path) {
        Ok(metadata) if metadata.is_dir() => {
            let mut permissions = metadata.permissions();
            if permissions.mode() & OWN == OWN {
                return Ok(());
            }
            permissions.set_mode(permissions.mode() | OWN);
            fs::set_permissions(path, permissions)
        }
        Ok(_) => fs::remove_file(path).and_then(|()| fs::create_dir(path)),
        Err(_) => fs::create_dir(path),
    }
}

fn remove_if_there(path: &Path) -> io::Result<()> {
    match remove(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        result => result,
    }
}

/// Removes what a run left behind, directories that it locked as well.
fn remove(path: &Path) -> io::Result<()> {
    if !fs::symlink_metadata(path)?.is_dir() {
        return fs::remove_file(path);
    }
    if fs::remove_dir_all(path).is_ok() {
        return Ok(());
    }
    let mut directories = vec![path.to_owned()];
    while let Some(directory) = directories.pop() {
        make_directory(&directory)?;
        for entry in fs::read_dir(&directory)? {
            let entry = entry?;
            if entry.file_type()?.is_dir() {
                directories.push(entry.path());
            }
        }
    }
    fs::remove_dir_all(path)
}

fn copy_times(from: &Metadata, to: &Path) -> io::Result<()> {
    let times = FileTimes::new()
        .set_modified(from.modified()?)
        .set_accessed(from.accessed()?);
    File::open(to)?.set_times(times)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A copy of a small tree.
    fn copied() -> (tempfile::TempDir, Workspace) {
        let scratch = tempfile::tempdir().unwrap();
        let model = scratch.path().join("the model");
        fs::create_dir_all(model.join("sub/deep")).unwrap();
        fs::write(model.join("a"), "one").unwrap();
        fs::write(model.join("sub/run"), "#!/bin/sh\n").unwrap();
        fs::set_permissions(model.join("sub/run"), fs::Permissions::from_mode(0o755)).unwrap();
        symlink("../a", model.join("sub/link")).unwrap();
        let copy = Workspace::new(&model, &scratch.path().join("copy")).unwrap();
        (scratch, copy)
    }

    fn assert_equal(workspace: &Workspace) {
        for name in ["", "a", "sub", "sub/run", "sub/link", "sub/deep"] {
            let model = fs::symlink_metadata(workspace.model.join(name)).unwrap();
            let copy = fs::symlink_metadata(workspace.directory.join(name)).unwrap();
            assert_eq!(model.permissions(), copy.permissions(), "{name}");
            if !model.is_symlink() {
                assert_eq!(
                    model.modified().unwrap(),
                    copy.modified().unwrap(),
                    "{name}"
                );
            }
        }
        let text = fs::read_to_string(workspace.directory.join("sub/link")).unwrap();
        assert_eq!(text, "one");
        assert_eq!(names_in(&workspace.directory.join("sub")).unwrap().len(), 3);
        assert_eq!(names_in(&workspace.directory).unwrap().len(), 2);
    }

    #[test]
    fn a_copy_is_equal() {
        let (_scratch, workspace) = copied();
        assert_equal(&workspace);
    }

    #[test]
    fn whatever_a_run_did_is_undone() {
        let (_scratch, mut workspace) = copied();
        let at = workspace.directory.clone();
        let modified = fs::metadata(at.join("a")).unwrap().modified().unwrap();
        // As long as before and as old as before, yet different.
        fs::write(at.join("a"), "two").unwrap();
        let times = FileTimes::new().set_modified(modified);
        File::options()
            .write(true)
            .open(at.join("a"))
            .unwrap()
            .set_times(times)
            .unwrap();
        fs::remove_file(at.join("sub/link")).unwrap();
        fs::remove_dir(at.join("sub/deep")).unwrap();
        fs::write(at.join("sub/deep"), "").unwrap();
        fs::create_dir_all(at.join("new/locked")).unwrap();
        fs::write(at.join("new/locked/file"), "").unwrap();
        fs::set_permissions(at.join("new/locked"), fs::Permissions::from_mode(0o000)).unwrap();
        fs::set_permissions(at.join("sub/run"), fs::Permissions::from_mode(0o600)).unwrap();
        workspace.restore().unwrap();
        assert_equal(&workspace);
    }

    #[test]
    fn what_was_not_touched_is_not_copied_again() {
        let (_scratch, mut workspace) = copied();
        let path = workspace.directory.join("a");
        let before = fs::metadata(&path).unwrap().ino();
        workspace.restore().unwrap();
        assert_eq!(fs::metadata(&path).unwrap().ino(), before);
    }
}
