//! The library of the language that a module was written in.

use std::path::{Path, PathBuf};
use std::process::Command;

use quell_compile::Toolbox;
use quell_ir::Module;

use crate::NativeError;
use crate::cache::{Cache, file_error, write};
use crate::tool;

/// The language whose library the program needs besides C's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Runtime {
    C,
    Rust,
    Fortran,
}

const RUST_SHIM: &str = include_str!("../runtime/rust.rs");
/// The same compiler as the module's, so that the names of its library match.
const RUST_FLAGS: &[&str] = &[
    "--edition=2024",
    "--crate-name=quell_shim",
    "--crate-type=staticlib",
    "-Cpanic=abort",
    "-Copt-level=2",
];
/// The harness would do without `quell_flush`, so the linker is told to look for it.
const RUST_LIBRARIES: &[&str] = &[
    "-Wl,--undefined=quell_flush",
    "-lpthread",
    "-ldl",
    "-lutil",
    "-lrt",
];

const FORTRAN_SHIM: &str = include_str!("../runtime/fortran.c");
const FORTRAN_LIBRARIES: &[&str] = &["-lFortranRuntime", "-lFortranDecimal"];

impl Runtime {
    /// The language, by the names in the module: without debug information, IR has no other sign of its
    /// language.
    pub fn of(module: &Module) -> Runtime {
        let names = || module.functions.values().map(|f| module.text(f.name));
        if names().any(|name| name.starts_with("_FortranA")) {
            Runtime::Fortran
        } else if names().any(|name| name.starts_with("_R")) {
            Runtime::Rust
        } else {
            Runtime::C
        }
    }

    /// The last arguments of the linker.
    pub fn libraries(self, tools: &Toolbox, cache: &Cache) -> Result<Vec<String>, NativeError> {
        match self {
            Runtime::C => Ok(Vec::new()),
            Runtime::Rust => rust(tools, cache),
            Runtime::Fortran => fortran(tools, cache),
        }
    }
}

fn rust(tools: &Toolbox, cache: &Cache) -> Result<Vec<String>, NativeError> {
    let rustc = tools.rustc()?;
    let version = version(&rustc)?;
    let mut ingredients = vec![RUST_SHIM, version.as_str()];
    ingredients.extend(RUST_FLAGS);
    let shim = cache.entry(&ingredients, |directory| {
        write(&directory.join("shim.rs"), RUST_SHIM)?;
        let mut command = Command::new(&rustc);
        command.args(RUST_FLAGS).args(["shim.rs", "-o", "shim.a"]);
        tool::run_successfully(&mut command, directory).map(drop)
    })?;
    Ok(after(shim.join("shim.a"), RUST_LIBRARIES))
}

fn version(rustc: &Path) -> Result<String, NativeError> {
    let mut command = Command::new(rustc);
    tool::run_successfully(command.arg("-vV"), Path::new("/"))
}

/// Flang's libraries lie beside its program.
fn fortran(tools: &Toolbox, cache: &Cache) -> Result<Vec<String>, NativeError> {
    let clang = tools.clang()?;
    let flang = tools.flang()?;
    let flang = flang.canonicalize().map_err(file_error("find", &flang))?;
    let root = flang.ancestors().nth(2).unwrap_or(Path::new("/"));
    let compiler = tool::identity(&clang);
    let shim = cache.entry(&[FORTRAN_SHIM, &compiler], |directory| {
        write(&directory.join("shim.c"), FORTRAN_SHIM)?;
        let mut command = Command::new(&clang);
        command.args(["-O2", "-fno-pie", "-c", "shim.c"]);
        tool::run_successfully(&mut command, directory).map(drop)
    })?;
    let mut libraries = after(shim.join("shim.o"), FORTRAN_LIBRARIES);
    libraries.push(format!("-L{}", root.join("lib").display()));
    Ok(libraries)
}

fn after(shim: PathBuf, libraries: &[&str]) -> Vec<String> {
    let shim = shim.to_string_lossy().into_owned();
    let libraries = libraries.iter().map(ToString::to_string);
    std::iter::once(shim).chain(libraries).collect()
}
