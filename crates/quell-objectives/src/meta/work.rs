//! Counts the work of a run: one step for each entry of a function and each iteration of a loop.

use quell_ir::analysis::cfg::Cfg;
use quell_ir::inst::Access;
use quell_ir::opcode::{BinOp, IntPred};
use quell_ir::{BlockId, FuncId, InstKind, Module, Type, Value};

use crate::support;
use quell_ir::build::{Editor, declare, declare_helper};

/// Defines `void quell.work()`, which counts a step.
pub(super) fn define(module: &mut Module, work: Value, limit: Value) -> FuncId {
    let (void, wide) = (module.types.intern(Type::Void), module.types.int(64));
    let stop = declare(module, "quell_out_of_work", void, &[]);
    let count = declare_helper(module, "quell.work", void, &[]);
    let one = support::int(module, 64, 1);
    let access = Access::default();
    let mut editor = Editor::in_new_block(module, count);
    let (spent, fine) = (editor.new_block(), editor.new_block());
    let before = editor.value(InstKind::Load { ptr: work, access }, wide);
    let value = editor.binary(BinOp::Add, before, one);
    editor.effect(InstKind::Store {
        value,
        ptr: work,
        access,
    });
    let most = editor.value(InstKind::Load { ptr: limit, access }, wide);
    let over = editor.icmp(IntPred::Ugt, value, most);
    editor.branch(over, spent, fine);
    editor.switch_to(spent);
    editor.call(stop, &[]);
    editor.jump(fine);
    editor.switch_to(fine);
    editor.effect(InstKind::Ret { value: None });
    count
}

/// Counts a step at the entry of the function and at the targets of back edges: every cycle has such a
/// block.
pub(super) fn count(module: &mut Module, id: FuncId, counter: FuncId) {
    for block in counted_blocks(module, id) {
        let mut editor = Editor::at(module, id, block);
        let insts = editor.take_block(block);
        let start = super::recorded::start(editor.function(), &insts);
        insts[..start].iter().for_each(|&inst| editor.keep(inst));
        editor.call(counter, &[]);
        insts[start..].iter().for_each(|&inst| editor.keep(inst));
    }
}

fn counted_blocks(module: &Module, id: FuncId) -> Vec<BlockId> {
    let cfg = Cfg::new(&module.functions[id]);
    let goes_back = |to: BlockId| {
        let position = cfg.position(to);
        let mut from = cfg.predecessors(to).iter();
        position.is_some() && from.any(|&from| cfg.position(from) >= position)
    };
    let blocks = cfg.blocks().filter(|&block| cfg.is_reachable(block));
    blocks
        .filter(|&block| cfg.entry() == Some(block) || goes_back(block))
        .collect()
}
