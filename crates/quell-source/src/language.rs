//! The languages, recognised by file extensions.

use std::path::Path;

/// The language of a source file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Language {
    C,
    Rust,
    Fortran,
}

/// Extensions in lower case.
const EXTENSIONS: &[(&str, Language)] = &[
    ("c", Language::C),
    ("h", Language::C),
    ("i", Language::C),
    ("rs", Language::Rust),
    ("f", Language::Fortran),
    ("for", Language::Fortran),
    ("ftn", Language::Fortran),
    ("f77", Language::Fortran),
    ("f90", Language::Fortran),
    ("f95", Language::Fortran),
    ("f03", Language::Fortran),
    ("f08", Language::Fortran),
    ("f18", Language::Fortran),
];

/// Extensions of Fortran's fixed form.
const FIXED_FORM: &[&str] = &["f", "for", "ftn", "f77"];

impl Language {
    /// The language of a file by its extension.
    pub fn from_path(path: &Path) -> Option<Language> {
        let extension = lower_extension(path)?;
        let row = EXTENSIONS.iter().find(|(name, _)| *name == extension)?;
        Some(row.1)
    }
}

/// Whether the extension is one of Fortran's fixed form.
pub(crate) fn is_fixed_form(path: &Path) -> bool {
    lower_extension(path).is_some_and(|extension| FIXED_FORM.contains(&extension.as_str()))
}

fn lower_extension(path: &Path) -> Option<String> {
    Some(path.extension()?.to_str()?.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extensions_determine_the_language() {
        let of = |name: &str| Language::from_path(Path::new(name));
        assert_eq!(of("a/b.c"), Some(Language::C));
        assert_eq!(of("b.rs"), Some(Language::Rust));
        assert_eq!(of("OLD.FOR"), Some(Language::Fortran));
        assert_eq!(of("c"), None);
        assert_eq!(of("x.py"), None);
        assert!(is_fixed_form(Path::new("x.F")));
        assert!(!is_fixed_form(Path::new("x.F90")));
    }
}
