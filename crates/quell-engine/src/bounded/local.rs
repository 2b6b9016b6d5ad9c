//! Proofs that need neither assumptions nor bounds: mutants that converge with the original in any state of the function, and not
//! only in those that an exploration knows. See [`LocalComparison`].

use std::time::{Duration, Instant};

use quell_exec::symbolic::{LocalComparison, Options};
use quell_objectives::ObjectiveId;

use crate::error::EngineError;
use crate::explored::Prover;
use crate::explored::mutants::replacement;
use crate::ledger::Ledger;
use crate::pair::is_pair;
use crate::solving::SHORT_QUERY;

/// The time limit for all mutants of a function.
const TIME: Duration = Duration::from_secs(5);

impl Prover<'_> {
    /// Extends proofs about mutants that converge with the original in any state to all inputs.
    pub fn extend_local_proofs(
        &self,
        objectives: &[ObjectiveId],
        ledger: &mut Ledger,
    ) -> Result<(), EngineError> {
        let is_candidate = |id: &&ObjectiveId| {
            !ledger.is_label(id)
                && ledger.is_restricted_proof(id)
                && !is_pair(self.context.objective(id))
        };
        let candidates: Vec<&ObjectiveId> = objectives.iter().filter(is_candidate).collect();
        if candidates.is_empty() {
            return Ok(());
        }
        let end = self.budget.deadline().min(Instant::now() + TIME);
        self.session.set_exploration_end(end);
        let mut feasibility = self.feasibility();
        feasibility.convergence_time.set(SHORT_QUERY);
        let options = Options {
            ub: self.context.settings().ub,
            ..Options::default()
        };
        let program = self.context.program.clone();
        // What the machine cannot set up shows in the verdicts already.
        let Ok(mut comparison) = LocalComparison::new(program, options) else {
            return Ok(());
        };
        comparison.set_feasibility(&mut feasibility);
        let wants_queries = self.context.run.settings.second.is_some();
        for id in candidates {
            if Instant::now() >= end {
                break;
            }
            let mutant = self.context.objective(id);
            let Ok(replacement) = replacement(&self.context.program.module, mutant) else {
                continue;
            };
            self.session.evidence.clear();
            let converges = comparison.converges(&replacement);
            self.session.healthy()?;
            let queries = self.session.take_evidence(comparison.domain());
            // A second solver can check queries, and no rewriting.
            if converges && !(wants_queries && queries.is_empty()) {
                ledger.holds_for_all_inputs(id, &queries);
            }
        }
        Ok(())
    }
}
