//! A file with constructs of every version, printed in every dialect.

use std::fs;
use std::path::Path;
use std::process::Command;

use quell_ir::compare::same_module;
use quell_ir::print::{Dialect, PrintOptions, print_module_with};
use quell_ir::verify::verify;
use quell_ir::{Module, parse_module};

fn read(text: &str) -> Module {
    match parse_module(text, "language.ll") {
        Ok(module) => module,
        Err(error) => panic!("{error}"),
    }
}

fn language() -> Module {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/print");
    read(&fs::read_to_string(data.join("language.ll")).expect("test data"))
}

fn print(module: &Module, dialect: Dialect) -> String {
    print_module_with(module, PrintOptions { dialect })
}

#[test]
fn round_trip() {
    let module = language();
    assert_eq!(verify(&module), []);
    let text = print(&module, Dialect::Newest);
    let again = read(&text);
    assert_eq!(same_module(&module, &again), Ok(()));
    assert_eq!(print(&again, Dialect::Newest), text);
}

/// The text of older dialects can be parsed again, and does not change from then on.
#[test]
fn older_dialects_are_read_again() {
    for dialect in [Dialect::V15, Dialect::V19] {
        let text = print(&language(), dialect);
        let module = read(&text);
        assert_eq!(verify(&module), [], "{dialect:?}");
        assert_eq!(print(&module, dialect), text, "{dialect:?}");
    }
}

#[test]
fn accepted_by_llvm() {
    let dir = tempfile::tempdir().expect("a directory");
    let readers = [
        (Dialect::V15, "clang-15"),
        (Dialect::V15, "clang-16"),
        (Dialect::V15, "clang-19"),
        (Dialect::V19, "clang-19"),
    ];
    for (dialect, clang) in readers {
        let file = dir.path().join("language.ll").display().to_string();
        fs::write(&file, print(&language(), dialect)).expect("a file in the directory");
        let mut command = Command::new(clang);
        command.args(["-w", "-S", "-emit-llvm", &file, "-o", "/dev/null"]);
        let output = command.output().expect("a compiler");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{clang}, {dialect:?}: {errors}");
    }
}

/// Constructs that a dialect has, and those that it must not have.
const WORDS: &[(Dialect, &[&str], &[&str])] = &[
    (
        Dialect::Newest,
        &[
            "or disjoint i32",
            "trunc nuw nsw i32",
            "zext nneg i8",
            "uitofp nneg",
            "icmp samesign ult",
            "getelementptr nuw inbounds %0",
            "ptrtoaddr ptr",
            "splat (i32 7)",
            "#dbg_assign(i32 3, ",
            "numExtraInhabitants: 2",
            "keyInstructions: true",
            "@llvm.lifetime.start.p0(ptr nonnull %a)",
            "zext (i1 icmp eq (ptr @common, ptr @weak) to i64)",
        ],
        &["@llvm.dbg"],
    ),
    (
        Dialect::V19,
        &[
            "or disjoint i32",
            "trunc nuw nsw i32",
            "getelementptr nuw inbounds %0",
            "icmp ult i32",
            "<i32 7, i32 7, i32 7, i32 7>",
            "@llvm.lifetime.start.p0(i64 -1, ptr nonnull %a)",
            "@llvm.masked.load.v4i32.p0(ptr align 4 %m, i32 4, ",
            "call void @llvm.dbg.assign(metadata i32 3, ",
            "declare void @llvm.dbg.label(metadata)",
            "@llvm.stacksave.p0()",
        ],
        &[
            "samesign",
            "splat (",
            "ptrtoaddr",
            "#dbg",
            "numExtraInhabitants",
            "keyInstructions",
        ],
    ),
    (
        Dialect::V15,
        &[
            "or i32",
            "zext i8",
            "getelementptr inbounds %0",
            "@llvm.stacksave()",
            "declare void @llvm.dbg.value(metadata, metadata, metadata)",
            "\"branch_weights\", i32 1, i32 2000",
        ],
        &[
            "disjoint",
            "nneg",
            "nuw nsw i32 %14",
            "nusw",
            "DIAssignID",
            "dbg.assign",
        ],
    ),
];

#[test]
fn words_of_the_dialects() {
    let module = language();
    for (dialect, present, absent) in WORDS {
        let text = print(&module, *dialect);
        let missing = present.iter().filter(|word| !text.contains(**word));
        assert_eq!(
            missing.collect::<Vec<_>>(),
            Vec::<&&str>::new(),
            "{dialect:?}"
        );
        let superfluous = absent.iter().filter(|word| text.contains(**word));
        assert_eq!(
            superfluous.collect::<Vec<_>>(),
            Vec::<&&str>::new(),
            "{dialect:?}"
        );
    }
}
