//! Every kind of failure has its own error, which says what is wrong, where, and what to do.

mod common;

use std::fs;
use std::path::Path;

use common::{executable, fake_tool, scratch, write};
use quell_compile::{CompileError, Language, Request, Toolbox, compile, native_executable};

fn no_tools() -> Toolbox {
    Toolbox::with_path([])
}

fn fail(path: &Path, tools: &Toolbox) -> CompileError {
    compile(&Request::new(path), tools).expect_err("this cannot compile")
}

fn assert_mentions(error: &CompileError, parts: &[&str]) {
    let message = error.to_string();
    for part in parts {
        assert!(message.contains(part), "{part:?} not in:\n{message}");
    }
}

#[test]
fn a_missing_compiler_is_named_with_the_way_to_get_one() {
    let directory = scratch();
    let cases: [(&str, Language, &[&str]); 4] = [
        (
            "a.c",
            Language::C,
            &["clang-15 to clang-", "clang-19", "QUELL_CC"],
        ),
        ("a.rs", Language::Rust, &["rustc", "rustup"]),
        (
            "a.f90",
            Language::Fortran,
            &["flang-new-", "flang-19", "QUELL_FC"],
        ),
        ("a.bc", Language::LlvmBitcode, &["llvm-dis", "llvm-19"]),
    ];
    for (name, expected, parts) in cases {
        let path = write(&directory, name, "");
        let error = fail(&path, &no_tools());
        let is_right = matches!(&error, CompileError::MissingCompiler { language, .. } if *language == expected);
        assert!(is_right, "{error:?}");
        assert_mentions(&error, parts);
    }
}

#[test]
fn a_chosen_compiler_is_not_silently_replaced() {
    let directory = scratch();
    let path = write(&directory, "a.c", "");
    for choice in ["no-such-compiler", "/no/such/compiler"] {
        let error = fail(&path, &Toolbox::from_env().with_clang(choice));
        assert!(matches!(error, CompileError::MissingCompiler { .. }));
        assert_mentions(&error, &[choice, "from QUELL_CC"]);
    }
}

#[test]
fn files_without_the_executable_bit_are_ignored() {
    let directory = scratch();
    write(&directory, "clang-19", "#!/bin/sh\n");
    fs::create_dir(directory.path().join("clang-16")).unwrap();
    let path = write(&directory, "a.c", "");
    let tools = Toolbox::with_path([directory.path().to_path_buf()]);
    assert!(matches!(
        fail(&path, &tools),
        CompileError::MissingCompiler { .. }
    ));
}

#[test]
fn an_old_plain_clang_is_refused() {
    let directory = scratch();
    fake_tool(&directory, "clang", "echo 'Debian clang version 14.0.6'");
    let path = write(&directory, "a.c", "");
    let tools = Toolbox::with_path([directory.path().to_path_buf()]);
    let error = fail(&path, &tools);
    assert!(matches!(
        error,
        CompileError::UnsupportedCompilerVersion { .. }
    ));
    assert_mentions(&error, &["14.0.6", "clang 15 or newer", "clang-19"]);
}

#[test]
fn a_chosen_compiler_that_is_not_clang_is_refused() {
    let directory = scratch();
    let path = write(&directory, "a.c", "");
    for banner in ["echo 'gcc (Debian) 12.2.0'", "exit 1"] {
        let other = fake_tool(&directory, "cc", banner);
        let error = fail(&path, &no_tools().with_clang(other));
        assert!(
            matches!(error, CompileError::UnsupportedCompilerVersion { .. }),
            "{error:?}"
        );
    }
}

#[test]
fn a_plain_clang_that_is_new_enough_is_used() {
    let directory = scratch();
    let script = r#"case "$1" in --version) echo 'clang version 21.1.0';; *) for f; do :; done; echo IR > "$f";; esac"#;
    fake_tool(&directory, "clang", script);
    let path = write(&directory, "a.c", "");
    let tools = Toolbox::with_path([directory.path().to_path_buf()]);
    let compiled = compile(&Request::new(path), &tools).unwrap();
    assert_eq!(compiled.text, "IR\n");
}

#[test]
fn a_compiler_that_cannot_start_is_an_error_of_its_own() {
    let directory = scratch();
    executable(&directory, "clang-19", "\x7fELF but not really");
    let path = write(&directory, "a.c", "");
    let tools = Toolbox::with_path([directory.path().to_path_buf()]);
    let error = fail(&path, &tools);
    assert!(matches!(error, CompileError::CannotRun { .. }), "{error:?}");
}

#[test]
fn a_compiler_that_writes_nothing_is_an_error() {
    let directory = scratch();
    fake_tool(&directory, "clang-19", "exit 0");
    let path = write(&directory, "a.c", "");
    let tools = Toolbox::with_path([directory.path().to_path_buf()]);
    assert!(matches!(
        fail(&path, &tools),
        CompileError::ReadError { .. }
    ));
}

#[test]
fn a_file_that_does_not_compile_shows_the_command_and_the_message() {
    let directory = scratch();
    let cases = [
        (
            "bad.c",
            "int f(void) { return x; }",
            "undeclared identifier",
        ),
        ("bad.rs", "pub fn f() -> i32 { \"no\" }", "mismatched types"),
        ("bad.f90", "integer function f(\nend", "error"),
    ];
    for (name, source, complaint) in cases {
        let path = write(&directory, name, source);
        for error in [
            fail(&path, &Toolbox::from_env()),
            native_executable(
                &Request::new(&path),
                &Toolbox::from_env(),
                &directory.path().join("out"),
            )
            .unwrap_err(),
        ] {
            assert!(
                matches!(error, CompileError::DoesNotCompile { .. }),
                "{error:?}"
            );
            assert_mentions(&error, &[name, "command: ", "-o", complaint]);
        }
    }
}

#[test]
fn other_extensions_are_refused_with_the_list_of_known_ones() {
    let directory = scratch();
    let path = write(&directory, "a.cpp", "");
    let error = fail(&path, &Toolbox::from_env());
    assert!(matches!(error, CompileError::UnsupportedFile { .. }));
    assert_mentions(
        &error,
        &["a.cpp", "unsupported extension .cpp", ".c, .rs", ".bc"],
    );
    let bare = write(&directory, "Makefile", "");
    assert_mentions(&fail(&bare, &Toolbox::from_env()), &["no file extension"]);
}

#[test]
fn unreadable_files_are_reported_before_a_compiler_runs() {
    let directory = scratch();
    fs::create_dir(directory.path().join("dir.c")).unwrap();
    for name in ["absent.c", "absent.ll", "absent.bc", "dir.c"] {
        let path = directory.path().join(name);
        let error = fail(&path, &no_tools());
        assert!(matches!(error, CompileError::ReadError { .. }), "{error:?}");
        assert_mentions(&error, &[name]);
    }
}

#[test]
fn ir_text_may_name_a_file_in_any_bytes() {
    let directory = scratch();
    let path = write(&directory, "a.ll", b"; ModuleID = 'a\xff.c'\n");
    let compiled = compile(&Request::new(path), &no_tools()).unwrap();
    assert_eq!(compiled.text, "; ModuleID = 'a\u{fffd}.c'\n");
}

/// `llvm-dis` accepts a file that has only the magic number of bitcode.
#[test]
fn bitcode_without_a_module_is_unreadable() {
    let directory = scratch();
    let path = write(&directory, "a.bc", b"BC\xc0\xde");
    let error = fail(&path, &Toolbox::from_env());
    assert!(
        matches!(error, CompileError::UnreadableBitcode { .. }),
        "{error:?}"
    );
}

#[test]
fn unreadable_bitcode_lists_the_tools_that_failed() {
    let directory = scratch();
    let path = write(&directory, "a.bc", "this is not bitcode");
    let error = fail(&path, &Toolbox::from_env());
    assert!(
        matches!(error, CompileError::UnreadableBitcode { .. }),
        "{error:?}"
    );
    assert_mentions(&error, &["llvm-dis-19: ", "check that it is LLVM bitcode"]);
}

#[test]
fn bitcode_of_a_newer_llvm_names_its_producer() {
    let directory = scratch();
    let complaint = "error: Unknown attribute (Producer: 'LLVM22.1.2' Reader: 'LLVM 19.1.7')";
    fake_tool(
        &directory,
        "llvm-dis-19",
        &format!("echo \"{complaint}\" >&2; exit 1"),
    );
    let path = write(&directory, "a.bc", "");
    let tools = Toolbox::with_path([directory.path().to_path_buf()]);
    assert_mentions(
        &fail(&path, &tools),
        &["written by LLVM22.1.2", "rustc --emit=llvm-ir"],
    );
}

#[test]
fn an_older_disassembler_may_succeed_where_a_newer_one_fails() {
    let directory = scratch();
    fake_tool(&directory, "llvm-dis-19", "echo no >&2; exit 1");
    fake_tool(&directory, "llvm-dis-16", "echo text > \"$3\"");
    let path = write(&directory, "a.bc", "");
    let tools = Toolbox::with_path([directory.path().to_path_buf()]);
    assert_eq!(compile(&Request::new(path), &tools).unwrap().text, "text\n");
}
