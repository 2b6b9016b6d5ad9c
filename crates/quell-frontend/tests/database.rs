//! Compilation databases: from `compile_commands.json` to modules, and ids across their files.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use quell_compile::{Language, Toolbox};
use quell_frontend::database::FILE_NAME;
use quell_frontend::{CompilationDatabase, CompileJob, DatabaseError, SourceUnit, load};
use quell_objectives::{Objective, QualifiedId, Selection, Wanted, generate};

/// Files of a project.
fn project(files: &[(&str, &str)]) -> tempfile::TempDir {
    let root = tempfile::tempdir().expect("a directory");
    for (name, text) in files {
        let path = root.path().join(name);
        fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
        fs::write(path, text).expect("a file");
    }
    root
}

fn database(root: &Path) -> CompilationDatabase {
    let read = CompilationDatabase::read(&root.join(FILE_NAME));
    read.unwrap_or_else(|error| panic!("{error}"))
}

fn unit(job: &CompileJob) -> SourceUnit {
    load(job).unwrap_or_else(|error| panic!("{error}"))
}

fn mutants(unit: &SourceUnit) -> (quell_ir::Module, Vec<Objective>) {
    let mut module = quell_ir::Module::clone(&unit.module);
    let wanted = Wanted {
        selection: Selection::parse("all").expect("operators"),
        functions: Vec::new(),
        lines: None,
    };
    let found = generate(&mut module, unit.sources(), &wanted);
    (module, found.mutants)
}

fn qualified(job: &CompileJob) -> Vec<QualifiedId> {
    let (module, mutants) = mutants(&unit(job));
    let ids: Vec<_> = mutants
        .iter()
        .map(|mutant| mutant.qualified_id(&module))
        .collect();
    assert!(!ids.is_empty());
    ids
}

const STEP: &str = "static int step(int a) { return a + 1; }\n";

/// Both forms of entries, several files, headers and macros that need the arguments, and outputs that loading does not
/// create.
#[test]
fn every_entry_is_loaded_as_the_build_compiles_it() {
    let root = project(&[
        ("include/width.h", "#define WIDTH 8\n"),
        (
            "src/a.c",
            "#include <width.h>\nint a(int x) { return x + WIDTH; }\n",
        ),
        ("src/b c.c", "int b(int x) { return x * SCALE; }\n"),
        ("flags", "-DLIMIT=9\n"),
        ("d.c", "int d(int x) { int unused; return x < LIMIT; }\n"),
        ("build/keep", ""),
        (
            FILE_NAME,
            r#"[
            {"directory": "build", "file": "../src/a.c", "output": "a.o",
             "arguments": ["/usr/bin/cc", "-O2", "-I../include", "-MD", "-MF", "a.d", "-c", "-o", "a.o", "../src/a.c"]},
            {"directory": "src", "file": "b c.c",
             "command": "ccache gcc '-DSCALE=(2 + 3)' -g -c 'b c.c' -o b.o"},
            {"directory": ".", "file": "d.c", "command": "clang-19 @flags -Wall -Werror -Werror=unused-variable -c d.c"},
            {"directory": ".", "file": "e.cpp", "command": "c++ -c e.cpp"}
            ]"#,
        ),
    ]);
    let database = database(root.path());
    assert_eq!(database.jobs.len(), 3);
    let skipped: Vec<String> = database
        .skipped
        .iter()
        .map(|entry| format!("{}: {}", entry.file.display(), entry.reason))
        .collect();
    assert_eq!(
        skipped,
        [format!("{}/./e.cpp: it is C++", root.path().display())]
    );
    for (job, function) in database.jobs.iter().zip(["a", "b", "d"]) {
        let unit = unit(job);
        assert_eq!(unit.language, Language::C);
        assert!(unit.module.find_function(function).is_some(), "{function}");
        let (_, mutants) = mutants(&unit);
        assert!(
            mutants
                .iter()
                .all(|mutant| !mutant.source.before().is_empty())
        );
        let described = |mutant: &Objective| mutant.source.before().contains("return x");
        assert!(
            mutants.iter().any(described),
            "{function} is described by its source"
        );
    }
    let left: Vec<_> = fs::read_dir(root.path().join("build")).unwrap().collect();
    assert_eq!(left.len(), 1, "loading writes nothing into the build");
}

/// A database written by CMake, of a build that generates a header.
#[test]
fn cmake_projects_are_loaded_file_by_file() {
    let root = project(&[
        (
            "CMakeLists.txt",
            "cmake_minimum_required(VERSION 3.10)\nproject(steps C)\nset(WIDTH 7)\n\
             configure_file(config.h.in config.h)\n\
             add_library(one SHARED one/step.c)\nadd_library(two SHARED two/step.c)\n\
             target_include_directories(one PRIVATE ${CMAKE_BINARY_DIR})\n\
             target_compile_definitions(two PRIVATE \"WIDTH=(1 + 2)\")\n",
        ),
        ("config.h.in", "#define WIDTH @WIDTH@\n"),
        (
            "one/step.c",
            "#include <config.h>\nint step(int a) { return a + WIDTH; }\n",
        ),
        ("two/step.c", "int step(int a) { return a + WIDTH; }\n"),
    ]);
    let mut cmake = Command::new("cmake");
    cmake.args(["-S", ".", "-B", "build", "-DCMAKE_BUILD_TYPE=Release"]);
    cmake.arg("-DCMAKE_EXPORT_COMPILE_COMMANDS=ON");
    let output = cmake.current_dir(root.path()).output().expect("a run");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    let database = database(&root.path().join("build"));
    assert_eq!((database.jobs.len(), database.skipped.len()), (2, 0));
    let ids: Vec<_> = database.jobs.iter().flat_map(qualified).collect();
    let distinct: BTreeSet<_> = ids.iter().collect();
    assert_eq!(distinct.len(), ids.len());
    assert!(!unit(&database.jobs[0]).is_optimised());
}

/// A file that uses a module of another one, which the build has compiled.
#[test]
fn fortran_finds_the_modules_of_the_build() {
    let root = project(&[
        ("mods/keep", ""),
        (
            "scale.f90",
            "module scale\ninteger, parameter :: factor = 3\nend module\n",
        ),
        (
            "scaled.f90",
            "integer function scaled(n)\nuse scale\ninteger, value :: n\nscaled = n * factor\nend function\n",
        ),
        (
            FILE_NAME,
            r#"[{"directory": ".", "file": "scaled.f90",
                 "command": "flang-new -O2 -J mods -c scaled.f90 -o scaled.o"}]"#,
        ),
    ]);
    let flang = Toolbox::from_env().flang().expect("flang");
    let mut build = Command::new(flang);
    build
        .args(["-J", "mods", "-c", "scale.f90"])
        .current_dir(root.path());
    assert!(build.status().expect("a run").success());
    let unit = unit(&database(root.path()).jobs[0]);
    assert_eq!(unit.language, Language::Fortran);
    assert!(!mutants(&unit).1.is_empty());
}

/// The same file name in two directories, and two static functions of the same name.
#[test]
fn ids_of_equal_functions_in_two_files_differ_by_the_file() {
    let root = project(&[
        (
            "x/step.c",
            &format!("{STEP}int x(int a) {{ return step(a); }}\n"),
        ),
        (
            "y/step.c",
            &format!("{STEP}int x(int a) {{ return step(a); }}\n"),
        ),
        (
            FILE_NAME,
            r#"[{"directory": "x", "file": "step.c", "arguments": ["cc", "-c", "step.c"]},
                {"directory": "y", "file": "step.c", "arguments": ["cc", "-c", "step.c"]}]"#,
        ),
    ]);
    let database = database(root.path());
    let [x, y] = [0, 1].map(|index| qualified(&database.jobs[index]));
    let plain =
        |ids: &[QualifiedId]| -> Vec<String> { ids.iter().map(|id| id.id.0.clone()).collect() };
    assert_eq!(plain(&x), plain(&y), "ids do not depend on where a file is");
    let all: BTreeSet<String> = x.iter().chain(&y).map(ToString::to_string).collect();
    assert_eq!(all.len(), x.len() + y.len());
    assert!(all.iter().all(|id| QualifiedId::parse(id).is_some()));
}

/// The id of a single file is the same however the file is given.
#[test]
fn ids_do_not_depend_on_the_job() {
    let root = project(&[
        ("a.c", STEP.trim_start_matches("static ")),
        (
            FILE_NAME,
            r#"[{"directory": ".", "file": "a.c", "command": "cc -O2 -Wall -c a.c"}]"#,
        ),
    ]);
    let entry = qualified(&database(root.path()).jobs[0]);
    assert_eq!(entry, qualified(&CompileJob::new(root.path().join("a.c"))));
}

/// A header's mutants are the same ones in every file that includes it.
#[test]
fn a_header_has_one_id_for_each_mutant() {
    let root = project(&[
        ("step.h", STEP),
        (
            "a.c",
            "#include \"step.h\"\nint a(int x) { return step(x); }\n",
        ),
        (
            "b.c",
            "#include \"./step.h\"\nint b(int x) { return step(x); }\n",
        ),
    ]);
    let of_header = |file: &str| -> Vec<QualifiedId> {
        let ids = qualified(&CompileJob::new(root.path().join(file)));
        ids.into_iter()
            .filter(|id| id.file.ends_with("/step.h"))
            .collect()
    };
    assert!(!of_header("a.c").is_empty());
    assert_eq!(of_header("a.c"), of_header("b.c"));
}

#[test]
fn unreadable_databases_are_errors_with_a_reason() {
    let error = |text: &str| {
        let root = project(&[(FILE_NAME, text)]);
        CompilationDatabase::read(&root.path().join(FILE_NAME)).unwrap_err()
    };
    assert!(matches!(error("{"), DatabaseError::Json { .. }));
    assert!(matches!(error("{}"), DatabaseError::Json { .. }));
    let entry = error(r#"[{"directory": "/", "file": "a.c"}]"#);
    assert!(matches!(entry, DatabaseError::NoCommand { number: 1, .. }));
    let entry = error(r#"[{"directory": "/", "file": "a.c", "command": "cc 'a.c"}]"#);
    assert!(
        entry
            .to_string()
            .contains("entry 1, for a.c: unbalanced quotes")
    );
    let missing = CompilationDatabase::read(Path::new("/no-such-file")).unwrap_err();
    assert!(missing.to_string().contains("cannot read /no-such-file"));
}
