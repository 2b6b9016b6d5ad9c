//! The objectives of an exploration, and the site conditions that it judges for them: predicates of labels, infections of
//! mutants.

use std::collections::BTreeSet;
use std::ops::Range;
use std::rc::Rc;

use quell_exec::condition::Conditions;
use quell_ir::analysis::Cfg;
use quell_ir::{BlockId, FuncId, Function, InstKind, Module};
use quell_objectives::condition::{
    Condition, Location, SiteCondition, infection, weak_kill_constraints,
};
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

/// What is judged for mutants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Judged {
    /// Their infections: the value that depends on the change differs.
    Infections,
    /// The constraints of PexMutator: the changed expression itself differs. Which blocks are executed is noted besides.
    WeakKills,
}

/// An objective, and what the exploration knows of it.
#[derive(Debug)]
pub struct Target {
    pub id: ObjectiveId,
    pub kind: TargetKind,
    /// By their places among the conditions.
    pub conditions: Range<usize>,
    /// Where these are judged.
    pub sites: Vec<(FuncId, BlockId)>,
    /// Whether an input that meets a condition meets the objective.
    pub is_exact: bool,
    pub is_open: bool,
    /// Whether a valid input executed one of the sites.
    pub is_reached: bool,
    /// Whether a valid input met an exact condition.
    pub is_met: bool,
    /// Whether an input that met a condition was run natively.
    pub is_infected: bool,
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
    /// The blocks of the function. The conditions behind those of the objectives say that they are executed.
    pub blocks: Vec<BlockId>,
}

impl Targets {
    /// The open objectives whose conditions can be evaluated.
    pub fn new(context: &FunctionContext<'_>, open: &[ObjectiveId], what: Judged) -> Self {
        let module = &context.program.module;
        let objectives = open.iter().map(|id| context.objective(id));
        let judged = objectives.map(|objective| {
            let conditions = match (what, kind_of(objective)) {
                (Judged::WeakKills, TargetKind::Mutant) => weak_kill_constraints(module, objective),
                _ => infection(module, objective),
            };
            (objective, conditions)
        });
        let mut judged: Vec<(&Objective, Vec<SiteCondition>)> = judged.collect();
        let mut kinds = judged.iter().map(|(objective, _)| kind_of(objective));
        let blocks = match what == Judged::WeakKills && kinds.any(|of| of == TargetKind::Mutant) {
            true => blocks_of(module, context.plan.function),
            false => Vec::new(),
        };
        let conditions = match prepared(context, &judged, &blocks) {
            Some(all) => all,
            None => {
                judged.retain(|one| prepared(context, std::slice::from_ref(one), &[]).is_some());
                match prepared(context, &judged, &blocks) {
                    Some(some) => some,
                    None => return Self::default(),
                }
            }
        };
        let mut all = Self {
            conditions: (!conditions.is_empty()).then(|| Rc::new(conditions)),
            blocks: blocks.iter().map(|(block, _)| *block).collect(),
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
                is_met: false,
                is_infected: false,
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

    /// The block that a condition is about, if it is about none of the objectives.
    pub fn block(&self, condition: usize) -> Option<BlockId> {
        let place = condition.checked_sub(self.owners.len())?;
        self.blocks.get(place).copied()
    }

    pub fn get(&self, id: &ObjectiveId) -> Option<&Target> {
        self.list.iter().find(|target| target.id == *id)
    }

    /// Whether none is a mutant.
    pub fn are_labels(&self) -> bool {
        let mut all = self.list.iter();
        all.all(|target| target.kind != TargetKind::Mutant)
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
    blocks: &[(BlockId, SiteCondition)],
) -> Option<Conditions> {
    let conditions = judged.iter().flat_map(|(objective, conditions)| {
        let function = objective.site.function;
        let conditions = conditions.iter();
        conditions.map(move |condition| (function, condition.clone()))
    });
    let blocks = blocks.iter().map(|(_, executed)| executed.clone());
    let blocks = blocks.map(|executed| (context.plan.function, executed));
    let conditions: Vec<(FuncId, SiteCondition)> = conditions.chain(blocks).collect();
    Conditions::new(&context.program, &conditions).ok()
}

/// The blocks of a function that its entry leads to, and a condition for each that says that it is executed.
fn blocks_of(module: &Module, id: FuncId) -> Vec<(BlockId, SiteCondition)> {
    let function = &module.functions[id];
    let cfg = Cfg::new(function);
    let reachable = cfg.blocks().filter(|block| cfg.is_reachable(*block));
    let all = reachable.filter_map(|block| {
        let insts = function.blocks[block].insts.iter().copied();
        let end = function.terminator(block)?;
        let at = match function.insts[end].kind {
            // What comes before it does not return.
            InstKind::Unreachable => insts.rev().nth(1).unwrap_or(end),
            _ => end,
        };
        let base = function.locals.len();
        Some((
            block,
            SiteCondition::before(at, base, Vec::new(), Condition::Always),
        ))
    });
    all.collect()
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
