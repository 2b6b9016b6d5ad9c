//! The chapter of the book that lists the operators is generated from the catalogue, each with its effect on its
//! example. `QUELL_BLESS=1 cargo test -p quell-objectives --test book` rewrites it.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use quell_compile::{Request, Toolbox, compile};
use quell_ir::parse::parse_module;
use quell_objectives::{CATALOGUE, GROUPS, Operator, Selection, Sources, Wanted, generate};

const HEAD: &str = "\
# Operators

A mutation operator makes a kind of change in all places where it applies. This page is generated from the catalogue in
the code. Each operator is shown on an example: the first line is the original, the others are its mutants.

`--operators` takes a list of these, separated by commas: a group, a name (all variants of the operator), `group:NAME` (the
variant of that group), or `all`. If several operators make the same change in the same place, it is one mutant, of the
operator that comes first on this page.

The groups are:

";

/// The lines of the example, changed by each mutant.
fn mutated(operator: &'static Operator) -> Vec<String> {
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("example.c");
    fs::write(&path, operator.example).unwrap();
    let compiled = compile(&Request::new(&path), &Toolbox::from_env()).unwrap();
    let mut module = parse_module(&compiled.text, "example").unwrap();
    let sources = Sources::load(&module);
    let wanted = Wanted {
        selection: Selection {
            operators: vec![operator],
        },
        functions: Vec::new(),
        lines: None,
    };
    let found = generate(&mut module, &sources, &wanted);
    found
        .mutants
        .into_iter()
        .map(|mutant| mutant.source.after().to_owned())
        .collect()
}

fn chapter() -> String {
    let mut text = HEAD.to_owned();
    for &(_, name, what) in GROUPS {
        writeln!(text, "- `{name}`: {what}").unwrap();
    }
    for operator in CATALOGUE {
        let groups: Vec<&str> = operator.groups.iter().map(|group| group.name()).collect();
        write!(text, "\n## {} ({})\n\n", operator.name, groups.join(", ")).unwrap();
        write!(text, "{}\n\n```c\n{}\n", operator.title, operator.example).unwrap();
        let mutants = mutated(operator);
        assert!(
            !mutants.is_empty(),
            "{} does nothing to its example",
            operator.name
        );
        for line in mutants {
            writeln!(text, "{line}").unwrap();
        }
        text += "```\n";
    }
    text
}

#[test]
fn operators_in_the_book() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../book/src/operators.md");
    let expected = chapter();
    if std::env::var("QUELL_BLESS").is_ok() {
        fs::write(&path, &expected).unwrap();
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(found, expected, "run this test with QUELL_BLESS=1");
}
