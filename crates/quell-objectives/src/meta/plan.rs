//! The plan of a meta-module: the objectives at each site, and their numbers.

use std::collections::BTreeMap;

use quell_ir::{BlockId, FuncId, Function, InstId, InstKind, Module};

use super::coverage::Coverage;
use super::{MetaError, MetaSite, Numbers, Options};
use crate::apply::{Checker, has_named_blocks};
use crate::condition::{Location, SiteCondition, Stage, of_edit};
use crate::edit::{Change, Edit, Replacement};
use crate::harden::is_own;
use crate::idle::{self, Users};
use crate::objective::{Objective, ObjectiveKind};

/// An objective at one instruction.
#[derive(Clone, Debug)]
pub(super) struct AtSite<'a> {
    pub(super) number: u32,
    /// The edit of a mutant; `None` for a label.
    pub(super) change: Option<&'a Change>,
    /// When a run meets it.
    pub(super) condition: SiteCondition,
}

/// A new value of a phi.
#[derive(Clone, Debug)]
pub(super) struct NewIncoming<'a> {
    pub(super) number: u32,
    pub(super) phi: InstId,
    pub(super) value: &'a Replacement,
    pub(super) condition: SiteCondition,
}

/// The objectives of one function.
#[derive(Clone, Debug, Default)]
pub(super) struct FunctionPlan<'a> {
    /// In ascending order.
    pub(super) numbers: Vec<u32>,
    pub(super) sites: BTreeMap<InstId, Vec<AtSite<'a>>>,
    /// By edge, with its source and target.
    pub(super) edges: BTreeMap<(BlockId, BlockId), Vec<NewIncoming<'a>>>,
    /// Locals of the function before any change.
    pub(super) base: usize,
}

#[derive(Debug)]
pub(super) struct Plan<'a> {
    pub(super) numbers: Numbers,
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
        objectives: &'a [Objective],
        options: &'a Options,
    ) -> Result<Self, MetaError> {
        let numbers = Numbers::new(options.first, objectives)?;
        let users: Vec<FuncId> = module
            .functions
            .keys()
            .filter(|&id| is_users(module, id))
            .collect();
        let (copied, single) = users.into_iter().partition(|&id| can_be_copied(module, id));
        let mut plan = Self {
            numbers,
            suffix: &options.suffix,
            functions: BTreeMap::new(),
            copied,
            single,
            coverage: Coverage::default(),
        };
        plan.add_objectives(module, objectives)?;
        let covered = options.covered.as_ref();
        let noted = plan.copied.iter().copied();
        let noted = noted.filter(|id| covered.is_none_or(|covered| covered.contains(id)));
        plan.coverage = Coverage::of(module, noted);
        Ok(plan)
    }

    fn add_objectives(
        &mut self,
        module: &Module,
        objectives: &'a [Objective],
    ) -> Result<(), MetaError> {
        let mut checkers: BTreeMap<FuncId, Checker<'_>> = BTreeMap::new();
        let mut users: BTreeMap<FuncId, Users> = BTreeMap::new();
        for (number, objective) in (self.numbers.first()..).zip(objectives) {
            let id = objective.site.function;
            let body = &module.functions[id];
            let function = self.functions.entry(id).or_default();
            function.base = body.locals.len();
            function.numbers.push(number);
            if let ObjectiveKind::Label(label) = &objective.kind {
                let mut predicates = label.predicates.iter();
                let is_copied = self.copied.contains(&id);
                let is_added = predicates.all(|of| function.add_label(number, body, of));
                if !is_copied || !is_added {
                    let objective = objective.id.clone();
                    return Err(MetaError::Label { objective });
                }
                continue;
            }
            let edits = objective.edits();
            let checker = checkers
                .entry(id)
                .or_insert_with(|| Checker::new(module, id));
            checker.check(edits).map_err(|error| MetaError::Edit {
                objective: objective.id.clone(),
                error,
            })?;
            if edits.iter().any(|edit| changes_invoke(module, id, edit)) {
                let objective = objective.id.clone();
                return Err(MetaError::Invoke { objective });
            }
            let users = users.entry(id).or_insert_with(|| idle::users_of(body));
            let idle = idle::idle(body, users, edits);
            for edit in edits {
                let condition = of_edit(module, body, edit, idle.contains(&edit.at));
                function.add(number, edit, condition, checker);
            }
        }
        Ok(())
    }

    /// The sites for the user's tables.
    pub(super) fn sites(&self) -> Vec<MetaSite> {
        let mut sites: BTreeMap<(FuncId, InstId), Vec<u32>> = BTreeMap::new();
        for (&function, plan) in &self.functions {
            for (&at, changes) in &plan.sites {
                let numbers = changes.iter().map(|change| change.number);
                sites.entry((function, at)).or_default().extend(numbers);
            }
            for new in plan.edges.values().flatten() {
                sites
                    .entry((function, new.phi))
                    .or_default()
                    .push(new.number);
            }
        }
        let sites = sites.into_iter().map(|((function, at), mut numbers)| {
            numbers.sort_unstable();
            numbers.dedup();
            let ids = numbers
                .iter()
                .filter_map(|&number| self.numbers.objective(number));
            MetaSite {
                function,
                at,
                objectives: ids.cloned().collect(),
            }
        });
        sites.collect()
    }
}

impl<'a> FunctionPlan<'a> {
    fn add(
        &mut self,
        number: u32,
        edit: &'a Edit,
        condition: SiteCondition,
        checker: &Checker<'_>,
    ) {
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
                        condition,
                    });
            }
            change => self.sites.entry(edit.at).or_default().push(AtSite {
                number,
                change: Some(change),
                condition,
            }),
        }
    }

    /// False for predicates that cannot be recorded: at a phi, at no instruction, or with a stage after it.
    fn add_label(&mut self, number: u32, body: &Function, predicate: &SiteCondition) -> bool {
        let Location::Inst(at) = predicate.at else {
            return false;
        };
        let is_phi = matches!(body.insts[at].kind, InstKind::Phi { .. });
        if is_phi || predicate.after != Stage::default() {
            return false;
        }
        self.sites.entry(at).or_default().push(AtSite {
            number,
            change: None,
            condition: predicate.clone(),
        });
        true
    }
}

/// The result of such a call exists on one path only; a changed one would be needed on another.
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
