//! One module that holds the original and every mutant, and says what a run of the original means for them.
//!
//! Each function of the user exists in several copies behind a dispatcher that has its name and address:
//!
//! | copy | runs when | does |
//! |---|---|---|
//! | clean | nothing is selected | the original, as fast as it can; calls other clean copies directly |
//! | counted | a mutant of another function is selected | the original, counting its work |
//! | mutated | one of its own mutants is selected | that mutant, counting its work |
//! | recorded | `quell_record` is set | the original, noting what it executes and what it would infect |
//!
//! A function that cannot be copied, because it takes a variable number of arguments or the addresses of its
//! blocks are taken, has only the mutated copy; entering it while recording infects all its mutants.
//!
//! The harness selects by `quell_mutant` (0: the original) and `quell_record` before it calls. Work is counted in
//! `quell_work` at entries of functions and heads of loops, in the same way in all copies; once it exceeds
//! `quell_work_limit`, `quell_out_of_work` is called. Traps are calls of `quell_trap` with a
//! [`TrapKind`](crate::harden::TrapKind). These two functions are the harness's. The tables `quell_executed`,
//! `quell_infected`, `quell_blocks` and `quell_branches` have a byte for each number, block and outcome.
//!
//! A mutant is *infected* by a run if, at one of its edits, it would have computed another value, taken another
//! way, stored something else, called with other arguments, or trapped. Bits are compared, those of NaNs too: the
//! sign of a NaN can be seen. Whatever cannot be evaluated without side effect or fault counts as infected. So a
//! run that does not infect a mutant cannot kill it.

mod coverage;
mod debug;
mod demote;
mod differ;
mod dispatch;
mod evaluate;
mod globals;
mod idle;
mod mutated;
mod plan;
mod recorded;
mod work;

use std::collections::BTreeSet;

use quell_ir::{BlockId, FuncId, InstId, Module};
use thiserror::Error;

use crate::apply::EditError;
use crate::harden::{Traps, harden};
use crate::mutant::Mutant;
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
    /// The number of the first mutant; the others follow in the order they were given.
    pub first: u32,
    pub mutants: u32,
    /// Instructions at which mutants differ from the original.
    pub sites: Vec<Site>,
    /// By the index in `quell_blocks`.
    pub blocks: Vec<BlockPlace>,
    /// By the index in `quell_branches`.
    pub branches: Vec<BranchPlace>,
}

impl Meta {
    /// The number that selects the mutant at an index of the slice given to [`build`].
    pub fn number(&self, index: u32) -> u32 {
        self.first + index
    }

    /// The index of the mutant with a number.
    pub fn mutant(&self, number: u32) -> Option<u32> {
        number
            .checked_sub(self.first)
            .filter(|&index| index < self.mutants)
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Site {
    pub function: FuncId,
    pub at: InstId,
    /// Numbers, in order.
    pub mutants: Vec<u32>,
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
    #[error("mutant {mutant}: {error}")]
    Edit { mutant: usize, error: EditError },
    #[error("mutant {mutant} changes a call that catches exceptions, which cannot be built in")]
    Invoke { mutant: usize },
    #[error("there are more mutants than numbers")]
    TooMany,
}

/// Builds original and mutants into one module.
pub fn build(module: &Module, mutants: &[Mutant], options: &Options) -> Result<Meta, MetaError> {
    let plan = Plan::new(module, mutants, options)?;
    let mut copy = module.clone();
    strip_debug_info(&mut copy);
    let runtime = globals::define(&mut copy, &plan);
    dispatch::functions(&mut copy, &plan, &runtime);
    harden(&mut copy, Traps::Reported);
    Ok(Meta {
        module: copy,
        first: plan.first,
        mutants: plan.mutants,
        sites: plan.sites(),
        blocks: plan.coverage.blocks,
        branches: plan.coverage.branches,
    })
}
