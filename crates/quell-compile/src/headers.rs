//! Headers for programs that tell Quell of their inputs. They stand behind all others, so that those of the user win.

use std::fs;
use std::path::PathBuf;

use crate::CompileError;
use crate::scratch::Scratch;

const HEADERS: &[(&str, &str)] = &[
    ("quell.h", include_str!("../include/quell.h")),
    ("klee/klee.h", include_str!("../include/klee/klee.h")),
];

impl Scratch {
    /// A directory with the headers.
    pub fn headers(&self) -> Result<PathBuf, CompileError> {
        let include = self.directory().join("include");
        for (name, text) in HEADERS {
            let file = include.join(name);
            let directory = file.parent().unwrap_or(&include);
            fs::create_dir_all(directory)
                .and_then(|()| fs::write(&file, text))
                .map_err(CompileError::TemporaryFile)?;
        }
        Ok(include)
    }
}
