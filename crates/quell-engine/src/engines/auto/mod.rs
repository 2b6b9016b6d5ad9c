//! The engine that uses others: each gets the objectives that are left, and a share of the time.
//!
//! An objective is left as long as no test was found and no proof about all inputs of the largest size: an engine that follows
//! single paths may cover what lies beyond the unwinding bound of another. Tests and proofs of earlier stages stand.
//!
//! Decisions:
//!
//! - **Labels: a short stage of `dse` first.** Single paths soon cover most of them, and their tests cost little. If the stage ends
//!   before its time, every path within the bounds was followed: `dse` is not asked again.
//! - **Then `dse` and `bmc` side by side** ([`side_by_side`]), each with all the time that is left where a processor is idle: so
//!   what one of them decides alone within the same budget, `auto` decides too. Otherwise each gets a share.
//! - **Random inputs last,** for what cannot be followed on terms.

mod side_by_side;

use std::time::{Duration, Instant};

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

/// How long single paths are followed before anything else.
const FIRST_PATHS: Duration = Duration::from_secs(1);
/// The engine of single paths, and the one of one query for each objective.
const PATHS: &str = "dse";
const QUERIES: &str = "bmc";

/// The engines for labels after the first paths, if no processor is idle. One query for each label that is left is cheaper than
/// all paths.
const FOR_LABELS: &[Stage] = &[
    Stage {
        engine: QUERIES,
        weight: 11,
        most: LONGEST,
    },
    Stage {
        engine: PATHS,
        weight: 4,
        most: LONGEST,
    },
    RANDOM,
];

/// The same if all paths were followed.
const WITHOUT_PATHS: &[Stage] = &[
    Stage {
        engine: QUERIES,
        weight: 15,
        most: LONGEST,
    },
    RANDOM,
];

/// Random inputs reach what cannot be followed on terms.
const RANDOM: Stage = Stage {
    engine: "random",
    weight: 1,
    most: Duration::from_secs(2),
};

/// The engines for mutants: what random inputs kill, they kill soon.
const FOR_MUTANTS: &[Stage] = &[
    Stage {
        engine: "random",
        weight: 1,
        most: Duration::from_secs(1),
    },
    Stage {
        engine: QUERIES,
        weight: 11,
        most: LONGEST,
    },
    Stage {
        engine: PATHS,
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
        decide_labels(context, &labels, &first, ledger)?;
        one_after_the_other(FOR_MUTANTS, context, &mutants, &budget, ledger)?;
        ledger.name_engine(NAME);
        Ok(())
    }
}

fn decide_labels(
    context: &FunctionContext<'_>,
    labels: &[ObjectiveId],
    budget: &Budget,
    ledger: &mut Ledger,
) -> Result<(), EngineError> {
    let left = ledger.left(labels);
    let Some(paths) = EngineEntry::named(PATHS).filter(|_| !left.is_empty()) else {
        return Ok(());
    };
    let share = budget.share((1, 4), FIRST_PATHS);
    let end = share.deadline();
    ledger.begin_stage(paths.name);
    paths.engine().decide(context, &left, share, ledger)?;
    if Instant::now() < end {
        return one_after_the_other(WITHOUT_PATHS, context, labels, budget, ledger);
    }
    let left = ledger.left(labels);
    if left.is_empty() || budget.ended().is_some() {
        return Ok(());
    }
    if context.run.idle.take(1) == 0 {
        return one_after_the_other(FOR_LABELS, context, labels, budget, ledger);
    }
    let done = side_by_side::decide(context, &left, budget, ledger);
    context.run.idle.release(1);
    done?;
    one_after_the_other(&[RANDOM], context, labels, budget, ledger)
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
