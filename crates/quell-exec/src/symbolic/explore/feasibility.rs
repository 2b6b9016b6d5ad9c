//! The solver, as far as an exploration needs it.

use quell_term::{Pool, Term};

/// Decides whether inputs exist that meet conditions, as far as that is worth its time.
pub trait Feasibility {
    /// Whether some input may meet all conditions. `true` is always a sound answer.
    fn may_hold(&mut self, pool: &mut Pool, conditions: &[Term]) -> bool;

    /// Whether a short query proves that no input meets all conditions. `false` is always a sound answer.
    fn never_hold(&mut self, pool: &mut Pool, conditions: &[Term]) -> bool {
        let _ = (pool, conditions);
        false
    }

    /// Whether the deadline of the exploration has passed.
    fn deadline_passed(&self) -> bool {
        false
    }
}
