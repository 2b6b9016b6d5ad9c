//! Operands, successors and the call graph of the files in `tests/analysis`, whose comments have the
//! expectations.

use quell_ir::analysis::callgraph::Target;
use quell_ir::analysis::{CallGraph, Cfg};
use quell_ir::{ConstKind, FuncId, Function, Inst, Module, Value, parse_module};

fn parse(name: &str, text: &str) -> Module {
    parse_module(text, name).unwrap_or_else(|error| panic!("{error}"))
}

const OPERANDS: &str = include_str!("analysis/operands.ll");

fn name_of(module: &Module, function: &Function, value: Value) -> String {
    match value {
        Value::Local(local) => {
            let name = function.locals[local].name.expect("all locals have names");
            module.text(name).to_owned()
        }
        Value::Const(constant) => match &module.consts.get(constant).kind {
            ConstKind::Int(bits) => bits.low_u64().to_string(),
            ConstKind::Global(thing) => format!("@{}", module.name_of(*thing)),
            ConstKind::Aggregate(_) => "aggregate".to_owned(),
            other => format!("{other:?}"),
        },
        Value::Metadata(_) => "metadata".to_owned(),
    }
}

/// The expected comment of an instruction.
fn describe(module: &Module, function: &Function, inst: &Inst) -> String {
    let operands = inst.kind.operands().into_iter();
    let mut words: Vec<String> = operands
        .map(|value| name_of(module, function, value))
        .collect();
    let name = |block| {
        function.blocks[block]
            .name
            .map_or("", |name| module.text(name))
    };
    let successors: Vec<String> = inst
        .kind
        .successors()
        .map(|to| name(to).to_owned())
        .collect();
    if !successors.is_empty() {
        words.push("->".to_owned());
        words.extend(successors);
    }
    words.join(" ")
}

/// The comments of the body, in order: one per instruction.
fn comments(text: &str) -> Vec<String> {
    let (_, body) = text.split_once("entry:").expect("a body");
    let commented = body.lines().filter_map(|line| line.split_once(';'));
    commented
        .map(|(_, comment)| comment.trim().to_owned())
        .collect()
}

#[test]
fn operands_and_successors_are_visited_in_order() {
    let module = parse("operands.ll", OPERANDS);
    let function = &module.functions[module.find_function("f").expect("@f")];
    let found: Vec<String> = function
        .insts
        .values()
        .map(|inst| describe(&module, function, inst))
        .collect();
    assert_eq!(found, comments(OPERANDS));
}

/// The mutable visitors visit the same operands and successors as the others.
#[test]
fn mutable_visitors_visit_everything() {
    let mut module = parse("operands.ll", OPERANDS);
    let id = module.find_function("f").expect("@f");
    for inst in module.functions[id].insts.values_mut() {
        let (operands, successors) = (
            inst.kind.operands(),
            inst.kind.successors().collect::<Vec<_>>(),
        );
        let (mut seen, mut blocks) = (Vec::new(), Vec::new());
        inst.kind.for_each_operand_mut(|value| seen.push(*value));
        inst.kind
            .for_each_successor_mut(|block| blocks.push(*block));
        assert_eq!((&seen[..], &blocks), (&operands[..], &successors));
    }
}

#[test]
fn edges_are_counted_as_often_as_they_are_written() {
    let module = parse("operands.ll", OPERANDS);
    let function = &module.functions[module.find_function("f").expect("@f")];
    let cfg = Cfg::new(function);
    let block = |name: &str| {
        let named = |&id: &_| function.blocks[id].name.map(|of| module.text(of)) == Some(name);
        cfg.blocks().find(named).expect("a block of that name")
    };
    assert_eq!(cfg.edge_count(block("entry"), block("b")), 2);
    assert_eq!(cfg.edge_count(block("entry"), block("a")), 2);
    assert_eq!(cfg.predecessors(block("b")).len(), 3);
    assert_eq!(cfg.distinct_predecessors(block("b")).count(), 2);
}

const CALLS: &str = include_str!("analysis/calls.ll");

/// The expected comment before a function.
fn describe_calls(module: &Module, graph: &CallGraph, id: FuncId) -> String {
    let name = |&callee: &FuncId| module.text(module.functions[callee].name).to_owned();
    let callees = graph.callees(id).iter().map(name);
    let callees = callees.filter(|name| !name.starts_with("llvm."));
    let mut words: Vec<String> = vec!["calls".to_owned()];
    words.extend(callees);
    let asm = graph
        .sites(id)
        .iter()
        .any(|site| site.target == Target::InlineAsm);
    let marks = [
        ("indirect", graph.has_indirect_calls(id)),
        ("taken", graph.is_address_taken(id)),
        ("recursive", graph.is_recursive(id)),
        ("assumed", graph.may_be_recursive(id)),
        ("asm", asm),
    ];
    words.extend(
        marks
            .iter()
            .filter(|mark| mark.1)
            .map(|mark| mark.0.to_owned()),
    );
    words.join(" ")
}

#[test]
fn calls_are_found_through_names_and_constants() {
    let module = parse("calls.ll", CALLS);
    let graph = CallGraph::new(&module);
    let comments = CALLS
        .lines()
        .filter_map(|line| line.strip_prefix("; calls"));
    let expected: Vec<String> = comments.map(|rest| format!("calls{rest}")).collect();
    let defined = module
        .functions
        .iter()
        .filter(|(_, of)| !of.is_declaration());
    let found: Vec<String> = defined
        .map(|(id, _)| describe_calls(&module, &graph, id))
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn callees_come_before_callers() {
    let module = parse("calls.ll", CALLS);
    let graph = CallGraph::new(&module);
    let mut seen: Vec<FuncId> = Vec::new();
    for group in graph.bottom_up() {
        seen.extend(group);
        for &function in group {
            assert!(
                graph
                    .callees(function)
                    .iter()
                    .all(|callee| seen.contains(callee))
            );
            for &caller in graph.callers(function) {
                assert!(graph.callees(caller).contains(&function));
            }
        }
    }
    assert_eq!(seen.len(), module.functions.len());
}

/// An alias of itself, which the parser refuses, has no function.
#[test]
fn aliases_in_a_circle_end() {
    let text = "
@a = alias void (), ptr @f
define void @f() {
  call void @a()
  ret void
}
";
    let mut module = parse("circle.ll", text);
    let function = module.find_function("f").expect("@f");
    assert!(CallGraph::new(&module).is_recursive(function));
    let callee = module.functions[function].insts.values().next();
    let Some(Value::Const(itself)) = callee.map(|inst| inst.kind.operands()[0]) else {
        panic!("a call of @a comes first");
    };
    module
        .aliases
        .values_mut()
        .for_each(|alias| alias.target = itself);
    let graph = CallGraph::new(&module);
    assert!(graph.has_indirect_calls(function) && !graph.is_recursive(function));
}
