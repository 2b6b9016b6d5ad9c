//! Control groups: a limit on processes that holds for root too, and a way to end all of a program.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, getpid, kill_process, kill_process_group};

/// Where groups that limit processes are made: version 2, then version 1.
const ROOTS: &[&str] = &["/sys/fs/cgroup", "/sys/fs/cgroup/pids"];
const PREFIX: &str = "quell-";

/// Processes that fork faster than they are ended meet their limit soon.
const ROUNDS: u32 = 200;
const PAUSE: Duration = Duration::from_millis(5);

fn group_of(root: &Path, process: u32) -> PathBuf {
    root.join(format!("{PREFIX}{process}"))
}

/// Moves this process into a new group of at most `limit` processes; whether that worked.
pub fn join(limit: u64) -> bool {
    let id = getpid().as_raw_nonzero().get().unsigned_abs();
    ROOTS
        .iter()
        .any(|root| make_and_join(&group_of(Path::new(root), id), id, limit).is_ok())
}

/// Removes groups whose leader is gone: the process that made it may have ended before it could clean up. A group
/// that still has processes stays.
fn sweep(root: &Path) {
    let entries = fs::read_dir(root).into_iter().flatten().flatten();
    for entry in entries {
        let name = entry.file_name().to_string_lossy().into_owned();
        let leader = name
            .strip_prefix(PREFIX)
            .and_then(|id| id.parse::<u32>().ok());
        if leader.is_some_and(|id| !Path::new(&format!("/proc/{id}")).exists()) {
            let _ = fs::remove_dir(entry.path());
        }
    }
}

fn make_and_join(group: &Path, process: u32, limit: u64) -> io::Result<()> {
    group.parent().into_iter().for_each(sweep);
    fs::create_dir(group)?;
    let joined = set(&group.join("pids.max"), limit)
        .and_then(|()| set(&group.join("cgroup.procs"), process.into()))
        .and_then(|()| check_membership(group));
    if joined.is_err() {
        // It has no processes.
        let _ = fs::remove_dir(group);
    }
    joined
}

/// Writes to a file that the kernel has made: a plain directory has none, and must not pass for a group.
fn set(file: &Path, value: u64) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).open(file)?;
    file.write_all(value.to_string().as_bytes())
}

fn check_membership(group: &Path) -> io::Result<()> {
    let name = group.file_name().unwrap_or_default();
    let groups = fs::read_to_string("/proc/self/cgroup")?;
    let is_member = |line: &str| Path::new(line).file_name() == Some(name);
    match groups.lines().any(is_member) {
        true => Ok(()),
        false => Err(io::ErrorKind::NotFound.into()),
    }
}

/// Ends what a confined program has left running: all of its control group, if it has one, and of its
/// process group. `process` led both and has ended.
pub fn end_all(process: u32) {
    if let Some(leader) = i32::try_from(process).ok().and_then(Pid::from_raw) {
        // The group may be empty.
        let _ = kill_process_group(leader, Signal::KILL);
    }
    for root in ROOTS {
        let group = group_of(Path::new(root), process);
        if group.is_dir() {
            empty(&group);
        }
    }
}

fn empty(group: &Path) {
    for _ in 0..ROUNDS {
        if fs::remove_dir(group).is_ok() {
            return;
        }
        let members = fs::read_to_string(group.join("cgroup.procs")).unwrap_or_default();
        let members = members.lines().filter_map(|line| line.parse().ok());
        for member in members.filter_map(Pid::from_raw) {
            let _ = kill_process(member, Signal::KILL);
        }
        thread::sleep(PAUSE);
    }
}
