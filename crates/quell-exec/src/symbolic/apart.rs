//! States that wait apart from others at one turn: those with different constants in their registers. Where every path
//! goes through a loop a number of times of its own, counters stay constants in each of them.

use std::rc::Rc;

use quell_term::Pool;

use super::explore::{Key, Pending};
use super::state::State;
use crate::value::Val;

/// What becomes of states that meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Meeting {
    /// They become one.
    #[default]
    Join,
    /// Those with different constants in their registers wait apart: loops of which each path runs a number of times of its
    /// own stay simple then.
    Apart,
    /// Every path goes on alone to its end.
    Fork,
}

/// Where a round of a loop begins and the constants there, whichever round it is: who comes to the same ones in more rounds goes
/// on as who did in fewer.
pub(super) type Spot = Rc<[u32]>;

/// So many wait apart at one turn; further ones become one.
const MOST: usize = 24;

/// The registers that hold constants of more than one bit, and what they are.
pub(super) fn constants(state: &State, pool: &Pool) -> Vec<u32> {
    let mut found = Vec::new();
    for (index, register) in state.activation.registers.iter().enumerate() {
        if let Val::Word(word) = register
            && word.undef.is_none()
            && pool.width(word.term) > 1
            && let Some(value) = pool.as_word(word.term)
        {
            found.extend([index as u32, (value >> 32) as u32, value as u32]);
        }
    }
    found
}

/// Whether a state can wait apart from others at its turn: it is with its like, or there are few.
pub(super) fn has_room(pending: &Pending, turn: &Key, constants: &[u32]) -> bool {
    let own = [turn, constants].concat();
    let mut like = pending.range(own.clone()..);
    if like.next().is_some_and(|(key, _)| key.starts_with(&own)) {
        return true;
    }
    let others = pending.range(turn.clone()..);
    let others = others.take_while(|(other, _)| other.starts_with(turn));
    others.count() < MOST
}

/// The turn and the place of a state that waits at a spot.
pub(super) fn like(pending: &Pending, spot: &Option<Spot>) -> Option<(Key, u32)> {
    let spot = spot.as_ref()?;
    let mut waiting = pending.iter();
    let (key, waiting) = waiting.find(|(_, waiting)| waiting.spot.as_ref() == Some(spot))?;
    Some((key.clone(), waiting.place))
}
