//! The score of a suite, built from events.

use std::collections::HashMap;

use crate::event::Event;
use crate::hyper_labels;
use crate::record::{Decision, RecordKind};
use crate::score::{Kill, Score};

/// Builds a score from its events.
#[derive(Clone, Debug, Default)]
pub struct ScoreRecorder {
    score: Score,
    /// The places of objectives and of tests in the score, by their ids.
    objectives: HashMap<String, usize>,
    tests: HashMap<String, usize>,
    has_started: bool,
    is_finished: bool,
}

impl ScoreRecorder {
    pub fn record(&mut self, event: &Event) {
        match event {
            Event::ScoreStarted { score } => {
                let ids = score.objectives.iter().map(|of| of.id.clone());
                *self = Self {
                    objectives: ids.zip(0..).collect(),
                    score: Score::clone(score),
                    has_started: true,
                    ..Self::default()
                };
            }
            Event::TestRecorded { test } => {
                self.tests.insert(test.id.clone(), self.score.tests.len());
                self.score.tests.push((**test).clone());
            }
            Event::CoverageMeasured { coverage } => self.score.coverage = *coverage,
            Event::ObjectiveDecided { id, decision } => {
                let place = self.objectives.get(id);
                if let Some(record) = place.and_then(|at| self.score.objectives.get_mut(*at)) {
                    record.verdict = Decision::clone(decision);
                }
            }
            Event::MutantRan { id, test, observed } => {
                if let Some(observed) = observed {
                    self.kill(Kill {
                        objective: id.clone(),
                        test: test.clone(),
                        observed: observed.clone(),
                    });
                }
            }
            Event::ScoreFinished { .. } => self.is_finished = true,
            // They add nothing, or belong to a run.
            Event::BuildStarted { .. }
            | Event::RunStarted { .. }
            | Event::FunctionStarted { .. }
            | Event::FunctionFinished { .. }
            | Event::TestFound { .. }
            | Event::QueryStatistics { .. }
            | Event::PathsExplored { .. }
            | Event::Warning { .. }
            | Event::SecondSolverStarted { .. }
            | Event::MutantsStarted { .. }
            | Event::TestFinished { .. }
            | Event::RunFinished { .. } => {}
        }
    }

    fn kill(&mut self, kill: Kill) {
        let place = self.tests.get(&kill.test);
        if let Some(test) = place.and_then(|at| self.score.tests.get_mut(*at)) {
            test.killed += 1;
        }
        self.score.kills.push(kill);
    }

    /// Whether the score to begin with is known.
    pub fn has_started(&self) -> bool {
        self.has_started
    }

    /// The verdict on an objective so far.
    pub fn decision(&self, id: &str) -> Option<&Decision> {
        let record = self.score.objectives.get(*self.objectives.get(id)?)?;
        Some(&record.verdict)
    }

    /// The verdicts on hyperlabels that follow from those on their labels.
    pub fn hyper_labels(&self) -> Vec<(String, Decision)> {
        let mut records = self.score.objectives.clone();
        hyper_labels::decide(&mut records);
        let decided = records
            .into_iter()
            .filter(|of| of.kind == RecordKind::HyperLabel);
        decided.map(|of| (of.id, of.verdict)).collect()
    }

    /// The score so far, with everything counted. If the stream ended early, it counts as interrupted.
    pub fn score(&self) -> Score {
        self.clone().into_score()
    }

    pub fn into_score(mut self) -> Score {
        self.score.interrupted |= !self.is_finished;
        self.score.finished()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reason::Reason;
    use crate::record::{Record, Sight, SourceText, Span, Status};
    use crate::score::{Coverage, TestReport};
    use quell_values::{Ending, Observable, Seen};

    fn record(id: &str) -> Record {
        Record {
            id: id.to_owned(),
            kind: RecordKind::Mutant,
            operator: Some("AOR".to_owned()),
            criterion: None,
            function: "f".to_owned(),
            file: "f.c".to_owned(),
            span: Span::default(),
            source: SourceText::Predicate {
                text: "a".to_owned(),
            },
            parts: Vec::new(),
            alternatives: Vec::new(),
            is_part: false,
            also: Vec::new(),
            verdict: Decision::unknown(Reason::Interrupted),
        }
    }

    fn recorded(id: &str) -> Event {
        Event::TestRecorded {
            test: Box::new(TestReport {
                id: id.to_owned(),
                function: None,
                ended: Ending::Exited { status: 0 },
                executed: 2,
                infected: 2,
                killed: 0,
                covered: 0,
                unchecked: None,
            }),
        }
    }

    fn ran(id: &str, test: &str, line: Option<u64>) -> Event {
        let observed = line.map(|number| Sight {
            what: Observable::Line {
                stream: quell_values::Stream::Stdout,
                number,
            },
            original: Seen::Work { steps: 7 },
            mutant: Seen::NoLine,
        });
        Event::MutantRan {
            id: id.to_owned(),
            test: test.to_owned(),
            observed,
        }
    }

    fn events() -> Vec<Event> {
        let score = Score {
            objectives: vec![record("a"), record("b")],
            ..Score::default()
        };
        let decided = |id: &str, decision| Event::ObjectiveDecided {
            id: id.to_owned(),
            decision: Box::new(decision),
        };
        let killed = Decision::killed(Status::Killed, vec!["u".to_owned()]);
        vec![
            Event::ScoreStarted {
                score: Box::new(score),
            },
            recorded("t"),
            recorded("u"),
            Event::CoverageMeasured {
                coverage: Coverage::default(),
            },
            ran("a", "t", None),
            ran("a", "u", Some(3)),
            decided("a", killed),
            decided(
                "b",
                Decision::survived(crate::Level::Executed, vec!["t".to_owned()]),
            ),
            Event::ScoreFinished { commands: 0 },
        ]
    }

    fn score_of(events: &[Event]) -> Score {
        let mut recorder = ScoreRecorder::default();
        events.iter().for_each(|event| recorder.record(event));
        recorder.into_score()
    }

    #[test]
    fn events_add_up_to_the_score() {
        let score = score_of(&events());
        assert!(!score.interrupted);
        let counts = score.totals.counts;
        assert_eq!((counts.killed, counts.unknown), (1, 0));
        let killed: Vec<u64> = score.tests.iter().map(|test| test.killed).collect();
        assert_eq!(killed, [0, 1]);
        assert_eq!(score.kills.len(), 1);
        assert_eq!(
            score.objectives[0].verdict.observed.as_ref(),
            Some(&score.kills[0].observed)
        );
    }

    #[test]
    fn written_events_are_as_good_as_the_score() {
        let read = |event: &Event| {
            let text = serde_json::to_string(event).unwrap();
            serde_json::from_str::<Event>(&text).unwrap()
        };
        let again: Vec<Event> = events().iter().map(read).collect();
        assert_eq!(score_of(&again), score_of(&events()));
        let early = score_of(&again[..7]);
        let counts = early.totals.counts;
        assert!(early.interrupted);
        assert_eq!((counts.killed, counts.unknown), (1, 1));
    }
}
