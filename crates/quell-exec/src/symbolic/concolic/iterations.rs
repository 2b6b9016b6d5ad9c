//! Iterations of loops that depend on no input.

use super::executor::{Concolic, Progress};
use crate::symbolic::explore::State;

impl Concolic {
    /// Takes back the count of an unwinding to which no decision led.
    pub(super) fn uncounted(
        &mut self,
        (mut state, is_followed): (State, bool),
        before: Option<Vec<u32>>,
        progress: &mut Progress,
    ) -> (State, bool) {
        let before = before.unwrap_or_default();
        let Some(counts) = state.loops.unwindings.last_mut() else {
            return (state, is_followed);
        };
        let unwound = counts.len() <= before.len()
            && counts.last() > before.get(counts.len().saturating_sub(1));
        progress.decided.resize(counts.len(), false);
        let Some(decided) = progress.decided.last_mut().filter(|_| unwound) else {
            return (state, is_followed);
        };
        if self.counts_fixed_iterations || std::mem::take(decided) {
            return (state, is_followed);
        }
        if let Some(count) = counts.last_mut() {
            *count = count.saturating_sub(1);
        }
        self.explorer.take_outcome();
        (state, true)
    }
}

/// All loops around the running block, after a decision.
pub(super) fn decided_loops(state: &State) -> Vec<bool> {
    let loops = state.loops.unwindings.last().map_or(0, Vec::len);
    vec![true; loops]
}
