//! Branches that no input has taken yet.

use std::rc::Rc;

use quell_ir::{BlockId, FuncId};
use quell_term::Term;

use super::run::PathEnd;
use super::trail::Trail;
use crate::program::op::{CallSite, EdgeId};
use crate::symbolic::explore::{BlockExit, State};

/// Where and how a state continues.
#[derive(Clone, Debug)]
pub(super) enum Resume {
    /// At the start of a block or behind a call.
    Block,
    /// Inside a block, where some conditions at the next operation were judged.
    Inside {
        judged: usize,
    },
    Edge(EdgeId),
    Call(Rc<CallSite>, FuncId),
    /// The input decides where the block is left to.
    Exit(BlockExit),
    /// Not at all: the path ends here.
    Ends(Rc<PathEnd>),
}

/// What an input has to do to take a fork.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ForkKind {
    /// Anything: no input has run yet.
    Entry,
    /// Take another branch.
    Branch,
    /// Call another target of a pointer.
    Call,
    /// Come to where the run ended without doing anything undefined.
    Defined,
    /// Meet the site condition with this index, or not.
    Condition { index: usize, holds: bool },
    /// Leave the bounds: it is not followed.
    Bound,
}

/// An active function and the block that it executes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ForkPlace {
    pub function: FuncId,
    pub block: BlockId,
}

/// A path that was not followed because the input of its run took another one.
#[derive(Clone, Debug)]
pub struct Fork {
    pub(super) state: State,
    pub(super) resume: Resume,
    /// The number of blocks that the path executed.
    pub(super) blocks: u32,
    pub(super) trail: Rc<Trail>,
    /// The first decisions of which the input of the run satisfies all.
    pub satisfied: usize,
    pub kind: ForkKind,
    /// Where the path continues, innermost function last.
    pub places: Rc<[ForkPlace]>,
}

impl Fork {
    /// The decisions of the path, from the first to the last.
    pub fn decisions(&self) -> impl ExactSizeIterator<Item = Term> {
        self.state.path.iter()
    }

    /// The site conditions that the path came to.
    pub fn trail(&self) -> &Rc<Trail> {
        &self.trail
    }
}
