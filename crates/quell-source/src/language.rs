//! The languages, told by the ends of files' names.

use std::path::Path;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Language {
    C,
    Rust,
    Fortran,
}

/// Ends of names, in lower case.
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

/// Fortran in columns, as on punched cards.
const FIXED_FORM: &[&str] = &["f", "for", "ftn", "f77"];

impl Language {
    pub fn from_path(path: &Path) -> Option<Language> {
        let extension = lower_extension(path)?;
        let row = EXTENSIONS.iter().find(|(name, _)| *name == extension)?;
        Some(row.1)
    }
}

/// Whether the name says that a Fortran file is in fixed form.
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
    fn the_end_of_the_name_tells() {
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
