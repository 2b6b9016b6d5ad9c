//! From files of every language to modules, and the errors for files that cannot be loaded.

use std::fs;
use std::path::{Path, PathBuf};

use quell_compile::{CompileError, Language, OptLevel, Toolbox};
use quell_frontend::{CompileJob, LoadError, Loader, Purpose, SourceUnit, load};
use quell_ir::{InstKind, LanguageRule, Module};
use quell_values::annotations::{ASSUME, marks};
use quell_values::callbacks::is_callback;

fn repository(path: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.join(path).canonicalize().expect("a file")
}

fn scratch(name: &str, text: &str) -> (tempfile::TempDir, PathBuf) {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join(name);
    fs::write(&path, text).expect("a file");
    (directory, path)
}

fn loaded(name: &str, text: &str, arguments: &[&str]) -> SourceUnit {
    let (_directory, path) = scratch(name, text);
    let job = CompileJob::new(path).with_arguments(arguments);
    let unit = load(&job).unwrap_or_else(|error| panic!("{error}"));
    // The sources are read on first use, so before the directory is removed.
    unit.sources();
    unit
}

/// The rules that the functions of a module have.
fn rules(module: &Module) -> Vec<LanguageRule> {
    let functions = module.functions.values();
    functions
        .flat_map(|function| function.rules.iter().map(|(_, rule)| *rule))
        .collect()
}

#[test]
fn every_language_is_loaded_with_its_sources() {
    for (file, language) in [
        ("examples/triangle.c", Language::C),
        ("examples/triangle.rs", Language::Rust),
        ("examples/triangle.f90", Language::Fortran),
    ] {
        let path = repository(file);
        let unit = load(&CompileJob::new(&path)).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(unit.language, language);
        assert_eq!(unit.file, path.display().to_string());
        assert!(unit.sources().tree(&unit.file).is_some(), "{file}");
        assert_eq!(unit.check_target(), Ok(()));
        assert!(!unit.is_optimised());
    }
}

#[test]
fn c_has_rules_for_shifts_and_fortran_for_overflow() {
    let shift = loaded("shift.c", "int f(int a, int b) { return a << b; }\n", &[]);
    assert!(!rules(&shift.module).is_empty());
    let sum = "integer function f(a, b)\ninteger, value :: a, b\nf = a + b\nend function\n";
    let sum = loaded("sum.f90", sum, &[]);
    let text = quell_ir::print::print_module(&sum.module);
    assert!(text.contains("add nsw i32"), "{text}");
}

#[test]
fn wrapping_arithmetic_has_fewer_rules() {
    let text = "int f(int a, int b) { return a << b; }\n";
    let [strict, wrapping] = [&[][..], &["-fwrapv"]].map(|flags| loaded("s.c", text, flags));
    assert_ne!(rules(&strict.module), rules(&wrapping.module));
}

#[test]
fn annotations_are_lowered_and_callbacks_declared() {
    let text =
        "#include <quell.h>\nint f(int a, int (*g)(int)) { quell_assume(a > 3); return g(a); }\n";
    let unit = loaded("a.c", text, &[]);
    assert!(unit.module.find_function(ASSUME).is_some());
    let functions = unit.module.functions.values();
    let mut symbols = functions.map(|function| unit.module.text(function.name));
    assert!(symbols.any(is_callback));
}

#[test]
fn native_objects_are_those_of_the_compiler() {
    let text = "int f(int a, int (*g)(int)) {\n#ifdef __QUELL__\n#error compiled for Quell\n#endif\nreturn g(a) << 3; }\n";
    let (_directory, path) = scratch("a.c", text);
    let loader = Loader::new(Toolbox::from_env()).for_purpose(Purpose::NativeObject);
    let unit = loader
        .load(&CompileJob::new(&path))
        .unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(rules(&unit.module), []);
    let functions = unit.module.functions.values();
    let mut symbols = functions.map(|function| unit.module.text(function.name));
    assert!(!symbols.any(is_callback));
    let analysis = load(&CompileJob::new(&path));
    assert!(matches!(
        analysis,
        Err(LoadError::Compile(CompileError::DoesNotCompile { .. }))
    ));
}

#[test]
fn arguments_reach_the_compiler_as_they_are() {
    let text = "int f(void) { return N; }\n";
    assert!(
        loaded("n.c", text, &["-D", "N=3"])
            .module
            .find_function("f")
            .is_some()
    );
    assert!(loaded("n.c", text, &["-DN=3", "-O1"]).is_optimised());
    let narrow = loaded("n.c", text, &["-DN=3", "-m32"]);
    let error = narrow.check_target().unwrap_err();
    assert!(error.to_string().contains("pointers of 32 bits"), "{error}");
}

#[test]
fn invalid_ir_is_an_error_with_its_place() {
    let (_directory, path) = scratch("a.ll", "define i32 @f() {\n  ret i64 0\n}\n");
    let error = load(&CompileJob::new(&path)).unwrap_err();
    assert!(
        matches!(error, LoadError::Parse(_) | LoadError::Invalid { .. }),
        "{error:?}"
    );
    assert!(error.to_string().contains("a.ll"), "{error}");
}

#[test]
fn ir_takes_no_arguments_and_no_level() {
    let (_directory, path) = scratch("a.ll", "define void @f() {\n  ret void\n}\n");
    let job = CompileJob::new(&path);
    assert!(load(&job).is_ok());
    let flags = load(&job.clone().with_arguments(["-DX"]));
    assert!(matches!(flags, Err(LoadError::ArgumentsForIr(_))));
    let level = Loader::new(Toolbox::from_env()).at(OptLevel::O2).load(&job);
    assert!(matches!(level, Err(LoadError::ArgumentsForIr(_))));
}

#[test]
fn files_that_cannot_be_read_are_named() {
    let job = |directory: Option<&str>, file: &str| CompileJob {
        directory: directory.map(PathBuf::from),
        ..CompileJob::new(file)
    };
    for (job, named) in [
        (job(None, "no-such-file.c"), "no-such-file.c"),
        (
            job(Some("/no-such-directory"), "a.c"),
            "/no-such-directory/a.c",
        ),
        (job(None, "a.unknown"), "a.unknown"),
    ] {
        let error = load(&job).unwrap_err().to_string();
        assert!(error.contains(named), "{error}");
    }
}

/// Labels are marks, of which nothing is left to link; assumptions have no effect.
#[test]
fn labelled_objects_have_the_labels_of_the_source() {
    let text = "#include <quell.h>\n#ifdef __QUELL__\n#error compiled for Quell\n#endif\n\
                int f(int a) { quell_assume(a > 3); quell_label(a > 4, 7, \"BIG\");\n\
                pc_label(a > 5, 8, \"CC\"); return a; }\n";
    let (_directory, path) = scratch("a.c", text);
    let loader = Loader::new(Toolbox::from_env()).for_purpose(Purpose::LabelledObject);
    let unit = loader
        .load(&CompileJob::new(&path))
        .unwrap_or_else(|error| panic!("{error}"));
    let function = unit.module.find_function("f").unwrap();
    let function = &unit.module.functions[function];
    assert_eq!(marks(&unit.module, function).len(), 2);
    let insts = function.blocks.values().flat_map(|block| &block.insts);
    let called = insts.filter_map(|&inst| match &function.insts[inst].kind {
        InstKind::Call(call) => unit.module.direct_callee(call),
        _ => None,
    });
    let name = |id| unit.module.text(unit.module.functions[id].name);
    let called: Vec<&str> = called.map(name).collect();
    assert!(
        !called.iter().any(|name| name.contains("label")),
        "{called:?}"
    );
    assert!(unit.module.find_function(ASSUME).is_none());
}
