//! One module that holds the original and all objectives, and records which of them a run of the original meets.
//!
//! Each function of the user exists in several copies behind a dispatcher that has its name and address:
//!
//! | copy | runs when | does |
//! |---|---|---|
//! | clean | nothing is selected | the original, as fast as it can; calls other clean copies directly |
//! | counted | a mutant of another function is selected | the original, counting its work |
//! | mutated | one of its own mutants is selected | that mutant, counting its work |
//! | recorded | `quell_record` is set | the original, noting which sites it executes and which conditions it meets |
//!
//! A function that cannot be copied, because it takes a variable number of arguments or the addresses of its
//! blocks are taken, has only the mutated copy; entering it while recording infects all its mutants, and it can have no labels.
//!
//! The harness selects by `quell_mutant` (0: the original) and `quell_record` before it calls. Work is counted in
//! `quell_work` at entries of functions and heads of loops, in the same way in all copies; once it exceeds
//! `quell_work_limit`, `quell_out_of_work` is called. Traps are calls of `quell_trap` with a
//! [`TrapKind`](crate::harden::TrapKind). These two functions are the harness's. The tables `quell_executed`,
//! `quell_infected`, `quell_blocks` and `quell_branches` have a byte for each number, block and outcome.
//!
//! The recording copy notes which objectives a run meets: it judges their [site conditions](crate::condition) beside the
//! original code. For a mutant that is infection, for a label coverage.
//!
//! Decisions:
//!
//! - **One module holds all objectives.** Clean copies call each other directly, so that a module in which nothing is selected
//!   runs nearly as fast as the plain program.
//! - **Infection is never missed**, so a run that does not infect a mutant cannot kill it. It is recorded at the site, not
//!   later: an infected state may be the original's again before the site's function returns. A condition that is
//!   [unknown](crate::condition::Condition::Unknown) counts as met. While an instruction is executed that may trap in the
//!   original, its mutants count as infected, because nothing could be noted after a trap; for labels it is not so.

mod coverage;
mod debug;
mod demote;
mod dispatch;
mod globals;
mod mutated;
mod plan;
mod recorded;
mod work;

use std::collections::{BTreeMap, BTreeSet};

use quell_ir::{BlockId, FuncId, InstId, Module};
use thiserror::Error;

use crate::apply::EditError;
use crate::harden::{Traps, harden};
use crate::objective::{Objective, ObjectiveId};
pub use debug::strip_debug_info;
use plan::Plan;

#[derive(Clone, Debug)]
pub struct Options {
    /// The number of the first mutant, at least 1. Objects that are linked together have different ones.
    pub first: u32,
    /// Appended to the names of the tables, for objects that are linked together.
    pub suffix: String,
    /// The functions whose blocks and branches are noted; all when none are given.
    pub covered: Option<BTreeSet<FuncId>>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            first: 1,
            suffix: String::new(),
            covered: None,
        }
    }
}

/// The module and what its numbers mean.
#[derive(Clone, Debug)]
pub struct Meta {
    pub module: Module,
    pub numbers: Numbers,
    /// Instructions with objectives.
    pub sites: Vec<MetaSite>,
    /// By the index in `quell_blocks`.
    pub blocks: Vec<BlockPlace>,
    /// By the index in `quell_branches`.
    pub branches: Vec<BranchPlace>,
}

/// The numbers by which a built program knows its objectives. They are selectors and slots of its tables, and mean nothing
/// in any other program: whatever is kept or reported is keyed by the id.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Numbers {
    first: u32,
    ids: Vec<ObjectiveId>,
    by_id: BTreeMap<ObjectiveId, u32>,
}

impl Numbers {
    fn new(first: u32, objectives: &[Objective]) -> Result<Self, MetaError> {
        let first = first.max(1);
        let count = u32::try_from(objectives.len()).map_err(|_| MetaError::TooMany)?;
        let end = first
            .checked_add(count)
            .filter(|&end| end <= i32::MAX as u32);
        let end = end.ok_or(MetaError::TooMany)?;
        let ids: Vec<ObjectiveId> = objectives.iter().map(|of| of.id.clone()).collect();
        let mut by_id = BTreeMap::new();
        for (number, id) in (first..end).zip(&ids) {
            if by_id.insert(id.clone(), number).is_some() {
                let objective = id.clone();
                return Err(MetaError::Twice { objective });
            }
        }
        Ok(Self { first, ids, by_id })
    }

    /// The first number, at least 1; the others follow in the order of the ids.
    pub fn first(&self) -> u32 {
        self.first
    }

    /// All ids, in the order of their numbers.
    pub fn ids(&self) -> &[ObjectiveId] {
        &self.ids
    }

    /// The number that selects an objective.
    pub fn number(&self, id: &ObjectiveId) -> Option<u32> {
        self.by_id.get(id).copied()
    }

    /// The objective with a number.
    pub fn objective(&self, number: u32) -> Option<&ObjectiveId> {
        self.ids.get(number.checked_sub(self.first)? as usize)
    }
}

impl Meta {
    /// The number that selects an objective.
    pub fn number(&self, id: &ObjectiveId) -> Option<u32> {
        self.numbers.number(id)
    }

    /// The objective with a number.
    pub fn objective(&self, number: u32) -> Option<&ObjectiveId> {
        self.numbers.objective(number)
    }
}

/// An instruction with the objectives there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MetaSite {
    pub function: FuncId,
    pub at: InstId,
    /// In the order of their numbers.
    pub objectives: Vec<ObjectiveId>,
}

/// A place in the source.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    pub file: String,
    pub line: u32,
    pub column: u32,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BlockPlace {
    pub function: FuncId,
    pub block: BlockId,
    /// Of its first instruction that the user wrote.
    pub place: Option<Place>,
}

/// One way on from a conditional branch or switch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BranchPlace {
    pub function: FuncId,
    pub at: InstId,
    /// Of a branch 0 when the condition is true and 1 when it is false; of a switch 0 by default and else the
    /// position of the case, counted from 1.
    pub outcome: u32,
    pub place: Option<Place>,
}

#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MetaError {
    #[error("{objective} cannot be built in: {error}")]
    Edit {
        objective: ObjectiveId,
        error: EditError,
    },
    #[error("{objective} cannot be built in: it changes a call that catches exceptions")]
    Invoke { objective: ObjectiveId },
    #[error(
        "the label {objective} cannot be recorded: its function takes any number of arguments or has blocks with addresses, or its site is no instruction"
    )]
    Label { objective: ObjectiveId },
    #[error("two objectives have the id {objective}")]
    Twice { objective: ObjectiveId },
    #[error("there are more objectives than numbers")]
    TooMany,
}

impl MetaError {
    /// The objective without which the module can be built, if it is one.
    pub fn objective(&self) -> Option<&ObjectiveId> {
        match self {
            Self::Edit { objective, .. }
            | Self::Invoke { objective }
            | Self::Label { objective }
            | Self::Twice { objective } => Some(objective),
            Self::TooMany => None,
        }
    }
}

/// Builds the original and all objectives into one module.
pub fn build(
    module: &Module,
    objectives: &[Objective],
    options: &Options,
) -> Result<Meta, MetaError> {
    let plan = Plan::new(module, objectives, options)?;
    let mut copy = module.clone();
    strip_debug_info(&mut copy);
    let runtime = globals::define(&mut copy, &plan);
    dispatch::functions(&mut copy, &plan, &runtime);
    harden(&mut copy, Traps::Reported);
    Ok(Meta {
        module: copy,
        sites: plan.sites(),
        numbers: plan.numbers,
        blocks: plan.coverage.blocks,
        branches: plan.coverage.branches,
    })
}
