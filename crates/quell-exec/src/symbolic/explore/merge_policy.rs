//! Merge policies: which states at one location are merged.

use quell_term::Pool;

use super::scheduler::{Iteration, Queue, ScheduleKey};
use super::state::State;
use crate::value::Val;

/// Which states that reach the same location are merged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MergePolicy {
    /// All of them.
    #[default]
    Always,
    /// Those with the same constants in their registers. Where each path unwinds a loop a different number of times, counters stay
    /// constants in each state.
    SameConstants,
    /// None: every path is followed alone to its end.
    Never,
}

/// States with different constants that are kept apart at one location; further ones are merged.
const MOST_APART: usize = 24;

/// The registers that hold constants of more than one bit, with their values.
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

/// Whether a state with these constants may be kept apart: one with the same constants is queued already, or
/// only a few are.
pub(super) fn has_room(queue: &Queue, key: &ScheduleKey, constants: &[u32]) -> bool {
    let own = [key, constants].concat();
    let mut same = queue.range(own.clone()..);
    if same
        .next()
        .is_some_and(|(other, _)| other.starts_with(&own))
    {
        return true;
    }
    let others = queue.range(key.clone()..);
    let others = others.take_while(|(other, _)| other.starts_with(key));
    others.count() < MOST_APART
}

/// The key and location of a queued state that begins the same iteration.
pub(super) fn same_iteration(
    queue: &Queue,
    iteration: &Option<Iteration>,
) -> Option<(ScheduleKey, u32)> {
    let iteration = iteration.as_ref()?;
    let mut queued = queue.iter();
    let (key, queued) = queued.find(|(_, queued)| queued.iteration.as_ref() == Some(iteration))?;
    Some((key.clone(), queued.location))
}
