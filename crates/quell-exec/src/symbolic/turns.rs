//! The turns of states: the order in which they run, and which of them become one.

use std::rc::Rc;

use quell_ir::entity::EntityRef;
use quell_ir::{BlockId, FuncId};
use rustc_hash::FxHashMap;

use super::apart::{self, Meeting, Spot};
use super::explore::{Bound, Cut, Explorer, Key, Waiting};
use super::flow::Flow;
use super::state::State;
use crate::program::op::Code;
use crate::stop::Stop;

/// Where a state waits.
struct Turn {
    key: Key,
    place: u32,
    spot: Option<Spot>,
}

impl Explorer<'_> {
    /// Lets a state wait for its turn; if one waits at the same place they become one.
    pub(super) fn queue(&mut self, mut state: State) -> Result<(), Stop> {
        let Some(mut turn) = self.position(&mut state)? else {
            return Ok(());
        };
        if let Some((key, place)) = apart::like(&self.pending, &turn.spot) {
            (turn.key, turn.place) = (key, place);
        }
        let state = match self.pending.remove(&turn.key) {
            Some(other) => other.state.join(&mut self.machine.domain, &state),
            None => state,
        };
        let waiting = Waiting {
            place: turn.place,
            state: Rc::new(state),
            spot: turn.spot,
        };
        self.pending.insert(turn.key, waiting);
        Ok(())
    }

    /// The turn of a state; none beyond the bounds. Registers that are not alive there are forgotten.
    fn position(&mut self, state: &mut State) -> Result<Option<Turn>, Stop> {
        let (mut key, mut place) = (Key::new(), Vec::new());
        let mut spot = None;
        let depth = state.activation.frames.len();
        let mut same = FxHashMap::<FuncId, u32>::default();
        for index in 0..depth {
            let frame = &state.activation.frames[index];
            let (code, pc) = (frame.code.clone(), frame.pc as usize);
            let activations = same.entry(code.function).or_default();
            *activations += 1;
            if *activations > self.bounds.recursion {
                self.too_deep(state, code.function);
                return Ok(None);
            }
            let flow = self.flow_of(code.function)?;
            let innermost = index + 1 == depth;
            let at = if innermost { pc } else { pc.saturating_sub(1) };
            let block = flow.block_at(at);
            for (around, count) in flow.nest(block).iter().zip(&state.counts[index]) {
                key.extend([flow.rank(flow.head(*around)), *count]);
            }
            let inst = within_block(&code, &flow, block, pc, innermost);
            let mut at = vec![code.function.as_u32(), block.index() as u32, inst];
            if innermost && inst == 0 {
                state.forget_dead(&mut self.machine.domain, flow.live(block));
            }
            if innermost && self.meeting == Meeting::Apart {
                if inst == 0 && flow.begins_round(block) {
                    state.began = self.beginning(state, &key);
                    spot = (!state.began.is_empty())
                        .then(|| [&place, &at, &*state.began].concat().into());
                }
                if !flow.nest(block).is_empty() {
                    key.extend_from_slice(&state.began);
                    at.extend_from_slice(&state.began);
                }
            }
            key.extend([flow.rank(block), inst, code.function.as_u32()]);
            place.extend(at);
            place.extend_from_slice(&state.counts[index]);
        }
        let aside: Rc<[u32]> = match self.meeting {
            Meeting::Apart if spot.is_none() => self.beginning(state, &key),
            Meeting::Fork => {
                let path = state.path.condition(&mut self.machine.domain.pool);
                [path.index() as u32].into()
            }
            _ => Rc::default(),
        };
        key.extend_from_slice(&aside);
        place.extend_from_slice(&aside);
        let next = self.places.len() as u32 + 1;
        let place = *self.places.entry(place).or_insert(next);
        Ok(Some(Turn { key, place, spot }))
    }

    /// The constants that keep a state apart from others at its turn; none where too many are apart already.
    fn beginning(&self, state: &State, key: &Key) -> Rc<[u32]> {
        let constants = apart::constants(state, &self.machine.domain.pool);
        match apart::has_room(&self.pending, key, &constants) {
            true => constants.into(),
            false => Rc::default(),
        }
    }

    fn too_deep(&mut self, state: &State, function: FuncId) {
        let when = state.path.condition(&mut self.machine.domain.pool);
        self.outcome.cuts.push(Cut {
            when,
            function,
            of: Bound::Recursion,
        });
    }
}

/// The position of a state in its block that does not depend on what a mutant put there: 0 at the start, odd
/// after a call and even in one.
fn within_block(code: &Code, flow: &Flow, block: BlockId, pc: usize, innermost: bool) -> u32 {
    if innermost && pc == flow.starts_at(block) {
        return 0;
    }
    let call = code.origin.get(pc.saturating_sub(1));
    let call = call.map_or(0, |inst| inst.as_u32());
    2 * call + 2 + u32::from(innermost)
}
