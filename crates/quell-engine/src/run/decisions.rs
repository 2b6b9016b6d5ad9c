//! The final decisions on each objective that was not known, from ledgers, code equivalence and a second solver, as events.

use quell_objectives::ObjectiveId;
use quell_results::{Decision, Event, Evidence, Status};

use crate::context::RunContext;
use crate::error::EngineError;
use crate::ledger::Ledger;
use crate::ledger::proof::Basis;
use crate::settings::SecondSolver;

use super::confirm::Opinions;
use super::prepare::Prepared;
use super::scheduler::DecidedFunction;
use super::stream::Stream;

/// What was found about all functions of a run.
pub struct Decisions<'d> {
    pub run: &'d RunContext<'d>,
    pub prepared: &'d Prepared<'d>,
    /// In the order of the plans.
    pub found: &'d [DecidedFunction],
}

impl Decisions<'_> {
    fn ledger(&self, id: &ObjectiveId) -> Option<&Ledger> {
        let mut ledgers = self.found.iter().map(|found| &found.ledger);
        ledgers.find(|ledger| ledger.has(id))
    }

    fn decision(&self, id: &ObjectiveId) -> Option<Decision> {
        if let Some(partner) = self.prepared.duplicate_of(id) {
            return Some(Decision::duplicate(partner.to_string()));
        }
        let found = self.found.iter().find(|found| found.ledger.has(id))?;
        let ledger = &found.ledger;
        let known = ledger.verdict(id);
        // Where the work failed, it is not known whether a difference was predicted.
        let has_original_code = found.error.is_none() && self.prepared.has_original_code(id);
        let is_by_code = has_original_code && !ledger.is_contradicted(id) && !ledger.has_no_inputs;
        Some(if is_by_code { by_code(known) } else { known })
    }

    /// Sends the final decision on every objective where it is not the last one that was sent.
    pub fn send(
        &self,
        second: Option<SecondSolver>,
        stream: &mut Stream<'_>,
    ) -> Result<(), EngineError> {
        let ids = self.run.objectives.keys();
        let all = ids.filter_map(|id| Some((id, self.decision(id)?)));
        let mut all: Vec<(&ObjectiveId, Decision)> = all.collect();
        if let Some(second) = second {
            self.confirm(second, &mut all, stream)?;
        }
        for (id, decision) in all {
            stream.decide(id, decision);
        }
        Ok(())
    }

    /// Has a second solver prove the equivalences again.
    fn confirm(
        &self,
        second: SecondSolver,
        all: &mut [(&ObjectiveId, Decision)],
        stream: &mut Stream<'_>,
    ) -> Result<(), EngineError> {
        let is_proved = |of: &&mut (&ObjectiveId, Decision)| of.1.evidence == Some(Evidence::Proof);
        let mut proved: Vec<_> = all.iter_mut().filter(is_proved).collect();
        stream.send(&Event::SecondSolverStarted {
            equivalences: proved.len() as u64,
        });
        let basis = |id: &ObjectiveId| {
            let ledger = self.ledger(id);
            ledger.map_or_else(Basis::default, |ledger| ledger.basis(id))
        };
        let carried: Vec<Basis> = proved.iter().map(|(id, _)| basis(id)).collect();
        let opinions = Opinions::gather(
            second,
            self.run.settings,
            self.run.end(),
            carried.iter().flat_map(|basis| &basis.queries),
        )?;
        for ((_, decision), basis) in proved.iter_mut().zip(&carried) {
            decision.second_solver = Some(opinions.on(basis));
        }
        Ok(())
    }
}

/// The decision on a mutant with the code of the original, where nothing else is known: how long it takes is no difference then.
fn by_code(known: Decision) -> Decision {
    match known.status {
        Status::Unknown | Status::Timeout | Status::Unreached => Decision {
            status: Status::Equivalent,
            evidence: Some(Evidence::Code),
            reason: None,
            seconds: known.seconds,
            ..Decision::not_tried(&known.engine)
        },
        _ => known,
    }
}
