//! C through clang.

use std::ffi::OsStr;
use std::path::Path;

use crate::headers::included_first;
use crate::request::{Compiled, OptLevel, Request};
use crate::run::Invocation;
use crate::scratch::Scratch;
use crate::{CompileError, Language, Toolbox};

/// At -O0 clang marks every function `optnone`; without that the IR is the same, and later passes may
/// optimise it.
///
/// At -O0 clang emits the ends of variables' lifetimes only if asked for use-after-scope checks.
const UNOPTIMISED: [&str; 4] = [
    "-Xclang",
    "-disable-O0-optnone",
    "-Xclang",
    "-fsanitize-address-use-after-scope",
];

/// Lets the source distinguish a compilation for Quell.
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
    let headers = scratch.headers()?;
    let first = included_first(request).map(|header| headers.join(header));
    let first = first
        .iter()
        .flat_map(|header| [OsStr::new("-include"), header.as_os_str()]);
    Ok(Invocation::new(clang)
        .arg(request.opt_level.flag())
        .args(unoptimised)
        .arg(FOR_QUELL)
        .args(["-fno-discard-value-names", "-g", "-S", "-emit-llvm"])
        .args(&request.extra_flags)
        .arg("-idirafter")
        .arg(&headers)
        .args(first)
        .args(["-x", "c"])
        .arg(request.path_argument())
        .arg("-o")
        .arg(scratch.ir_file()))
}
