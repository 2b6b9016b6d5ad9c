//! Rust through rustc, one file as one crate.
//!
//! Panics abort: to the machine a panic is the end of the run, so no landing pads are needed. Native programs are
//! built as usual; a program that panics ends with status 101 both natively and in Quell, but in Quell no destructor
//! runs after the panic.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use crate::request::{Compiled, Request};
use crate::run::Invocation;
use crate::scratch::Scratch;
use crate::{CompileError, Language, OptLevel, Toolbox};

/// - `panic=abort`: no landing pads.
/// - `link-dead-code`: private and inlinable functions are emitted too, at every optimisation level (though LLVM
///   still merges functions with the same body from -O2 on).
/// - `codegen-units=1`: the whole crate in one module.
/// - `v0` mangling: symbols distinguish the instances of a generic function.
const IR_OPTIONS: &[&str] = &[
    "debuginfo=2",
    "panic=abort",
    "link-dead-code",
    "codegen-units=1",
    "symbol-mangling-version=v0",
];

/// Even without optimisation LLVM inlines functions marked `inline(always)`, and simplifies them by facts about the
/// arguments: the `count_ones` of a number that is 0 or 1 is the number itself. Mutants that change the arguments would
/// be built on such facts.
const AS_WRITTEN: [&str; 2] = ["-C", "no-prepopulate-passes"];

/// Instances of generic functions are compiled into the module even if the standard library has them too. Stable
/// compilers accept the option only with the environment variable.
const OWN_INSTANCES: [&str; 2] = ["-Z", "share-generics=n"];
const ALLOW_UNSTABLE: (&str, &str) = ("RUSTC_BOOTSTRAP", "1");

/// Lets the source distinguish a compilation for Quell.
const FOR_QUELL: [&str; 2] = ["--cfg", "quell"];

/// rustc's error code for a program without a `main` function.
const NO_MAIN: &str = "error[E0601]";

/// The newest edition that accepts both spellings of `no_mangle`.
const DEFAULT_EDITION: &str = "2021";

pub(crate) fn compile(request: &Request, tools: &Toolbox) -> Result<Compiled, CompileError> {
    let rustc = tools.rustc()?;
    let scratch = Scratch::new()?;
    let command = |kind| ir_command(&rustc, request, &scratch, kind);
    match scratch.compile_to_text(command("bin"), request, Language::Rust) {
        Err(error) if lacks_main(&error) => {
            scratch.compile_to_text(command("lib"), request, Language::Rust)
        }
        outcome => outcome,
    }
}

/// Whether compilation as a program failed for lack of `main`, so that the file is a library. Only rustc can decide that
/// (macros, `no_main`, conditional compilation), and it reports the error before code generation.
fn lacks_main(error: &CompileError) -> bool {
    matches!(error, CompileError::DoesNotCompile { excerpt, .. } if excerpt.contains(NO_MAIN))
}

fn ir_command(rustc: &Path, request: &Request, scratch: &Scratch, kind: &str) -> Invocation {
    let as_written: &[&str] = match request.opt_level {
        OptLevel::O0 => &AS_WRITTEN,
        _ => &[],
    };
    common(rustc, request)
        .args(as_written)
        .args(["--crate-type", kind, "--emit=llvm-ir"])
        .args(FOR_QUELL)
        .args(IR_OPTIONS.iter().flat_map(|option| ["-C", option]))
        .args(OWN_INSTANCES)
        .env(ALLOW_UNSTABLE.0, ALLOW_UNSTABLE.1)
        .args(&request.extra_flags)
        .arg(request.path_argument())
        .arg("-o")
        .arg(scratch.ir_file())
}

/// The command for both IR and native code.
pub(crate) fn common(rustc: &Path, request: &Request) -> Invocation {
    let level = format!("opt-level={}", request.opt_level.digit());
    let mut command = Invocation::new(rustc).args(["-C", &level]);
    if !contains_option(&request.extra_flags, "--edition") {
        command = command.args(["--edition", DEFAULT_EDITION]);
    }
    if !contains_option(&request.extra_flags, "--crate-name") {
        command = command.args(["--crate-name", &crate_name(&request.path)]);
    }
    command
}

/// Whether the flags contain an option. rustc refuses repeated options, so Quell omits its own in favour of the user's.
fn contains_option(flags: &[OsString], option: &str) -> bool {
    flags.iter().any(|flag| {
        let rest = flag.to_str().and_then(|flag| flag.strip_prefix(option));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
    })
}

/// A crate name from the file's name: rustc refuses those that are not identifiers, such as `3d.rs` or `a.b.rs`.
fn crate_name(path: &Path) -> String {
    let stem = path
        .file_stem()
        .map(OsStr::to_string_lossy)
        .unwrap_or_default();
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let name: String = stem
        .chars()
        .map(|c| if is_word(c) { c } else { '_' })
        .collect();
    match name.chars().next() {
        Some(first) if first.is_ascii_alphabetic() => name,
        _ => format!("crate_{name}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_file_name_gives_a_crate_name() {
        let cases = [
            ("a/triangle.rs", "triangle"),
            ("my-crate.rs", "my_crate"),
            ("3d.rs", "crate_3d"),
            ("a.b.rs", "a_b"),
            ("_x.rs", "crate__x"),
            ("ü.rs", "crate__"),
        ];
        for (path, expected) in cases {
            assert_eq!(crate_name(Path::new(path)), expected);
        }
    }

    #[test]
    fn options_are_found_in_both_spellings() {
        let flags = |text: &str| text.split(' ').map(OsString::from).collect::<Vec<_>>();
        assert!(contains_option(&flags("-g --edition 2018"), "--edition"));
        assert!(contains_option(&flags("--edition=2018"), "--edition"));
        assert!(!contains_option(&flags("--editions"), "--edition"));
    }
}
