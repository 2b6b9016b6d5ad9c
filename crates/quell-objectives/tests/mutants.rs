//! Comments in the files of `tests/mutants` state the number of mutants of each operator on their lines.
//!
//! * `// mutants: AOR 4, ROR 5` at the end of a line: the mutants that begin on that line. Lines without such a
//!   comment have none of the operators of the file.
//! * `// operators: symbmc` states those operators.
//!
//! The examples state the numbers for whole functions, in a comment at the end of the file:
//!
//! * `gcd by symbmc: ROR 5, IVI 17` counts all mutants of a function. Each function has such lines for `symbmc`
//!   and `sufficient`.
//!
//! `QUELL_ONLY=name` runs one file, `QUELL_SHOW=1` lists the mutants.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use quell_compile::{Request, Toolbox, compile};
use quell_ir::debug::DebugInfo;
use quell_ir::parse::parse_module;
use quell_ir::print::print_module;
use quell_ir::verify::verify;
use quell_ir::{FuncId, Module};
use quell_objectives::apply::apply;
use quell_objectives::{Mutants, Selection, Sources, Wanted, generate, harden};

fn directory(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().unwrap().join(name)
}

fn files() -> Vec<PathBuf> {
    files_in("tests/mutants")
}

fn files_in(name: &str) -> Vec<PathBuf> {
    let only = std::env::var("QUELL_ONLY").unwrap_or_default();
    let entries = fs::read_dir(directory(name)).unwrap();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.is_file() && path.to_string_lossy().contains(&only));
    files.sort();
    files
}

/// The text after `// word:` or `! word:` on a line.
fn comment<'t>(line: &'t str, word: &str) -> Option<&'t str> {
    let (_, rest) = line.split_once(word)?;
    Some(rest.trim_end_matches("*/").trim())
}

type Counts = BTreeMap<String, usize>;

/// `AOR 4, ROR 5`.
fn counts(text: &str) -> Counts {
    let each = text
        .split(',')
        .map(str::trim)
        .filter(|text| !text.is_empty());
    each.map(|text| {
        let (name, number) = text.rsplit_once(' ').expect("an operator and a number");
        (name.to_owned(), number.parse().expect("a number"))
    })
    .collect()
}

fn mutants_of(path: &Path, operators: &str) -> (Module, Mutants) {
    let compiled = compile(&Request::new(path), &Toolbox::from_env()).unwrap();
    let mut module = parse_module(&compiled.text, "module").unwrap();
    let sources = Sources::load(&module);
    let wanted = Wanted {
        selection: Selection::parse(operators).unwrap(),
        functions: Vec::new(),
        lines: None,
    };
    let found = generate(&mut module, &sources, &wanted);
    (module, found)
}

fn check(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap();
    let operators = text.lines().find_map(|line| comment(line, "operators:"));
    let (module, found) = mutants_of(path, operators.unwrap_or("all"));
    let mut wrong = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let number = index as u32 + 1;
        let expected = counts(comment(line, "mutants:").unwrap_or(""));
        let mut seen = Counts::new();
        for mutant in found
            .mutants
            .iter()
            .filter(|mutant| mutant.source.span.line == number)
        {
            *seen.entry(mutant.operator().to_owned()).or_default() += 1;
            if std::env::var("QUELL_SHOW").is_ok() {
                let source = &mutant.source;
                println!(
                    "{:14} {number:3} | {} | {}",
                    mutant.id.0,
                    source.before(),
                    source.after()
                );
            }
            let code = line.split("mutants:").next().unwrap_or(line);
            let code = code.trim_end_matches(['/', '!', ' ']).trim_start();
            if !mutant.source.before().starts_with(code) {
                wrong.push(format!(
                    "{}: before is `{}`",
                    mutant.id.0,
                    mutant.source.before()
                ));
            }
        }
        if seen != expected {
            wrong.push(format!(
                "line {number}: {seen:?}, expected {expected:?}: {line}"
            ));
        }
    }
    if std::env::var("QUELL_SHOW").is_ok() {
        found
            .skipped
            .iter()
            .for_each(|skipped| println!("{skipped}"));
    }
    wrong.extend(invalid(&module, &found));
    wrong
}

/// The mutants whose modules are not valid IR.
fn invalid(module: &Module, found: &Mutants) -> Vec<String> {
    let mut wrong = Vec::new();
    for mutant in &found.mutants {
        match apply(module, mutant) {
            Ok(changed) => {
                let errors = verify(&changed);
                wrong.extend(
                    errors
                        .first()
                        .map(|error| format!("{}: {error}", mutant.id.0)),
                );
            }
            Err(error) => wrong.push(format!(
                "{}: {error}: {}",
                mutant.id.0,
                mutant.source.after()
            )),
        }
    }
    wrong
}

/// A sample of every file's mutants is IR that clang compiles.
#[test]
fn emitted_mutants_compile() {
    const EVERY: usize = 150;
    let clang = Toolbox::from_env().clang().unwrap();
    let scratch = tempfile::tempdir().unwrap();
    let (ir, object) = (scratch.path().join("m.ll"), scratch.path().join("m.o"));
    for path in files() {
        let (module, found) = mutants_of(&path, "all");
        for mutant in found.mutants.iter().step_by(EVERY) {
            let emitted = harden::emit(&module, Some(mutant)).unwrap();
            fs::write(&ir, print_module(&emitted)).unwrap();
            let mut command = Command::new(&clang);
            command
                .args(["-O1", "-w", "-c"])
                .arg(&ir)
                .arg("-o")
                .arg(&object);
            let output = command.output().unwrap();
            let message = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{}: {message}", mutant.id.0);
        }
    }
}

/// Without the source, mutants are described by their instructions.
#[test]
fn mutants_without_a_source() {
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("gone.c");
    fs::write(&path, "int f(int a, int b) { return a + b * 3 < 7; }\n").unwrap();
    let compiled = compile(&Request::new(&path), &Toolbox::from_env()).unwrap();
    fs::remove_file(&path).unwrap();
    let mut module = parse_module(&compiled.text, "module").unwrap();
    let sources = Sources::load(&module);
    let wanted = Wanted {
        selection: Selection::parse("symbmc").unwrap(),
        functions: Vec::new(),
        lines: None,
    };
    let found = generate(&mut module, &sources, &wanted);
    let mut counts = Counts::new();
    for mutant in &found.mutants {
        *counts.entry(mutant.operator().to_owned()).or_default() += 1;
        assert_eq!(
            (
                mutant.source.span.line,
                mutant.source.before().contains(" = ")
            ),
            (1, true)
        );
    }
    // The sum and the product have four mutants each, the comparison five; 3 and 7 become one more, one less and zero.
    assert_eq!(counts, self::counts("AOR 8, ROR 5, IVI 6"));
    let sum = found
        .mutants
        .iter()
        .find(|mutant| mutant.source.after().starts_with("%add = sub "));
    let source = &sum.expect("a difference for the sum").source;
    let (before, after) = (source.before(), source.after());
    assert!(before.contains(" = add nsw i32 "), "{before}");
    assert!(!after.contains("nsw"), "{after}");
    let message = found.skipped[0].to_string();
    assert!(message.contains("described by instructions"), "{message}");
    assert_eq!(invalid(&module, &found), Vec::<String>::new());
}

/// If the source has changed since it was compiled, mutants are described by instructions.
#[test]
fn a_changed_source_is_named() {
    let scratch = tempfile::tempdir().unwrap();
    for (name, text) in [
        ("changed.c", "int f(int a) { return a + 1; }\n"),
        (
            "changed.rs",
            "#[no_mangle]\npub fn f(a: i32) -> i32 { a + 1 }\n",
        ),
    ] {
        let path = scratch.path().join(name);
        fs::write(&path, text).unwrap();
        let compiled = compile(&Request::new(&path), &Toolbox::from_env()).unwrap();
        fs::write(&path, text.replace("a + 1", "a*1+1")).unwrap();
        let mut module = parse_module(&compiled.text, "module").unwrap();
        let sources = Sources::load(&module);
        let wanted = Wanted {
            selection: Selection::parse("symbmc:AOR").unwrap(),
            functions: Vec::new(),
            lines: None,
        };
        let found = generate(&mut module, &sources, &wanted);
        let message = found.skipped[0].to_string();
        assert!(
            message.contains("has changed since it was compiled"),
            "{message}"
        );
        let described =
            |mutant: &quell_objectives::Objective| mutant.source.before().contains(" = ");
        assert!(found.mutants.iter().all(described), "{name}");
    }
}

/// Vector code has no mutants, and each such place is reported: operators, a returned variable, and lanes.
#[test]
fn vectors_are_reported() {
    let text = "typedef int v4 __attribute__((vector_size(16)));
v4 f(v4 a, v4 b) { return a + b * 2; }
v4 g(v4 a) { return a; }
int h(v4 a) { return a[2]; }
";
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("vectors.c");
    fs::write(&path, text).unwrap();
    let (_, found) = mutants_of(&path, "symbmc");
    let told = found.skipped.iter().map(ToString::to_string);
    let vectors = told.filter(|told| told.contains("none are made of vectors"));
    let places: Vec<String> = vectors
        .filter_map(|told| Some(told.split_once(".c:")?.1.split_once(": ")?.0.to_owned()))
        .collect();
    assert_eq!(places, ["2:33", "2:29", "3:14", "4:22"]);
}

/// A function with 70 constants: each variable is replaced by 64 of them, and the limit is reported.
#[test]
fn replacements_at_one_place_are_limited() {
    let sum: String = (0..70).map(|n| format!(" + {}", 1000 + n)).collect();
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("many.c");
    fs::write(&path, format!("int many(int a) {{ return a{sum}; }}\n")).unwrap();
    let (_, found) = mutants_of(&path, "mothra:CSR");
    assert_eq!(found.mutants.len(), 64);
    let told = found.skipped.iter().map(ToString::to_string);
    let limited = told.filter(|told| told.contains("at most 64 replacements"));
    assert_eq!(limited.count(), 1);
}

/// The ids of a function's mutants do not depend on other code in the file.
#[test]
fn ids_survive_edits_of_other_code() {
    let text = fs::read_to_string(directory("tests/mutants").join("arithmetic.c")).unwrap();
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("edited.c");
    let ids = |text: &str| {
        fs::write(&path, text).unwrap();
        let (_, found) = mutants_of(&path, "sufficient");
        let ids = found.mutants.into_iter().map(|mutant| mutant.id.0);
        ids.collect::<std::collections::BTreeSet<String>>()
    };
    let before = ids(&text);
    let edited = format!("int first(int q) {{ return q * q; }}\n\n{text}");
    let after = ids(&edited);
    assert!(after.len() > before.len() && after.is_superset(&before));
}

#[test]
fn counts_are_as_expected_and_mutants_are_valid() {
    let mut failed = 0;
    for path in files() {
        let wrong = check(&path);
        if !wrong.is_empty() {
            failed += 1;
            println!("{}:\n  {}", path.display(), wrong.join("\n  "));
        }
    }
    assert_eq!(failed, 0, "files with other counts, see above");
}

/// The statement of a line at the end of an example: the function, the operators and the numbers of mutants.
fn stated(line: &str) -> Option<(&str, &str, Counts)> {
    let line = line.trim_start_matches(['/', '*', '!', ' ']);
    let (function, rest) = line.split_once(" by ")?;
    let (operators, list) = rest.split_once(':')?;
    let is_stated = !function.contains(' ') && Selection::parse(operators).is_ok();
    is_stated.then(|| (function, operators, counts(list)))
}

/// The number of mutants by operator of each function of the user, including functions without mutants.
fn by_function(path: &Path, operators: &str) -> BTreeMap<String, Counts> {
    let (module, found) = mutants_of(path, operators);
    let info = DebugInfo::new(&module);
    let name = |id: FuncId| {
        let name = info.qualified_name(&module.functions[id]);
        name.rsplit("::").next().unwrap_or_default().to_owned()
    };
    let users = info.user_functions().into_iter();
    let mut counted: BTreeMap<String, Counts> = users.map(|id| (name(id), Counts::new())).collect();
    for mutant in &found.mutants {
        let counts = counted.entry(name(mutant.site.function)).or_default();
        *counts.entry(mutant.operator().to_owned()).or_default() += 1;
        if std::env::var("QUELL_SHOW").is_ok() {
            let (source, line) = (&mutant.source, mutant.source.span.line);
            println!(
                "{:14} {line:3} | {} | {}",
                mutant.id.0,
                source.before(),
                source.after()
            );
        }
    }
    counted
}

/// The main program, which reads arguments and prints, and is not counted.
const PROGRAMS: &[&str] = &["main", "classify", "_QQmain", "{closure#0}"];

fn check_example(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap();
    let stated: Vec<_> = text.lines().filter_map(stated).collect();
    let groups: BTreeSet<&str> = stated.iter().map(|(_, operators, _)| *operators).collect();
    let groups: BTreeSet<&str> = groups.into_iter().chain(["symbmc", "sufficient"]).collect();
    let mut wrong = Vec::new();
    for operators in groups {
        for (function, seen) in by_function(path, operators) {
            let mut lines = stated.iter();
            let line = lines.find(|line| (line.0, line.1) == (function.as_str(), operators));
            match line {
                Some((_, _, expected)) if *expected == seen => {}
                Some((_, _, expected)) => wrong.push(format!(
                    "{function} by {operators}: {seen:?}, expected {expected:?}"
                )),
                None if PROGRAMS.contains(&function.as_str()) => {}
                None if !["symbmc", "sufficient"].contains(&operators) => {}
                None => wrong.push(format!("{function} by {operators}: no number is stated")),
            }
        }
    }
    wrong
}

#[test]
fn counts_of_the_examples_are_as_expected() {
    let mut failed = 0;
    for path in files_in("examples") {
        let wrong = check_example(&path);
        if !wrong.is_empty() {
            failed += 1;
            println!("{}:\n  {}", path.display(), wrong.join("\n  "));
        }
    }
    assert_eq!(failed, 0, "files with other counts, see above");
}
