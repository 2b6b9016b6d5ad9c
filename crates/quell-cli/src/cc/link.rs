//! Sources to a program in one command: the link step, with objects in place of the sources that got mutants.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::Driver;
use super::line::{Input, What};
use super::options::Role;

/// Links the program anew; why that failed.
pub fn link(driver: &Driver<'_>, made: &[(PathBuf, PathBuf)]) -> Result<(), String> {
    let program = driver.line.program();
    let scratch = tempfile::Builder::new().prefix("quell-cc-").tempdir();
    let scratch = scratch.map_err(|error| error.to_string())?;
    let linked = scratch.path().join("linked");
    let result = Command::new(driver.clang)
        .args(arguments(driver, made))
        .arg("-o")
        .arg(&linked)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| error.to_string())?;
    if !result.status.success() {
        let said = String::from_utf8_lossy(&result.stderr).trim().to_owned();
        return Err(format!("it cannot be linked with them\n{said}"));
    }
    replace(&linked, &program)
}

/// A running program cannot be written to, so a new file takes its name.
fn replace(linked: &Path, program: &Path) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("cannot write {}: {error}", program.display());
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
