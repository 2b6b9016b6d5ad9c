//! Fortran through LLVM's flang.

use crate::request::{Compiled, Request};
use crate::run::Invocation;
use crate::scratch::Scratch;
use crate::{CompileError, Language, Toolbox};

/// Lets preprocessed source distinguish a compilation for Quell.
const FOR_QUELL: &str = "-D__QUELL__=1";

/// Module files go to the scratch directory: a compilation for Quell leaves no files beside the user's sources.
pub(crate) fn compile(request: &Request, tools: &Toolbox) -> Result<Compiled, CompileError> {
    let scratch = Scratch::new()?;
    let command = Invocation::new(&tools.flang()?)
        .arg(request.opt_level.flag())
        .arg(FOR_QUELL)
        .args(["-g", "-S", "-emit-llvm", "-module-dir"])
        .arg(scratch.directory())
        .args(&request.extra_flags)
        .arg(request.path_argument())
        .arg("-o")
        .arg(scratch.ir_file());
    scratch.compile_to_text(command, request, Language::Fortran)
}
