//! C through clang.

use std::path::Path;

use crate::request::{Compiled, OptLevel, Request};
use crate::run::Invocation;
use crate::scratch::Scratch;
use crate::{CompileError, Language, Toolbox};

/// Unoptimised, clang marks every function `optnone`; without that mark the IR is the same and later passes
/// may still work on it.
///
/// Nor does it say where the scopes of variables end, unless it is told to.
const UNOPTIMISED: [&str; 4] = [
    "-Xclang",
    "-disable-O0-optnone",
    "-Xclang",
    "-fsanitize-address-use-after-scope",
];

/// A program can tell whether it is compiled for Quell.
const FOR_QUELL: &str = "-D__QUELL__=1";

pub(crate) fn compile(request: &Request, tools: &Toolbox) -> Result<Compiled, CompileError> {
    let scratch = Scratch::new()?;
    let command = ir_command(&tools.clang()?, request, &scratch)?;
    scratch.compile_to_text(command, request, Language::C)
}

fn ir_command(
    clang: &Path,
    request: &Request,
    scratch: &Scratch,
) -> Result<Invocation, CompileError> {
    let unoptimised: &[&str] = match request.opt_level {
        OptLevel::O0 => &UNOPTIMISED,
        _ => &[],
    };
    Ok(Invocation::new(clang)
        .arg(request.opt_level.flag())
        .args(unoptimised)
        .arg(FOR_QUELL)
        .args(["-fno-discard-value-names", "-g", "-S", "-emit-llvm"])
        .args(&request.extra_flags)
        .arg("-idirafter")
        .arg(scratch.headers()?)
        .args(["-x", "c"])
        .arg(request.path_argument())
        .arg("-o")
        .arg(scratch.ir_file()))
}
