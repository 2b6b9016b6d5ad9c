//! The mutants that a run infects, compared with those stated by hand in `tests/data/infection.c`.

mod tools;

use std::collections::BTreeSet;
use std::process::Command;

use quell_objectives::meta::{Options, build};
use quell_objectives::{Objective, Selection, Sources, Wanted, generate};
use tools::{assert_valid, module_of_file, repository, run, scratch};

const OPERATORS: &str = "sufficient:ROR, sufficient:AOR, sufficient:ABS, extended:CND";

/// Prints the numbers of the mutants that the run executes, with a `+` after those that it infects.
const HARNESS: &str = r#"
#include <stdio.h>
extern char quell_record, quell_executed[], quell_infected[];
extern unsigned long quell_work_limit;
extern void subject(void);
void quell_trap(int kind) { __builtin_trap(); }
void quell_out_of_work(void) { __builtin_trap(); }
int main(void) {
    quell_record = 1, quell_work_limit = 1000;
    subject();
    for (int n = 1; n <= MUTANTS; n++)
        if (quell_executed[n]) printf("%d%s\n", n, quell_infected[n] ? "+" : "");
}
"#;

/// Operator and replacement of the mutants on a line that are executed and not infected.
type Same = BTreeSet<String>;

fn stated(line: &str) -> Same {
    let list = line.split("same: ").nth(1).unwrap_or("");
    let names = list.trim_end_matches("*/").split(", ");
    let names = names.map(|name| name.trim().to_owned());
    names.filter(|name| !name.is_empty()).collect()
}

fn not_infected(mutants: &[Objective], output: &str, line: u32) -> Same {
    let executed = output.lines().filter_map(|word| word.parse::<usize>().ok());
    let mutants = executed.filter_map(|number| mutants.get(number - 1));
    let here = mutants.filter(|mutant| mutant.source.span.line == line);
    here.map(|mutant| format!("{} {}", mutant.operator(), mutant.source.replacement()))
        .collect()
}

#[test]
fn a_run_infects_mutants_that_compute_other_values() {
    let path = repository("crates/quell-objectives/tests/data/infection.c");
    let mut module = module_of_file(&path);
    let sources = Sources::load(&module);
    let wanted = Wanted {
        selection: Selection::parse(OPERATORS).expect("known operators"),
        functions: Vec::new(),
        lines: None,
    };
    let mutants = generate(&mut module, &sources, &wanted).mutants;
    let meta = build(&module, &mutants, &Options::default()).expect("edits that fit");
    assert_valid(&meta.module, "infection.c");
    let harness = format!("#define MUTANTS {}\n{HARNESS}", mutants.len());
    let dir = scratch();
    let program = tools::build(dir.path(), "program", &[&meta.module], &[&harness]);
    let output = run(&mut Command::new(program));
    let text = std::fs::read_to_string(&path).expect("the source");
    for (index, line) in text.lines().enumerate() {
        let found = not_infected(&mutants, &output, index as u32 + 1);
        assert_eq!(found, stated(line), "line {}: {line}", index + 1);
    }
    assert!(output.contains('+'));
}
