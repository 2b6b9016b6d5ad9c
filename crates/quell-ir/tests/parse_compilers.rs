//! The output of every installed compiler is parsed and verified, and printing preserves it.

use std::path::{Path, PathBuf};
use std::process::Command;

use quell_ir::compare::same_module;
use quell_ir::print::{Dialect, PrintOptions, print_module_with};
use quell_ir::verify::verify;
use quell_ir::{Module, parse_module};

fn compile(compiler: &str, flags: &[&str], source: &Path, level: &str, out: &Path) {
    let mut command = Command::new(compiler);
    match compiler {
        "rustc" => command.args(["-g", "--emit=llvm-ir", "-C", &format!("opt-level={level}")]),
        _ => command
            .args(flags)
            .args(["-g", "-S", "-emit-llvm", &format!("-O{level}")]),
    };
    let output = command.arg(source).arg("-o").arg(out).output();
    let output = output.unwrap_or_else(|error| panic!("{compiler}: {error}"));
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{compiler}: {message}");
}

fn check(text: &[u8], name: &str) -> Module {
    let module = parse_module(text, name).unwrap_or_else(|error| panic!("{error}"));
    let faults = verify(&module);
    assert!(faults.is_empty(), "{name}: {}", faults[0]);
    let dialect = Dialect::Newest;
    let printed = print_module_with(&module, PrintOptions { dialect });
    let again = parse_module(&printed, name).unwrap_or_else(|error| panic!("{error}"));
    same_module(&module, &again).unwrap_or_else(|difference| panic!("{name}: {difference}"));
    module
}

fn check_program(source: &str, compilers: &[&str], flags: &[&str]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data/compile")
        .join(source);
    let scratch = tempfile::tempdir().expect("a scratch directory");
    for compiler in compilers {
        for level in ["0", "2"] {
            let out: PathBuf = scratch.path().join("out.ll");
            compile(compiler, flags, &path, level, &out);
            let text = std::fs::read(&out).expect("compiler output");
            let name = format!("{source} by {compiler} -O{level}");
            let module = check(&text, &name);
            let main = module.find_function("main").expect("main");
            assert!(!module.functions[main].is_declaration(), "{name}");
        }
    }
}

#[test]
fn c() {
    check_program(
        "everything.c",
        &["clang-15", "clang-16", "clang-19"],
        &["-w"],
    );
}

#[test]
fn cpp() {
    check_program(
        "exceptions.cpp",
        &["clang++-15", "clang++-16", "clang++-19"],
        &[],
    );
}

#[test]
fn fortran() {
    check_program("arrays.f90", &["flang-new-19"], &[]);
}

#[test]
fn rust() {
    check_program("shapes.rs", &["rustc"], &[]);
}
