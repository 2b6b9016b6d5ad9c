//! Compiles sources to modules and modules to programs.
#![allow(dead_code)]

pub mod mutants;

use std::path::{Path, PathBuf};
use std::process::Command;

use quell_compile::{Request, Toolbox, compile};
use quell_ir::print::{Dialect, PrintOptions, print_module_with};
use quell_ir::verify::verify;
use quell_ir::{Module, parse_module};

/// A directory of the repository.
pub fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(path)
}

/// The files of a directory of the repository with an extension, in order.
pub fn files(directory: &str, extension: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(repository(directory)).expect("a directory");
    let mut files: Vec<_> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .collect();
    files.sort();
    files
}

/// A source file as a module.
pub fn module_of_file(path: &Path) -> Module {
    let compiled = compile(&Request::new(path), &Toolbox::from_env());
    let compiled = compiled.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    parse_module(&compiled.text, "source")
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// C as a module.
pub fn module_of_c(source: &str) -> Module {
    let dir = scratch();
    let path = dir.path().join("source.c");
    std::fs::write(&path, source).expect("a file");
    module_of_file(&path)
}

/// IR text as a module.
pub fn module_of_ir(text: &str) -> Module {
    parse_module(text, "text").unwrap_or_else(|error| panic!("{error}"))
}

pub fn scratch() -> tempfile::TempDir {
    tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a directory")
}

/// Fails unless the module is valid IR.
pub fn assert_valid(module: &Module, what: &str) {
    let errors = verify(module);
    assert!(
        errors.is_empty(),
        "{what}: {}\n{}",
        errors[0],
        text_of(module)
    );
}

pub fn text_of(module: &Module) -> String {
    let dialect = Dialect::V19;
    print_module_with(module, PrintOptions { dialect })
}

/// Runs a command that must succeed, and returns its output.
pub fn run(command: &mut Command) -> String {
    let output = command.output();
    let output = output.unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "{command:?}: {}\n{errors}",
        output.status
    );
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Builds a program of modules and C sources at -O1.
pub fn build(dir: &Path, name: &str, modules: &[&Module], sources: &[&str]) -> PathBuf {
    let mut command = Command::new("clang-19");
    command.args(["-O1", "-w", "-Wno-override-module"]);
    for (number, module) in modules.iter().enumerate() {
        let path = dir.join(format!("{name}.{number}.ll"));
        std::fs::write(&path, text_of(module)).expect("a file");
        command.arg(path);
    }
    for (number, source) in sources.iter().enumerate() {
        let path = dir.join(format!("{name}.{number}.c"));
        std::fs::write(&path, source).expect("a file");
        command.arg(path);
    }
    let program = dir.join(name);
    run(command.arg("-lm").arg("-o").arg(&program));
    program
}
