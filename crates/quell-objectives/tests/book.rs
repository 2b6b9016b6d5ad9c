//! The chapters of the book that list the operators and the criteria are generated from the catalogues, each with its effect on
//! its example. `QUELL_BLESS=1 cargo test -p quell-objectives --test book` rewrites them.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use quell_compile::{Request, Toolbox, compile};
use quell_ir::Module;
use quell_ir::parse::parse_module;
use quell_objectives::criteria::{CRITERIA, CriteriaSelection, Criterion, WantedLabels, label};
use quell_objectives::{
    CATALOGUE, GROUPS, Objective, ObjectiveId, Operator, Selection, Sources, Wanted, generate,
};
use quell_values::annotations;

const HEAD: &str = "\
# Operators

A mutation operator makes a kind of change in all places where it applies. This page is generated from the catalogue in
the code. Each operator is shown on an example: the first line is the original, the others are its mutants.

`--operators` takes a list of these, separated by commas: a group, a name (all variants of the operator), `group:NAME` (the
variant of that group), or `all`. If several operators make the same change in the same place, it is one mutant, of the
operator that comes first on this page.

The groups are:

";

const CRITERIA_HEAD: &str = "\
# Criteria

A coverage criterion demands that tests do certain things: each one is a *label*, a place and a condition that has to hold
once when execution reaches it. Some criteria demand that two tests together do something, or that one of several labels is
covered: such a *hyperlabel* combines labels. This page is generated from the catalogue in the code. Below the example of
each criterion stand its labels.

`quell cover --criterion` takes a list of names, in any case. Code is that of the source: conditions are those that you
wrote, wherever the compiler evaluates them. A macro is shown where it is used.
";

/// A file in a scratch directory as a module with its sources.
fn example(text: &str) -> (Module, Sources) {
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("example.c");
    fs::write(&path, text).unwrap();
    let compiled = compile(&Request::new(&path), &Toolbox::from_env()).unwrap();
    let module = parse_module(&compiled.text, "example").unwrap();
    let sources = Sources::load(&module);
    (module, sources)
}

/// The lines of the example, changed by each mutant.
fn mutated(operator: &'static Operator) -> Vec<String> {
    let (mut module, sources) = example(operator.example);
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

/// The labels of the example, without those that are only parts.
fn labelled(criterion: &'static Criterion) -> Vec<String> {
    let (mut module, sources) = example(criterion.example);
    annotations::lower_labels(&mut module);
    let wanted = WantedLabels {
        selection: CriteriaSelection {
            criteria: vec![criterion],
        },
        functions: Vec::new(),
        lines: None,
        partitions: BTreeMap::new(),
        operators: Some(Selection::parse("symbmc:AOR").unwrap()),
    };
    let found = label(&mut module, &sources, &wanted);
    assert_eq!((&found.skipped[..], &found.invalid[..]), (&[][..], &[][..]));
    let shown = found.objectives.iter().filter(|of| !of.is_part());
    let shown = shown.map(|of| shown_label(of, &found.objectives));
    shown.collect()
}

/// The text of a label, and the alternatives of a combination.
fn shown_label(of: &Objective, all: &[Objective]) -> String {
    let text = of.source.before();
    let code = |text: &str| match text.contains('`') {
        true => format!("`` {text} ``"),
        false => format!("`{text}`"),
    };
    let part = |id: &ObjectiveId| {
        let own = all.iter().find(|other| other.id == *id).unwrap();
        code(own.source.before())
    };
    let alternatives = of.alternatives().iter().map(|ids| {
        let parts: Vec<String> = ids.iter().map(part).collect();
        parts.join(" and ")
    });
    let alternatives: Vec<String> = alternatives.collect();
    match alternatives.is_empty() {
        true => code(text),
        false => format!("{}: {}", code(text), alternatives.join("; or ")),
    }
}

fn chapter_of_criteria() -> String {
    let mut text = CRITERIA_HEAD.to_owned();
    for row in CRITERIA {
        write!(
            text,
            "\n## {}: {}\n\n{}\n\n",
            row.name, row.title, row.definition
        )
        .unwrap();
        write!(text, "```c\n{}\n```\n\n", row.example).unwrap();
        let labels = labelled(row);
        assert!(
            !labels.is_empty(),
            "{} has no labels in its example",
            row.name
        );
        for label in labels {
            writeln!(text, "- {label}").unwrap();
        }
    }
    text
}

fn check(name: &str, expected: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../book/src")
        .join(name);
    if std::env::var("QUELL_BLESS").is_ok() {
        fs::write(&path, expected).unwrap();
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(found, expected, "run this test with QUELL_BLESS=1");
}

#[test]
fn operators_in_the_book() {
    check("operators.md", &chapter());
}

#[test]
fn criteria_in_the_book() {
    check("criteria.md", &chapter_of_criteria());
}
