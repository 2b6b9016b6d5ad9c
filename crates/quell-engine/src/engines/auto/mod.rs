//! The engine that uses others, one after the other: each gets the objectives that are left, and a share of the time. It decides
//! at least what each of them decides alone in its share.
//!
//! An objective is left as long as no test was found and no proof about all inputs of the largest size: an engine that follows
//! single paths may cover what lies beyond the unwinding bound of another. Tests and proofs of earlier stages stand.

use std::time::Duration;

use quell_objectives::ObjectiveId;

use crate::budget::Budget;
use crate::context::FunctionContext;
use crate::engine::Engine;
use crate::error::EngineError;
use crate::ledger::Ledger;
use crate::settings::LONGEST;

use super::EngineEntry;

/// One of the engines, and its share of the time.
struct Stage {
    engine: &'static str,
    /// The share, in relation to those of the stages that follow: time that a stage does not use is theirs.
    weight: u32,
    /// No more than this, however much time there is.
    most: Duration,
}

/// The engines for labels. Single paths soon cover most of them, and their tests cost little; one query for each of the others
/// is cheaper than all paths. Random inputs reach what cannot be followed on terms.
const FOR_LABELS: &[Stage] = &[
    Stage {
        engine: "dse",
        weight: 1,
        most: Duration::from_secs(1),
    },
    Stage {
        engine: "bmc",
        weight: 11,
        most: LONGEST,
    },
    Stage {
        engine: "dse",
        weight: 4,
        most: LONGEST,
    },
    Stage {
        engine: "random",
        weight: 1,
        most: Duration::from_secs(2),
    },
];

/// The engines for mutants: what random inputs kill, they kill soon.
const FOR_MUTANTS: &[Stage] = &[
    Stage {
        engine: "random",
        weight: 1,
        most: Duration::from_secs(1),
    },
    Stage {
        engine: "bmc",
        weight: 11,
        most: LONGEST,
    },
    Stage {
        engine: "dse",
        weight: 4,
        most: LONGEST,
    },
];

/// What results call it.
pub const NAME: &str = "auto";

/// Decides objectives by several engines.
#[derive(Debug)]
pub struct Auto;

impl Engine for Auto {
    fn decide(
        &self,
        context: &FunctionContext<'_>,
        objectives: &[ObjectiveId],
        budget: Budget,
        ledger: &mut Ledger,
    ) -> Result<(), EngineError> {
        let (labels, mutants): (Vec<_>, Vec<_>) = objectives
            .iter()
            .cloned()
            .partition(|id| ledger.is_label(id));
        let share = labels.len() as u32;
        let all = (objectives.len() as u32).max(1);
        let first = budget.share((share, all), LONGEST);
        let all_stages = [(FOR_LABELS, labels, first), (FOR_MUTANTS, mutants, budget)];
        for (stages, objectives, budget) in all_stages {
            one_after_the_other(stages, context, &objectives, &budget, ledger)?;
        }
        ledger.name_engine(NAME);
        Ok(())
    }
}

fn one_after_the_other(
    stages: &[Stage],
    context: &FunctionContext<'_>,
    objectives: &[ObjectiveId],
    budget: &Budget,
    ledger: &mut Ledger,
) -> Result<(), EngineError> {
    let stages = stages.iter();
    let stages = stages.filter_map(|of| Some((of, EngineEntry::named(of.engine)?)));
    let stages: Vec<(&Stage, &EngineEntry)> = stages.collect();
    for (index, (stage, entry)) in stages.iter().enumerate() {
        let left = ledger.left(objectives);
        if left.is_empty() || (index > 0 && budget.ended().is_some()) {
            break;
        }
        let weights = stages[index..].iter().map(|(of, _)| of.weight);
        let share = budget.share((stage.weight, weights.sum()), stage.most);
        ledger.begin_stage(entry.name);
        entry.engine().decide(context, &left, share, ledger)?;
    }
    Ok(())
}
