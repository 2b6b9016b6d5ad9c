//! Proofs that turn out to need neither assumptions nor bounds.

use quell_objectives::ObjectiveId;
use quell_results::ProofMethod;
use quell_values::Scope;

use super::Ledger;
use super::entry::Entry;
use super::proof::Reached;
use crate::solving::Script;

impl Ledger {
    /// Whether the verdict on a mutant rests on a proof with assumptions or bounds.
    pub fn is_restricted_proof(&self, id: &ObjectiveId) -> bool {
        let entry = self
            .entries
            .get(id)
            .filter(|_| self.size_of_proof(id).is_some());
        let proved = entry.and_then(Entry::proved);
        proved.is_some_and(|(_, of)| {
            let mut proofs = of.proofs.values();
            proofs.any(|proof| !proof.scope.is_unrestricted())
        })
    }

    /// Writes that a mutant converges with the original in any state, as these queries show: its proof covers all inputs, and also
    /// one that no input executes is equivalent.
    pub fn holds_for_all_inputs(&mut self, id: &ObjectiveId, queries: &[Script]) {
        let Some(size) = self.size_of_proof(id) else {
            return;
        };
        let entry = self.entry(id);
        let Some(of_size) = entry.sizes.get_mut(&size) else {
            return;
        };
        entry.open = None;
        for proof in of_size.proofs.values_mut() {
            proof.scope = Scope::default();
            proof.cut = false;
            proof.method = ProofMethod::Convergence;
            proof.reached = Reached::Yes;
        }
        for ground in of_size.grounds.values_mut() {
            ground.queries.extend_from_slice(queries);
        }
    }
}
