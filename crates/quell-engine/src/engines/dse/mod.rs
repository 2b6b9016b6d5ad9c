//! Concolic execution: an input runs along its path, on numbers and on terms at once; queries find inputs that take the
//! branches it did not take.
//!
//! [`exploration`]: the search over one input space within one unwinding bound. [`frontier`]: the branches that no input has
//! taken, in one of three orders, with [`distance`]s in the control-flow graph. [`queries`]: inputs for them, by as few
//! conditions as possible ([`support`]). [`targets`]: the objectives with their conditions; [`meet`]: which of them a path
//! meets. [`verdicts`]: what is known in the end.
//!
//! Decisions:
//!
//! - **DSE(P) is plain.** With `--labels none` the search knows no label: it judges no predicate and runs nothing natively. Its
//!   tests are measured when it is over, in a share of the time that is kept for that ([`measure`]). For mutants, whose
//!   weak kills are counted on each path, conditions are noted during the search.
//! - **The four explorations of the paper are one search.** They differ in what a label is: nothing (DSE(P)), a branch with both
//!   sides (DSE(P')), a path that ends at it (DSE(P\*)), or such a path as long as no test covers it (DSE\*(P\*)). IDL-1 is that
//!   a query about it succeeds, IDL-2 that any input covers it when it runs.
//! - **What counts was seen natively.** Inputs that meet an open objective on terms are run by the oracle, on all objectives.
//!   Others are not: they are paths, and no tests.
//! - **A proof needs the whole search.** It exists only if every path within the bounds was followed that may come to the
//!   objective, every query was answered, and no value was concretised. Where a bound was reached, the proof names it.

mod distance;
mod exploration;
mod frontier;
mod measure;
mod meet;
mod queries;
mod support;
mod targets;
mod verdicts;

use crate::bounded::{BoundedSearch, BoundedSpace};
use crate::error::EngineError;
use crate::explored::{Prover, SpaceResult};
use crate::ledger::Ledger;
use crate::settings::{DseSettings, LabelExploration};

use exploration::Exploration;
use targets::{Judged, Targets};

/// The part of the time that is kept for measuring the tests of a plain search.
const MEASURING: u32 = 8;

/// Decides objectives by following single paths.
#[derive(Debug)]
pub struct Dse;

impl BoundedSearch for Dse {
    fn search(
        &self,
        prover: &Prover<'_>,
        bounded: BoundedSpace<'_>,
        ledger: &mut Ledger,
    ) -> Result<SpaceResult, EngineError> {
        let settings = prover.context.run.settings.dse;
        search(settings, prover, bounded, ledger)
    }

    fn is_extended(&self) -> bool {
        false
    }

    fn is_gradual(&self, prover: &Prover<'_>) -> bool {
        !prover.context.run.settings.dse.exhaustive
    }
}

/// Searches one input space within one unwinding bound.
pub fn search(
    settings: DseSettings,
    prover: &Prover<'_>,
    bounded: BoundedSpace<'_>,
    ledger: &mut Ledger,
) -> Result<SpaceResult, EngineError> {
    if let Some(why) = prover.budget.ended() {
        ledger.all_open(&why);
        return Ok(SpaceResult::All);
    }
    prover.session.evidence.clear();
    let what = match settings.labels {
        LabelExploration::None | LabelExploration::Branches => Judged::WeakKills,
        _ => Judged::Infections,
    };
    let targets = Targets::new(prover.context, &ledger.open(), what);
    ledger.reached.all_blocks = targets.blocks.len();
    let searching = match settings.labels {
        LabelExploration::None => prover.within(prover.budget.without_share(MEASURING)),
        _ => prover.clone(),
    };
    match Exploration::new(settings, &searching, bounded, targets) {
        Ok(mut exploration) => {
            exploration.search(ledger)?;
            exploration.prover = prover;
            exploration.measure_tests(ledger)?;
            prover.session.healthy()?;
            exploration.conclude(bounded.is_last, ledger)
        }
        Err(stop) => {
            ledger.all_open(&prover.budget.reason(&stop));
            Ok(SpaceResult::All)
        }
    }
}
