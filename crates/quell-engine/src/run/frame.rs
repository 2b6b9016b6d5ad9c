//! The frame of a run, whether anything is left to decide or not: the result to begin with, which holds what is known, and in the
//! end hyperlabels and the suite.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use quell_native::{decision_reports, record_of};
use quell_objectives::ObjectiveId;
use quell_results::{Decision, Event, Record, Recorder, Run, Status, WrittenTest, hyper_labels};

use crate::known::Known;
use crate::labels::{Objectives, is_hyper_label};
use crate::settings::{Settings, Subject};

use super::prepare::Prepared;
use super::stream::Stream;

/// A run with all its objectives, known or not.
#[derive(Debug)]
pub struct Frame<'f> {
    pub subject: &'f Subject<'f>,
    pub objectives: &'f Objectives<'f>,
    pub known: &'f Known,
    pub settings: &'f Settings,
    pub engine: &'static str,
    pub start: Instant,
}

impl Frame<'_> {
    /// The result before anything is decided, with what is known, and the known tests.
    pub fn begin(&self, prepared: Option<&Prepared<'_>>, stream: &mut Stream<'_>) {
        let subject = self.subject;
        let duplicate = |id| Some(Decision::duplicate(prepared?.duplicate_of(id)?.to_string()));
        let objectives = subject.objectives.iter().map(|objective| Record {
            verdict: match self.known.decision(&objective.id) {
                Some(known) => known.clone(),
                None => {
                    duplicate(&objective.id).unwrap_or_else(|| Decision::not_tried(self.engine))
                }
            },
            ..record_of(objective, subject.lookup.name(objective.site.function))
        });
        let protection = prepared.map(|of| of.session.protection().in_force());
        let mut run = Run {
            file: subject.lookup.file.to_owned(),
            engine: self.engine.to_owned(),
            operators: subject.faults.clone(),
            criteria: subject.criteria.clone(),
            objectives: objectives.collect(),
            decisions: decision_reports(&subject.lookup, subject.decisions),
            protection: protection.unwrap_or_default(),
            ..Run::default()
        };
        run.statistics.attacks = (self.settings.attack > 0).then_some(0);
        stream.send(&Event::RunStarted { run: Box::new(run) });
        for test in self.known.tests() {
            let test = Box::new(test.clone());
            stream.send(&Event::TestFound { test });
        }
    }

    /// Decides hyperlabels and sends the kills of tests that changed, in the order of the suite. Nothing happens after that.
    pub fn end<'t>(&self, tests: impl Iterator<Item = &'t WrittenTest>, stream: &mut Stream<'_>) {
        for (id, decision) in self.hyper_labels(stream.known()) {
            stream.decide(id, decision);
        }
        self.finish(tests, stream);
    }

    /// The decisions on hyperlabels, given those on their labels.
    fn hyper_labels(&self, recorder: &Recorder) -> Vec<(&ObjectiveId, Decision)> {
        let ids = self.objectives.keys();
        let known: BTreeMap<&ObjectiveId, &Decision> = ids
            .filter_map(|id| Some((id, recorder.decision(id.as_str())?)))
            .collect();
        let all = self.objectives.iter();
        all.filter(|(_, objective)| is_hyper_label(objective))
            .map(|(id, objective)| {
                let alternatives = objective.alternatives();
                (
                    id,
                    hyper_labels::decision(alternatives, &known, self.engine),
                )
            })
            .collect()
    }

    /// The parts of hyperlabels that tests cover, with the tests that the hyperlabels chose.
    fn needed_parts(&self, recorder: &Recorder) -> BTreeSet<(String, &str)> {
        let mut needed = BTreeSet::new();
        for (id, objective) in self.objectives {
            let decision = recorder.decision(id.as_str());
            let tests = decision.map_or(&[][..], |of| of.tests.as_slice());
            for label in objective.alternatives().iter().flatten() {
                needed.extend(tests.iter().map(|test| (test.clone(), label.as_str())));
            }
        }
        needed
    }

    fn finish<'t>(&self, tests: impl Iterator<Item = &'t WrittenTest>, stream: &mut Stream<'_>) {
        let recorder = stream.known();
        let decided: Vec<(&ObjectiveId, &Decision)> = self
            .objectives
            .keys()
            .filter_map(|id| {
                let own = recorder.decision(id.as_str())?;
                // A duplicate has the decision of the mutant with the same code.
                let shared = own.duplicate_of.as_deref();
                Some((id, shared.map_or(Some(own), |id| recorder.decision(id))?))
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
            self.objectives.get(&id).is_some_and(|of| of.is_part())
        };
        // Not needed: parts that no hyperlabel needs, kills by the time alone of mutants with the code of the original, and
        // kills on which the original aborts where another test kills.
        let needed_kills = |test: &WrittenTest| -> Vec<String> {
            let is_needed = |id: &&String| {
                let is_spare = test.original_aborts && killed_otherwise.contains(id.as_str());
                let is_idle = is_part(id) && !parts.contains(&(test.id.clone(), id.as_str()));
                !equivalent.contains(id.as_str()) && !is_spare && !is_idle
            };
            test.kills.iter().filter(is_needed).cloned().collect()
        };
        let (mut needed, mut changed) = (Vec::new(), Vec::new());
        for test in tests {
            let kills = needed_kills(test);
            if kills.is_empty() {
                continue;
            }
            needed.push(test.id.clone());
            let known = recorder.test(&test.id);
            if known.is_none_or(|known| known.kills != kills || known.alone != test.alone) {
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
            seconds: self.start.elapsed().as_secs_f64(),
        });
    }
}
