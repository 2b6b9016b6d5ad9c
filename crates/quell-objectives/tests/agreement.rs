//! A mutant behaves the same alone and in a meta-mutant with all others, and no mutant is killed that was not infected.
//!
//! Each subject in `tests/data` is a function of two bytes, tried on all values of the first and many of the second.

mod tools;

use std::process::Command;

use quell_ir::opcode::Linkage;
use quell_ir::{FuncId, Module};
use quell_objectives::Objective;
use quell_objectives::harden::emit;
use quell_objectives::meta::{Options, build};
use tools::mutants::{all_edits, mutant};
use tools::{assert_valid, module_of_file, repository, scratch};

/// One in so many mutants is also compiled alone.
const SINGLES: usize = 19;

/// The mutants of all functions of a module, and some of second order.
fn mutants_of(module: &mut Module) -> Vec<Objective> {
    let functions: Vec<FuncId> = module.functions.keys().collect();
    let mut mutants = Vec::new();
    for id in functions {
        if module.functions[id].is_declaration() {
            continue;
        }
        let edits = all_edits(module, id);
        let pairs = edits.iter().step_by(5).zip(edits.iter().skip(3).step_by(7));
        let pairs: Vec<_> = pairs.map(|(a, b)| vec![a.clone(), b.clone()]).collect();
        mutants.extend(edits.into_iter().map(|edit| mutant(id, vec![edit])));
        let pairs = pairs.into_iter().map(|edits| mutant(id, edits));
        let module = &*module;
        mutants
            .extend(pairs.filter(|mutant| quell_objectives::apply::check(module, mutant).is_ok()));
    }
    mutants
}

/// The mutant as a module that exports only its subject, under another name.
fn alone(module: &Module, mutant: &Objective, name: &str) -> Module {
    let mut single = emit(module, Some(mutant)).expect("an edit that fits");
    let symbol = single.symbols.intern(name);
    let subject = single.find_function("subject").expect("the subject");
    for (id, function) in &mut single.functions {
        if id == subject {
            function.name = symbol;
        } else if !function.blocks.is_empty() {
            function.linkage = Linkage::Internal;
        }
    }
    assert_valid(&single, name);
    single
}

fn agree(file: &str, step: u32) {
    let path = repository("crates/quell-objectives/tests/data").join(file);
    let mut module = module_of_file(&path);
    let mutants = mutants_of(&mut module);
    let meta = build(&module, &mutants, &Options::default()).expect("edits that fit");
    assert_valid(&meta.module, file);
    let mut table = String::from("signed char\n");
    let mut rows = String::new();
    let mut modules = vec![meta.module];
    for (index, mutant) in mutants.iter().enumerate().step_by(SINGLES) {
        let name = format!("single_{index}");
        table.push_str(&format!("{name}(signed char, signed char),\n"));
        rows.push_str(&format!("{{{}, {name}}},\n", index + 1));
        modules.push(alone(&module, mutant, &name));
    }
    table.push_str("nothing(signed char, signed char);\n");
    let harness = repository("crates/quell-objectives/tests/data/harness.c");
    let harness = std::fs::read_to_string(harness).expect("the harness");
    let source = format!(
        "#define STEP {step}\n{harness}\n{table}const int mutants = {};\nconst struct single singles[] = {{\n{rows}{{0, 0}}}};\n",
        mutants.len()
    );
    let dir = scratch();
    let modules: Vec<&Module> = modules.iter().collect();
    let program = tools::build(dir.path(), "program", &modules, &[&source]);
    let output = Command::new(program).output().expect("a run");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{file}: {}\n{text}", output.status);
    println!("{file}: {text}");
}

#[test]
fn loops() {
    agree("loops.c", 13);
}

#[test]
fn choices() {
    agree("choices.c", 11);
}

#[test]
fn registers() {
    agree("registers.ll", 5);
}
