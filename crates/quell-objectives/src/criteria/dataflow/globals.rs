//! What the functions of a module do to its global variables, apart from reading and assigning them by name.

use std::collections::{BTreeMap, BTreeSet};

use quell_ir::analysis::callgraph::{CallGraph, Target};
use quell_ir::{ConstId, ConstKind, FuncId, GlobalId, GlobalRef, InstId, InstKind, Module, Value};

/// The global variables of a module by what may change them.
#[derive(Debug)]
pub struct Globals {
    calls: CallGraph,
    /// Variables whose address is used otherwise than to read or assign them.
    address_taken: BTreeSet<GlobalId>,
    /// The functions that assign a variable.
    writers: BTreeMap<GlobalId, BTreeSet<FuncId>>,
}

impl Globals {
    pub fn new(module: &Module) -> Self {
        let mut globals = Self {
            calls: CallGraph::new(module),
            address_taken: BTreeSet::new(),
            writers: BTreeMap::new(),
        };
        let inits = module.globals.values().filter_map(|global| global.init);
        let aliases = module.aliases.values().map(|alias| alias.target);
        for constant in inits.chain(aliases) {
            globals.address_taken.extend(globals_in(module, constant));
        }
        for (id, function) in &module.functions {
            for inst in function.insts.values() {
                globals.note(module, id, &inst.kind);
            }
        }
        globals
    }

    fn note(&mut self, module: &Module, function: FuncId, kind: &InstKind) {
        let accessed = match kind {
            InstKind::Load { ptr, .. } => global_at(module, *ptr),
            InstKind::Store { ptr, value, .. } => {
                let written = global_at(module, *ptr);
                if let Some(global) = written {
                    self.writers.entry(global).or_default().insert(function);
                }
                self.take(module, *value);
                written
            }
            _ => None,
        };
        if accessed.is_none() {
            kind.for_each_operand(|&value| self.take(module, value));
        }
    }

    fn take(&mut self, module: &Module, value: Value) {
        if let Value::Const(constant) = value {
            self.address_taken.extend(globals_in(module, constant));
        }
    }

    pub fn is_address_taken(&self, global: GlobalId) -> bool {
        self.address_taken.contains(&global)
    }

    /// The calls of a function during which a variable may be assigned. A function without a body assigns none itself, but
    /// may call each function whose address is taken, and so may a call through a pointer.
    pub fn assigning_calls(
        &self,
        module: &Module,
        function: FuncId,
        global: GlobalId,
    ) -> Vec<InstId> {
        let assigning = self.assigning(module, global);
        let sites = self.calls.sites(function).iter();
        let own = sites.filter(|site| self.may_run(module, site.target, &assigning));
        own.map(|site| site.inst).collect()
    }

    /// The functions during whose execution a variable may be assigned.
    fn assigning(&self, module: &Module, global: GlobalId) -> BTreeSet<FuncId> {
        let mut found = self.writers.get(&global).cloned().unwrap_or_default();
        loop {
            let callers = module.functions.keys().filter(|id| !found.contains(id));
            let callers = callers.filter(|&id| {
                let mut sites = self.calls.sites(id).iter();
                sites.any(|site| self.may_run(module, site.target, &found))
            });
            let callers: Vec<FuncId> = callers.collect();
            if callers.is_empty() {
                return found;
            }
            found.extend(callers);
        }
    }

    /// Whether a call may execute one of these functions.
    fn may_run(&self, module: &Module, target: Target, wanted: &BTreeSet<FuncId>) -> bool {
        let is_open = match target {
            Target::Direct(id) => {
                let function = &module.functions[id];
                let is_intrinsic = module.text(function.name).starts_with("llvm.");
                if wanted.contains(&id) {
                    return true;
                }
                function.is_declaration() && !is_intrinsic
            }
            Target::Indirect | Target::InlineAsm => true,
        };
        let mut wanted = wanted.iter();
        is_open && wanted.any(|&id| self.calls.is_address_taken(id))
    }
}

/// The variable that a pointer is the address of.
pub(super) fn global_at(module: &Module, pointer: Value) -> Option<GlobalId> {
    match pointer {
        Value::Const(id) => match module.consts.get(id).kind {
            ConstKind::Global(GlobalRef::Var(global)) => Some(global),
            _ => None,
        },
        _ => None,
    }
}

/// The variables whose addresses a constant is made of.
pub(super) fn globals_in(module: &Module, constant: ConstId) -> Vec<GlobalId> {
    let (mut found, mut open, mut seen) = (Vec::new(), vec![constant], BTreeSet::new());
    while let Some(id) = open.pop() {
        if !seen.insert(id) {
            continue;
        }
        match &module.consts.get(id).kind {
            ConstKind::Global(GlobalRef::Var(global)) => found.push(*global),
            kind => kind.for_each_member(|member| open.push(member)),
        }
    }
    found
}
