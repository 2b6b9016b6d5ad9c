//! Another function in place of the original: an objective that is decided like a mutant.

use quell_objectives::{Objective, ObjectiveKind};

/// Whether an objective is another function in place of the original.
pub fn is_pair(objective: &Objective) -> bool {
    matches!(objective.kind, ObjectiveKind::Pair(_))
}
