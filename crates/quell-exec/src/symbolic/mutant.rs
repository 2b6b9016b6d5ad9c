//! A mutant run from where it first differs, until its states are those of the original again.

use std::rc::Rc;

use quell_ir::entity::EntityRef;
use quell_ir::{BlockId, FuncId, Function};

use super::domain::Role;
use super::explore::{Explorer, Moment, Outcome};
use super::flow::Flow;
use super::state::Value;
use super::word::Word;
use crate::program::op::Code;
use crate::stop::Stop;

/// A function that takes the place of one of the module.
#[derive(Debug)]
pub struct Replacement {
    pub function: FuncId,
    pub body: Function,
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
    /// Runs a mutant from where it first differs.
    pub fn run_mutant(&mut self, mutant: &Replacement) -> Result<Comparison, Stop> {
        let code = Rc::new(self.base.lower(mutant.function, &mutant.body)?);
        let flow = Rc::new(Flow::new(&self.base.module, &mutant.body, &code));
        let Some(start) = self.first_moment(mutant, &flow)? else {
            return Ok(Comparison::Same);
        };
        self.machine.prepare_code(&code)?;
        self.machine.program = Rc::new(self.base.with_code(mutant.function, code.clone()));
        self.replaced = Some((mutant.function, flow));
        let moment = self.moments[start].clone();
        self.pending = moment.pending;
        self.outcome = moment.outcome;
        self.switch_code(mutant.function, &code)?;
        self.machine.domain.role = Role::Mutant;
        let run = self.run(&mut |explorer, place| explorer.is_as_original(place, start));
        self.machine.domain.role = Role::Original;
        self.machine.program = self.base.clone();
        self.replaced = None;
        let mut outcome = std::mem::take(&mut self.outcome);
        outcome.faults = std::mem::take(&mut self.machine.domain.faults);
        self.pending.clear();
        Ok(match run? {
            true => Comparison::Same,
            false => Comparison::Outcome(Box::new(outcome)),
        })
    }

    /// The moment from which a mutant has to be run: before its first difference, or the beginning
    /// where it keeps other things in registers.
    fn first_moment(&mut self, mutant: &Replacement, flow: &Flow) -> Result<Option<usize>, Stop> {
        let own = self.flow_of(mutant.function)?;
        let is_first = |moment: &Moment| {
            moment.function == mutant.function && mutant.first.contains(&moment.block)
        };
        let Some(first) = self.moments.iter().position(is_first) else {
            return Ok(None);
        };
        let moment = &self.moments[first];
        let original = &self.base.module.functions[mutant.function];
        let alike = Flow::keeps_alike(&self.base.module, original, &mutant.body)
            && can_switch(moment, &own, flow);
        Ok(Some(if alike { first } else { 0 }))
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

    /// Whether everything is as it was when the original came to this place.
    fn is_as_original(&self, place: u32, start: usize) -> bool {
        let Some(&index) = self.moment_at.get(&place) else {
            return false;
        };
        let moment = &self.moments[index];
        index > start
            && self.machine.domain.faults.is_empty()
            && moment.outcome == self.outcome
            && moment.pending.len() == self.pending.len()
            && moment
                .pending
                .values()
                .zip(self.pending.values())
                .all(|(a, b)| {
                    a.place == b.place
                        && (Rc::ptr_eq(&a.state, &b.state) || a.state.goes_on_like(&b.state))
                })
    }
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
