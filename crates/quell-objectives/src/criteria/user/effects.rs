//! What the arguments of a label do beside computing.

use std::collections::BTreeSet;

use quell_ir::{Call, FuncId, Function, InstId, InstKind, LocalDef, LocalId, Module, Value};

use super::calls::CallText;
use crate::align::Aligner;
use crate::condition::is_pure;
use crate::criteria::Effect;

/// The first side effect in the text of a call, and where it is.
pub(super) fn of_call(
    aligner: &Aligner<'_>,
    mark: InstId,
    call: Option<CallText>,
) -> Option<(InstId, Effect)> {
    let span = call?.span;
    let blocks = aligner.function.blocks.values();
    let insts = blocks.flat_map(|block| block.insts.iter().copied());
    let inside: BTreeSet<InstId> = insts
        .filter(|&inst| {
            let place = aligner.place(inst);
            place.is_some_and(|place| (span.start..span.end).contains(&place))
        })
        .collect();
    inside
        .iter()
        .filter(|&&inst| inst != mark)
        .find_map(|&inst| Some((inst, effect(aligner, inst, &inside)?)))
}

fn effect(aligner: &Aligner<'_>, inst: InstId, inside: &BTreeSet<InstId>) -> Option<Effect> {
    let (module, function) = (aligner.module, aligner.function);
    match aligner.kind_of(inst) {
        InstKind::Store { ptr, access, .. } => {
            let is_own = variable(function, *ptr).is_some_and(|own| {
                let mut users = aligner.users.get(&own).into_iter().flatten();
                users.all(|at| inside.contains(&at.inst))
            });
            (access.volatile || !is_own).then_some(Effect::Assignment)
        }
        InstKind::Load { access, .. } => access.volatile.then_some(Effect::Volatile),
        InstKind::AtomicRmw { .. } | InstKind::CmpXchg(_) => Some(Effect::Assignment),
        InstKind::Call(call) => called(module, call, &mut BTreeSet::new()),
        InstKind::Invoke { .. } => Some(Effect::Call("a function".to_owned())),
        _ => None,
    }
}

/// The effect of a call; none of one that only computes and reads, or that only ends the run.
fn called(module: &Module, call: &Call, seen: &mut BTreeSet<FuncId>) -> Option<Effect> {
    let Some(id) = module.direct_callee(call) else {
        return Some(Effect::Call("a function pointer".to_owned()));
    };
    let function = &module.functions[id];
    let name = module.text(function.name);
    let is_free = is_pure(module, call)
        || name.starts_with("llvm.lifetime.")
        || name.starts_with("llvm.dbg.")
        || function.attrs.readnone
        || function.attrs.readonly
        || function.attrs.noreturn
        || !function.is_declaration() && only_computes(module, id, seen);
    (!is_free).then(|| Effect::Call(quell_ir_name(module, function)))
}

fn quell_ir_name(module: &Module, function: &Function) -> String {
    let info = quell_ir::debug::DebugInfo::new(module);
    let name = info.source_name(function);
    name.map_or_else(|| module.text(function.name).to_owned(), str::to_owned)
}

/// Whether a function writes to its own variables only, and calls only what does so too.
fn only_computes(module: &Module, id: FuncId, seen: &mut BTreeSet<FuncId>) -> bool {
    if !seen.insert(id) {
        return true;
    }
    let function = &module.functions[id];
    let mut insts = function.blocks.values().flat_map(|block| &block.insts);
    insts.all(|&inst| match &function.insts[inst].kind {
        InstKind::Store { ptr, access, .. } => {
            !access.volatile && variable(function, *ptr).is_some()
        }
        InstKind::Load { access, .. } => !access.volatile,
        InstKind::Call(call) => called(module, call, seen).is_none(),
        InstKind::Invoke { .. }
        | InstKind::AtomicRmw { .. }
        | InstKind::CmpXchg(_)
        | InstKind::Fence { .. } => false,
        _ => true,
    })
}

/// The variable of the function that a pointer leads into.
fn variable(function: &Function, ptr: Value) -> Option<LocalId> {
    let mut ptr = ptr;
    for _ in 0..function.locals.len() {
        let Value::Local(local) = ptr else {
            return None;
        };
        let LocalDef::Inst(inst) = function.locals[local].def else {
            return None;
        };
        match &function.insts[inst].kind {
            InstKind::Alloca { .. } => return Some(local),
            InstKind::Gep { base, .. } => ptr = *base,
            _ => return None,
        }
    }
    None
}
