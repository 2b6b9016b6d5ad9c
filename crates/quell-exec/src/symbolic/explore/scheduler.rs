//! The scheduler: the order in which states run, and which of them are merged.

use std::collections::BTreeMap;
use std::rc::Rc;

use quell_ir::entity::EntityRef;
use quell_ir::{BlockId, FuncId};
use rustc_hash::FxHashMap;

use super::explorer::{Explorer, QueuedState};
use super::flow::Flow;
use super::merge_policy::{self, MergePolicy};
use super::outcome::ReachedBound;
use super::state::State;
use crate::program::op::Code;
use crate::stop::Stop;
use crate::symbolic::domain::Bound;

/// The order in which states run.
pub(super) type ScheduleKey = Vec<u32>;
/// The queued states.
pub(super) type Queue = BTreeMap<ScheduleKey, QueuedState>;
/// The header of a loop and the constants with which an iteration begins there. The number of the iteration is no part of it:
/// paths that reach the same constants after different numbers of iterations are merged.
pub(super) type Iteration = Rc<[u32]>;

/// The place of a state in the queue.
struct Slot {
    key: ScheduleKey,
    location: u32,
    iteration: Option<Iteration>,
}

impl Explorer<'_> {
    /// Schedules a state, merged with the one in its slot.
    pub(super) fn enqueue(&mut self, mut state: State) -> Result<(), Stop> {
        let Some(mut slot) = self.slot(&mut state)? else {
            return Ok(());
        };
        if let Some((key, location)) = merge_policy::same_iteration(&self.queue, &slot.iteration) {
            (slot.key, slot.location) = (key, location);
        }
        let state = match self.queue.remove(&slot.key) {
            Some(other) => other.state.merge(&mut self.machine.domain, &state),
            None => state,
        };
        let queued = QueuedState {
            location: slot.location,
            state: Rc::new(state),
            iteration: slot.iteration,
        };
        self.queue.insert(slot.key, queued);
        Ok(())
    }

    /// The slot of a state; none if it reached the recursion bound. Registers that are dead there are cleared.
    fn slot(&mut self, state: &mut State) -> Result<Option<Slot>, Stop> {
        let (mut key, mut location) = (ScheduleKey::new(), Vec::new());
        let mut iteration = None;
        let depth = state.activation.frames.len();
        let mut same = FxHashMap::<FuncId, u32>::default();
        for index in 0..depth {
            let frame = &state.activation.frames[index];
            let (code, pc) = (frame.code.clone(), frame.pc as usize);
            let activations = same.entry(code.function).or_default();
            *activations += 1;
            if *activations > self.options.bounds.recursion {
                self.reach_recursion_bound(state, code.function);
                return Ok(None);
            }
            let flow = self.flow_of(code.function)?;
            let innermost = index + 1 == depth;
            let at = if innermost { pc } else { pc.saturating_sub(1) };
            let block = flow.block_at(at);
            for (around, count) in flow.nest(block).iter().zip(&state.loops.unwindings[index]) {
                key.extend([flow.rank(flow.header(*around)), *count]);
            }
            let inst = position_in_block(&code, &flow, block, pc, innermost);
            let mut at = vec![code.function.as_u32(), block.index() as u32, inst];
            if innermost && inst == 0 {
                state.clear_dead(&mut self.machine.domain, flow.live(block));
            }
            if innermost && self.options.merge_policy == MergePolicy::SameConstants {
                if inst == 0 && flow.begins_iteration(block) {
                    state.loops.iteration_constants = self.separating_constants(state, &key);
                    let constants = &*state.loops.iteration_constants;
                    iteration = (!constants.is_empty())
                        .then(|| [&location, &at, constants].concat().into());
                }
                if !flow.nest(block).is_empty() {
                    key.extend_from_slice(&state.loops.iteration_constants);
                    at.extend_from_slice(&state.loops.iteration_constants);
                }
            }
            key.extend([flow.rank(block), inst, code.function.as_u32()]);
            location.extend(at);
            location.extend_from_slice(&state.loops.unwindings[index]);
        }
        let separate: Rc<[u32]> = match self.options.merge_policy {
            MergePolicy::SameConstants if iteration.is_none() => {
                self.separating_constants(state, &key)
            }
            MergePolicy::Never => {
                let path = state.path.condition(&mut self.machine.domain.pool);
                [path.index() as u32].into()
            }
            _ => Rc::default(),
        };
        key.extend_from_slice(&separate);
        location.extend_from_slice(&separate);
        let next = self.locations.len() as u32 + 1;
        let location = *self.locations.entry(location).or_insert(next);
        Ok(Some(Slot {
            key,
            location,
            iteration,
        }))
    }

    /// The constants that keep a state apart from others at its location; none where too many are kept apart already.
    fn separating_constants(&self, state: &State, key: &ScheduleKey) -> Rc<[u32]> {
        let constants = merge_policy::constants(state, &self.machine.domain.pool);
        if merge_policy::has_room(&self.queue, key, &constants) {
            constants.into()
        } else {
            Rc::default()
        }
    }

    fn reach_recursion_bound(&mut self, state: &State, function: FuncId) {
        let when = state.path.condition(&mut self.machine.domain.pool);
        self.outcome.reached_bounds.push(ReachedBound {
            when,
            function,
            bound: Bound::Recursion,
        });
    }
}

/// The position of a state in its block, independent of the other instructions there: 0 at the start, odd after a call and
/// even in one.
fn position_in_block(code: &Code, flow: &Flow, block: BlockId, pc: usize, innermost: bool) -> u32 {
    if innermost && pc == flow.starts_at(block) {
        return 0;
    }
    let call = code.origin.get(pc.saturating_sub(1));
    let call = call.map_or(0, |inst| inst.as_u32());
    2 * call + 2 + u32::from(innermost)
}
