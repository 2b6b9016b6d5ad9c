//! The output of compilers, parsed and printed: LLVM accepts the text, the program behaves the same, and
//! parsing the text again gives the same module.

mod tools;

use quell_ir::compare::same_module;
use quell_ir::print::{Dialect, PrintOptions, print_module, print_module_with};
use quell_ir::verify::verify;
use quell_ir::{Module, parse_module};
use tools::{Build, Level, Source};

fn read(text: &str, name: &str) -> Module {
    match parse_module(text, name) {
        Ok(module) => module,
        Err(error) => panic!("{error}"),
    }
}

/// Prints in the newest dialect, parses that and compares.
fn round_trip(module: &Module, name: &str) {
    let dialect = Dialect::Newest;
    let text = print_module_with(module, PrintOptions { dialect });
    let again = read(&text, name);
    if let Err(difference) = same_module(module, &again) {
        panic!("{name}: {difference}");
    }
    let second = print_module_with(&again, PrintOptions { dialect });
    assert!(text == second, "{name}: the second text differs");
}

/// LLVM's verifier must accept both older dialects.
fn accepted(module: &Module, build: &Build) {
    for dialect in [Dialect::V15, Dialect::V19] {
        let text = print_module_with(module, PrintOptions { dialect });
        let file = build.write(&format!("{dialect:?}.ll"), &text);
        tools::run("opt-19", &["-passes=verify", "-disable-output", &file]);
    }
}

fn check(source: &Source, level: Level) {
    for build in source.builds(level) {
        let name = build.name();
        let text = build.emit_ir();
        let module = read(&text, &name);
        let errors = verify(&module);
        assert!(errors.is_empty(), "{name}: {}", errors[0]);
        round_trip(&module, &name);
        accepted(&module, &build);
        let printed = build.write("printed.ll", &print_module(&module));
        let expected = build.run_native();
        let found = build.run_printed(&printed);
        assert_eq!(expected, found, "{name}: the printed program differs");
    }
}

/// Fields and flags of newer versions are not written for the oldest one.
fn accepted_by_oldest(source: &Source, level: Level) {
    for build in source.builds(level) {
        let module = read(&build.emit_ir(), &build.name());
        let file = build.write("oldest.ll", &print_module(&module));
        let object = build.path("oldest.o");
        tools::run("clang-15", &["-w", "-c", &file, "-o", &object]);
    }
}

macro_rules! programs {
    ($($name:ident: $source:literal;)*) => {$(
        mod $name {
            use super::*;

            #[test]
            fn unoptimised() {
                check(&Source::new($source), Level::O0);
            }

            #[test]
            fn optimised() {
                check(&Source::new($source), Level::O2);
            }
        }
    )*};
}

programs! {
    aggregates: "aggregates.c";
    arithmetic: "arithmetic.c";
    control: "control.c";
    rust: "program.rs";
    fortran: "program.f90";
}

#[test]
fn oldest_dialect_is_read_by_the_oldest_version() {
    for source in ["aggregates.c", "arithmetic.c", "control.c", "program.f90"] {
        for level in [Level::O0, Level::O2] {
            accepted_by_oldest(&Source::new(source), level);
        }
    }
}
