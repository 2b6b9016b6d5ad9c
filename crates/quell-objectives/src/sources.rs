//! The files of source that a module was made from.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use quell_ir::Module;
use quell_ir::debug::DebugInfo;
use quell_source::{Language, SourceFile};
use thiserror::Error;

use crate::align::bit_fields;
use crate::checksum;
use crate::ctypes::dictionary::Dictionary;
use crate::tree::Tree;

/// Why a file cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NoSource {
    #[error("is no regular file")]
    NotRegular,
    #[error("has changed since it was compiled")]
    Changed,
    #[error("cannot be read: {message}")]
    Unreadable { message: String },
    #[error("is of no language that is known here")]
    UnknownLanguage,
}

/// The files by the path that the debug information gives them.
#[derive(Debug, Default)]
pub struct Sources {
    trees: BTreeMap<String, Tree>,
    /// Files that cannot be used, with the reason.
    pub missing: BTreeMap<String, NoSource>,
}

impl Sources {
    /// Reads the files of the user's functions. A relative path is looked for in the directory that the
    /// compiler ran in, then here.
    pub fn load(module: &Module) -> Self {
        let info = DebugInfo::new(module);
        let mut sources = Self::default();
        for id in info.user_functions() {
            let function = &module.functions[id];
            if let Some((file, directory, _)) = info.function_place(function) {
                let compiled = checksum::of_source(module, function);
                sources.add(full_path(file, directory), file, compiled);
            }
        }
        let bit_fields = bit_fields::names(module);
        let dictionary = Arc::new(Dictionary::new(module));
        for tree in sources.trees.values_mut() {
            tree.dictionary = dictionary.clone();
            tree.bit_fields.clone_from(&bit_fields);
        }
        sources
    }

    fn add(&mut self, path: String, given: &str, compiled: Option<&str>) {
        if self.trees.contains_key(&path) || self.missing.contains_key(&path) {
            return;
        }
        match read(&[PathBuf::from(&path), PathBuf::from(given)], compiled) {
            Ok(file) => {
                self.trees.insert(path.clone(), Tree::new(path, file));
            }
            Err(reason) => {
                self.missing.insert(path, reason);
            }
        }
    }

    pub fn trees(&self) -> impl Iterator<Item = &Tree> {
        self.trees.values()
    }

    pub fn tree(&self, path: &str) -> Option<&Tree> {
        self.trees.get(path)
    }
}

/// The first of these files that exists; if the compiler recorded a checksum, it must match.
fn read(paths: &[PathBuf], compiled: Option<&str>) -> Result<SourceFile, NoSource> {
    let mut reason = NoSource::NotRegular;
    for path in paths {
        // To open a pipe, which a line directive could name, may wait forever.
        let is_special = std::fs::metadata(path).is_ok_and(|metadata| !metadata.is_file());
        if is_special {
            reason = NoSource::NotRegular;
            continue;
        }
        match std::fs::read(path) {
            Ok(bytes) if compiled.is_some_and(|sum| sum != checksum::of_bytes(&bytes)) => {
                return Err(NoSource::Changed);
            }
            Ok(bytes) => return parse(path, readable(&bytes)),
            Err(error) => {
                let message = error.to_string();
                reason = NoSource::Unreadable { message };
            }
        }
    }
    Err(reason)
}

/// The text of a file. Bytes of other encodings, which stand in comments, become question marks, one for each byte so
/// that every place stays where the compiler sees it.
fn readable(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|_| '?'));
    }
    text
}

fn parse(path: &Path, text: String) -> Result<SourceFile, NoSource> {
    match Language::from_path(path) {
        Some(language) => Ok(SourceFile::parse(path, text, language)),
        None => Err(NoSource::UnknownLanguage),
    }
}

/// A file's name behind its directory, unless it is absolute.
pub fn full_path(file: &str, directory: &str) -> String {
    match Path::new(file).is_absolute() || directory.is_empty() {
        true => file.to_owned(),
        false => format!("{directory}/{file}"),
    }
}

/// The absolute path of a file that the debug information names, without `.` and `..`.
pub fn whole_path(file: &str, directory: &str) -> String {
    let path = PathBuf::from(full_path(file, directory));
    let whole = std::path::absolute(&path).unwrap_or(path);
    let mut plain = PathBuf::new();
    for part in whole.components() {
        match part {
            Component::ParentDir => drop(plain.pop()),
            Component::CurDir => {}
            part => plain.push(part),
        }
    }
    plain.to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::{readable, whole_path};

    #[test]
    fn paths_lose_their_detours() {
        assert_eq!(whole_path("./b/../c.c", "/a"), "/a/c.c");
        assert_eq!(whole_path("/a/../c.c", "/b"), "/c.c");
        assert!(whole_path("c.c", "").ends_with("/c.c"));
    }

    #[test]
    fn bytes_of_other_encodings_leave_places_as_they_are() {
        let bytes = b"int a; // gr\xfc\xdfe \xc3\xa9\nint b;";
        let text = readable(bytes);
        assert_eq!(text, "int a; // gr??e \u{e9}\nint b;");
        assert_eq!(text.len(), bytes.len());
    }
}
