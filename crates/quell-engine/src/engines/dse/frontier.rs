//! The forks that are left to be tried, in the order of the search.

use std::collections::BTreeMap;
use std::rc::Rc;

use quell_exec::symbolic::{Fork, ForkKind, ForkPlace};
use rustc_hash::FxHashMap;

use crate::settings::SearchOrder;

use super::distance::{ControlFlow, Distances};
use super::queries::Input;

/// A branch that no input has taken.
#[derive(Debug)]
pub struct OpenFork {
    pub fork: Fork,
    /// The input of the run that left it.
    pub from: Rc<Input>,
    /// How many objectives that run met first.
    pub gain: usize,
    /// Whether an earlier query about it had no answer.
    pub is_retried: bool,
}

/// A branch: where it leads to, and which side of which site condition it is.
type BranchSide = (Option<ForkPlace>, Option<(usize, bool)>);

/// Forks by their priorities and numbers.
#[derive(Debug)]
pub struct Frontier {
    order: SearchOrder,
    /// Whether forks that lead to no site are left out.
    leaves_out: bool,
    open: BTreeMap<(u64, u64), OpenFork>,
    /// Forks that need longer queries, for the end.
    hard: Vec<OpenFork>,
    pushed: u64,
    /// The number of forks so far at each branch.
    left_open: FxHashMap<BranchSide, u64>,
    flow: ControlFlow,
    distances: Distances,
}

impl Frontier {
    pub fn new(order: SearchOrder, leaves_out: bool, flow: ControlFlow) -> Self {
        Self {
            order,
            leaves_out,
            open: BTreeMap::new(),
            hard: Vec::new(),
            pushed: 0,
            left_open: FxHashMap::default(),
            flow,
            distances: Distances::default(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.open.is_empty() && self.hard.is_empty()
    }

    pub fn push(&mut self, open: OpenFork) {
        self.pushed += 1;
        let number = self.pushed;
        if let Some(key) = self.key(&open, number) {
            self.open.insert(key, open);
        }
    }

    /// The priority of a fork and its number, least first; none if it is left out.
    fn key(&mut self, open: &OpenFork, number: u64) -> Option<(u64, u64)> {
        let needs_distance = self.leaves_out || self.order == SearchOrder::Guided;
        let distance = match needs_distance {
            true => self.flow.from(&open.fork.places, &self.distances),
            false => None,
        };
        if self.leaves_out && distance.is_none() {
            return None;
        }
        Some(match self.order {
            SearchOrder::DepthFirst => (u64::MAX - number, number),
            SearchOrder::Breadth => (self.times_left_open(&open.fork), number),
            SearchOrder::Generational => (u64::MAX - open.gain as u64, number),
            SearchOrder::Guided => (distance.map_or(u64::MAX, u64::from), number),
        })
    }

    /// How many forks there were before at the same branch.
    fn times_left_open(&mut self, fork: &Fork) -> u64 {
        let condition = match fork.kind {
            ForkKind::Condition { index, holds } => Some((index, holds)),
            _ => None,
        };
        let branch = (fork.places.last().copied(), condition);
        let times = self.left_open.entry(branch).or_default();
        *times += 1;
        *times
    }

    /// Orders the forks anew by their distances to the sites that count now.
    pub fn aim<'s>(
        &mut self,
        sites: impl Iterator<Item = &'s (quell_ir::FuncId, quell_ir::BlockId)>,
        leaves_out: bool,
    ) {
        self.leaves_out = leaves_out;
        if !leaves_out && self.order != SearchOrder::Guided {
            return;
        }
        self.distances = self.flow.distances(sites);
        for ((_, number), open) in std::mem::take(&mut self.open) {
            if let Some(key) = self.key(&open, number) {
                self.open.insert(key, open);
            }
        }
    }

    /// The next fork; hard ones come last.
    pub fn pop(&mut self) -> Option<OpenFork> {
        let next = self.open.pop_first().map(|(_, open)| open);
        next.or_else(|| self.hard.pop())
    }

    /// Keeps a fork for a longer query.
    pub fn defer(&mut self, open: OpenFork) {
        self.hard.push(OpenFork {
            is_retried: true,
            ..open
        });
    }

    /// Takes the first fork that a predicate holds of.
    pub fn take(&mut self, mut is_wanted: impl FnMut(&Fork) -> bool) -> Option<OpenFork> {
        let mut all = self.open.iter();
        let key = *all.find(|(_, open)| is_wanted(&open.fork))?.0;
        self.open.remove(&key)
    }
}
