//! Site conditions on a path.

use std::rc::Rc;

use super::executor::Progress;
use super::trail::Met;
use crate::condition::{Computed, Conditions};
use crate::program::op::{Code, EdgeId};
use crate::stop::Stop;
use crate::symbolic::domain::{Symbolic, Word};
use crate::symbolic::explore::Explorer;

/// Whether a path forks at site conditions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ConditionBranches {
    /// It notes when they hold.
    Noted,
    /// Where one is judged before an instruction, it is a branch with both sides. Others are noted.
    Forked,
}

/// The conditions that are judged on all paths.
#[derive(Debug)]
pub(super) struct Watch {
    pub conditions: Rc<Conditions>,
    /// Whether each is still judged.
    wanted: Vec<bool>,
    /// Whether paths fork at each.
    forked: Vec<bool>,
    /// Conditions at the running instruction of the running block, with what their first stages computed.
    pending: Vec<(usize, Computed<Symbolic>)>,
}

impl Watch {
    pub fn new(conditions: Rc<Conditions>, branches: ConditionBranches) -> Self {
        Self {
            wanted: vec![true; conditions.len()],
            forked: vec![branches == ConditionBranches::Forked; conditions.len()],
            conditions,
            pending: Vec::new(),
        }
    }

    pub fn forget(&mut self, index: usize) {
        if let Some(wanted) = self.wanted.get_mut(index) {
            *wanted = false;
        }
    }

    pub fn stop_forking(&mut self, index: usize) {
        if let Some(forked) = self.forked.get_mut(index) {
            *forked = false;
        }
    }

    pub fn is_forked(&self, index: usize) -> bool {
        self.forked.get(index).copied().unwrap_or(false)
    }

    pub fn is_wanted(&self, index: usize) -> bool {
        self.wanted.get(index).copied().unwrap_or(false)
    }

    /// Judges what is to be judged at the start of a part of a block: after a call, by what is still known of it.
    pub fn resumed(
        &mut self,
        explorer: &mut Explorer<'static>,
        (code, pc): (&Code, usize),
        progress: &mut Progress,
    ) {
        self.pending.clear();
        for &index in self.conditions.clone().ended_before(code, pc) {
            if !self.is_wanted(index) {
                continue;
            }
            let condition = self.conditions.get(index);
            let mut computed = Computed::default();
            // What was computed before the call is not known any more.
            let met = match condition.before.steps.is_empty() {
                true => judged(explorer, |explorer| {
                    explorer.machine.judge_after(condition, &mut computed)
                }),
                false if condition.has_second_stage() => None,
                false => continue,
            };
            note(explorer, index, met, progress);
        }
    }

    /// Judges what is to be judged after the operation before `pc` in the same block.
    pub fn passed(
        &mut self,
        explorer: &mut Explorer<'static>,
        (code, pc): (&Code, usize),
        progress: &mut Progress,
    ) {
        if self.conditions.ended_before(code, pc).is_empty() {
            return;
        }
        for (index, mut computed) in std::mem::take(&mut self.pending) {
            let condition = self.conditions.get(index);
            if condition.has_second_stage() {
                let met = judged(explorer, |explorer| {
                    explorer.machine.judge_after(condition, &mut computed)
                });
                note(explorer, index, met, progress);
            }
        }
    }

    /// The conditions that are judged before the operation at `pc`.
    pub fn starting(&mut self, code: &Code, pc: usize) -> Vec<usize> {
        match self.conditions.starting_at(code, pc) {
            Some((_, here)) => {
                self.pending.clear();
                here.to_vec()
            }
            None => Vec::new(),
        }
    }

    /// Judges the first stage of a condition; none if it has no value on terms.
    pub fn judge(&mut self, explorer: &mut Explorer<'static>, index: usize) -> Option<Word> {
        let condition = self.conditions.get(index);
        let mut computed = Computed::default();
        let held = judged(explorer, |explorer| {
            explorer.machine.judge_before(condition, &mut computed)
        });
        self.pending.push((index, computed));
        held
    }

    /// Judges what is to be judged on an edge from the operation before `pc`.
    pub fn edge(
        &mut self,
        explorer: &mut Explorer<'static>,
        (code, pc, edge): (&Code, usize, EdgeId),
        progress: &mut Progress,
    ) {
        let to = code.edges.get(edge as usize).map_or(0, |edge| edge.to);
        for &index in self.conditions.clone().on_edge(code, pc, to) {
            if self.is_wanted(index) {
                let held = self.judge(explorer, index);
                note(explorer, index, held, progress);
            }
        }
        self.pending.clear();
    }
}

/// The value of a condition; none if it has none on terms. Nothing is concretised for it.
fn judged(
    explorer: &mut Explorer<'static>,
    judge: impl FnOnce(&mut Explorer<'static>) -> Result<Word, Stop>,
) -> Option<Word> {
    let input = explorer.domain().input.take();
    let held = judge(explorer).ok();
    let domain = explorer.domain();
    domain.input = input;
    match domain.take_unsupported() {
        None => held,
        Some(_) => None,
    }
}

/// Notes a condition in the running state. Where its value is undefined, or has no term, it counts as met.
pub(super) fn note(
    explorer: &mut Explorer<'static>,
    index: usize,
    held: Option<Word>,
    progress: &mut Progress,
) {
    let domain = explorer.domain();
    let (holds, is_exact) = match held {
        Some(held) => {
            let undefined = held.is_undefined(&mut domain.pool);
            let is_defined = domain.pool.as_bool(undefined) == Some(false);
            (domain.pool.or(held.term, undefined), is_defined)
        }
        None => (domain.pool.bool(true), false),
    };
    progress.met.push(Met {
        index,
        decisions: domain.path.decisions(),
        holds,
        is_exact,
    });
}
