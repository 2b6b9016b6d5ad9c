//! Response files: `@FILE` stands for the words in the file.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::{Path, PathBuf};

use quell_compile::read_regular;

/// The maximal nesting of response files.
const DEPTH: usize = 32;

/// The words with those of response files in their places. Names of files are relative to the directory that the
/// compiler runs in, if that is not the current one. A file that cannot be read stays a word, as compilers have it.
pub fn expand(directory: Option<&Path>, words: &[OsString]) -> Vec<OsString> {
    let mut expanded = Vec::new();
    for word in words {
        expand_word(directory, word, DEPTH, &mut expanded);
    }
    expanded
}

/// The response file that a word names.
pub fn file(word: &OsStr) -> Option<&Path> {
    let name = word.as_bytes().strip_prefix(b"@")?;
    Some(Path::new(OsStr::from_bytes(name)))
}

fn expand_word(directory: Option<&Path>, word: &OsStr, depth: usize, expanded: &mut Vec<OsString>) {
    let place = |path| directory.map_or(PathBuf::from(path), |base| base.join(path));
    let text = file(word).and_then(|path| read_regular(&place(path)).ok());
    match text {
        Some(text) if depth > 0 => {
            for word in split(&text) {
                expand_word(directory, &word, depth - 1, expanded);
            }
        }
        _ => expanded.push(word.to_owned()),
    }
}

/// Words between blanks; quotes of both kinds and backslashes as GNU tools read them.
fn split(text: &[u8]) -> Vec<OsString> {
    let mut words = Vec::new();
    let mut word: Option<Vec<u8>> = None;
    let mut quote = None;
    let mut bytes = text.iter().copied();
    while let Some(byte) = bytes.next() {
        match (byte, quote) {
            (b'\\', _) => word.get_or_insert_default().extend(bytes.next()),
            (b'"' | b'\'', None) => {
                quote = Some(byte);
                word.get_or_insert_default();
            }
            (_, Some(open)) if open == byte => quote = None,
            (_, None) if byte.is_ascii_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(byte),
        }
    }
    words.extend(word);
    words.into_iter().map(OsString::from_vec).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn quotes_and_backslashes() {
        let text = b"-DA=\"x y\" 'it''s'\n a\\ b \"\" \\\"q\\\" #c";
        let words = split(text);
        assert_eq!(words, ["-DA=x y", "its", "a b", "", "\"q\"", "#c"]);
    }

    #[test]
    fn a_file_that_names_itself_ends() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("again");
        let word = OsString::from(format!("@{}", path.display()));
        fs::write(&path, format!("-c {}", word.display())).unwrap();
        let words = expand(None, &[word.clone(), OsString::from("@nothing-there")]);
        assert_eq!(words.iter().filter(|word| *word == "-c").count(), DEPTH);
        assert_eq!(words[DEPTH..], [word, OsString::from("@nothing-there")]);
    }

    #[test]
    fn names_of_files_are_relative_to_the_directory() {
        let directory = tempfile::tempdir().unwrap();
        fs::write(directory.path().join("words"), "-DX a.c").unwrap();
        let words = expand(Some(directory.path()), &[OsString::from("@words")]);
        assert_eq!(words, ["-DX", "a.c"]);
    }
}
