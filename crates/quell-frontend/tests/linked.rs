//! Files of a project, and one of them linked with what it needs of the others.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use quell_frontend::database::FILE_NAME;
use quell_frontend::{
    CompileJob, LinkReport, NotLinked, Project, ProjectError, SkipReason, SourceUnit, SymbolIndex,
    load,
};
use quell_ir::compare::same_module;
use quell_ir::parse::parse_module;
use quell_ir::print::print_module;
use quell_ir::verify::verify;
use quell_ir::{GlobalRef, Module};

/// A function in each file, and local symbols of the same names.
const FILES: [(&str, &str); 3] = [
    (
        "a.c",
        "struct pair { int x; int y; };\nint shared(int);\nint sum(struct pair *);\nextern int table[3];\n\
         static int count = 1;\nstatic int helper(int x) { return x + count; }\n\
         int top(int x) { struct pair p = {x, 2}; return helper(x) + shared(x) + table[1] + sum(&p); }\n",
    ),
    (
        "b.c",
        "int deep(int);\nint table[3] = {1, 2, 3};\nstatic int count = 5;\n\
         static int helper(int x) { return x * count++; }\n\
         int shared(int x) { return helper(x) + deep(x); }\nint unused(int x) { return deep(x); }\n",
    ),
    (
        "c.c",
        "struct pair { int x; int y; };\nstatic const char *const names[] = {\"a\", \"b\"};\n\
         int deep(int x) { return x > 0 ? names[x & 1][0] : 0; }\n\
         int sum(struct pair *p) { return p->x + (p->y << 1); }\n",
    ),
];

fn write(root: &Path, files: &[(&str, &str)]) {
    for (name, text) in files {
        let path = root.join(name);
        fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
        fs::write(path, text).expect("a file");
    }
}

/// Units with the names of their files alone.
fn units(files: &[(&str, &str)]) -> Vec<SourceUnit> {
    let root = tempfile::tempdir().expect("a directory");
    write(root.path(), files);
    let unit = |(name, _): &(&str, &str)| {
        let mut unit = load(&CompileJob::new(root.path().join(name))).expect("a module");
        unit.file = (*name).to_owned();
        unit
    };
    files.iter().map(unit).collect()
}

fn linked(units: &[&SourceUnit], own: usize, limit: usize) -> (Module, LinkReport) {
    let index = SymbolIndex::new(units.iter().copied());
    let mut module = Module::clone(&units[own].module);
    let report = index.link(&mut module, own, limit);
    let errors = verify(&module);
    assert!(errors.is_empty(), "{errors:?}");
    (module, report)
}

fn defined(module: &Module) -> BTreeSet<String> {
    let functions = module.functions.values();
    let defined = functions.filter(|of| !of.is_declaration());
    defined.map(|of| module.text(of.name).to_owned()).collect()
}

#[test]
fn what_is_needed_is_linked_and_local_symbols_stay_apart() {
    let units = units(&FILES);
    let units: Vec<&SourceUnit> = units.iter().collect();
    let (module, report) = linked(&units, 0, 100);
    assert_eq!(
        (report.functions, report.external.len()),
        (4, 0),
        "{report:?}"
    );
    let names = defined(&module);
    let of_b = names.iter().find(|name| name.starts_with("helper.b_c_"));
    assert!(of_b.is_some() && names.contains("helper"), "{names:?}");
    assert!(!names.contains("unused"), "{names:?}");
    assert_eq!(names.len(), 6, "{names:?}");
    // Ids of the file's own functions and instructions are what they were.
    for (id, function) in &units[0].module.functions {
        assert_eq!(module.functions[id].name, function.name);
    }
    let table = module.find("table").expect("the array");
    assert!(matches!(table, GlobalRef::Var(id) if module.globals[id].init.is_some()));
    // Rules of the language come along: the shift of a signed number has one.
    let sum = module.find_function("sum").expect("the function");
    assert_eq!(module.functions[sum].rules.len(), 1);
    // The text of the linked module is a module, too.
    let text = print_module(&module);
    let again = parse_module(&text, "again").unwrap_or_else(|error| panic!("{error}"));
    assert!(verify(&again).is_empty());
}

/// Names and content do not depend on the order of the files.
#[test]
fn the_order_of_files_does_not_matter() {
    let units = units(&FILES);
    let [a, b, c] = &units[..] else {
        unreachable!()
    };
    let (one, _) = linked(&[a, b, c], 0, 100);
    let (two, _) = linked(&[c, a, b], 1, 100);
    if let Err(difference) = same_module(&one, &two) {
        panic!("{difference}");
    }
}

/// A local function has the name of an external one of another file.
#[test]
fn a_local_name_makes_room_for_an_external_one() {
    let units = units(&[
        (
            "a.c",
            "int other(int);\nstatic int same(int x) { return x; }\nint top(int x) { return same(x) + other(x); }\n",
        ),
        (
            "b.c",
            "int same(int);\nint other(int x) { return same(x + 1); }\n",
        ),
        ("c.c", "int same(int x) { return x * 2; }\n"),
    ]);
    let units: Vec<&SourceUnit> = units.iter().collect();
    let (module, report) = linked(&units, 0, 100);
    assert_eq!(report.functions, 2);
    let names = defined(&module);
    assert!(names.contains("same"), "{names:?}");
    assert!(
        names.iter().any(|name| name.starts_with("same.a_c_")),
        "{names:?}"
    );
}

/// Two files define a function: each calls its own.
#[test]
fn a_repeated_definition_is_that_of_its_file() {
    let units = units(&[
        (
            "a.c",
            "int other(int);\nint same(int x) { return x; }\nint top(int x) { return same(x) + other(x); }\n",
        ),
        (
            "b.c",
            "int same(int x) { return x * 2; }\nint other(int x) { return same(x); }\n",
        ),
    ]);
    let units: Vec<&SourceUnit> = units.iter().collect();
    let (module, report) = linked(&units, 0, 100);
    assert_eq!((report.functions, report.external.len()), (2, 0));
    let names = defined(&module);
    assert!(names.contains("same"), "{names:?}");
    assert!(
        names.iter().any(|name| name.starts_with("same.b_c_")),
        "{names:?}"
    );
}

#[test]
fn what_stays_external_is_reported() {
    let units = units(&[
        (
            "a.c",
            "int twice(int);\nint typed(int);\nint near(int);\nint nowhere(int);\n\
             int top(int x) { return twice(x) + typed(x) + near(x) + nowhere(x); }\n",
        ),
        (
            "b.c",
            "int far(int);\nint twice(int x) { return x; }\nlong typed(long x) { return x; }\n\
             int near(int x) { return far(x); }\n",
        ),
        (
            "c.c",
            "int twice(int x) { return x; }\nint far(int x) { return x; }\n",
        ),
    ]);
    let units: Vec<&SourceUnit> = units.iter().collect();
    let (_, report) = linked(&units, 0, 1);
    let left: Vec<(&str, NotLinked)> = report
        .external
        .iter()
        .map(|(name, why)| (name.as_str(), *why))
        .collect();
    let expected = [
        ("far", NotLinked::Limit),
        ("twice", NotLinked::SeveralDefinitions),
        ("typed", NotLinked::OtherType),
    ];
    assert_eq!(left, expected);
    assert_eq!(report.functions, 1);
    let (_, report) = linked(&units, 0, 0);
    assert!(
        report
            .external
            .contains(&("near".to_owned(), NotLinked::Limit))
    );
}

#[test]
fn files_and_directories_are_a_project() {
    let root = tempfile::tempdir().expect("a directory");
    write(
        root.path(),
        &[
            ("src/b.c", ""),
            ("src/deep/a.f90", ""),
            ("src/notes.txt", ""),
            ("src/.hidden/c.c", ""),
            ("one.c", ""),
            ("empty/notes.txt", ""),
        ],
    );
    let path = |name: &str| root.path().join(name);
    let files = |paths: &[PathBuf]| -> Vec<PathBuf> {
        let project = Project::of_paths(paths, &["-DX".into()]).expect("a project");
        let jobs = project.jobs.iter();
        jobs.map(|job| job.file.clone()).collect()
    };
    let all = files(&[path("src"), path("one.c"), path("src/b.c")]);
    assert_eq!(
        all,
        [path("src/b.c"), path("src/deep/a.f90"), path("one.c")]
    );
    let empty = Project::of_paths(&[path("empty")], &[]);
    assert!(
        matches!(empty, Err(ProjectError::NoSources(_))),
        "{empty:?}"
    );
}

#[test]
fn a_build_is_a_project() {
    let root = tempfile::tempdir().expect("a directory");
    let database = r#"[
        {"directory": "..", "file": "a.c", "command": "cc -c a.c"},
        {"directory": "..", "file": "src/b.c", "command": "cc -c src/b.c"},
        {"directory": "..", "file": "./a.c", "command": "cc -fPIC -c a.c"},
        {"directory": "..", "file": "gone.c", "command": "cc -c gone.c"},
        {"directory": "..", "file": "d.cpp", "command": "c++ -c d.cpp"}
    ]"#;
    write(root.path(), &[("a.c", ""), ("src/b.c", ""), ("d.cpp", "")]);
    write(root.path(), &[("build/compile_commands.json", database)]);
    let build = root.path().join("build");
    let project = Project::of_build(&build, &[]).expect("a project");
    assert_eq!(project.jobs.len(), 2);
    let mut reasons = project.skipped.iter().map(|of| &of.reason);
    assert!(matches!(reasons.next(), Some(SkipReason::NotAJob(_))));
    assert_eq!(reasons.next(), Some(&SkipReason::CompiledAgain));
    assert_eq!(reasons.next(), Some(&SkipReason::Missing));
    let only = Project::of_build(&build.join(FILE_NAME), &[root.path().join("src")]);
    assert_eq!(only.expect("a project").jobs.len(), 1);
    let other = Project::of_build(&build, &[root.path().join("gone.c")]);
    assert!(
        matches!(other, Err(ProjectError::NotInBuild { .. })),
        "{other:?}"
    );
}

/// Each message says what to do.
#[test]
fn a_database_of_no_use_is_an_error() {
    let message = |text: Option<&str>| {
        let root = tempfile::tempdir().expect("a directory");
        if let Some(text) = text {
            write(root.path(), &[(FILE_NAME, text)]);
        }
        let project = Project::of_build(root.path(), &[]);
        let message = project.expect_err("an error").to_string();
        message.replace(&root.path().display().to_string(), "DIR")
    };
    let none = message(None);
    assert!(none.contains("CMAKE_EXPORT_COMPILE_COMMANDS"), "{none}");
    let empty = message(Some("[]"));
    assert!(
        empty.contains("names no file; build the project again"),
        "{empty}"
    );
    let cut = message(Some("[{\"directory\": \".\""));
    assert!(cut.contains("is no compilation database"), "{cut}");
    let missing = r#"[{"directory": ".", "file": "gone.c", "command": "cc -c gone.c"}]"#;
    let missing = message(Some(missing));
    assert!(
        missing.contains("gone.c: there is no such file; build"),
        "{missing}"
    );
}
