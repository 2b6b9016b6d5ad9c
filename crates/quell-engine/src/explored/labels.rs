//! The conditions of a label over an exploration: those of inputs that cover it, and those of inputs that reach it.

use quell_objectives::ObjectiveId;
use quell_term::Term;

use crate::explored::original::ExploredOriginal;
use crate::explored::prover::Prover;
use crate::labels::{is_run_time_error, label_of};

/// Conditions of inputs.
#[derive(Clone, Debug)]
pub struct LabelConditions {
    /// Of those that cover the label.
    pub covering: Vec<Term>,
    /// Of those that execute one of its places.
    pub reaching: Vec<Term>,
    /// Whether the conditions are exact. Otherwise more inputs satisfy the conditions than cover the label.
    pub is_exact: bool,
}

impl Prover<'_> {
    /// The conditions of a label over an exploration for labels; nothing if its predicates have no terms.
    pub fn conditions_of_label(
        &self,
        explored: &mut ExploredOriginal<'_, '_>,
        id: &ObjectiveId,
    ) -> Option<LabelConditions> {
        let label = label_of(self.context.objective(id))?;
        let predicates = self.context.labels.as_ref()?.get(id)?.predicates.clone();
        let is_error = is_run_time_error(label);
        let met = &explored.met;
        let when = match is_error {
            true => &met.met_first,
            false => &met.met,
        };
        let covered = when.get(predicates.clone())?;
        let executed = met.executed.get(predicates.clone())?;
        let mut exact = met.is_exact.get(predicates)?.iter();
        let is_exact = exact.all(|exact| *exact);
        let pool = &mut explored.problem.explorer.domain().pool;
        let (covered, executed) = (pool.or_all(covered), pool.or_all(executed));
        // Inputs with undefined behaviour are invalid.
        let inputs = match is_error {
            true => &explored.problem.admitted,
            false => &explored.valid,
        };
        Some(LabelConditions {
            covering: [inputs, &[covered][..]].concat(),
            reaching: [inputs, &[executed][..]].concat(),
            is_exact,
        })
    }
}
