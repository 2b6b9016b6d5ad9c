//! Rust through rustc, one file as one crate.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use crate::request::{Compiled, Request};
use crate::run::Invocation;
use crate::scratch::Scratch;
use crate::{CompileError, Language, OptLevel, Toolbox};

/// - `panic=abort`: a panic ends the run, which is what a panic means to Quell; no landing pads remain.
/// - `link-dead-code`: private and inlinable functions are emitted too, at every optimisation level (though LLVM
///   still merges functions with the same body from -O2 on).
/// - `codegen-units=1`: one module, not the first of several.
/// - `v0` names: they tell the instances of a generic function apart.
const IR_OPTIONS: &[&str] = &[
    "debuginfo=2",
    "panic=abort",
    "link-dead-code",
    "codegen-units=1",
    "symbol-mangling-version=v0",
];

/// Without optimisation LLVM still inlines what is marked so, and simplifies it by what it knows of the arguments: the
/// `count_ones` of a number that is 0 or 1 is the number itself. Mutants would change the arguments and keep that.
const AS_WRITTEN: [&str; 2] = ["-C", "no-prepopulate-passes"];

/// Instances of generic functions that happen to be in the standard library as well are compiled into the
/// module all the same. Stable compilers take the option only when told to.
const OWN_INSTANCES: [&str; 2] = ["-Z", "share-generics=n"];
const ALLOW_UNSTABLE: (&str, &str) = ("RUSTC_BOOTSTRAP", "1");

/// A program can tell whether it is compiled for Quell.
const FOR_QUELL: [&str; 2] = ["--cfg", "quell"];

/// rustc's code for a program without a `main` function.
const NO_MAIN: &str = "error[E0601]";

/// Accepts both spellings of `no_mangle` and everything a single-file crate is likely to use.
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

/// Whether a file is a program only rustc can tell (macros, `no_main`, conditional compilation), so it is
/// asked: a refusal for want of `main` comes before it does any real work.
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

/// What IR and native code have in common.
pub(crate) fn common(rustc: &Path, request: &Request) -> Invocation {
    let level = format!("opt-level={}", request.opt_level.digit());
    let mut command = Invocation::new(rustc).args(["-C", &level]);
    if !gives(&request.extra_flags, "--edition") {
        command = command.args(["--edition", DEFAULT_EDITION]);
    }
    if !gives(&request.extra_flags, "--crate-name") {
        command = command.args(["--crate-name", &crate_name(&request.path)]);
    }
    command
}

/// rustc refuses options given twice, so ours give way to the user's.
fn gives(flags: &[OsString], option: &str) -> bool {
    flags.iter().any(|flag| {
        let rest = flag.to_str().and_then(|flag| flag.strip_prefix(option));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
    })
}

/// The file's name made into an identifier: rustc itself refuses names such as `3d.rs` or `a.b.rs`.
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
    fn given_options_are_noticed_in_both_spellings() {
        let flags = |text: &str| text.split(' ').map(OsString::from).collect::<Vec<_>>();
        assert!(gives(&flags("-g --edition 2018"), "--edition"));
        assert!(gives(&flags("--edition=2018"), "--edition"));
        assert!(!gives(&flags("--editions"), "--edition"));
    }
}
