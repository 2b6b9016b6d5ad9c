//! The objectives of an exploration, and the site conditions that it judges for them: predicates of labels, infections of
//! mutants.

use std::collections::BTreeSet;
use std::ops::Range;
use std::rc::Rc;

use quell_exec::condition::Conditions;
use quell_ir::{BlockId, FuncId, Function};
use quell_objectives::condition::{Location, SiteCondition, infection};
use quell_objectives::{Objective, ObjectiveId};
use quell_results::Reason;

use crate::context::FunctionContext;
use crate::labels::{is_run_time_error, label_of};
use crate::ledger::Ledger;

/// What a test has to show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TargetKind {
    /// A condition holds on a valid input.
    Label,
    /// A condition holds where the behaviour becomes undefined.
    RunTimeError,
    /// The mutant differs. It can only do so where a condition holds.
    Mutant,
}

/// An objective, and what the exploration knows of it.
#[derive(Debug)]
pub struct Target {
    pub id: ObjectiveId,
    pub kind: TargetKind,
    /// By their places among the conditions.
    conditions: Range<usize>,
    /// Where these are judged.
    pub sites: Vec<(FuncId, BlockId)>,
    /// Whether an input that meets a condition meets the objective.
    pub is_exact: bool,
    pub is_open: bool,
    /// Whether a valid input executed one of the sites.
    pub is_reached: bool,
    /// Whether some input meets a condition up to its site, and what follows on its path decides.
    pub follows_paths: bool,
    /// The number of inputs of which the native run did not show what was predicted.
    pub unconfirmed: u32,
    /// Why there can be no proof.
    pub obstacle: Option<Reason>,
    /// Whether a valid native run denies the prediction.
    pub is_denied: bool,
}

/// All objectives that are to be decided.
#[derive(Debug, Default)]
pub struct Targets {
    pub conditions: Option<Rc<Conditions>>,
    pub list: Vec<Target>,
    /// The objective of each condition.
    owners: Vec<usize>,
}

impl Targets {
    /// The open objectives whose conditions can be evaluated.
    pub fn new(context: &FunctionContext<'_>, open: &[ObjectiveId]) -> Self {
        let module = &context.program.module;
        let objectives = open.iter().map(|id| context.objective(id));
        let judged = objectives.map(|objective| (objective, infection(module, objective)));
        let mut judged: Vec<(&Objective, Vec<SiteCondition>)> = judged.collect();
        let conditions = match prepared(context, &judged) {
            Some(all) => all,
            None => {
                judged.retain(|one| prepared(context, std::slice::from_ref(one)).is_some());
                match prepared(context, &judged) {
                    Some(some) => some,
                    None => return Self::default(),
                }
            }
        };
        let mut all = Self {
            conditions: (!conditions.is_empty()).then(|| Rc::new(conditions)),
            ..Self::default()
        };
        for (objective, own) in &judged {
            let first = all.owners.len();
            let function = &module.functions[objective.site.function];
            let sites = own.iter().filter_map(|of| block_of(function, of.at));
            let target = Target {
                id: objective.id.clone(),
                kind: kind_of(objective),
                conditions: first..first + own.len(),
                sites: sites
                    .map(|block| (objective.site.function, block))
                    .collect(),
                is_exact: own.iter().all(SiteCondition::is_exact),
                is_open: true,
                is_reached: false,
                follows_paths: false,
                unconfirmed: 0,
                obstacle: None,
                is_denied: false,
            };
            all.owners.resize(first + own.len(), all.list.len());
            all.list.push(target);
        }
        all
    }

    /// The objective that a condition belongs to.
    pub fn owner(&self, condition: usize) -> usize {
        self.owners.get(condition).copied().unwrap_or(usize::MAX)
    }

    pub fn get(&self, id: &ObjectiveId) -> Option<&Target> {
        self.list.iter().find(|target| target.id == *id)
    }

    pub fn has_open(&self) -> bool {
        self.list.iter().any(|target| target.is_open)
    }

    /// Whether what follows the site of an open objective matters.
    pub fn follow_paths(&self) -> bool {
        let mut all = self.list.iter();
        all.any(|target| target.is_open && target.follows_paths)
    }

    /// Closes objectives that the ledger has a test for, or that nothing depends on any more; their conditions.
    pub fn close(&mut self, ledger: &Ledger) -> Vec<usize> {
        let open: BTreeSet<ObjectiveId> = ledger.open().into_iter().collect();
        let mut closed = Vec::new();
        for target in self.list.iter_mut().filter(|target| target.is_open) {
            target.is_open = open.contains(&target.id) && !ledger.is_reserved(&target.id);
            if !target.is_open {
                closed.extend(target.conditions.clone());
            }
        }
        closed
    }
}

fn kind_of(objective: &Objective) -> TargetKind {
    match label_of(objective) {
        Some(label) if is_run_time_error(label) => TargetKind::RunTimeError,
        Some(_) => TargetKind::Label,
        None => TargetKind::Mutant,
    }
}

fn prepared(
    context: &FunctionContext<'_>,
    judged: &[(&Objective, Vec<SiteCondition>)],
) -> Option<Conditions> {
    let conditions = judged.iter().flat_map(|(objective, conditions)| {
        let function = objective.site.function;
        let conditions = conditions.iter();
        conditions.map(move |condition| (function, condition.clone()))
    });
    let conditions: Vec<(FuncId, SiteCondition)> = conditions.collect();
    Conditions::new(&context.program, &conditions).ok()
}

fn block_of(function: &Function, at: Location) -> Option<BlockId> {
    let inst = match at {
        Location::Inst(inst) => inst,
        Location::Edge { from, .. } => return Some(from),
    };
    let mut blocks = function.blocks.iter();
    let home = blocks.find(|(_, block)| block.insts.contains(&inst));
    home.map(|(block, _)| block)
}
