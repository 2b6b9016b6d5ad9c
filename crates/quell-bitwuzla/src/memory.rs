//! The memory of the process, which a hard query may exhaust.

use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use rustix::param::page_size;
use rustix::system::sysinfo;

/// Free memory is returned to the system at most this often, since that is slow and may release nothing.
const RELEASE_INTERVAL: Duration = Duration::from_secs(1);

/// The resident memory of the process in bytes; none if the system does not report it.
#[must_use]
pub fn resident() -> Option<u64> {
    let pages = fs::read_to_string("/proc/self/statm").ok()?;
    let resident: u64 = pages.split_ascii_whitespace().nth(1)?.parse().ok()?;
    Some(resident.saturating_mul(page_size() as u64))
}

/// The memory that the process may use at most, in bytes: that of the machine, or less in a container.
#[must_use]
pub fn available() -> u64 {
    let machine = sysinfo();
    let all = u64::from(machine.mem_unit).saturating_mul(machine.totalram);
    let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    cgroup_limit(&groups, Path::new("/sys/fs/cgroup")).map_or(all, |limit| limit.min(all))
}

/// The least limit of the control groups that a process is in, of either version. A container may see its own group as
/// the root.
fn cgroup_limit(groups: &str, root: &Path) -> Option<u64> {
    let own = groups.lines().filter_map(|line| {
        let mut parts = line.splitn(3, ':').skip(1);
        let (controllers, path) = (parts.next()?, parts.next()?.trim_start_matches('/'));
        match controllers {
            "" => Some((root.to_owned(), path, "memory.max")),
            "memory" => Some((root.join("memory"), path, "memory.limit_in_bytes")),
            _ => None,
        }
    });
    let files = own.flat_map(|(root, path, file)| [root.join(file), root.join(path).join(file)]);
    let limits = files.filter_map(|file| fs::read_to_string(file).ok()?.trim().parse().ok());
    limits.min()
}

/// Returns freed memory to the system; until then it counts as resident.
pub fn release_free() {
    static LAST: Mutex<Option<Instant>> = Mutex::new(None);
    let Ok(mut last) = LAST.lock() else {
        return;
    };
    if last.is_none_or(|last| last.elapsed() > RELEASE_INTERVAL) {
        crate::raw::trim();
        *last = Some(Instant::now());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_limit_applies() {
        let root = std::env::temp_dir().join(format!("quell-groups-{}", std::process::id()));
        let own = root.join("a/b");
        fs::create_dir_all(&own).unwrap();
        fs::write(own.join("memory.max"), "4096\n").unwrap();
        fs::write(root.join("memory.max"), "max\n").unwrap();
        assert_eq!(cgroup_limit("0::/a/b\n", &root), Some(4096));
        assert_eq!(cgroup_limit("0::/elsewhere\n", &root), None);
        let old = root.join("memory");
        fs::create_dir_all(&old).unwrap();
        fs::write(old.join("memory.limit_in_bytes"), "512\n").unwrap();
        assert_eq!(cgroup_limit("5:memory:/x\n0::/a/b\n", &root), Some(512));
        assert_eq!(cgroup_limit("1:cpu:/\n", &root), None);
        fs::remove_dir_all(&root).unwrap();
    }
}
