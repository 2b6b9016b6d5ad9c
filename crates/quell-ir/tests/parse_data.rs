//! The parser on files written for it. Each instruction must be printed as its own line of the file, or
//! as its comment `; prints: ...`; so the files are their own expectation.
//!
//! Directives at the top of a file: `; llvm-as: no` (LLVM 19 does not read it), `; verify: no`.

use std::path::{Path, PathBuf};

use quell_ir::compare::same_module;
use quell_ir::print::{Dialect, LocalNames, PrintOptions, print_module_with};
use quell_ir::verify::verify;
use quell_ir::{DbgKind, Function, InstId, Metadata, Module, parse_module};

fn data_files() -> Vec<PathBuf> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/parse");
    let entries = std::fs::read_dir(dir).expect("data directory");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("entry").path()).collect();
    files.retain(|file| file.extension().is_some_and(|ext| ext == "ll"));
    files.sort();
    assert!(files.len() >= 14, "only {} data files", files.len());
    files
}

fn read(file: &Path) -> (String, Module) {
    let text = std::fs::read_to_string(file).expect("readable data");
    let module = parse_module(&text, &file.display().to_string());
    let module = module.unwrap_or_else(|error| panic!("{error}"));
    (text, module)
}

fn data(name: &str) -> Module {
    read(
        &Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests/data/parse")
            .join(name),
    )
    .1
}

fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The expected text of an instruction: its line, and for a `switch` or `invoke` the lines that follow.
fn expected(lines: &[&str], line: usize) -> String {
    let mut text = lines[line - 1].to_owned();
    if let Some((_, prints)) = text.split_once("; prints: ") {
        return words(prints);
    }
    let mut next = line;
    while text.trim_end().ends_with('[') || text.contains(" [ ") && !text.contains(']') {
        text = format!("{text} {}", lines[next]);
        next += 1;
    }
    if text.contains("invoke") && !text.contains("unwind label") {
        text = format!("{text} {}", lines[next]);
    }
    let text = text.split(" ; ").next().unwrap_or_default();
    words(text.split(", !").next().unwrap_or_default())
}

fn printed(module: &Module, function: &Function, names: &LocalNames, inst: InstId) -> String {
    words(&module.display_inst(function, names, inst).to_string())
}

#[test]
fn every_instruction_prints_as_its_line() {
    let mut seen = 0;
    let mut wrong = Vec::new();
    for file in data_files() {
        let (text, module) = read(&file);
        let lines: Vec<&str> = text.lines().collect();
        for function in module.functions.values() {
            let names = LocalNames::of(function);
            for (id, inst) in &function.insts {
                let wanted = expected(&lines, inst.text_line as usize);
                let found = printed(&module, function, &names, id);
                seen += 1;
                if found != wanted {
                    let place = format!("{}:{}", file.display(), inst.text_line);
                    wrong.push(format!("{place}: {found}\n  instead of {wanted}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(seen > 200, "only {seen} instructions seen");
}

#[test]
fn data_survives_printing_in_the_newest_words() {
    for file in data_files() {
        let (text, module) = read(&file);
        if !text.contains("; verify: no") {
            let faults = verify(&module);
            assert!(faults.is_empty(), "{}: {}", file.display(), faults[0]);
        }
        let dialect = Dialect::Newest;
        let printed = print_module_with(&module, PrintOptions { dialect });
        let again = parse_module(&printed, "printed").unwrap_or_else(|error| panic!("{error}"));
        same_module(&module, &again).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    }
}

#[test]
fn llvm_reads_the_same_files() {
    for file in data_files() {
        let text = std::fs::read_to_string(&file).expect("readable data");
        if text.contains("; llvm-as: no") {
            continue;
        }
        let output = std::process::Command::new("llvm-as-19")
            .arg(&file)
            .args(["-o", "/dev/null"])
            .output();
        let output = output.expect("llvm-as-19 runs");
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{message}");
    }
}

/// Kinds and operands of the records of `@f`, with metadata by content.
fn records(module: &Module) -> Vec<String> {
    let id = module.find_function("f").expect("function f");
    let function = &module.functions[id];
    let describe = |id| match &module.metadata[id] {
        Metadata::Const(id) => module.display_const(*id).to_string(),
        Metadata::Local(id) => format!("local {}", id.as_u32()),
        Metadata::ArgList(args) => format!("{} arguments", args.len()),
        Metadata::Node(node) => module.text(node.kind).to_owned(),
        other => format!("{other:?}"),
    };
    let records = function.dbg_records.iter().map(|record| {
        assert!(record.loc.is_some());
        let before = record.before.as_u32();
        match &record.kind {
            DbgKind::Declare { location, .. } => {
                format!("{before} declare {}", describe(*location))
            }
            DbgKind::Value { location, .. } => format!("{before} value {}", describe(*location)),
            DbgKind::Assign { value, address, .. } => {
                format!(
                    "{before} assign {} {}",
                    describe(*value),
                    describe(*address)
                )
            }
            DbgKind::Label { label } => format!("{before} label {}", describe(*label)),
            DbgKind::DeclareValue { .. } => format!("{before} declare_value"),
        }
    });
    records.collect()
}

#[test]
fn debug_calls_and_records_are_the_same_thing() {
    let calls = data("debug_calls.ll");
    let expected = [
        "1 declare local 1",
        "1 value local 0",
        "1 value 2 arguments",
        "1 value i32 undef",
        "1 assign local 0 local 1",
        "1 label DILabel",
    ];
    assert_eq!(records(&calls), expected);
    let expected = [
        "1 declare local 1",
        "1 value local 0",
        "1 value 3 arguments",
        "1 value i32 poison",
        "1 value Tuple { distinct: false, elems: [] }",
        "2 assign local 0 local 1",
        "2 label DILabel",
    ];
    assert_eq!(records(&data("debug_records.ll")), expected);
}

#[test]
fn attributes_of_groups_reach_functions_and_calls() {
    let module = data("calls.ll");
    let attrs = |name: &str| {
        let id = module.find_function(name).expect("function");
        module.functions[id].attrs
    };
    let calls = attrs("calls");
    assert!(calls.noinline && calls.nounwind && calls.optnone && calls.uwtable);
    assert!(!calls.noreturn && !calls.readnone);
    assert!(attrs("stop").noreturn && attrs("stop").nounwind);
    assert!(module.attr_groups[&2].readnone && module.attr_groups[&3].noreturn);
}

#[test]
fn module_level_facts_are_kept() {
    let module = data("globals.ll");
    assert_eq!(
        module.source_name.map(|s| module.text(s)),
        Some("dir/na\"me.c")
    );
    assert_eq!(
        module.triple.map(|s| module.text(s)),
        Some("x86_64-pc-linux-gnu")
    );
    assert_eq!(module.inline_asm.len(), 2);
    assert_eq!(module.comdats.len(), 5);
    assert_eq!(module.aliases.len(), 4);
    assert_eq!(module.named_metadata.len(), 4);
    assert!(module.find("a name with \" and \\FF").is_some());
    let full = &module.functions[module.find_function("full").expect("full")];
    assert_eq!(full.conv, 8);
    assert_eq!(full.align, Some(32));
    assert!(module.functions[module.find_function("2").expect("2")].varargs);
    assert!(full.personality.is_some() && full.prefix.is_some());
    assert!(full.prologue.is_some() && full.subprogram.is_some());
    assert_eq!(full.section.map(|s| module.text(s)), Some("text"));
    assert!(full.params[0].attrs.noalias && full.params[1].attrs.signext);
    assert_eq!(full.params[0].attrs.dereferenceable, Some(8));
}
