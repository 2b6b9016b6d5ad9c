//! The verdict on an objective, from its entry.

use std::collections::BTreeMap;

use quell_objectives::ObjectiveId;
use quell_results::{Decision, Evidence, Reason, Status};
use quell_values::{Assumption, Scope};

use super::Ledger;
use super::proof::{Proof, Reached};

impl Ledger {
    /// Why an objective is not decided.
    fn not_tried(&self, id: &ObjectiveId) -> Reason {
        match self.labels.is_part(id) && !self.needed_parts().contains(id) {
            true => Reason::NotNeeded,
            false => Reason::NotTried,
        }
    }

    /// The verdict on a mutant or a label.
    pub fn verdict(&self, id: &ObjectiveId) -> Decision {
        let known = &self.entries[id];
        let mut decision = Decision {
            tests: known.tests.clone(),
            observed: known.observed.clone(),
            original_aborts: known.original_aborts,
            reason: None,
            seconds: known.time.as_secs_f64(),
            ..Decision::not_tried(known.engine.unwrap_or(self.engine))
        };
        let is_label = self.is_label(id);
        let proofs = known.proved().map(|(_, of)| &of.proofs);
        match (known.is_killed(), proofs) {
            (true, _) => {
                decision.status = match known.is_timeout {
                    _ if is_label => Status::Covered,
                    true => Status::Timeout,
                    false => Status::Killed,
                };
            }
            (false, Some(proofs)) => {
                decision.status = match is_label {
                    true => Status::Uncoverable,
                    false => Status::Equivalent,
                };
                decision.reason.clone_from(&known.open);
                let mut scope = scope(proofs);
                if let Some((entry, _)) = self.inner.as_ref().filter(|(_, of)| of.contains(id)) {
                    let entry = entry.clone();
                    scope.assume(Assumption::CalledThrough { entry });
                }
                decision.complete = scope.is_complete();
                decision.evidence = Some(Evidence::Proof);
                let mut reached = proofs.values().map(|proof| proof.reached);
                let is_unreached = reached.all(|reached| reached == Reached::No);
                // A label that no input reaches at all is uncoverable.
                let is_restricted = match is_label {
                    true => !scope.is_complete(),
                    false => !scope.is_unrestricted(),
                };
                if is_restricted && is_unreached {
                    return self.unreached(id, decision, scope);
                }
                let is_known = |proof: &Proof| proof.reached != Reached::NotKnown;
                decision.method = proofs.values().last().map(|last| last.method);
                decision.reachability_unknown = !proofs.values().any(is_known);
                decision.unconfirmed = known.doubt.as_ref().map(|doubt| doubt.reason.clone());
                (decision.assumptions, decision.bounds) = (scope.assumptions, scope.bounds);
            }
            (false, None) => {
                let doubt = known.doubt.as_ref().map(|doubt| &doubt.reason);
                let reason = doubt.or(known.open.as_ref());
                decision.reason = Some(reason.cloned().unwrap_or_else(|| self.not_tried(id)));
            }
        }
        decision
    }

    /// Within the bounds and assumptions of its proofs no input executes the objective. A test beyond them may, and then nothing
    /// is known of what the objective does there.
    fn unreached(&self, id: &ObjectiveId, decision: Decision, scope: Scope) -> Decision {
        let Some(test) = self.executed.get(id) else {
            return Decision {
                status: Status::Unreached,
                complete: false,
                assumptions: scope.assumptions,
                bounds: scope.bounds,
                ..decision
            };
        };
        Decision {
            status: Status::Unknown,
            complete: false,
            evidence: None,
            reason: Some(Reason::ExecutedBeyondBounds { test: test.clone() }),
            ..decision
        }
    }
}

/// What proofs over several input spaces cover together.
fn scope(proofs: &BTreeMap<usize, Proof>) -> Scope {
    let mut scope = Scope::default();
    for proof in proofs.values() {
        scope.extend(&proof.scope);
    }
    scope
}
