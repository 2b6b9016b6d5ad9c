//! Every kind of file gives IR with the user's functions and source positions, and a native program.

mod common;

use std::path::Path;
use std::process::Command;

use common::{scratch, write};
use quell_compile::{
    Compiled, Language, OptLevel, Request, Toolbox, compile, names, native_executable,
};

const C: &str = "
#include <stdio.h>
static int helper(int n) { return n * 2; }
int twice(int n) { return helper(n) + OFFSET; }
int main(void) { printf(\"%d\\n\", twice(20)); return 3; }
";

const RUST_LIB: &str = "
pub fn twice(n: i32) -> i32 { helper(n) + 1 }
fn helper(n: i32) -> i32 { n * 2 }
#[no_mangle] pub extern \"C\" fn exported(n: i32) -> i32 { n }
pub mod inner { #[inline] pub fn small(n: u8) -> u8 { n ^ 1 } }
";

const RUST_BIN: &str = "
fn twice(n: i32) -> i32 { n * 2 }
fn main() { println!(\"{}\", twice(20)); std::process::exit(3) }
";

const FORTRAN: &str = "
module shapes
contains
  integer function area(n)
    integer, intent(in) :: n
    area = n * n
  end function
end module
integer function twice(n)
  integer, intent(in) :: n
  twice = 2 * n
end function
program p
  integer, external :: twice
  print '(I0)', twice(20)
  stop 3
end program
";

fn tools() -> Toolbox {
    Toolbox::from_env()
}

fn defined_symbols(compiled: &Compiled) -> Vec<String> {
    let defines = compiled
        .text
        .lines()
        .filter(|line| line.starts_with("define "));
    defines
        .filter_map(|line| line.split_once('@'))
        .filter_map(|(_, rest)| rest.split_once('('))
        .map(|(symbol, _)| symbol.trim_matches('"').to_string())
        .collect()
}

fn assert_defines(compiled: &Compiled, wanted: &str) {
    let symbols = defined_symbols(compiled);
    let found = symbols
        .iter()
        .any(|symbol| names::answers_to(symbol, wanted, compiled.language));
    assert!(found, "{wanted} not among {symbols:?}");
    assert!(compiled.text.contains("!DILocation"), "no source positions");
}

fn run(executable: &Path) -> (String, Option<i32>) {
    let output = Command::new(executable)
        .output()
        .expect("it was just built");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    (text, output.status.code())
}

#[test]
fn c_at_every_level_with_the_users_flags() {
    let directory = scratch();
    let path = write(&directory, "twice.c", C);
    for level in [OptLevel::O0, OptLevel::O1, OptLevel::O2, OptLevel::O3] {
        let request = Request::new(&path).at(level).with_flags(["-DOFFSET=2"]);
        let compiled = compile(&request, &tools()).unwrap();
        assert_defines(&compiled, "twice");
        assert!(!compiled.text.contains("optnone"), "{level}");
        assert!(compiled.text.contains("%n"), "value names are kept");
        let executable = directory.path().join("twice");
        native_executable(&request, &tools(), &executable).unwrap();
        assert_eq!(run(&executable), ("42\n".to_string(), Some(3)));
    }
}

#[test]
fn every_supported_clang() {
    let directory = scratch();
    let path = write(&directory, "f.c", "int f(int n) { return n + 1; }");
    for version in [15, 16, 19] {
        let tools = tools().with_clang(format!("clang-{version}"));
        let compiled = compile(&Request::new(&path), &tools).unwrap();
        assert!(compiled.text.contains(&format!("clang version {version}.")));
    }
}

#[test]
fn a_file_may_look_like_an_option_or_have_spaces() {
    let directory = scratch();
    for name in ["-f.c", "a b.c", "ü.c"] {
        let path = write(&directory, name, "int f(void) { return 1; }");
        assert_defines(&compile(&Request::new(path), &tools()).unwrap(), "f");
    }
}

#[test]
fn rust_libraries_emit_private_and_inline_functions_at_every_level() {
    let directory = scratch();
    let path = write(&directory, "my-lib.rs", RUST_LIB);
    for level in [OptLevel::O0, OptLevel::O2] {
        let compiled = compile(&Request::new(&path).at(level), &tools()).unwrap();
        for name in [
            "twice",
            "helper",
            "exported",
            "inner::small",
            "my_lib::twice",
        ] {
            assert_defines(&compiled, name);
        }
    }
}

#[test]
fn rust_programs_keep_main_and_run_natively() {
    let directory = scratch();
    let path = write(&directory, "program.rs", RUST_BIN);
    for level in [OptLevel::O0, OptLevel::O2] {
        let request = Request::new(&path).at(level);
        let compiled = compile(&request, &tools()).unwrap();
        assert_defines(&compiled, "twice");
        assert!(defined_symbols(&compiled).contains(&"main".to_string()));
        let executable = directory.path().join("program");
        native_executable(&request, &tools(), &executable).unwrap();
        assert_eq!(run(&executable), ("40\n".to_string(), Some(3)));
    }
}

#[test]
fn rust_libraries_are_recognised_behind_many_warnings() {
    let directory = scratch();
    let warnings: String = (0..40).map(|n| format!("fn Unused{n}() {{}}\n")).collect();
    let path = write(&directory, "noisy.rs", format!("{warnings}{RUST_LIB}"));
    let compiled = compile(&Request::new(path), &tools()).unwrap();
    assert_defines(&compiled, "twice");
    assert!(compiled.warnings.contains("Unused7"));
}

#[test]
fn the_users_edition_and_crate_name_win() {
    let directory = scratch();
    let path = write(
        &directory,
        "old.rs",
        "pub fn f() { let async = 1; let _ = async; }",
    );
    let request = Request::new(&path).with_flags(["--edition=2015", "--crate-name", "ancient"]);
    assert_defines(&compile(&request, &tools()).unwrap(), "ancient::f");
    assert!(compile(&Request::new(&path), &tools()).is_err());
}

#[test]
fn fortran_procedures_and_programs() {
    let directory = scratch();
    for (name, level) in [("twice.f90", OptLevel::O0), ("twice.F90", OptLevel::O2)] {
        let request = Request::new(write(&directory, name, FORTRAN)).at(level);
        let compiled = compile(&request, &tools()).unwrap();
        assert_defines(&compiled, "TWICE");
        assert_defines(&compiled, "shapes::area");
        let executable = directory.path().join("twice");
        native_executable(&request, &tools(), &executable).unwrap();
        assert_eq!(run(&executable), ("40\n".to_string(), Some(3)));
    }
    assert!(
        !Path::new("shapes.mod").exists(),
        "module files stay out of the way"
    );
}

#[test]
fn text_is_taken_as_it_is_and_bitcode_disassembled() {
    let directory = scratch();
    let path = write(&directory, "f.c", "int main(void) { return 7; }");
    let from_c = compile(&Request::new(path), &tools()).unwrap();
    let text = write(&directory, "f.ll", &from_c.text);
    let from_text = compile(&Request::new(&text), &tools()).unwrap();
    assert_eq!(from_text.text, from_c.text);
    for version in [15, 16, 19] {
        let bitcode = directory.path().join(format!("f{version}.bc"));
        assemble(&directory.path().join("f.c"), version, &bitcode);
        let compiled = compile(&Request::new(&bitcode), &tools()).unwrap();
        assert_eq!(compiled.language, Language::LlvmBitcode);
        assert!(compiled.text.contains("define dso_local i32 @main()"));
        let executable = directory.path().join("f");
        native_executable(&Request::new(&bitcode), &tools(), &executable).unwrap();
        assert_eq!(run(&executable).1, Some(7));
    }
}

fn assemble(source: &Path, version: u32, bitcode: &Path) {
    let status = Command::new(format!("clang-{version}"))
        .args(["-c", "-emit-llvm", "-o"])
        .args([bitcode, source])
        .status();
    assert!(status.is_ok_and(|status| status.success()));
}

#[test]
fn the_language_can_be_overridden() {
    let directory = scratch();
    let path = write(&directory, "f.txt", "int f(void) { return 1; }");
    let mut request = Request::new(path);
    assert!(compile(&request, &tools()).is_err());
    request.language = Some(Language::C);
    assert_defines(&compile(&request, &tools()).unwrap(), "f");
}
