//! An exploration that notes under which conditions on the inputs site conditions are met.

use std::rc::Rc;

use quell_ir::FuncId;
use quell_term::Term;

use super::explorer::Explorer;
use super::outcome::Outcome;
use super::state::Value;
use crate::condition::{Computed, Conditions, Kept};
use crate::program::op::{Code, EdgeId};
use crate::stop::Stop;
use crate::symbolic::domain::{Symbolic, Word};

/// Which inputs meet conditions, by the places of the conditions in their list. Inputs that the exploration excludes or
/// that leave its bounds may be among them.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct MetTerms {
    /// When the place of each is executed.
    pub executed: Vec<Term>,
    /// When each holds there once.
    pub met: Vec<Term>,
    /// The same without inputs on which something before had undefined behaviour.
    pub met_first: Vec<Term>,
    /// Whether `met` is exact; otherwise it holds on more inputs than it should, never on fewer.
    pub is_exact: Vec<bool>,
}

#[derive(Debug)]
pub(super) struct Watch {
    conditions: Rc<Conditions>,
    found: MetTerms,
    /// Conditions at the running instruction of the running block, with what their first stages computed.
    pending: Vec<(usize, Computed<Symbolic>)>,
}

impl Watch {
    pub fn kept(&self, function: FuncId) -> Option<&Kept> {
        self.conditions.kept(function)
    }
}

impl Explorer<'_> {
    /// Explores a function of [`Conditions::program`], which has to be the program of this explorer, and notes on which
    /// inputs the conditions are met.
    pub fn explore_watching(
        &mut self,
        function: FuncId,
        args: &[Value],
        conditions: &Rc<Conditions>,
    ) -> Result<(Outcome, MetTerms), Stop> {
        let never = self.domain().pool.bool(false);
        let is_exact = (0..conditions.len()).map(|index| conditions.get(index).is_exact);
        self.watch = Some(Watch {
            conditions: conditions.clone(),
            found: MetTerms {
                executed: vec![never; conditions.len()],
                met: vec![never; conditions.len()],
                met_first: vec![never; conditions.len()],
                is_exact: is_exact.collect(),
            },
            pending: Vec::new(),
        });
        let outcome = self.explore(function, args);
        let found = self.watch.take().map(|watch| watch.found);
        Ok((outcome?, found.unwrap_or_default()))
    }

    /// Judges what is to be judged at the start of a part of a block: after a call, by what is still known of it.
    pub(super) fn watch_resumed(&mut self, code: &Code, pc: usize) {
        let Some(mut watch) = self.watch.take() else {
            return;
        };
        watch.pending.clear();
        for &index in watch.conditions.clone().ended_before(code, pc) {
            let condition = watch.conditions.get(index);
            let mut computed = Computed::default();
            // What was computed before the call is not known any more.
            let holds = match condition.before.steps.is_empty() {
                true => self.machine.judge_after(condition, &mut computed),
                false if condition.has_second_stage() => self.unknown(),
                false => continue,
            };
            self.note(&mut watch, index, holds);
        }
        self.watch = Some(watch);
    }

    /// Judges what is to be judged before the operation at `pc`, and after the one before it in the same block.
    pub(super) fn watch_step(&mut self, code: &Code, pc: usize, is_first: bool) {
        let Some(mut watch) = self.watch.take() else {
            return;
        };
        let conditions = watch.conditions.clone();
        if !is_first && !conditions.ended_before(code, pc).is_empty() {
            for (index, mut computed) in std::mem::take(&mut watch.pending) {
                let condition = conditions.get(index);
                let holds = self.machine.judge_after(condition, &mut computed);
                self.note(&mut watch, index, holds);
            }
        }
        if let Some((_, here)) = conditions.starting_at(code, pc) {
            watch.pending.clear();
            for &index in here {
                let computed = self.judge_first(&mut watch, index);
                watch.pending.push((index, computed));
            }
        }
        self.watch = Some(watch);
    }

    /// Judges what is to be judged on an edge from the operation before `pc`.
    pub(super) fn watch_edge(&mut self, code: &Code, pc: usize, edge: EdgeId) {
        let Some(mut watch) = self.watch.take() else {
            return;
        };
        let to = code.edges.get(edge as usize).map_or(0, |edge| edge.to);
        for &index in watch.conditions.clone().on_edge(code, pc, to) {
            self.judge_first(&mut watch, index);
        }
        self.watch = Some(watch);
    }

    fn judge_first(&mut self, watch: &mut Watch, index: usize) -> Computed<Symbolic> {
        let here = self.machine.domain.condition();
        let executed = &mut watch.found.executed[index];
        *executed = self.machine.domain.pool.or(*executed, here);
        let mut computed = Computed::default();
        let condition = watch.conditions.clone();
        let holds = self
            .machine
            .judge_before(condition.get(index), &mut computed);
        self.note(watch, index, holds);
        computed
    }

    fn unknown(&mut self) -> Result<Word, Stop> {
        let all = self.machine.domain.pool.bool(true);
        Ok(Word {
            term: all,
            undef: Some(all),
        })
    }

    /// Notes a condition in the running state. Where its value is undefined, or has no term, it counts as met.
    fn note(&mut self, watch: &mut Watch, index: usize, holds: Result<Word, Stop>) {
        let domain = &mut self.machine.domain;
        let unsupported = domain.take_unsupported().is_some();
        let (holds, undefined) = match holds {
            Ok(holds) if !unsupported => {
                let undefined = holds.is_undefined(&mut domain.pool);
                (domain.pool.or(holds.term, undefined), undefined)
            }
            _ => (domain.pool.bool(true), domain.pool.bool(true)),
        };
        if domain.pool.as_bool(undefined) != Some(false) {
            watch.found.is_exact[index] = false;
        }
        let here = domain.condition();
        let here = domain.pool.and(here, holds);
        let met = &mut watch.found.met[index];
        *met = domain.pool.or(*met, here);
        let first = &mut watch.found.met_first[index];
        let defined = domain.pool.not(domain.excluded);
        let here = domain.pool.and(here, defined);
        *first = domain.pool.or(*first, here);
    }
}
