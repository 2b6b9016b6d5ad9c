//! The temporary directory for a compiler's output.

use std::fs;
use std::path::{Path, PathBuf};

use crate::directory::ScratchDirectory;
use crate::request::{Compiled, Request};
use crate::run::Invocation;
use crate::{CompileError, Language};

/// A temporary directory, which is removed with its contents when dropped.
#[derive(Debug)]
pub(crate) struct Scratch(ScratchDirectory);

impl Scratch {
    pub fn new() -> Result<Scratch, CompileError> {
        ScratchDirectory::new()
            .map(Scratch)
            .map_err(CompileError::TemporaryFile)
    }

    pub fn directory(&self) -> &Path {
        self.0.path()
    }

    /// The file that the compiler writes the IR to.
    pub fn ir_file(&self) -> PathBuf {
        self.directory().join("module.ll")
    }

    /// Runs a command that writes [`Self::ir_file`], and reads the text from there.
    pub fn compile_to_text(
        &self,
        command: Invocation,
        request: &Request,
        language: Language,
    ) -> Result<Compiled, CompileError> {
        let warnings = command.compile(request)?;
        Ok(Compiled {
            text: self.take_text()?,
            language,
            command: Some(command.to_shell(request.directory.as_deref())),
            warnings,
        })
    }

    pub fn take_text(&self) -> Result<String, CompileError> {
        let path = self.ir_file();
        match fs::read(&path) {
            Ok(bytes) => Ok(into_text(bytes)),
            Err(source) => Err(CompileError::ReadError { path, source }),
        }
    }
}

/// Replaces invalid UTF-8, which occurs in a compiler's IR only in the file name in a comment.
pub fn into_text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}
