//! Whether any valid input executes a mutant. Where none does within the bounds, nothing is said about what the mutant does.

use std::collections::BTreeMap;

use quell_ir::{BlockId, FuncId};
use quell_solver::Answer;
use quell_term::Term;
use quell_values::Scope;

use crate::EngineError;
use crate::ask::SHORT;
use crate::bmc::{Unit, blocks_of};
use crate::original::Round;

/// Whether a valid input within the bounds executes a mutant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reached {
    Yes,
    No,
    NotKnown,
}

/// Blocks of a function.
type Site = (FuncId, Vec<BlockId>);

/// What is known of the sites of a round, each with what was asked.
pub type Sites = BTreeMap<Site, (Reached, Vec<Term>)>;

impl Unit<'_, '_> {
    /// Whether an input that a proof covers executes a mutant. An unrestricted proof covers all inputs: a mutant that none of
    /// them executes is equivalent.
    pub fn reached_by(
        &self,
        round: &mut Round<'_, '_>,
        scope: &Scope,
        index: usize,
    ) -> Result<Reached, EngineError> {
        if scope.is_unrestricted() {
            return Ok(Reached::Yes);
        }
        self.reached(round, index)
    }

    /// Whether a valid input of a round gets to a block in which a mutant differs from the original.
    fn reached(&self, round: &mut Round<'_, '_>, index: usize) -> Result<Reached, EngineError> {
        let site = self.site(index);
        let known = round.sites.get(&site).cloned();
        let (reached, asked) = match known {
            Some(known) => known,
            None => self.look_for_inputs(round, &site)?,
        };
        if reached == Reached::No {
            self.evidence.add(&asked);
        }
        round.sites.insert(site, (reached, asked));
        Ok(reached)
    }

    fn site(&self, index: usize) -> Site {
        let mutant = &self.common.mutants[index];
        let original = &self.program.module.functions[mutant.site.function];
        let edits = mutant.edits().iter();
        let mut blocks: Vec<_> = edits.flat_map(|edit| blocks_of(original, edit)).collect();
        blocks.sort();
        blocks.dedup();
        (mutant.site.function, blocks)
    }

    fn look_for_inputs(
        &self,
        round: &mut Round<'_, '_>,
        (function, blocks): &Site,
    ) -> Result<(Reached, Vec<Term>), EngineError> {
        let reaches = round.problem.explorer.reaches(*function, blocks);
        let time = round.way.time.min(SHORT);
        let domain = round.problem.explorer.domain();
        let mut asked = round.valid.clone();
        asked.push(reaches);
        if round.samples.find(domain, &asked).is_some() {
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
