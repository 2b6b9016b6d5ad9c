//! Sources to a program in one command: the link step, with objects in place of the sources that got mutants.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use quell_compile::{ScratchDirectory, lacks_space};
use thiserror::Error;

use quell_frontend::Role;
use quell_frontend::command::{Input, What};

use super::Driver;

/// Why there is no program with mutants.
#[derive(Debug, Error)]
pub enum LinkError {
    /// Not because of the program: no space, no right to write.
    #[error("{0}")]
    Machine(String),
    #[error("it cannot be linked with them\n{0}")]
    Linker(String),
}

/// Links the program anew.
pub fn link(driver: &Driver<'_>, made: &[(PathBuf, PathBuf)]) -> Result<(), LinkError> {
    let program = driver.line.program();
    let machine = |error: io::Error| LinkError::Machine(error.to_string());
    let scratch = ScratchDirectory::new().map_err(machine)?;
    let linked = scratch.path().join("linked");
    let result = Command::new(driver.clang)
        .args(arguments(driver, made))
        .arg("-o")
        .arg(&linked)
        .stdin(Stdio::null())
        .output()
        .map_err(machine)?;
    if !result.status.success() {
        let said = String::from_utf8_lossy(&result.stderr).trim().to_owned();
        return Err(match lacks_space(&said) {
            true => LinkError::Machine(said),
            false => LinkError::Linker(said),
        });
    }
    replace(&linked, &program)
}

/// A running program cannot be written to, so a new file takes its name.
fn replace(linked: &Path, program: &Path) -> Result<(), LinkError> {
    let failed = |error: io::Error| {
        LinkError::Machine(format!("cannot write {}: {error}", program.display()))
    };
    fs::remove_file(program).map_err(failed)?;
    fs::copy(linked, program).map(drop).map_err(failed)
}

/// All of the command line that concerns objects and their linking.
fn arguments(driver: &Driver<'_>, made: &[(PathBuf, PathBuf)]) -> Vec<OsString> {
    let mut words = Vec::new();
    for item in &driver.line.items {
        match &item.what {
            What::Input(input) => words.extend(input_words(input, made)),
            What::Option(Role::Output | Role::Language | Role::Beside) => {}
            What::Option(_) => words.extend(item.words.iter().cloned()),
        }
    }
    words.push("-Wno-unused-command-line-argument".into());
    words
}

fn input_words(input: &Input, made: &[(PathBuf, PathBuf)]) -> Vec<OsString> {
    let object = made.iter().find(|(source, _)| *source == input.path);
    if let Some((_, object)) = object {
        return vec![object.into()];
    }
    let path = match input.path.as_os_str().as_encoded_bytes().starts_with(b"-") {
        true if !input.is_standard_input() => Path::new(".").join(&input.path),
        _ => input.path.clone(),
    };
    match &input.language {
        Some(language) => vec![
            "-x".into(),
            language.clone(),
            path.into(),
            "-x".into(),
            "none".into(),
        ],
        None => vec![path.into()],
    }
}
