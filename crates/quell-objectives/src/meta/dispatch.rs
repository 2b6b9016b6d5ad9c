//! Makes the copies of each function and the dispatcher before them.

use std::collections::BTreeMap;

use quell_ir::entity::PrimaryMap;
use quell_ir::inst::Access;
use quell_ir::opcode::{BinOp, CastOp, IntPred, Linkage, Visibility};
use quell_ir::{BlockId, Callee, FuncId, InstKind, Module, Value};

use super::globals::Runtime;
use super::plan::{FunctionPlan, Plan};
use super::{mutated, recorded, work};
use crate::support;
use quell_ir::build::{Editor, add_function, set_param_locals};

/// The copies of one function.
#[derive(Clone, Copy, Debug)]
struct Copies {
    clean: FuncId,
    counted: FuncId,
    recorded: FuncId,
    /// None where there are no mutants.
    mutated: Option<FuncId>,
}

/// Rebuilds all functions of the user.
pub(super) fn functions(module: &mut Module, plan: &Plan<'_>, runtime: &Runtime) {
    let mut clean = BTreeMap::new();
    for &id in &plan.copied {
        let copies = copies(module, id, plan, runtime);
        clean.insert(id, copies.clean);
        dispatcher(module, id, copies, plan.functions.get(&id), runtime);
    }
    let empty = FunctionPlan::default();
    for &id in &plan.single {
        let changes = plan.functions.get(&id).unwrap_or(&empty);
        mutated::in_place(module, id, changes, runtime);
    }
    for &copy in clean.values() {
        call_clean_copies(module, copy, &clean);
    }
}

fn copies(module: &mut Module, id: FuncId, plan: &Plan<'_>, runtime: &Runtime) -> Copies {
    let clean = copy(module, id, "clean");
    let counted = copy(module, id, "counted");
    work::count(module, counted, runtime.count);
    let recorded = copy(module, id, "recorded");
    recorded::record(module, (recorded, id), plan, runtime);
    work::count(module, recorded, runtime.count);
    let mutated = plan.functions.get(&id).map(|changes| {
        let mutated = copy(module, id, "mutated");
        work::count(module, mutated, runtime.count);
        mutated::mutate(module, mutated, changes, runtime);
        mutated
    });
    Copies {
        clean,
        counted,
        recorded,
        mutated,
    }
}

/// A copy of a function under another name, seen in this module only.
fn copy(module: &mut Module, id: FuncId, what: &str) -> FuncId {
    let mut function = module.functions[id].clone();
    let name = format!("{}.quell.{what}", module.text(function.name));
    let name = free_name(module, name);
    function.name = module.symbols.intern(&name);
    function.linkage = Linkage::Internal;
    function.visibility = Visibility::Default;
    function.comdat = None;
    function.section = None;
    add_function(module, function)
}

/// The name itself, or with as many dots as make it new.
fn free_name(module: &Module, mut name: String) -> String {
    while module.find(&name).is_some() {
        name.push('.');
    }
    name
}

/// The function under its own name: it only chooses a copy.
fn dispatcher(
    module: &mut Module,
    id: FuncId,
    copies: Copies,
    changes: Option<&FunctionPlan<'_>>,
    runtime: &Runtime,
) {
    let function = &mut module.functions[id];
    function.blocks = PrimaryMap::new();
    function.insts = PrimaryMap::new();
    function.personality = None;
    function.dbg_records.clear();
    function.attachments.clear();
    set_param_locals(function);
    let (number, byte) = (module.types.int(32), module.types.int(8));
    let access = Access::default();
    let mut editor = Editor::in_new_block(module, id);
    let selected = editor.value(load(runtime.mutant, access), number);
    let record = editor.value(load(runtime.record, access), byte);
    let wide = editor.cast(CastOp::ZExt, record, number);
    let any = editor.binary(BinOp::Or, selected, wide);
    let zero = support::int(editor.module, 32, 0);
    let idle = editor.icmp(IntPred::Eq, any, zero);
    let (clean, busy) = (editor.new_block(), editor.new_block());
    editor.branch(idle, clean, busy);
    forward(&mut editor, clean, copies.clean);
    editor.switch_to(busy);
    let no = support::int(editor.module, 8, 0);
    let recording = editor.icmp(IntPred::Ne, record, no);
    let (recorded, running) = (editor.new_block(), editor.new_block());
    editor.branch(recording, recorded, running);
    forward(&mut editor, recorded, copies.recorded);
    editor.switch_to(running);
    if let (Some(mutated), Some(changes)) = (copies.mutated, changes) {
        let (own, other) = (editor.new_block(), editor.new_block());
        choose_own(&mut editor, selected, &changes.numbers, (own, other));
        forward(&mut editor, own, mutated);
        editor.switch_to(other);
    }
    let last = editor.block;
    forward(&mut editor, last, copies.counted);
}

fn load(ptr: Value, access: Access) -> InstKind {
    InstKind::Load { ptr, access }
}

/// Goes to `own` if the selected number is one of these, which mostly follow one another.
fn choose_own(
    editor: &mut Editor<'_>,
    selected: Value,
    numbers: &[u32],
    (own, other): (BlockId, BlockId),
) {
    for range in ranges(numbers) {
        let first = support::int(editor.module, 32, i64::from(range.0));
        let size = support::int(editor.module, 32, i64::from(range.1 - range.0) + 1);
        let distance = editor.binary(BinOp::Sub, selected, first);
        let is_in = editor.icmp(IntPred::Ult, distance, size);
        let next = editor.new_block();
        editor.branch(is_in, own, next);
        editor.switch_to(next);
    }
    editor.jump(other);
}

/// Ascending numbers as ranges, ends included.
fn ranges(numbers: &[u32]) -> Vec<(u32, u32)> {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for &number in numbers {
        match ranges.last_mut() {
            Some(last) if last.1 + 1 == number => last.1 = number,
            _ => ranges.push((number, number)),
        }
    }
    ranges
}

/// Calls the copy with the arguments and returns what it returns.
fn forward(editor: &mut Editor<'_>, block: BlockId, copy: FuncId) {
    editor.switch_to(block);
    let params = editor.function().params.len();
    let args: Vec<Value> = (0..params)
        .map(|index| Value::Local(editor.function().param_local(index)))
        .collect();
    let value = editor.call(copy, &args);
    editor.effect(InstKind::Ret { value });
}

/// Nothing is selected while a clean copy runs, so it need not ask again.
fn call_clean_copies(module: &mut Module, id: FuncId, clean: &BTreeMap<FuncId, FuncId>) {
    let insts: Vec<_> = module.functions[id].insts.keys().collect();
    for inst in insts {
        let call = module.functions[id].insts[inst].kind.as_call();
        let callee = call.and_then(|call| module.direct_callee(call));
        let Some(&copy) = callee.and_then(|callee| clean.get(&callee)) else {
            continue;
        };
        let address = support::address(module, copy);
        match &mut module.functions[id].insts[inst].kind {
            InstKind::Call(call) | InstKind::Invoke { call, .. } => {
                call.callee = Callee::Value(address);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::ranges;

    #[test]
    fn numbers_become_ranges() {
        assert_eq!(ranges(&[1, 2, 3, 7, 9, 10]), [(1, 3), (7, 7), (9, 10)]);
        assert!(ranges(&[]).is_empty());
    }
}
