//! Reading files that the user names. Pipes and devices are refused: they may have no end, and opening a pipe may block.

use std::fs::{self, FileType};
use std::io;
use std::os::unix::fs::FileTypeExt as _;
use std::path::Path;

/// Fails without opening it if a path is not a regular file.
pub fn check_regular(path: &Path) -> io::Result<()> {
    let kind = fs::metadata(path)?.file_type();
    if kind.is_file() {
        Ok(())
    } else if kind.is_dir() {
        Err(io::ErrorKind::IsADirectory.into())
    } else {
        Err(io::Error::other(format!(
            "it is {}; a regular file was expected",
            kind_name(kind)
        )))
    }
}

/// Whether a path is in a directory of the system for devices or processes, as `/dev/stdin` and `/dev/fd/63`.
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
        () => "neither a file nor a directory",
    }
}
