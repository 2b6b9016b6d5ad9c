//! A mutant run from where it first differs, until its states are those of the original again.

use std::collections::BTreeMap;
use std::rc::Rc;

use quell_ir::entity::EntityRef;
use quell_ir::{BlockId, FuncId, Function, InstId};
use quell_term::{Term, are_made_of_more};

use super::alike::{Differences, Unlike, forgotten};
use super::apart::Meeting;
use super::domain::Role;
use super::explore::{Explorer, Moment, Outcome, Waiting};
use super::flow::Flow;
use super::path::Path;
use super::state::Value;
use super::word::Word;
use crate::program::op::Code;
use crate::stop::{Stop, StopKind};

/// Questions of so many terms need not be made simpler.
const SMALL: usize = 64;

/// A function that takes the place of one of the module.
#[derive(Debug)]
pub struct Replacement {
    pub function: FuncId,
    pub body: Function,
    /// New calls, each with the call of the original that it stands in place of: what is made in the one is what is made in
    /// the other.
    pub calls: BTreeMap<InstId, InstId>,
    /// The block where it first differs.
    pub first: Vec<BlockId>,
}

/// How a run of a mutant came out.
#[derive(Clone, Debug, PartialEq)]
pub enum Comparison {
    /// Its states became those of the original before anything could be observed.
    Same,
    Outcome(Box<Outcome>),
}

impl Explorer<'_> {
    /// Runs a mutant from where it first differs. Where its states are those of the original again it goes on like
    /// the original, up to the next time that the place of a difference is reached.
    pub fn run_mutant(&mut self, mutant: &Replacement) -> Result<Comparison, Stop> {
        if self.meeting == Meeting::Fork {
            let what = "a mutant whose paths are followed one by one".to_owned();
            return Err(StopKind::Unsupported(what).into());
        }
        let mut code = self.base.lower(mutant.function, &mutant.body)?;
        for inst in &mut code.origin {
            *inst = mutant.calls.get(inst).copied().unwrap_or(*inst);
        }
        let code = Rc::new(code);
        let flow = Rc::new(Flow::new(&self.base.module, &mutant.body, &code));
        let Some(sites) = self.sites(mutant, &flow)? else {
            return Ok(Comparison::Same);
        };
        self.machine.prepare_code(&code)?;
        self.machine.program = Rc::new(self.base.with_code(mutant.function, code.clone()));
        self.replaced = Some((mutant.function, flow));
        self.machine.domain.role = Role::Mutant;
        let run = self.run_from(&sites, mutant.function, &code);
        self.machine.domain.role = Role::Original;
        self.machine.domain.path = Path::default();
        self.machine.program = self.base.clone();
        self.replaced = None;
        self.pending.clear();
        let mut outcome = std::mem::take(&mut self.outcome);
        outcome.faults = self.machine.domain.take_faults();
        Ok(match run? {
            true => Comparison::Same,
            false => Comparison::Outcome(Box::new(outcome)),
        })
    }

    /// Runs from site to site; whether the mutant is the original again after the last.
    fn run_from(&mut self, sites: &Sites, function: FuncId, code: &Rc<Code>) -> Result<bool, Stop> {
        let mut start = sites.first;
        loop {
            let mut patience = self.patience;
            let moment = self.moments[start].clone();
            self.pending = moment.pending;
            self.outcome = moment.outcome;
            self.switch_code(function, code)?;
            self.take_turns_anew()?;
            let met = self.run(&mut |explorer, place| match sites.can_jump {
                true => explorer.met_original(place, start, &mut patience),
                false => None,
            })?;
            let Some(met) = met else {
                return Ok(false);
            };
            // No input that counts shows them.
            self.machine.domain.take_faults();
            match sites.moments.iter().find(|&&site| site >= met) {
                Some(&next) => start = next,
                None => return Ok(true),
            }
        }
    }

    /// The moments at which the mutant differs; none if it never does.
    fn sites(&mut self, mutant: &Replacement, flow: &Flow) -> Result<Option<Sites>, Stop> {
        let own = self.flow_of(mutant.function)?;
        let is_site = |moment: &Moment| {
            moment.function == mutant.function && mutant.first.contains(&moment.block)
        };
        let numbered = self.moments.iter().enumerate();
        let moments: Vec<usize> = numbered
            .filter(|(_, moment)| is_site(moment))
            .map(|(index, _)| index)
            .collect();
        if !self.jumps && !self.moments.is_empty() {
            return Ok(Some(Sites {
                first: 0,
                moments,
                can_jump: false,
            }));
        }
        let Some(&first) = moments.first() else {
            return Ok(None);
        };
        let original = &self.base.module.functions[mutant.function];
        let can_jump = Flow::keeps_alike(&self.base.module, original, &mutant.body)
            && moments
                .iter()
                .all(|&index| can_switch(&self.moments[index], &own, flow));
        // From the beginning where it keeps other things in registers.
        let first = if can_jump { first } else { 0 };
        Ok(Some(Sites {
            first,
            moments,
            can_jump,
        }))
    }

    /// When the original comes to one of some blocks of a function.
    pub fn reaches(&mut self, function: FuncId, blocks: &[BlockId]) -> Term {
        let is_there =
            |moment: &&Moment| moment.function == function && blocks.contains(&moment.block);
        let moments = self.moments.iter().filter(is_there);
        let states = moments.filter_map(|moment| moment.pending.values().next());
        let pool = &mut self.machine.domain.pool;
        let paths = states.map(|waiting| waiting.state.path.condition(pool));
        let paths: Vec<Term> = paths.collect();
        pool.or_all(&paths)
    }

    /// Frames of the replaced function go on in its new code, from the start of the block they are at.
    fn switch_code(&mut self, function: FuncId, code: &Rc<Code>) -> Result<(), Stop> {
        let floor = self.machine.domain.floor;
        let original = self.flow_of_original(function)?;
        let nothing = Value::Word(Word::defined(self.machine.domain.pool.bool(false)));
        for waiting in self.pending.values_mut() {
            let frames = &waiting.state.activation.frames;
            if frames.last().map(|frame| frame.code.function) != Some(function) {
                continue;
            }
            let activation = &mut Rc::make_mut(&mut waiting.state).activation;
            let Some(frame) = activation.frames.last_mut() else {
                continue;
            };
            let block = original.block_at(frame.pc as usize);
            frame.pc = code.starts[block.index()];
            frame.code = code.clone();
            let length = frame.base - floor + code.registers;
            activation.registers.resize(length, nothing.clone());
        }
        Ok(())
    }

    /// The states that wait get the turns that they have in the mutant: its blocks may come in another order.
    fn take_turns_anew(&mut self) -> Result<(), Stop> {
        let waiting = std::mem::take(&mut self.pending);
        for waiting in waiting.into_values() {
            self.queue(Rc::unwrap_or_clone(waiting.state))?;
        }
        Ok(())
    }

    /// The later moment of the original at this place, if everything is as it was then.
    fn met_original(&mut self, place: u32, start: usize, patience: &mut u32) -> Option<usize> {
        let index = *self.moment_at.get(&place)?;
        let moment = &self.moments[index];
        let mut pairs = moment.pending.values().zip(self.pending.values());
        let are_there = index > start
            && moment.pending.len() == self.pending.len()
            && pairs.all(|(a, b)| a.place == b.place);
        if !are_there {
            return None;
        }
        let mut pairs = moment.pending.values().zip(self.pending.values());
        let are_same = !self.machine.domain.has_faults()
            && moment.outcome == self.outcome
            && pairs.all(|(a, b)| is_same(a, b));
        if are_same {
            return Some(index);
        }
        if *patience == 0 {
            return None;
        }
        let differences = self.differences_at(index).ok()?;
        if self.never_shown(&differences, start) {
            return Some(index);
        }
        *patience -= 1;
        None
    }

    /// When what waits and what came out differ from what they were at a moment of the original.
    fn differences_at(&mut self, index: usize) -> Result<Differences, Unlike> {
        let moment = &self.moments[index];
        let pool = &mut self.machine.domain.pool;
        let mut differences = Differences::new();
        let mut pairs = moment.pending.values().zip(self.pending.values());
        pairs.try_for_each(|(a, b)| match is_same(a, b) {
            true => Ok(()),
            false => differences.of_states(pool, &a.state, &b.state),
        })?;
        differences.of_outcomes(pool, &moment.outcome, &self.outcome)?;
        Ok(differences)
    }

    /// Whether no input shows a difference, and none made anything go wrong. Mostly that is seen from what was computed since
    /// the states parted, and what led there does not matter.
    fn never_shown(&mut self, differences: &Differences, start: usize) -> bool {
        let Some(oracle) = &mut self.oracle else {
            return false;
        };
        let domain = &mut self.machine.domain;
        let pool = &mut domain.pool;
        let values = pool.or_all(&differences.values);
        let is_local = differences.are_together && domain.faults.is_empty();
        if is_local && pool.as_bool(values) == Some(false) {
            return true;
        }
        if is_local && are_made_of_more(pool, &[values], SMALL) {
            let before = self.moments[start].pending.values();
            let states = before.map(|waiting| &*waiting.state);
            let local = forgotten(pool, states).apply(pool, values);
            if oracle.never_hold(pool, &[local]) {
                return true;
            }
        }
        if is_local && oracle.never_hold(pool, &[values]) {
            return true;
        }
        let shown = pool.or_all(&differences.shown);
        let shown = pool.or(shown, domain.faulty);
        let valid = pool.not(domain.excluded);
        let mut all = vec![shown, valid];
        all.extend_from_slice(domain.addresses.facts());
        oracle.never_hold(pool, &all)
    }
}

fn is_same(a: &Waiting, b: &Waiting) -> bool {
    Rc::ptr_eq(&a.state, &b.state) || a.state.goes_on_like(&b.state)
}

/// Where a mutant is to be run.
struct Sites {
    /// Where it begins.
    first: usize,
    /// All moments at which it differs, in order.
    moments: Vec<usize>,
    /// Whether its frames can take over from the original's at any of them.
    can_jump: bool,
}

/// Whether all frames of a function can go on in other code: they are at the start of a block, the innermost
/// of their stacks, and hold all that the other code wants to find.
fn can_switch(moment: &Moment, own: &Flow, other: &Flow) -> bool {
    moment.pending.values().all(|waiting| {
        let frames = &waiting.state.activation.frames;
        let mut found = frames
            .iter()
            .enumerate()
            .filter(|(_, frame)| frame.code.function == moment.function);
        found.all(|(index, frame)| {
            let pc = frame.pc as usize;
            let block = own.block_at(pc);
            index + 1 == frames.len()
                && own.starts_at(block) == pc
                && other.live(block).is_within(own.live(block))
        })
    })
}
