//! Where Quell keeps what it need not make again.

use std::path::PathBuf;

/// The user's choice, or a place among the user's other caches; none without a home. A relative path would be another place
/// in every directory.
pub fn cache_directory() -> Option<PathBuf> {
    let variable = |name: &str| std::env::var_os(name).map(PathBuf::from);
    let under = |name: &str, rest: &str| variable(name).map(|path| path.join(rest));
    let cache = variable("QUELL_CACHE")
        .or_else(|| under("XDG_CACHE_HOME", "quell"))
        .or_else(|| under("HOME", ".cache/quell"));
    cache.filter(|path| path.is_absolute())
}
