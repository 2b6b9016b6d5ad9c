//! Whether any valid input executes a mutant. Where none does within the bounds, the mutant is unreached: nothing is known about
//! its behaviour. Whether any valid input has a nullable pointer that is not null, likewise: a proof about null pointers alone says
//! so.

use quell_objectives::ObjectiveId;
use quell_solver::Answer;
use quell_term::Term;
use quell_values::{Assumption, Scope};

use crate::error::EngineError;
use crate::explored::mutants::blocks_of;
use crate::explored::original::{ExploredOriginal, MutantSite};
use crate::explored::prover::Prover;
use crate::ledger::proof::Reached;
use crate::solving::SHORT_QUERY;

impl Prover<'_> {
    /// Whether an input that a proof covers executes a mutant. An unrestricted proof covers all inputs: a mutant that none of
    /// them executes is equivalent.
    pub fn reached_by(
        &self,
        explored: &mut ExploredOriginal<'_, '_>,
        scope: &Scope,
        id: &ObjectiveId,
    ) -> Result<Reached, EngineError> {
        if scope.is_unrestricted() {
            return Ok(Reached::Yes);
        }
        self.reached(explored, id)
    }

    /// Adds to the scope of a proof which nullable pointers are null on every input that it covers: of others it says nothing.
    pub fn assume_null_only(
        &self,
        explored: &mut ExploredOriginal<'_, '_>,
        scope: &mut Scope,
    ) -> Result<(), EngineError> {
        if scope.is_unrestricted() || !explored.has_inputs {
            return Ok(());
        }
        let known = match explored.null_only.take() {
            Some(known) => known,
            None => self.null_only(explored)?,
        };
        for assumption in &known {
            scope.assume(assumption.clone());
        }
        explored.null_only = Some(known);
        Ok(())
    }

    fn null_only(
        &self,
        explored: &mut ExploredOriginal<'_, '_>,
    ) -> Result<Vec<Assumption>, EngineError> {
        let time = explored.strategy.query.min(SHORT_QUERY);
        // What these queries show is assumed, and no part of a proof.
        let evidence = self.session.evidence.count();
        let mut null_only = Vec::new();
        let leaves = explored.problem.space.leaves.iter();
        let variables = explored.problem.variables.clone();
        for (leaf, variable) in leaves.zip(variables) {
            let Some(pointer) = leaf.pointer() else {
                continue;
            };
            let asked = [&explored.valid[..], &[variable]].concat();
            let domain = explored.problem.explorer.domain();
            if explored.samples.find(domain, &asked).is_none()
                && self.check(domain, &asked, time)? == Answer::Unsat
            {
                let pointer = pointer.to_owned();
                null_only.push(Assumption::Null { pointer });
            }
        }
        self.session.evidence.truncate(evidence);
        Ok(null_only)
    }

    /// Whether a valid input of an exploration executes a block in which a mutant differs from the original.
    fn reached(
        &self,
        explored: &mut ExploredOriginal<'_, '_>,
        id: &ObjectiveId,
    ) -> Result<Reached, EngineError> {
        let site = self.site(id);
        let known = explored.sites.get(&site).cloned();
        let (reached, asked) = match known {
            Some(known) => known,
            None => self.look_for_inputs(explored, &site)?,
        };
        if reached == Reached::No {
            self.session.evidence.add(&asked);
        }
        explored.sites.insert(site, (reached, asked));
        Ok(reached)
    }

    fn site(&self, id: &ObjectiveId) -> MutantSite {
        let mutant = self.context.objective(id);
        let original = &self.context.program.module.functions[mutant.site.function];
        let edits = mutant.edits().iter();
        let mut blocks: Vec<_> = edits.flat_map(|edit| blocks_of(original, edit)).collect();
        blocks.sort();
        blocks.dedup();
        (mutant.site.function, blocks)
    }

    fn look_for_inputs(
        &self,
        explored: &mut ExploredOriginal<'_, '_>,
        (function, blocks): &MutantSite,
    ) -> Result<(Reached, Vec<Term>), EngineError> {
        let reaches = explored.problem.explorer.reaches(*function, blocks);
        let time = explored.strategy.query.min(SHORT_QUERY);
        let domain = explored.problem.explorer.domain();
        let mut asked = explored.valid.clone();
        asked.push(reaches);
        if explored.samples.find(domain, &asked).is_some() {
            return Ok((Reached::Yes, asked));
        }
        let reached = match self.check(domain, &asked, time)? {
            Answer::Sat(_) => Reached::Yes,
            Answer::Unsat => Reached::No,
            Answer::Unknown(_) => Reached::NotKnown,
        };
        asked.extend_from_slice(domain.addresses.facts());
        Ok((reached, asked))
    }
}
