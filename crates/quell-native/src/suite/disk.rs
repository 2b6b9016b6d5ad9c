//! The limit of disk space for a command in total: the kernel limits single files only.
//!
//! The free space of the file systems is cheap to ask for, but other programs use it too. Only when it shrinks by more than
//! the limit are the files counted that changed since the run began.

use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use rustix::fs::statvfs;

/// The interval at which the free space is checked.
const PAUSE: Duration = Duration::from_millis(100);

/// The unit of block counts of files.
const BLOCK: u64 = 512;

#[derive(Debug)]
pub struct DiskWatch {
    directories: Vec<PathBuf>,
    /// Of each directory's file system, when the run began.
    free: Vec<Option<u64>>,
    began: SystemTime,
    looked: Instant,
    limit: u64,
}

impl DiskWatch {
    /// Begins to watch directories that a run may write to.
    pub fn new(directories: Vec<PathBuf>, limit: u64) -> Self {
        Self {
            free: directories.iter().map(|path| free(path)).collect(),
            directories,
            began: SystemTime::now(),
            looked: Instant::now(),
            limit,
        }
    }

    /// Whether the run has exceeded the limit; checked at most once per interval.
    pub fn is_exceeded(&mut self) -> bool {
        if self.looked.elapsed() < PAUSE {
            return false;
        }
        self.looked = Instant::now();
        let is_suspect = |(path, before): (&PathBuf, &Option<u64>)| {
            let now = free(path);
            let shrunk = before
                .zip(now)
                .map(|(before, now)| before.saturating_sub(now));
            shrunk.is_some_and(|shrunk| shrunk > self.limit)
        };
        let mut file_systems = self.directories.iter().zip(&self.free);
        file_systems.any(is_suspect) && self.written() > self.limit
    }

    fn written(&self) -> u64 {
        let began = self.began.duration_since(SystemTime::UNIX_EPOCH);
        // File times are coarser than clocks.
        let began = began.unwrap_or_default().as_secs().saturating_sub(1);
        let of = |path: &PathBuf| changed_since(path, began.cast_signed());
        self.directories.iter().map(of).sum()
    }
}

fn free(path: &Path) -> Option<u64> {
    let about = statvfs(path).ok()?;
    Some(about.f_bfree.saturating_mul(about.f_frsize))
}

/// The space of all files below a directory that changed since a time.
fn changed_since(directory: &Path, began: i64) -> u64 {
    let mut directories = vec![directory.to_owned()];
    let mut sum: u64 = 0;
    while let Some(directory) = directories.pop() {
        for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
            // It may be gone by now.
            let Ok(metadata) = entry.metadata() else {
                continue;
            };
            if metadata.is_dir() {
                directories.push(entry.path());
            } else if metadata.ctime() >= began {
                sum = sum.saturating_add(metadata.blocks().saturating_mul(BLOCK));
            }
        }
    }
    sum
}
