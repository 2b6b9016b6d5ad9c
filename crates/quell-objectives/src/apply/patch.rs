//! Edits made in a function, once they are known to fit.

use std::collections::BTreeMap;

use quell_ir::entity::EntityRef;
use quell_ir::types::TypeTable;
use quell_ir::{
    BlockId, FuncId, Function, InstId, InstKind, LocalDef, LocalId, Metadata, Module, Type, TypeId,
    Value,
};

use super::phis::{adjust_phis, set_incoming, split_edge};
use super::prune;
use crate::edit::{Change, Edit, Replacement};
use quell_ir::build::make_inst;

/// New instructions of a function that are in no block yet, and their results.
#[derive(Clone, Debug, Default)]
pub(crate) struct Code {
    pub(crate) insts: Vec<InstId>,
    pub(crate) result: Option<Value>,
}

/// Makes instructions of a replacement in `function`, whose locals numbered `base` when the replacement was
/// written.
pub(crate) fn lower_code(
    function: &mut Function,
    types: &TypeTable,
    (base, old): (usize, InstId),
    new: &Replacement,
) -> Code {
    let dbg = function.insts[old].dbg.expand();
    let mut results: Vec<Option<LocalId>> = Vec::new();
    let mut insts = Vec::new();
    for inst in &new.code {
        let mut kind = inst.kind.clone();
        kind.for_each_operand_mut(|value| *value = real(*value, base, &results));
        let has_result = !types.is_void(inst.ty);
        let id = make_inst(function, kind, inst.ty, has_result, dbg);
        results.push(function.insts[id].result.expand());
        insts.push(id);
    }
    let result = new.result.map(|value| real(value, base, &results));
    Code { insts, result }
}

/// The local that stands for a provisional one.
fn real(value: Value, base: usize, results: &[Option<LocalId>]) -> Value {
    match value {
        Value::Local(local) if local.index() >= base => {
            let result = results.get(local.index() - base).copied().flatten();
            result.map_or(value, Value::Local)
        }
        _ => value,
    }
}

/// The state of making edits.
struct Patch<'f> {
    function: &'f mut Function,
    types: &'f TypeTable,
    void: TypeId,
    /// The locals of the function before any edit.
    base: usize,
    /// Replacements of removed results.
    replaced: BTreeMap<LocalId, Value>,
    traces: Traces,
}

/// Replacements of removed instructions.
#[derive(Clone, Debug, Default)]
pub(super) struct Traces {
    /// The new position of debug records before a removed instruction.
    moved: BTreeMap<InstId, InstId>,
    /// New calls, each with the call that it replaces.
    pub(super) calls: BTreeMap<InstId, InstId>,
}

pub(super) fn make(module: &mut Module, id: FuncId, edits: &[Edit]) {
    let void = module.types.intern(Type::Void);
    let traces = edit(&mut module.functions[id], &module.types, void, edits);
    prune::unreachable_blocks(module, id);
    let removed = settle_debug_records(&module.metadata, &mut module.functions[id], &traces.moved);
    prune::attachments(&mut module.functions[id], &removed);
}

/// Applies edits to a single function.
pub(super) fn edit(
    function: &mut Function,
    types: &TypeTable,
    void: TypeId,
    edits: &[Edit],
) -> Traces {
    let mut patch = Patch {
        base: function.locals.len(),
        function,
        types,
        void,
        replaced: BTreeMap::new(),
        traces: Traces::default(),
    };
    for edit in edits {
        patch.replace_or_jump(edit);
    }
    patch.incoming(edits);
    patch.substitute();
    patch.traces
}

impl Patch<'_> {
    fn replace_or_jump(&mut self, edit: &Edit) {
        let Some((block, position)) = find(self.function, edit.at) else {
            // An earlier edit leaves the block before it.
            return;
        };
        let mut insts = std::mem::take(&mut self.function.blocks[block].insts);
        let old_end = insts.last().copied();
        match &edit.change {
            Change::Replace(new) => {
                let code = lower_code(self.function, self.types, (self.base, edit.at), new);
                if let (Some(old), Some(new)) =
                    (self.function.insts[edit.at].result.expand(), code.result)
                {
                    self.replaced.insert(old, new);
                }
                self.trace_call(edit.at, &code);
                insts.splice(position..=position, code.insts);
            }
            Change::Jump(dest) => {
                let dbg = self.function.insts[edit.at].dbg.expand();
                let kind = InstKind::Br { dest: *dest };
                insts.truncate(position);
                insts.push(make_inst(self.function, kind, self.void, false, dbg));
            }
            Change::Return(new) => {
                let dbg = self.function.insts[edit.at].dbg.expand();
                let code = lower_code(self.function, self.types, (self.base, edit.at), new);
                let kind = InstKind::Ret { value: code.result };
                insts.truncate(position);
                insts.extend(code.insts);
                insts.push(make_inst(self.function, kind, self.void, false, dbg));
            }
            Change::Incoming { .. } => {}
        }
        if let Some(&next) = insts.get(position)
            && next != edit.at
        {
            self.traces.moved.insert(edit.at, next);
        }
        self.function.blocks[block].insts = insts;
        if let Some(old_end) = old_end {
            adjust_phis(self.function, block, old_end);
        }
    }

    /// A new call corresponds to the call that it replaces if it calls the same function, is the last instruction of the
    /// replacement, and gives its result.
    fn trace_call(&mut self, old: InstId, new: &Code) {
        let callee = |inst: &InstId| match &self.function.insts[*inst].kind {
            InstKind::Call(call) => Some(&call.callee),
            _ => None,
        };
        let Some((last, before)) = new.insts.split_last() else {
            return;
        };
        let is_same = callee(last).is_some() && callee(last) == callee(&old);
        let is_only = before.iter().all(|inst| callee(inst).is_none());
        let own = self.function.insts[*last].result.expand();
        let gives_result = new.result.is_none() || new.result == own.map(Value::Local);
        if is_same && is_only && gives_result {
            self.traces.calls.insert(*last, old);
        }
    }

    /// New values of phis, computed at the end of the block they come from or, if control may go elsewhere
    /// from there, on the way.
    fn incoming(&mut self, edits: &[Edit]) {
        let mut ways: BTreeMap<(BlockId, BlockId), BlockId> = BTreeMap::new();
        for edit in edits {
            let Change::Incoming { from, value } = &edit.change else {
                continue;
            };
            let Some((block, _)) = find(self.function, edit.at) else {
                continue;
            };
            let mut origin = ways.get(&(*from, block)).copied().unwrap_or(*from);
            // An earlier edit leaves that block for somewhere else, maybe before what the value is made of.
            if !leads_to(self.function, origin, block) {
                continue;
            }
            if !value.code.is_empty() && !leads_only_to(self.function, origin, block) {
                origin = split_edge(self.function, self.void, origin, block);
                ways.insert((*from, block), origin);
            }
            let code = lower_code(self.function, self.types, (self.base, edit.at), value);
            let insts = &mut self.function.blocks[origin].insts;
            let end = insts.len().saturating_sub(1);
            insts.splice(end..end, code.insts);
            if let Some(result) = code.result {
                set_incoming(self.function, edit.at, origin, result);
            }
        }
    }

    /// Uses of removed results become uses of their replacements.
    fn substitute(&mut self) {
        let replaced = &self.replaced;
        if replaced.is_empty() {
            return;
        }
        for inst in self.function.insts.values_mut() {
            inst.kind
                .for_each_operand_mut(|value| *value = followed(replaced, *value));
        }
    }
}

/// A replacement may itself have been replaced. Edits refer to earlier values, so there is no cycle;
/// the bound is for edits that violate that.
fn followed(replaced: &BTreeMap<LocalId, Value>, mut value: Value) -> Value {
    for _ in 0..=replaced.len() {
        match value {
            Value::Local(local) => match replaced.get(&local) {
                Some(&next) => value = next,
                None => return value,
            },
            _ => return value,
        }
    }
    value
}

fn leads_to(function: &Function, from: BlockId, to: BlockId) -> bool {
    let end = function.terminator(from);
    end.is_some_and(|end| function.insts[end].kind.successors().any(|next| next == to))
}

fn leads_only_to(function: &Function, from: BlockId, to: BlockId) -> bool {
    let end = function.terminator(from);
    end.is_some_and(|end| function.insts[end].kind.successors().all(|next| next == to))
}

/// The block and position of an instruction.
fn find(function: &Function, inst: InstId) -> Option<(BlockId, usize)> {
    let mut blocks = function.blocks.iter();
    blocks.find_map(|(id, block)| {
        let position = block.insts.iter().position(|&other| other == inst)?;
        Some((id, position))
    })
}

/// Debug records move to the code that replaced their instruction; those about removed values are removed.
/// Returns the instructions that are in no block.
fn settle_debug_records(
    metadata: &quell_ir::entity::PrimaryMap<quell_ir::MdId, Metadata>,
    function: &mut Function,
    moved: &BTreeMap<InstId, InstId>,
) -> Vec<bool> {
    let mut gone = vec![true; function.insts.len()];
    for block in function.blocks.values() {
        block
            .insts
            .iter()
            .for_each(|inst| gone[inst.index()] = false);
    }
    let mut records = std::mem::take(&mut function.dbg_records);
    for record in &mut records {
        // Each step leads to code that was there later, so the steps end.
        for _ in 0..=moved.len() {
            match moved.get(&record.before) {
                Some(&next) if gone[record.before.index()] => record.before = next,
                _ => break,
            }
        }
    }
    records.retain(|record| {
        let lost_value = record
            .kind
            .operands()
            .iter()
            .any(|&node| match metadata.get(node) {
                Some(Metadata::Local(local)) => match function.locals.get(*local).map(|l| l.def) {
                    Some(LocalDef::Inst(inst)) => gone[inst.index()],
                    _ => false,
                },
                _ => false,
            });
        !gone[record.before.index()] && !lost_value
    });
    function.dbg_records = records;
    gone
}
