//! The table `calls.txt`: an IR call, an arrow, the result. A line `[mode]` sets the effect of violated flags
//! for the following lines.

use quell_exec::UbMode;

use super::{call, machine, show};

/// Splits at commas outside of brackets.
fn split(text: &str) -> Vec<&str> {
    let (mut depth, mut from, mut parts) = (0, 0, Vec::new());
    for (at, c) in text.char_indices() {
        match c {
            '(' | '<' | '{' | '[' => depth += 1,
            ')' | '>' | '}' | ']' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(text[from..at].trim());
                from = at + 1;
            }
            _ => {}
        }
    }
    if !text[from..].trim().is_empty() {
        parts.push(text[from..].trim());
    }
    parts
}

/// The type at the start of an operand.
fn type_of(operand: &str) -> &str {
    let mut depth = 0;
    for (at, c) in operand.char_indices() {
        match c {
            '<' | '{' | '[' => depth += 1,
            '>' | '}' | ']' => depth -= 1,
            ' ' if depth == 0 => return &operand[..at],
            _ => {}
        }
    }
    operand
}

/// A module whose function `f` makes the call.
fn module_for(text: &str) -> String {
    let (ret, rest) = text.split_once(" @").expect("a callee");
    let (name, operands) = rest.split_once('(').expect("operands");
    let operands = operands.strip_suffix(')').expect("an end of the operands");
    let types: Vec<_> = split(operands).into_iter().map(type_of).collect();
    let types = types.join(", ");
    let flags = ["fast ", "reassoc "]
        .into_iter()
        .find(|flag| ret.starts_with(flag));
    let ret = flags.map_or(ret, |flag| &ret[flag.len()..]);
    let flags = flags.unwrap_or("");
    let body = match ret {
        "void" => format!("call void @{name}({operands})\n ret void"),
        _ => format!("%r = call {flags}{ret} @{name}({operands})\n ret {ret} %r"),
    };
    format!("define {ret} @f() {{\n {body}\n}}\ndeclare {ret} @{name}({types})\n")
}

fn result_of(module: &str, mode: UbMode) -> String {
    let mut machine = machine(module, mode);
    let function = machine.program.module.find_function("f").expect("f");
    let ret = machine.program.module.functions[function].ret;
    match call(&mut machine, &[]) {
        Ok(Some(value)) => show(&machine, ret, &value),
        Ok(None) => "void".to_owned(),
        Err(stop) => format!("stops: {stop}"),
    }
}

#[test]
fn calls_give_the_results_of_the_table() {
    let table = include_str!("calls.txt");
    let mut mode = UbMode::Trap;
    let mut wrong = Vec::new();
    for line in table.lines().filter(|line| !line.is_empty()) {
        match line {
            "[trap]" => mode = UbMode::Trap,
            "[wrap]" => mode = UbMode::Wrap,
            "[poison]" => mode = UbMode::Poison,
            _ if line.starts_with(';') => {}
            _ => {
                let (text, expected) = line.split_once(" -> ").expect("an arrow");
                let got = result_of(&module_for(text.trim()), mode);
                if got != expected.trim() {
                    wrong.push(format!("{line}\n    but it gives {got}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The file `programs.ll`: modules, each after a line with the result of its function `f`.
#[test]
fn programs_have_the_stated_results() {
    let programs = include_str!("programs.ll").split("; -> ").skip(1);
    let mut seen = 0;
    for program in programs {
        let (expected, module) = program.split_once('\n').expect("a module");
        let got = result_of(module, UbMode::Trap);
        assert_eq!(got, expected, "{module}");
        seen += 1;
    }
    assert!(seen > 10, "only {seen} programs were found");
}
