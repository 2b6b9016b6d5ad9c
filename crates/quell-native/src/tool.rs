//! Running compilers.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::NativeError;

/// The maximal number of lines of a compiler's message that are shown.
const EXCERPT_LINES: usize = 20;

/// The end of a tool, and its messages.
pub struct ToolOutput {
    pub success: bool,
    pub stdout: String,
    pub messages: String,
}

/// Runs a tool in a directory. Messages come in English, so that they can be recognised.
pub fn run(command: &mut Command, directory: &Path) -> Result<ToolOutput, NativeError> {
    let output = command
        .current_dir(directory)
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .output()
        .map_err(|source| NativeError::File {
            what: "run",
            path: command.get_program().into(),
            source,
        })?;
    Ok(ToolOutput {
        success: output.status.success(),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        messages: String::from_utf8_lossy(&output.stderr).into_owned(),
    })
}

/// Runs a tool that must succeed, and returns its output.
pub fn run_successfully(command: &mut Command, directory: &Path) -> Result<String, NativeError> {
    let output = run(command, directory)?;
    match output.success {
        true => Ok(output.stdout),
        false => Err(failure(command, &output.messages)),
    }
}

/// Distinguishes a program from others, and from other versions of itself.
pub fn identity(program: &Path) -> String {
    let path = program.canonicalize();
    let path = path.unwrap_or_else(|_| program.to_owned());
    let about = path.metadata().ok();
    let version = about.map(|about| (about.len(), about.modified().ok()));
    format!("{} {version:?}", path.display())
}

pub fn failure(command: &Command, messages: &str) -> NativeError {
    let lines: Vec<_> = messages.lines().take(EXCERPT_LINES).collect();
    NativeError::Build {
        tool: command.get_program().to_string_lossy().into_owned(),
        excerpt: lines.join("\n"),
    }
}
