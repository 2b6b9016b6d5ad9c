//! What is built: which mutants are where, and how they are numbered.

use std::collections::{BTreeMap, BTreeSet};

use quell_ir::{BlockId, FuncId, InstId, InstKind, Module};

use super::coverage::Coverage;
use super::idle::{self, Users};
use super::{MetaError, Options, Site};
use crate::apply::{Checker, has_named_blocks};
use crate::edit::{Change, Edit, Replacement};
use crate::harden::is_own;
use crate::mutant::Mutant;

/// The changes at one instruction, by number.
pub(super) type Changes<'a> = Vec<(u32, &'a Change)>;

/// A new value of a phi.
#[derive(Clone, Copy, Debug)]
pub(super) struct NewIncoming<'a> {
    pub(super) number: u32,
    pub(super) phi: InstId,
    pub(super) value: &'a Replacement,
}

/// The mutants of one function.
#[derive(Clone, Debug, Default)]
pub(super) struct FunctionPlan<'a> {
    /// In ascending order.
    pub(super) numbers: Vec<u32>,
    pub(super) sites: BTreeMap<InstId, Changes<'a>>,
    /// By edge: where control comes from and where it goes.
    pub(super) edges: BTreeMap<(BlockId, BlockId), Vec<NewIncoming<'a>>>,
    /// Instructions that a mutant leaves out because it does not need them.
    pub(super) idle: BTreeSet<(u32, InstId)>,
    /// Locals of the function before any change.
    pub(super) base: usize,
}

#[derive(Debug)]
pub(super) struct Plan<'a> {
    pub(super) first: u32,
    pub(super) mutants: u32,
    pub(super) suffix: &'a str,
    pub(super) functions: BTreeMap<FuncId, FunctionPlan<'a>>,
    /// Functions that exist in copies.
    pub(super) copied: Vec<FuncId>,
    /// Functions of the user that cannot be copied.
    pub(super) single: Vec<FuncId>,
    pub(super) coverage: Coverage,
}

impl<'a> Plan<'a> {
    pub(super) fn new(
        module: &Module,
        mutants: &'a [Mutant],
        options: &'a Options,
    ) -> Result<Self, MetaError> {
        let first = options.first.max(1);
        let count = u32::try_from(mutants.len()).map_err(|_| MetaError::TooMany)?;
        if first
            .checked_add(count)
            .is_none_or(|end| end > i32::MAX as u32)
        {
            return Err(MetaError::TooMany);
        }
        let users: Vec<FuncId> = module
            .functions
            .keys()
            .filter(|&id| is_users(module, id))
            .collect();
        let (copied, single) = users.into_iter().partition(|&id| can_be_copied(module, id));
        let mut plan = Self {
            first,
            mutants: count,
            suffix: &options.suffix,
            functions: BTreeMap::new(),
            copied,
            single,
            coverage: Coverage::default(),
        };
        plan.add_mutants(module, mutants)?;
        let covered = options.covered.as_ref();
        let noted = plan.copied.iter().copied();
        let noted = noted.filter(|id| covered.is_none_or(|covered| covered.contains(id)));
        plan.coverage = Coverage::of(module, noted);
        Ok(plan)
    }

    fn add_mutants(&mut self, module: &Module, mutants: &'a [Mutant]) -> Result<(), MetaError> {
        let mut checkers: BTreeMap<FuncId, Checker<'_>> = BTreeMap::new();
        let mut users: BTreeMap<FuncId, Users> = BTreeMap::new();
        for (index, mutant) in mutants.iter().enumerate() {
            let id = mutant.function;
            let checker = checkers
                .entry(id)
                .or_insert_with(|| Checker::new(module, id));
            let checked = checker.check(&mutant.edits);
            checked.map_err(|error| MetaError::Edit {
                mutant: index,
                error,
            })?;
            if mutant
                .edits
                .iter()
                .any(|edit| changes_invoke(module, id, edit))
            {
                return Err(MetaError::Invoke { mutant: index });
            }
            let function = self.functions.entry(id).or_default();
            function.base = module.functions[id].locals.len();
            let number = self.first + index as u32;
            function.numbers.push(number);
            for edit in &mutant.edits {
                function.add(number, edit, checker);
            }
            let body = &module.functions[id];
            let users = users.entry(id).or_insert_with(|| idle::users_of(body));
            let idle = idle::idle(body, users, &mutant.edits).into_iter();
            function.idle.extend(idle.map(|at| (number, at)));
        }
        Ok(())
    }

    /// The sites for the user's tables.
    pub(super) fn sites(&self) -> Vec<Site> {
        let mut sites: BTreeMap<(FuncId, InstId), Vec<u32>> = BTreeMap::new();
        for (&function, plan) in &self.functions {
            for (&at, changes) in &plan.sites {
                let numbers = changes.iter().map(|change| change.0);
                sites.entry((function, at)).or_default().extend(numbers);
            }
            for new in plan.edges.values().flatten() {
                sites
                    .entry((function, new.phi))
                    .or_default()
                    .push(new.number);
            }
        }
        let sites = sites.into_iter().map(|((function, at), mut mutants)| {
            mutants.sort_unstable();
            mutants.dedup();
            Site {
                function,
                at,
                mutants,
            }
        });
        sites.collect()
    }
}

impl<'a> FunctionPlan<'a> {
    fn add(&mut self, number: u32, edit: &'a Edit, checker: &Checker<'_>) {
        match &edit.change {
            Change::Incoming { from, value } => {
                let Some((block, _)) = checker.place(edit.at) else {
                    return;
                };
                self.edges
                    .entry((*from, block))
                    .or_default()
                    .push(NewIncoming {
                        number,
                        phi: edit.at,
                        value,
                    });
            }
            change => self
                .sites
                .entry(edit.at)
                .or_default()
                .push((number, change)),
        }
    }
}

/// The result of such a call is there on one way only; a change of it would have to be there on another.
fn changes_invoke(module: &Module, function: FuncId, edit: &Edit) -> bool {
    let inst = module.functions[function].insts.get(edit.at);
    inst.is_some_and(|inst| matches!(inst.kind, InstKind::Invoke { .. }) && inst.result.is_some())
}

/// Defined by the user, in IR.
fn is_users(module: &Module, id: FuncId) -> bool {
    let function = &module.functions[id];
    !function.is_declaration() && !is_own(module, id) && !function.attrs.naked
}

fn can_be_copied(module: &Module, id: FuncId) -> bool {
    !module.functions[id].varargs && !has_named_blocks(module, id)
}
