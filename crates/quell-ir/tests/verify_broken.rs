//! Every rule of the verifier is violated once in `data/verify`, in modules with the expected
//! messages: `; --- title` begins a module, `; expect: text` is a part of each message in order,
//! `; edit: %a -> %b` replaces one local by another before.

use std::fs;
use std::path::Path;

use quell_ir::verify::verify;
use quell_ir::{FuncId, Function, Local, LocalId, Module, Value, parse_module};

struct Case {
    title: String,
    expected: Vec<String>,
    edits: Vec<(String, String)>,
    text: String,
}

fn cases(text: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for line in text.lines() {
        if let Some(title) = line.strip_prefix("; --- ") {
            cases.push(Case {
                title: title.to_owned(),
                expected: Vec::new(),
                edits: Vec::new(),
                text: String::new(),
            });
        } else if let Some(case) = cases.last_mut() {
            case.line(line);
        }
    }
    cases
}

impl Case {
    fn line(&mut self, line: &str) {
        if let Some(expected) = line.strip_prefix("; expect: ") {
            self.expected.push(expected.to_owned());
        } else if let Some(edit) = line.strip_prefix("; edit: ") {
            let (from, to) = edit.split_once(" -> ").expect("an edit has two sides");
            self.edits.push((from.to_owned(), to.to_owned()));
        } else {
            self.text.extend([line, "\n"]);
        }
    }
}

fn local(module: &Module, function: &Function, name: &str) -> LocalId {
    let name = name.strip_prefix('%').expect("a local");
    let named = |local: &Local| local.name.is_some_and(|symbol| module.text(symbol) == name);
    let found = function.locals.iter().find(|(_, local)| named(local));
    found.expect("a local of that name").0
}

/// Uses the second local wherever the first one is used.
fn edit(module: &mut Module, (from, to): &(String, String)) {
    let ids: Vec<FuncId> = module.functions.keys().collect();
    for id in ids {
        if module.functions[id].is_declaration() {
            continue;
        }
        let function = &module.functions[id];
        let (from, to) = (local(module, function, from), local(module, function, to));
        for inst in module.functions[id].insts.values_mut() {
            inst.kind.for_each_operand_mut(|value| {
                if *value == Value::Local(from) {
                    *value = Value::Local(to);
                }
            });
        }
    }
}

/// The difference between the verifier's messages and the expected ones, if there is one.
fn complaint(case: &Case) -> Option<String> {
    let found: Vec<String> = match parse_module(&case.text, &case.title) {
        Ok(mut module) => {
            case.edits
                .iter()
                .for_each(|change| edit(&mut module, change));
            verify(&module).iter().map(ToString::to_string).collect()
        }
        Err(error) => vec![format!("not read: {error}")],
    };
    let same = found.len() == case.expected.len()
        && found
            .iter()
            .zip(&case.expected)
            .all(|(found, part)| found.contains(part));
    (!same).then(|| {
        format!(
            "{}\n  expected {:#?}\n  found {found:#?}",
            case.title, case.expected
        )
    })
}

fn check(file: &str) {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/verify");
    let text = fs::read_to_string(data.join(file)).expect("test data");
    let cases = cases(&text);
    assert!(cases.len() >= 10 && cases.iter().all(|case| !case.expected.is_empty()));
    let complaints: Vec<String> = cases.iter().filter_map(complaint).collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn types() {
    check("types.ll");
}

#[test]
fn instructions() {
    check("instructions.ll");
}

#[test]
fn flow() {
    check("flow.ll");
}

#[test]
fn edited() {
    check("edited.ll");
}
