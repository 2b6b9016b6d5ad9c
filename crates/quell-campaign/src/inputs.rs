//! What a job was given: files and options. A later run names what changed.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::Path;

use quell_ir::metadata::MdField;
use quell_ir::{Metadata, Module};
use serde::{Deserialize, Serialize};

use crate::digest::of_bytes;

/// The files of a job by their paths, with digests, and its options by their names.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct JobInputs {
    /// The file whose functions are decided.
    pub file: String,
    pub files: BTreeMap<String, String>,
    pub options: BTreeMap<String, String>,
}

/// How an input differs from the one of an earlier run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InputChange {
    /// Another text, or no file any more.
    File(String),
    Option {
        name: String,
        before: String,
        now: String,
    },
}

impl fmt::Display for InputChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |text: &str| match text {
            "" => "not given".to_owned(),
            text => format!("`{text}`"),
        };
        match self {
            Self::File(path) => write!(f, "the file {path}"),
            Self::Option { name, before, now } => {
                write!(f, "{name} (was {}, is {})", shown(before), shown(now))
            }
        }
    }
}

impl JobInputs {
    /// The inputs of a file with these options. Headers count as far as the debug information names them.
    pub fn new(file: &str, module: &Module, options: BTreeMap<String, String>) -> Self {
        let mut inputs = Self {
            file: file.to_owned(),
            files: BTreeMap::new(),
            options,
        };
        inputs.add(file);
        for path in sources(module) {
            inputs.add(&path);
        }
        inputs
    }

    /// Adds a file, if it can be read.
    pub fn add(&mut self, path: &str) {
        let shown = std::env::current_dir().ok().and_then(|here| {
            let inside = Path::new(path).strip_prefix(here).ok()?;
            Some(inside.display().to_string())
        });
        if let Ok(bytes) = fs::read(path) {
            let shown = shown.unwrap_or_else(|| path.to_owned());
            self.files.insert(shown, of_bytes(&bytes).to_string());
        }
    }

    /// What is different from earlier inputs.
    pub fn changes_since(&self, before: &Self) -> Vec<InputChange> {
        let files = self.files.iter();
        let files = files.filter(|(path, digest)| {
            let known = before.files.get(*path);
            known.is_some_and(|known| known != *digest)
        });
        let gone = before.files.keys().filter(|path| !Path::new(path).exists());
        let files = files.map(|(path, _)| path).chain(gone);
        let mut changes: Vec<InputChange> = files.cloned().map(InputChange::File).collect();
        let mut names: Vec<&String> = self.options.keys().chain(before.options.keys()).collect();
        names.sort();
        names.dedup();
        for name in names {
            let of = |inputs: &Self| inputs.options.get(name).cloned().unwrap_or_default();
            let (before, now) = (of(before), of(self));
            if before != now {
                let name = name.clone();
                changes.push(InputChange::Option { name, before, now });
            }
        }
        changes
    }
}

/// The source files that debug information names.
fn sources(module: &Module) -> Vec<String> {
    let nodes = module.metadata.values();
    let files = nodes.filter_map(|node| match node {
        Metadata::Node(node) if module.text(node.kind) == "DIFile" => Some(node),
        _ => None,
    });
    let paths = files.filter_map(|node| {
        let field = |name| match node.field(module.symbols.lookup(name)?)? {
            MdField::String(text) => Some(module.text(*text)),
            _ => None,
        };
        let path = Path::new(field("directory").unwrap_or("")).join(field("filename")?);
        Some(path.display().to_string())
    });
    paths.collect()
}
