//! Native programs of source files, to compare Quell's runs with.

use std::path::Path;

use crate::request::Request;
use crate::run::Invocation;
use crate::scratch::Scratch;
use crate::{CompileError, Language, Toolbox};

/// Compiles and links the file into `executable`, with the compiler and optimisation level of
/// [`crate::compile`]. Returns the compiler's messages.
pub fn native_executable(
    request: &Request,
    tools: &Toolbox,
    executable: &Path,
) -> Result<String, CompileError> {
    let language = request.resolved_language()?;
    request.check_readable()?;
    let scratch = Scratch::new()?;
    let command = match language {
        Language::C => clang(request, tools, "c")?
            .arg("-idirafter")
            .arg(scratch.headers()?),
        Language::LlvmText | Language::LlvmBitcode => clang(request, tools, "ir")?,
        Language::Fortran => flang(request, tools, &scratch)?,
        Language::Rust => rustc(request, tools)?,
    };
    let executable = match request.directory {
        Some(_) => std::path::absolute(executable).map_err(CompileError::TemporaryFile)?,
        None => executable.to_owned(),
    };
    command.arg("-o").arg(executable).compile(request)
}

/// `-x none` ends the language override, which would otherwise apply to the libraries too.
fn clang(request: &Request, tools: &Toolbox, kind: &str) -> Result<Invocation, CompileError> {
    let flags: &[_] = match kind {
        "ir" => &[],
        _ => &request.extra_flags,
    };
    Ok(Invocation::new(&tools.clang()?)
        .arg(request.opt_level.flag())
        .args(flags)
        .args(["-x", kind])
        .arg(request.path_argument())
        .args(["-x", "none", "-lm"]))
}

fn flang(
    request: &Request,
    tools: &Toolbox,
    scratch: &Scratch,
) -> Result<Invocation, CompileError> {
    Ok(Invocation::new(&tools.flang()?)
        .arg(request.opt_level.flag())
        .arg("-module-dir")
        .arg(scratch.directory())
        .args(&request.extra_flags)
        .arg(request.path_argument()))
}

/// Panics unwind, as in usual builds: a panic in `main` ends the program with status 101.
fn rustc(request: &Request, tools: &Toolbox) -> Result<Invocation, CompileError> {
    Ok(crate::rust::common(&tools.rustc()?, request)
        .args(["--crate-type", "bin"])
        .args(&request.extra_flags)
        .arg(request.path_argument()))
}
