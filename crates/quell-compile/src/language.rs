//! The kinds of files that Quell accepts, recognised by their extensions.

use std::fmt;
use std::path::Path;

/// The language of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Language {
    C,
    Rust,
    Fortran,
    LlvmText,
    LlvmBitcode,
}

/// Extensions with their languages; also the list in the error for other files. Case matters to Fortran
/// compilers (`.F90` is preprocessed), but not here.
const EXTENSIONS: &[(&str, Language)] = &[
    ("c", Language::C),
    ("rs", Language::Rust),
    ("f", Language::Fortran),
    ("for", Language::Fortran),
    ("f90", Language::Fortran),
    ("f95", Language::Fortran),
    ("f03", Language::Fortran),
    ("f08", Language::Fortran),
    ("ll", Language::LlvmText),
    ("bc", Language::LlvmBitcode),
];

impl Language {
    /// The language of the file's extension.
    pub fn of_path(path: &Path) -> Option<Language> {
        let extension = path.extension()?.to_str()?;
        EXTENSIONS
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(extension))
            .map(|&(_, language)| language)
    }

    /// All supported extensions, for messages.
    pub fn known_extensions() -> String {
        let dotted: Vec<String> = EXTENSIONS.iter().map(|(e, _)| format!(".{e}")).collect();
        dotted.join(", ")
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Language::C => "C",
            Language::Rust => "Rust",
            Language::Fortran => "Fortran",
            Language::LlvmText => "LLVM IR",
            Language::LlvmBitcode => "LLVM bitcode",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extensions_decide_whatever_their_case() {
        let cases = [
            ("a.c", Some(Language::C)),
            ("dir.rs/a.rs", Some(Language::Rust)),
            ("a.f", Some(Language::Fortran)),
            ("a.F90", Some(Language::Fortran)),
            ("a.f95", Some(Language::Fortran)),
            ("a.b.ll", Some(Language::LlvmText)),
            ("a.bc", Some(Language::LlvmBitcode)),
            ("a.cpp", None),
            ("c", None),
            (".c", None),
            ("", None),
        ];
        for (path, expected) in cases {
            assert_eq!(Language::of_path(Path::new(path)), expected, "{path}");
        }
    }
}
