//! Modules with edits are valid IR, and clang compiles them.

mod tools;

use std::collections::BTreeSet;
use std::process::Command;

use proptest::prelude::*;
use quell_ir::{FuncId, Module};
use quell_objectives::apply::{apply, check};
use quell_objectives::harden::emit;
use quell_objectives::meta::{MetaError, Options, build};
use quell_objectives::{
    Edit, Objective, ObjectiveId, ObjectiveKind, Selection, Sources, Wanted, generate,
};
use tools::mutants::{all_edits, mutant};
use tools::{assert_valid, module_of_c, module_of_file, repository, run, scratch, text_of};

/// Examples in all languages, with the operators applied to each.
const EXAMPLES: &[(&str, &str)] = &[
    ("bytes.c", "extended"),
    ("sorting.c", "sufficient"),
    ("structures.c", "extended"),
    ("floating.c", "symbmc"),
    ("triangle.rs", "sufficient"),
    ("triangle.f90", "sufficient"),
];

fn mutants_of(module: &mut Module, operators: &str) -> Vec<Objective> {
    let wanted = Wanted {
        selection: Selection::parse(operators).expect("known operators"),
        functions: Vec::new(),
        lines: None,
    };
    let sources = Sources::load(module);
    generate(module, &sources, &wanted).mutants
}

#[test]
fn examples_compile() {
    let dir = scratch();
    for (file, operators) in EXAMPLES {
        let mut module = module_of_file(&repository("examples").join(file));
        let mutants = mutants_of(&mut module, operators);
        assert!(!mutants.is_empty(), "{file}");
        let meta = build(&module, &mutants, &Options::default());
        let meta = meta.unwrap_or_else(|error| panic!("{file}: {error}"));
        assert_valid(&meta.module, file);
        let path = dir.path().join("meta.ll");
        std::fs::write(&path, text_of(&meta.module)).expect("a file");
        let object = dir.path().join("meta.o");
        let mut clang = Command::new("clang-19");
        clang
            .args(["-O1", "-w", "-c"])
            .arg(path)
            .arg("-o")
            .arg(object);
        run(&mut clang);
    }
}

#[test]
fn tables_map_numbers_to_mutants_and_places() {
    let mut module = module_of_file(&repository("examples/mid.c"));
    let mutants = mutants_of(&mut module, "ROR");
    let options = Options {
        first: 41,
        ..Options::default()
    };
    let meta = build(&module, &mutants, &options).expect("edits that fit");
    for (number, mutant) in (41..).zip(&mutants) {
        assert_eq!(meta.number(&mutant.id), Some(number));
        assert_eq!(meta.objective(number), Some(&mutant.id));
    }
    assert_eq!(meta.objective(41 + mutants.len() as u32), None);
    assert_eq!(meta.objective(40), None);
    let at_sites: BTreeSet<&ObjectiveId> = meta
        .sites
        .iter()
        .flat_map(|site| &site.objectives)
        .collect();
    let expected: BTreeSet<&ObjectiveId> = mutants.iter().map(|mutant| &mutant.id).collect();
    assert_eq!(at_sites, expected);
    // Five comparisons, each with two outcomes, on their source lines.
    let lines = meta.branches.iter().map(|branch| {
        let place = branch.place.as_ref().expect("a place");
        (place.line, branch.outcome)
    });
    let lines: Vec<_> = lines.collect();
    let expected = [5, 6, 8, 11, 13].map(|line| [(line, 0), (line, 1)]);
    assert_eq!(lines, expected.concat());
    // Blocks that only merge others have no place; every statement has one.
    let lines = meta
        .blocks
        .iter()
        .filter_map(|block| Some(block.place.as_ref()?.line));
    let lines: BTreeSet<u32> = lines.collect();
    assert!(
        [7, 9, 12, 14, 16].iter().all(|line| lines.contains(line)),
        "{lines:?}"
    );
}

#[test]
fn conflicting_edits_are_refused() {
    let mut module = module_of_file(&repository("examples/mid.c"));
    let mut mutants = mutants_of(&mut module, "ROR");
    let twice = mutants[0].edits()[0].clone();
    let ObjectiveKind::Mutant(second) = &mut mutants[1].kind else {
        panic!("a mutant");
    };
    second.edits.push(twice.clone());
    second.edits.push(twice);
    let error = build(&module, &mutants, &Options::default()).expect_err("two edits at one place");
    assert!(
        matches!(&error, MetaError::Edit { objective, .. } if *objective == mutants[1].id),
        "{error}"
    );
    let same = [mutants[0].clone(), mutants[0].clone()];
    let error = build(&module, &same, &Options::default()).expect_err("one id for two");
    assert!(matches!(error, MetaError::Twice { .. }), "{error}");
    assert!(check(&module, &mutants[0]).is_ok());
    assert!(apply(&module, &mutants[1]).is_err());
}

/// Statements of random functions; `%` stands for a small number.
const STATEMENTS: &[&str] = &[
    "x += y * %;",
    "if (x > %) y--; else x = x / (y | 1);",
    "while (x > % && y < 9) { x -= 3; y++; }",
    "for (int i = 0; i < %; i++) a[i & 3] += x;",
    "switch (y & 3) { case 0: x = %; break; case 1: y = a[x & 3]; default: x++; }",
    "y = x < % ? a[1] : helper(x, &y);",
    "do { x ^= y; if (x == %) break; } while (--y > 0);",
    "if (y == %) goto end;",
    "a[y & 3] = (int)(x * 0.25);",
];

fn function_of(picks: &[(usize, u8)]) -> String {
    let body = picks.iter().map(|&(statement, number)| {
        let text = STATEMENTS[statement % STATEMENTS.len()];
        text.replace('%', &(number % 8).to_string())
    });
    let body: Vec<String> = body.collect();
    format!(
        "static int helper(int v, int *p) {{ *p += v; return v < 3 || *p > 7; }}\n\
         int subject(int x, int y) {{ int a[4] = {{1, 2, 3, 4}}; {} end: return x - y + a[2]; }}\n",
        body.join("\n")
    )
}

/// A mutant of up to three compatible edits.
fn random_mutant(
    module: &Module,
    id: FuncId,
    edits: &[Edit],
    picks: &[usize],
) -> Option<Objective> {
    let edits = picks.iter().map(|&pick| edits[pick % edits.len()].clone());
    let mutant = mutant(id, edits.collect());
    check(module, &mutant).is_ok().then_some(mutant)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn compatible_edits_can_be_built(
        statements in prop::collection::vec((0..100_usize, any::<u8>()), 1..6),
        picks in prop::collection::vec(prop::collection::vec(any::<usize>(), 1..4), 40),
    ) {
        let source = function_of(&statements);
        let mut module = module_of_c(&source);
        let id = module.find_function("subject").expect("the subject");
        let edits = all_edits(&mut module, id);
        let mutants = picks.iter().filter_map(|picks| random_mutant(&module, id, &edits, picks));
        let mut mutants: Vec<Objective> = mutants.collect();
        let mut ids = BTreeSet::new();
        mutants.retain(|mutant| ids.insert(mutant.id.clone()));
        for mutant in mutants.iter().step_by(4) {
            assert_valid(&apply(&module, mutant).expect("edits that fit"), &source);
            assert_valid(&emit(&module, Some(mutant)).expect("edits that fit"), &source);
        }
        let meta = build(&module, &mutants, &Options::default()).expect("edits that fit");
        assert_valid(&meta.module, &source);
    }
}
