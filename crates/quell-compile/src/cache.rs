//! The directory for cached files.

use std::path::PathBuf;

/// `QUELL_CACHE`, or a directory in the user's cache directory; none without a home directory. Relative paths are ignored:
/// they would mean another directory in each working directory.
pub fn cache_directory() -> Option<PathBuf> {
    let variable = |name: &str| std::env::var_os(name).map(PathBuf::from);
    let under = |name: &str, rest: &str| variable(name).map(|path| path.join(rest));
    let cache = variable("QUELL_CACHE")
        .or_else(|| under("XDG_CACHE_HOME", "quell"))
        .or_else(|| under("HOME", ".cache/quell"));
    cache.filter(|path| path.is_absolute())
}
