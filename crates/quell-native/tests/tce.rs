//! Comments in the files in `tce` state the mutants that compile to the code of the original
//! (`equivalent: LINE`) or of an earlier mutant (`duplicate: LINE = LINE`); all others have different code.

use std::fs;
use std::path::Path;

use quell_compile::Toolbox;
use quell_frontend::{CompileJob, load};
use quell_ir::Module;
use quell_native::tce::{CodeEquivalence, CodeEquivalences, compare, not_compared};
use quell_objectives::{Objective, ObjectiveId, Selection, Wanted, generate};

fn comments(text: &str, word: &str) -> Vec<String> {
    let prefix = format!("// {word}: ");
    let lines = text.lines().filter_map(|line| line.strip_prefix(&prefix));
    lines.map(str::to_owned).collect()
}

/// Equivalent mutants and duplicates in the notation of the comments.
fn judged(mutants: &[Objective], found: &CodeEquivalences) -> (Vec<String>, Vec<String>) {
    let after = |id: &ObjectiveId| {
        let mutant = mutants.iter().find(|mutant| mutant.id == *id);
        mutant.unwrap().source.after()
    };
    let (mut equivalent, mut duplicate) = (Vec::new(), Vec::new());
    for mutant in mutants {
        let line = mutant.source.after();
        match &found[&mutant.id] {
            CodeEquivalence::Distinct | CodeEquivalence::NotCompared => {}
            CodeEquivalence::Equivalent => equivalent.push(line.to_owned()),
            CodeEquivalence::DuplicateOf(of) => duplicate.push(format!("{line} = {}", after(of))),
        }
    }
    (equivalent, duplicate)
}

#[test]
fn mutants_with_the_same_code_are_found() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tce");
    let tools = Toolbox::from_env();
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path().canonicalize().unwrap();
        let source = fs::read_to_string(&path).unwrap();
        let unit = load(&CompileJob::new(&path)).unwrap();
        let mut module = Module::clone(&unit.module);
        let wanted = Wanted {
            selection: Selection::parse(&comments(&source, "operators")[0]).unwrap(),
            functions: Vec::new(),
            lines: None,
        };
        let mutants = generate(&mut module, unit.sources(), &wanted).mutants;
        let answers = compare(&module, &mutants, &tools).unwrap();
        let (equivalent, duplicate) = judged(&mutants, &answers);
        assert_eq!(
            equivalent,
            comments(&source, "equivalent"),
            "{}",
            path.display()
        );
        assert_eq!(
            duplicate,
            comments(&source, "duplicate"),
            "{}",
            path.display()
        );
    }
}

/// In a function of many instructions the first mutants are compared, and the others are marked as not compared.
#[test]
fn large_functions_are_compared_as_far_as_time_allows() {
    let lines: String = (0..400).map(|n| format!("x = x * {n} + y;\n")).collect();
    let text = format!("int large(int x, int y) {{\n{lines}return x;\n}}\n");
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("large.c");
    fs::write(&path, text).unwrap();
    let tools = Toolbox::from_env();
    let unit = load(&CompileJob::new(&path)).unwrap();
    let mut module = Module::clone(&unit.module);
    let wanted = Wanted {
        selection: Selection::parse("symbmc:AOR").unwrap(),
        functions: Vec::new(),
        lines: None,
    };
    let mutants = generate(&mut module, unit.sources(), &wanted).mutants;
    let answers = compare(&module, &mutants, &tools).unwrap();
    let not = not_compared(&answers);
    assert!(not > 0 && not < mutants.len(), "{not} of {}", mutants.len());
    let is_missing = |mutant: &Objective| answers[&mutant.id] == CodeEquivalence::NotCompared;
    assert!(mutants[mutants.len() - not..].iter().all(is_missing));
}
