//! PexMutator: concolic execution of the meta-program, which has a branch for each weak-kill constraint.
//!
//! The search is that of `dse`, over the original with the constraints as branches: a path forks at the constraint of each mutant
//! that no input meets so far, and the search takes the branches in turn. Each input runs natively on the mutants whose constraints it meets, which
//! shows strong kills.
//!
//! Decisions:
//!
//! - **The meta-program is not built to be explored.** Its branches are site conditions, evaluated on terms where the emitted
//!   program has code for the same conditions (`quell_objectives::meta_program`). So paths are those of the meta-program,
//!   while the machine runs the original.
//! - **A constraint is a branch until it is met.** Pex prefers branches that no test covers; flipping the same constraint again
//!   would multiply the paths and cover nothing new.
//! - **It proves nothing,** as in the paper: mutants that no explored path kills are unknown.

use crate::bounded::{BoundedSearch, BoundedSpace};
use crate::error::EngineError;
use crate::explored::{Prover, SpaceResult};
use crate::ledger::Ledger;
use crate::settings::{DseSettings, LabelExploration, SearchOrder};

use super::dse;

/// How it explores.
const EXPLORATION: DseSettings = DseSettings {
    labels: LabelExploration::Branches,
    order: SearchOrder::Breadth,
    exhaustive: false,
};

/// Looks for tests by concolic execution of the meta-program.
#[derive(Debug)]
pub struct Pex;

impl BoundedSearch for Pex {
    fn search(
        &self,
        prover: &Prover<'_>,
        bounded: BoundedSpace<'_>,
        ledger: &mut Ledger,
    ) -> Result<SpaceResult, EngineError> {
        dse::search(EXPLORATION, prover, bounded, ledger)
    }

    fn is_extended(&self) -> bool {
        false
    }

    /// One exploration of one meta-program, as in the paper.
    fn is_gradual(&self, _: &Prover<'_>) -> bool {
        false
    }
}
