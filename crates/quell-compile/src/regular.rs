//! Reading files that the user names. Pipes and devices may have no end, and opening a pipe may wait forever.

use std::fs::{self, FileType};
use std::io;
use std::os::unix::fs::FileTypeExt as _;
use std::path::Path;

/// Fails at once if this is no regular file.
pub fn check_regular(path: &Path) -> io::Result<()> {
    let kind = fs::metadata(path)?.file_type();
    match kind.is_file() {
        true => Ok(()),
        false if kind.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        false => Err(io::Error::other(format!(
            "it is {}; a regular file was expected",
            kind_name(kind)
        ))),
    }
}

/// Whether a path leads to what the system made, as `/dev/stdin` and `/dev/fd/63`.
pub fn is_of_system(path: &Path) -> bool {
    ["/dev", "/proc"].iter().any(|root| path.starts_with(root))
}

/// The contents of a regular file.
pub fn read_regular(path: &Path) -> io::Result<Vec<u8>> {
    check_regular(path)?;
    fs::read(path)
}

fn kind_name(kind: FileType) -> &'static str {
    match () {
        () if kind.is_fifo() => "a named pipe",
        () if kind.is_char_device() || kind.is_block_device() => "a device",
        () if kind.is_socket() => "a socket",
        () => "no file",
    }
}
