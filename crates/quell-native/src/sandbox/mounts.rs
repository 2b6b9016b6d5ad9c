//! The program's own view of the file systems: all of it read-only but for what it may write to.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStringExt as _;
use std::path::{Path, PathBuf};

use nix::errno::Errno;
use nix::mount::{MsFlags, mount};

use super::request::{Confinement, Scratch};

const NONE: Option<&str> = None;
const PROC: &str = "/proc";
const MOUNTS: &str = "/proc/self/mountinfo";

/// Of files and directories in a scratch directory: each takes memory of the kernel.
const ENTRIES: u64 = 1 << 14;

/// Options of mounts that stay when one is made read-only; the kernel insists on some of them.
const OPTIONS: [(&str, MsFlags); 6] = [
    ("nosuid", MsFlags::MS_NOSUID),
    ("nodev", MsFlags::MS_NODEV),
    ("noexec", MsFlags::MS_NOEXEC),
    ("noatime", MsFlags::MS_NOATIME),
    ("nodiratime", MsFlags::MS_NODIRATIME),
    ("relatime", MsFlags::MS_RELATIME),
];

/// Makes all mounts of this process's namespace read-only, except what the confinement lets the program write to.
/// Scratch directories become file systems of limited size in memory.
pub fn make_read_only(confinement: &Confinement) -> io::Result<()> {
    let directory = std::env::current_dir();
    change("/", MsFlags::MS_REC | MsFlags::MS_PRIVATE)?;
    let mut writable = Vec::new();
    for path in &confinement.writable {
        let path = path.canonicalize()?;
        mount(
            Some(&path),
            &path,
            NONE,
            MsFlags::MS_BIND | MsFlags::MS_REC,
            NONE,
        )?;
        writable.push(path);
    }
    for scratch in &confinement.scratch {
        writable.push(mount_scratch(scratch)?);
    }
    for (path, flags) in mounts(&fs::read(MOUNTS)?) {
        if !writable.iter().any(|writable| path.starts_with(writable)) {
            read_only(&path, flags)?;
        }
    }
    // The directory as it was before is below a mount that now lies under another one.
    directory.and_then(std::env::set_current_dir)
}

fn change(path: &str, flags: MsFlags) -> io::Result<()> {
    Ok(mount(NONE, path, NONE, flags, NONE)?)
}

fn mount_scratch(scratch: &Scratch) -> io::Result<PathBuf> {
    let path = scratch.directory.canonicalize()?;
    let options = format!("size={},nr_inodes={ENTRIES},mode=700", scratch.bytes);
    let flags = MsFlags::MS_NOSUID | MsFlags::MS_NODEV;
    mount(
        Some("quell"),
        &path,
        Some("tmpfs"),
        flags,
        Some(options.as_str()),
    )?;
    Ok(path)
}

/// What the program cannot reach needs no protection from it.
fn read_only(path: &Path, flags: MsFlags) -> io::Result<()> {
    let flags = flags | MsFlags::MS_REMOUNT | MsFlags::MS_BIND | MsFlags::MS_RDONLY;
    match mount(NONE, path, NONE, flags, NONE) {
        Ok(()) | Err(Errno::EACCES | Errno::ENOENT) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// A view of the processes of this namespace alone. Some systems do not allow one; then the program sees the numbers of
/// all processes, and still changes none.
pub fn mount_processes() {
    let flags = MsFlags::MS_NOSUID | MsFlags::MS_NODEV | MsFlags::MS_NOEXEC | MsFlags::MS_RDONLY;
    let _ = mount(Some("proc"), PROC, Some("proc"), flags, NONE);
}

/// The places and options of all mounts, from the kernel's list.
fn mounts(list: &[u8]) -> Vec<(PathBuf, MsFlags)> {
    let lines = list.split(|&byte| byte == b'\n');
    lines.filter_map(mount_of).collect()
}

fn mount_of(line: &[u8]) -> Option<(PathBuf, MsFlags)> {
    let mut fields = line.split(|&byte| byte == b' ').skip(4);
    let path = unescape(fields.next()?);
    let options = fields.next()?.split(|&byte| byte == b',');
    let known = |option: &[u8]| {
        let found = OPTIONS.iter().find(|(name, _)| name.as_bytes() == option);
        found.map_or(MsFlags::empty(), |(_, flag)| *flag)
    };
    let flags = options.map(known).fold(MsFlags::empty(), MsFlags::union);
    Some((path, flags))
}

/// Blanks, line ends and backslashes are written as three octal digits.
fn unescape(field: &[u8]) -> PathBuf {
    let mut bytes = Vec::new();
    let mut rest = field;
    while let Some((&first, after)) = rest.split_first() {
        let digits = after.get(..3).filter(|_| first == b'\\');
        let number = digits.and_then(|digits| std::str::from_utf8(digits).ok());
        match number.and_then(|digits| u8::from_str_radix(digits, 8).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &rest[4..];
            }
            None => {
                bytes.push(first);
                rest = after;
            }
        }
    }
    OsString::from_vec(bytes).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kernels_list_of_mounts_is_read() {
        let list =
            b"36 35 98:0 /mnt1 /a\\040b\\134 ro,nosuid,relatime master:1 - ext3 /dev/root rw\n";
        let expected = MsFlags::MS_NOSUID | MsFlags::MS_RELATIME;
        assert_eq!(mounts(list), [(PathBuf::from("/a b\\"), expected)]);
        assert_eq!(unescape(b"/x\\9"), PathBuf::from("/x\\9"));
    }
}
