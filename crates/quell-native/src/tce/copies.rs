//! Modules in which original and mutants of some functions stand side by side as copies.

use std::collections::BTreeSet;

use quell_ir::analysis::callgraph::{CallGraph, function_behind};
use quell_ir::constant::ConstKind;
use quell_ir::entity::PrimaryMap;
use quell_ir::function::Function;
use quell_ir::opcode::{Linkage, Visibility};
use quell_ir::{FuncId, GlobalRef, Module};
use quell_objectives::Objective;
use quell_objectives::apply::apply_edits;
use quell_objectives::harden::{Traps, harden};
use quell_objectives::meta::strip_debug_info;

use crate::NativeError;

/// A module taken apart, so that those made from it cost no more than what is in them.
#[derive(Debug)]
pub(super) struct Workshop {
    /// All functions are only declared.
    skeleton: Module,
    /// The functions as they were, without debug information.
    whole: PrimaryMap<FuncId, Function>,
    calls: CallGraph,
    /// Functions that have a second name.
    aliased: BTreeSet<FuncId>,
    /// Functions in which a label lies whose address is taken.
    labelled: BTreeSet<FuncId>,
}

/// The copies of one function, by name: of the original first.
#[derive(Debug)]
pub(super) struct Copies(pub Vec<String>);

impl Workshop {
    pub fn new(module: &Module) -> Self {
        let mut skeleton = module.clone();
        strip_debug_info(&mut skeleton);
        let whole = skeleton.functions.clone();
        skeleton.functions.values_mut().for_each(declare_only);
        let behind = |alias| function_behind(module, alias);
        let aliases = module.aliases.values().map(|alias| alias.target);
        Self {
            skeleton,
            whole,
            calls: CallGraph::new(module),
            aliased: aliases.filter_map(behind).collect(),
            labelled: functions_of_labels(module).collect(),
        }
    }

    pub fn calls(&self) -> &CallGraph {
        &self.calls
    }

    /// An alias cannot stay when its function is only declared, and copies would go to labels of the function itself.
    pub fn can_be_copied(&self, function: FuncId) -> bool {
        !self.aliased.contains(&function) && !self.labelled.contains(&function)
    }

    /// A module with the originals and the mutants of these functions as copies.
    pub fn build(
        &self,
        batch: &[(FuncId, Vec<&Objective>)],
    ) -> Result<(Module, Vec<Copies>), NativeError> {
        let mut module = self.skeleton.clone();
        let mut ids = BTreeSet::new();
        let mut all = Vec::new();
        for (function, mutants) in batch {
            all.push(self.add_copies(&mut module, *function, mutants, &mut ids)?);
        }
        self.add_bodies(&mut module, batch, &ids);
        harden(&mut module, Traps::Intrinsic);
        open_to_all(&mut module);
        Ok((module, all))
    }

    fn add_copies(
        &self,
        module: &mut Module,
        function: FuncId,
        mutants: &[&Objective],
        ids: &mut BTreeSet<FuncId>,
    ) -> Result<Copies, NativeError> {
        let mut names = Vec::new();
        let original: &[_] = &[];
        let edits = mutants.iter().map(|mutant| mutant.edits());
        for (number, edits) in std::iter::once(original).chain(edits).enumerate() {
            let (copy, name) = add_copy(module, &self.whole[function], number);
            apply_edits(module, copy, edits)?;
            names.push(name);
            ids.insert(copy);
        }
        Ok(Copies(names))
    }

    /// Adds the bodies of the functions that copies call by name, directly or through others, except for the functions that
    /// they are copies of. Aliases and addresses of blocks need the bodies of their functions too.
    fn add_bodies(
        &self,
        module: &mut Module,
        batch: &[(FuncId, Vec<&Objective>)],
        copies: &BTreeSet<FuncId>,
    ) {
        let declared: BTreeSet<FuncId> = batch.iter().map(|(function, _)| *function).collect();
        let calls = CallGraph::new(module);
        let called = copies.iter().flat_map(|&copy| calls.callees(copy));
        let mut pending: Vec<FuncId> = called.copied().collect();
        let mut used: BTreeSet<FuncId> = declared.clone();
        while let Some(function) = pending.pop() {
            if self.whole.get(function).is_some() && used.insert(function) {
                pending.extend_from_slice(self.calls.callees(function));
            }
        }
        used.extend(&self.aliased);
        used.extend(&self.labelled);
        for &function in used.difference(&declared) {
            module.functions[function] = self.whole[function].clone();
        }
    }
}

/// The functions in which a label lies whose address is taken.
fn functions_of_labels(module: &Module) -> impl Iterator<Item = FuncId> {
    let constants = module.consts.iter();
    constants.filter_map(|(_, constant)| match constant.kind {
        ConstKind::BlockAddress(function, _) => Some(function),
        _ => None,
    })
}

fn add_copy(module: &mut Module, function: &Function, number: usize) -> (FuncId, String) {
    let mut copy = function.clone();
    let mut name = format!("{}.quell.{number}", module.text(copy.name));
    while module.find(&name).is_some() {
        name.push('.');
    }
    copy.name = module.symbols.intern(&name);
    let symbol = copy.name;
    let id = module.functions.push(copy);
    module.names.insert(symbol, GlobalRef::Func(id));
    (id, name)
}

fn declare_only(function: &mut Function) {
    if function.is_declaration() {
        return;
    }
    function.blocks = PrimaryMap::new();
    function.insts = PrimaryMap::new();
    function.locals = PrimaryMap::new();
    function.attachments.clear();
    function.linkage = Linkage::External;
    function.visibility = Visibility::Default;
    function.comdat = None;
    function.personality = None;
    function.prefix = None;
    function.prologue = None;
}

/// Everything that is defined can be used and changed from elsewhere.
fn open_to_all(module: &mut Module) {
    for function in module.functions.values_mut() {
        if !function.is_declaration() && function.linkage != Linkage::AvailableExternally {
            function.linkage = Linkage::External;
            function.visibility = Visibility::Default;
            function.comdat = None;
        }
    }
    let symbols = &module.symbols;
    for global in module.globals.values_mut() {
        let is_special = symbols.text(global.name).starts_with("llvm.");
        if global.init.is_some() && !global.constant && !is_special {
            global.linkage = Linkage::External;
            global.visibility = Visibility::Default;
            global.comdat = None;
        }
    }
}
