//! The final decisions on each objective, from ledgers, code equivalence and a second solver, as events.

use std::collections::{BTreeMap, BTreeSet};

use quell_native::{decision_reports, record_of};
use quell_objectives::ObjectiveId;
use quell_results::{
    Decision, Event, Evidence, Record, Recorder, Run, Status, WrittenTest, hyper_labels,
};

use crate::context::RunContext;
use crate::error::EngineError;
use crate::labels::is_hyper_label;
use crate::ledger::Ledger;
use crate::ledger::proof::Basis;
use crate::settings::{SecondSolver, Subject};

use super::confirm::Opinions;
use super::prepare::Prepared;
use super::scheduler::DecidedFunction;
use super::stream::Stream;

/// The result before anything is decided.
pub fn undecided(
    subject: &Subject<'_>,
    prepared: &Prepared<'_>,
    run: &RunContext<'_>,
    engine: &str,
) -> Run {
    let objectives = subject.objectives.iter().map(|objective| Record {
        verdict: match prepared.duplicate_of(&objective.id) {
            Some(partner) => Decision::duplicate(partner.to_string()),
            None => Decision::not_tried(engine),
        },
        ..record_of(objective, subject.lookup.name(objective.site.function))
    });
    let mut undecided = Run {
        file: subject.lookup.file.to_owned(),
        engine: engine.to_owned(),
        operators: subject.faults.clone(),
        criteria: subject.criteria.clone(),
        objectives: objectives.collect(),
        decisions: decision_reports(&subject.lookup, subject.decisions),
        protection: prepared.session.protection().in_force(),
        ..Run::default()
    };
    undecided.statistics.attacks = (run.settings.attack > 0).then_some(0);
    undecided
}

/// What was found about all functions of a run.
pub struct Decisions<'d> {
    pub run: &'d RunContext<'d>,
    pub prepared: &'d Prepared<'d>,
    /// In the order of the plans.
    pub found: &'d [DecidedFunction],
    pub engine: &'d str,
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
        let known = all.iter().map(|(id, decision)| (*id, decision)).collect();
        let hyper_labels: Vec<(&ObjectiveId, Decision)> = self.hyper_labels(&known);
        for (id, decision) in all.into_iter().chain(hyper_labels) {
            if stream.known().decision(id.as_str()) != Some(&decision) {
                stream.send(&Event::ObjectiveDecided {
                    id: id.to_string(),
                    decision: Box::new(decision),
                });
            }
        }
        Ok(())
    }

    /// The decisions on hyperlabels, given those on their labels.
    fn hyper_labels<'k>(
        &'k self,
        known: &BTreeMap<&ObjectiveId, &Decision>,
    ) -> Vec<(&'k ObjectiveId, Decision)> {
        let all = self.run.objectives.iter();
        all.filter(|(_, objective)| is_hyper_label(objective))
            .map(|(id, objective)| {
                let alternatives = objective.alternatives();
                (id, hyper_labels::decision(alternatives, known, self.engine))
            })
            .collect()
    }

    /// The parts of hyperlabels that tests cover, with the tests that the hyperlabels chose.
    fn needed_parts(&self, recorder: &Recorder) -> BTreeSet<(String, &str)> {
        let mut needed = BTreeSet::new();
        for (id, objective) in self.run.objectives {
            let decision = recorder.decision(id.as_str());
            let tests = decision.map_or(&[][..], |of| of.tests.as_slice());
            for label in objective.alternatives().iter().flatten() {
                needed.extend(tests.iter().map(|test| (test.clone(), label.as_str())));
            }
        }
        needed
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
        stream.send(&Event::ConfirmationStarted {
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
            decision.confirmation = Some(opinions.on(basis));
        }
        Ok(())
    }

    /// Sends the kills of tests that changed, and ends the run.
    pub fn finish(&self, stream: &mut Stream<'_>) {
        let recorder = stream.known();
        let decided: Vec<(&ObjectiveId, &Decision)> = self
            .run
            .objectives
            .keys()
            .filter_map(|id| {
                // A duplicate has the decision of the mutant with the same code.
                let decided = self.prepared.duplicate_of(id).unwrap_or(id);
                Some((id, recorder.decision(decided.as_str())?))
            })
            .collect();
        let ids = |is_meant: &dyn Fn(&Decision) -> bool| -> BTreeSet<&str> {
            let meant = decided.iter().filter(|(_, decision)| is_meant(decision));
            meant.map(|(id, _)| id.as_str()).collect()
        };
        let equivalent = ids(&|decision| decision.status == Status::Equivalent);
        let killed_otherwise = ids(&|decision| !decision.original_aborts);
        let parts = self.needed_parts(recorder);
        let is_part = |id: &str| {
            let id = ObjectiveId(id.to_owned());
            self.run.objectives.get(&id).is_some_and(|of| of.is_part())
        };
        // Not needed: parts that no hyperlabel needs, kills by the time alone of mutants with the code of the original, and kills on which the original aborts
        // where another test kills.
        let needed_kills = |test: &WrittenTest| -> Vec<String> {
            let is_needed = |id: &&String| {
                let is_spare = test.original_aborts && killed_otherwise.contains(id.as_str());
                let is_idle = is_part(id) && !parts.contains(&(test.id.clone(), id.as_str()));
                !equivalent.contains(id.as_str()) && !is_spare && !is_idle
            };
            test.kills.iter().filter(is_needed).cloned().collect()
        };
        let (mut needed, mut changed) = (Vec::new(), Vec::new());
        for test in self.found.iter().flat_map(|found| &found.ledger.tests) {
            let kills = needed_kills(test);
            if kills.is_empty() {
                continue;
            }
            needed.push(test.id.clone());
            if recorder
                .test(&test.id)
                .is_none_or(|known| known.kills != kills)
            {
                changed.push(WrittenTest {
                    kills,
                    ..test.clone()
                });
            }
        }
        for test in changed {
            let test = Box::new(test);
            stream.send(&Event::TestFound { test });
        }
        stream.send(&Event::RunFinished {
            tests: needed,
            seconds: self.run.start.elapsed().as_secs_f64(),
        });
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
