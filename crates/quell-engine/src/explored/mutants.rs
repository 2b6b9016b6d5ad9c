//! What a mutant needs to be explored beside the original.

use quell_exec::Stop;
use quell_exec::symbolic::{Outcome, Replacement};
use quell_ir::{BlockId, Function, Module};
use quell_objectives::{Change, Edit, Objective, apply};
use quell_results::TimeLimit;
use quell_results::{Construct, Reason};
use quell_solver::{Answer, Reason as Unknown};
use quell_values::Assumption;

use crate::error::EngineError;
use crate::explored::observables::{Differences, Observables};
use crate::explored::original::ExploredOriginal;
use crate::explored::problem::Problem;
use crate::explored::prover::Prover;
use crate::pair::is_pair;

/// The number of traps that a reason names.
const NAMED_TRAPS: usize = 3;

/// The mutated function, and the blocks where it first differs.
pub fn replacement(module: &Module, mutant: &Objective) -> Result<Replacement, Construct> {
    let edited = apply::edited(module, mutant).map_err(|error| Construct::Mutant {
        message: error.to_string(),
    })?;
    let original = &module.functions[mutant.site.function];
    let first = mutant
        .edits()
        .iter()
        .flat_map(|edit| blocks_of(original, edit))
        .collect();
    Ok(Replacement {
        function: mutant.site.function,
        body: edited.function,
        calls: edited.calls,
        first,
    })
}

/// The blocks in which an edit makes a difference: where a phi gets another value, the one it comes from.
pub fn blocks_of(function: &Function, edit: &Edit) -> Vec<BlockId> {
    if let Change::Incoming { from, .. } = &edit.change {
        return vec![*from];
    }
    let mut blocks = function.blocks.iter();
    let found = blocks.find(|(_, block)| block.insts.contains(&edit.at));
    found.map(|(id, _)| id).into_iter().collect()
}

/// When a mutant's exploration differs from the original's.
pub fn differences(
    explored: &mut ExploredOriginal<'_, '_>,
    outcome: &Outcome,
) -> Result<Differences, Stop> {
    let observables = Observables {
        placed: &explored.problem.placed,
        leaves: &explored.leaves,
    };
    let machine = explored.problem.explorer.machine();
    observables.differences(machine, &explored.original, outcome)
}

/// Why nothing is decided about a mutant whose traps native runs do not confirm.
pub fn unconfirmed_traps(differences: &Differences) -> Reason {
    let mut faults = differences.faults.iter();
    Reason::UnconfirmedTrap {
        traps: faults.by_ref().take(NAMED_TRAPS).cloned().collect(),
        more: faults.count() as u64,
    }
}

/// Why a query has no answer.
pub fn unanswered(why: Unknown) -> Reason {
    match why {
        Unknown::Time => Reason::OutOfTime {
            limit: TimeLimit::Query,
        },
        Unknown::Stopped => Reason::Interrupted,
        Unknown::Memory => Reason::OutOfMemory,
        Unknown::Incomplete => Reason::SolverIncomplete,
    }
}

/// Has the machine note where the other function of a pair violates poison-generating flags. A mutant may violate them; the
/// other function of a pair is code like the original's.
pub fn watch_flags(problem: &mut Problem<'_, '_>, mutant: &Objective) {
    let domain = problem.explorer.domain();
    domain.violated_flags = is_pair(mutant).then(|| domain.pool.bool(false));
}

/// The assumption that the arithmetic of the other function of a pair wraps.
pub fn wrapping(mutant: &Objective) -> Assumption {
    let function = mutant.source.replacement().to_owned();
    Assumption::Wraps { function }
}

impl Prover<'_> {
    /// The assumption that the other function of a pair wraps, if it overflows on a valid input.
    pub fn wrapping_needed(
        &self,
        explored: &mut ExploredOriginal<'_, '_>,
        mutant: &Objective,
    ) -> Result<Option<Assumption>, EngineError> {
        let domain = explored.problem.explorer.domain();
        let Some(violated) = domain.violated_flags.take() else {
            return Ok(None);
        };
        let asked = [&explored.valid[..], &[violated]].concat();
        let answer = self.check(domain, &asked, explored.strategy.query)?;
        Ok((answer != Answer::Unsat).then(|| wrapping(mutant)))
    }
}
