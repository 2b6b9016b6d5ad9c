//! Detection of convergence: where the states of a mutant are those of the original again.

use quell_term::are_made_of_more;

use super::recording::Recording;
use super::same_state::is_same;
use super::state_difference::{ShapeMismatch, StateDifferences, havoc_values};
use crate::symbolic::explore::{Explorer, Outcome};

/// Queries of at most this many terms are not simplified.
const MAX_UNSIMPLIFIED: usize = 64;

impl Recording {
    /// The later step of the original at this location, if the explorer has converged with it. A step that
    /// only a query can decide costs one of `queries`, unless it succeeds.
    pub fn converged_at(
        &self,
        explorer: &mut Explorer<'_>,
        location: u32,
        start: usize,
        queries: &mut u32,
    ) -> Option<usize> {
        let number = self.step_at(location)?;
        let snapshot = &self.steps[number].snapshot;
        let same_locations = number > start
            && snapshot.queued().len() == explorer.queued().len()
            && (snapshot.queued().zip(explorer.queued())).all(|(a, b)| a.location == b.location);
        if !same_locations {
            return None;
        }
        let is_same = !explorer.domain().has_traps()
            && snapshot.outcome == *explorer.outcome()
            && (snapshot.queued().zip(explorer.queued())).all(|(a, b)| is_same(a, b));
        if is_same {
            return Some(number);
        }
        if *queries == 0 {
            return None;
        }
        let differences = self.differences_at(explorer, number).ok()?;
        if self.never_observed(explorer, &differences, start) {
            return Some(number);
        }
        *queries -= 1;
        None
    }

    /// Whether the explorer, which has nothing left to run, ended like the original.
    pub fn ended_alike(&self, explorer: &mut Explorer<'_>, original: &Outcome) -> bool {
        let mut differences = StateDifferences::new();
        let (pool, _, outcome) = explorer.progress();
        let is_comparable = differences.add_outcomes(pool, original, outcome).is_ok();
        is_comparable && self.never_observed(explorer, &differences, 0)
    }

    /// When the explorer differs from a step of the original: in the queued states, or in the outcome so far.
    fn differences_at(
        &self,
        explorer: &mut Explorer<'_>,
        number: usize,
    ) -> Result<StateDifferences, ShapeMismatch> {
        let snapshot = &self.steps[number].snapshot;
        let mut differences = StateDifferences::new();
        let (pool, queued, outcome) = explorer.progress();
        for (a, b) in snapshot.queued().zip(queued) {
            if !is_same(a, b) {
                differences.add_states(pool, &a.state, &b.state)?;
            }
        }
        differences.add_outcomes(pool, &snapshot.outcome, outcome)?;
        Ok(differences)
    }

    /// Whether a query proves that no valid input reaches a difference or a trap. Most differences vanish whatever the
    /// states held at the last site: that is asked first, without a path condition.
    fn never_observed(
        &self,
        explorer: &mut Explorer<'_>,
        differences: &StateDifferences,
        start: usize,
    ) -> bool {
        let Some((feasibility, domain)) = explorer.feasibility() else {
            return false;
        };
        let is_local = differences.reached_together && !domain.has_traps();
        let pool = &mut domain.pool;
        let values = pool.or_all(&differences.values);
        if is_local && pool.as_bool(values) == Some(false) {
            return true;
        }
        if is_local && are_made_of_more(pool, &[values], MAX_UNSIMPLIFIED) {
            let before = self.steps[start].snapshot.queued();
            let states = before.map(|queued| &*queued.state);
            let local = havoc_values(pool, states).apply(pool, values);
            if feasibility.never_hold(pool, &[local]) {
                return true;
            }
        }
        if is_local && feasibility.never_hold(pool, &[values]) {
            return true;
        }
        let observed = pool.or_all(&differences.observed);
        let trapped = domain.trapped();
        let pool = &mut domain.pool;
        let observed = pool.or(observed, trapped);
        let valid = pool.not(domain.excluded);
        let mut all = vec![observed, valid];
        all.extend_from_slice(domain.addresses.facts());
        feasibility.never_hold(pool, &all)
    }
}
