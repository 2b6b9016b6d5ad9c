//! The nearest `quell.toml`: beside the source file, or in a directory above it.

use std::env;
use std::path::{Component, Path, PathBuf};

pub const NAME: &str = "quell.toml";

/// Where a source file is.
#[derive(Debug)]
pub struct Place {
    /// Without links and dots, so that what is above it can be told.
    directory: PathBuf,
    /// What paths are shown relative to, if the user gave a relative one.
    base: Option<PathBuf>,
}

impl Place {
    /// None for a file that does not exist: opening it reports that.
    pub fn of(file: &Path) -> Option<Self> {
        let parent = file.parent()?;
        let directory = match parent.as_os_str().is_empty() {
            true => Path::new("."),
            false => parent,
        };
        let base = match file.is_relative() {
            true => Some(env::current_dir().ok()?.canonicalize().ok()?),
            false => None,
        };
        Some(Self {
            directory: directory.canonicalize().ok()?,
            base,
        })
    }

    pub fn nearest(&self) -> Option<PathBuf> {
        let candidates = self.directory.ancestors().map(|above| above.join(NAME));
        let found = candidates.into_iter().find(|path| path.is_file())?;
        Some(match &self.base {
            Some(base) => relative(base, &found),
            None => found,
        })
    }
}

/// How a path is called in a directory; both are without links and dots.
fn relative(base: &Path, path: &Path) -> PathBuf {
    let common = base.components().zip(path.components());
    let common = common.take_while(|(a, b)| a == b).count();
    let up = base.components().skip(common).map(|_| Component::ParentDir);
    up.chain(path.components().skip(common)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn paths_are_relative_to_where_the_user_is() {
        let shown = |base: &str, path: &str| {
            let shown = relative(Path::new(base), Path::new(path));
            shown.display().to_string()
        };
        assert_eq!(shown("/a/b", "/a/b/quell.toml"), "quell.toml");
        assert_eq!(shown("/a/b", "/a/b/c/quell.toml"), "c/quell.toml");
        assert_eq!(shown("/a/b", "/a/quell.toml"), "../quell.toml");
        assert_eq!(shown("/a/b", "/c/quell.toml"), "../../c/quell.toml");
        assert_eq!(shown("/", "/quell.toml"), "quell.toml");
    }

    #[test]
    fn the_nearest_one_above_counts() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path().canonicalize().unwrap();
        let inner = root.join("a/b");
        fs::create_dir_all(&inner).unwrap();
        let nearest = || Place::of(&inner.join("x.c")).unwrap().nearest();
        let (above, own) = (root.join(NAME), inner.join(NAME));
        fs::write(&above, "").unwrap();
        assert_eq!(nearest(), Some(above));
        // A directory of that name is no configuration.
        fs::create_dir(root.join("a").join(NAME)).unwrap();
        fs::write(&own, "").unwrap();
        assert_eq!(nearest(), Some(own));
        assert!(Place::of(&root.join("missing/x.c")).is_none());
    }
}
