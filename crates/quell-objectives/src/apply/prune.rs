//! Removes unreachable code.

use quell_ir::analysis::cfg::Cfg;
use quell_ir::constant::ConstKind;
use quell_ir::entity::{EntityRef, PrimaryMap, SecondaryMap};
use quell_ir::{BlockId, FuncId, Function, InstKind, Module, Type};

use super::phis::rewrite_phis;
use quell_ir::build::make_inst;

pub(super) fn unreachable_blocks(module: &mut Module, id: FuncId) {
    let function = &module.functions[id];
    let cfg = Cfg::new(function);
    if cfg.blocks().all(|block| cfg.is_reachable(block)) {
        return;
    }
    let keep_ids = has_named_blocks(module, id);
    let void = module.types.intern(Type::Void);
    let function = &mut module.functions[id];
    forget_ways_from_nowhere(function, &cfg);
    match keep_ids {
        true => empty_blocks(function, &cfg, void),
        false => remove_blocks(function, &cfg),
    }
}

/// Whether a constant is the address of one of the blocks, so that their ids have to stay.
pub(crate) fn has_named_blocks(module: &Module, id: FuncId) -> bool {
    let mut constants = module.consts.iter();
    constants.any(|(_, constant)| matches!(constant.kind, ConstKind::BlockAddress(f, _) if f == id))
}

fn forget_ways_from_nowhere(function: &mut Function, cfg: &Cfg) {
    for block in cfg.blocks().filter(|&block| cfg.is_reachable(block)) {
        rewrite_phis(function, block, |entries| {
            entries.retain(|entry| cfg.is_reachable(entry.1));
        });
    }
}

fn empty_blocks(function: &mut Function, cfg: &Cfg, void: quell_ir::TypeId) {
    for block in cfg.blocks().filter(|&block| !cfg.is_reachable(block)) {
        let end = make_inst(function, InstKind::Unreachable, void, false, None);
        function.blocks[block].insts = vec![end];
    }
}

fn remove_blocks(function: &mut Function, cfg: &Cfg) {
    let mut new_ids: SecondaryMap<BlockId, BlockId> = SecondaryMap::with_default(BlockId::new(0));
    let mut blocks = PrimaryMap::new();
    let old = std::mem::replace(&mut function.blocks, PrimaryMap::new());
    for (id, block) in old {
        if cfg.is_reachable(id) {
            new_ids[id] = blocks.push(block);
        }
    }
    function.blocks = blocks;
    for inst in function.insts.values_mut() {
        inst.kind
            .for_each_successor_mut(|dest| *dest = new_ids[*dest]);
        if let InstKind::Phi { incoming, .. } = &mut inst.kind {
            incoming
                .iter_mut()
                .for_each(|entry| entry.1 = new_ids[entry.1]);
        }
    }
}

/// Removes attachments and language rules of removed instructions.
pub(super) fn attachments(function: &mut Function, gone: &[bool]) {
    let is_there = |inst: quell_ir::InstId| gone.get(inst.index()) == Some(&false);
    function.attachments.retain(|(inst, _)| is_there(*inst));
    function.rules.retain(|(inst, _)| is_there(*inst));
}
