//! Headers for programs that declare their inputs to Quell. They are searched last, so that the user's headers of the same
//! name take precedence.

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
