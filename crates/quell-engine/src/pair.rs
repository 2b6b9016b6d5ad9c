//! Two functions compared: that one calls the other in place of what it does itself is a mutant of it, and decided like
//! any other.

use quell_objectives::{Objective, ObjectiveKind};
use quell_solver::Answer;
use quell_values::Assumption;

use crate::EngineError;
use crate::bmc::Unit;
use crate::original::Round;
use crate::problem::Problem;

/// Whether an objective is another function in place of the original.
pub fn is_pair(objective: &Objective) -> bool {
    matches!(objective.kind, ObjectiveKind::Pair(_))
}

impl Unit<'_, '_> {
    /// Has it noted where the other function of a pair breaks promises. Of mutants nobody expects that they keep them; but it is
    /// code like the original's.
    pub fn watch(&self, problem: &mut Problem<'_, '_>, index: usize) {
        let domain = problem.explorer.domain();
        let is_pair = is_pair(&self.common.mutants[index]);
        domain.violated_flags = is_pair.then(|| domain.pool.bool(false));
    }

    /// That the other function of a pair wraps around, if it overflows on a valid input.
    pub fn granted(
        &self,
        round: &mut Round<'_, '_>,
        index: usize,
    ) -> Result<Option<Assumption>, EngineError> {
        let domain = round.problem.explorer.domain();
        let Some(broken) = domain.violated_flags.take() else {
            return Ok(None);
        };
        let asked = [&round.valid[..], &[broken]].concat();
        let answer = self.check(domain, &asked, round.way.time)?;
        Ok((answer != Answer::Unsat).then(|| self.wraps(index)))
    }

    /// What may be assumed of the other function of a pair.
    pub fn wraps(&self, index: usize) -> Assumption {
        let function = self.common.mutants[index].source.replacement().to_owned();
        Assumption::Wraps { function }
    }
}
