//! Events of a run, sent the moment they happen. Displays and results are subscribers of the same stream.
//!
//! A [`Recorder`] builds the result of a run from its events, so that a recorded stream is equivalent to the result. A
//! stream that ends early gives the result so far.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};

use crate::record::Decision;
use crate::run::{PathStatistics, Run, SubsumingMutant, WrittenTest};

/// An event of a run. Externally tagged, as in `{"test_found": {...}}`, so that numbers in tests keep their
/// digits when they are read again.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// The original and the mutants are being built.
    BuildStarted {
        objectives: u64,
    },
    /// Objectives are going to be decided; the result, in which all of them are unknown.
    RunStarted {
        run: Box<Run>,
    },
    FunctionStarted {
        /// The name of the function. Functions of one name, such as instances of a generic function, are numbered.
        function: String,
        /// The number of objectives to decide. Duplicates do not count.
        objectives: u64,
    },
    FunctionFinished {
        function: String,
        /// The number of objectives, with duplicates.
        objectives: u64,
        /// The number of native inputs on which equivalences were compared with the original.
        fuzzed: u64,
        /// The error that ended the work on this function. Earlier kills are kept; its other objectives are unknown.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        error: Option<String>,
    },
    /// The verdict on an objective. A later verdict replaces an earlier one.
    ObjectiveDecided {
        id: String,
        decision: Box<Decision>,
    },
    /// A test that kills. A later test of the same id replaces an earlier one.
    TestFound {
        test: Box<WrittenTest>,
    },
    /// The queries for one function and the time they took.
    QueryStatistics {
        function: String,
        queries: u64,
        seconds: f64,
    },
    /// The paths of one function that were explored.
    PathsExplored {
        paths: PathStatistics,
    },
    /// The killed mutants that no other one subsumes.
    SubsumptionFound {
        mutants: Vec<SubsumingMutant>,
    },
    Warning {
        warning: Warning,
    },
    /// A second solver proves equivalences again.
    ConfirmationStarted {
        equivalences: u64,
    },
    /// The last event.
    RunFinished {
        /// The ids of the tests in the order of the suite. Others are not needed any more.
        tests: Vec<String>,
        seconds: f64,
    },
}

/// A limitation of the result that does not end the run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Warning {
    /// Tests that reach one of these symbols are discarded.
    UndefinedSymbols { symbols: Vec<String> },
    /// Tests of one function were not all run on mutants of others.
    TestsNotTried { error: String },
}

/// Builds the result of a run from its events.
#[derive(Clone, Debug, Default)]
pub struct Recorder {
    run: Run,
    /// The places of objectives in the result, by their ids.
    places: HashMap<String, usize>,
    /// The order in which tests were found.
    found: Vec<String>,
    tests: HashMap<String, WrittenTest>,
    is_finished: bool,
}

impl Recorder {
    pub fn record(&mut self, event: &Event) {
        match event {
            Event::RunStarted { run } => {
                let ids = run.objectives.iter().map(|mutant| mutant.id.clone());
                *self = Self {
                    places: ids.zip(0..).collect(),
                    run: Run::clone(run),
                    ..Self::default()
                };
            }
            Event::ObjectiveDecided { id, decision } => {
                let place = self.places.get(id);
                if let Some(mutant) = place.and_then(|place| self.run.objectives.get_mut(*place)) {
                    mutant.verdict = Decision::clone(decision);
                }
            }
            Event::TestFound { test } => {
                let earlier = self.tests.insert(test.id.clone(), WrittenTest::clone(test));
                if earlier.is_none() {
                    self.found.push(test.id.clone());
                }
            }
            Event::QueryStatistics {
                queries, seconds, ..
            } => {
                self.run.statistics.queries += queries;
                self.run.statistics.solver_seconds += seconds;
            }
            Event::PathsExplored { paths } => {
                *self.run.statistics.paths.get_or_insert_default() += paths.paths;
                let reached = &mut self.run.statistics.reached;
                *reached = paths
                    .reached
                    .map(|own| reached.map_or(own, |known| known.and(own)))
                    .or(*reached);
                let explorations = &mut self.run.explorations;
                let place = explorations.partition_point(|of| of.function <= paths.function);
                explorations.insert(place, paths.clone());
            }
            Event::FunctionFinished { fuzzed, .. } => {
                if let Some(attacks) = &mut self.run.statistics.attacks {
                    *attacks += fuzzed;
                }
            }
            Event::SubsumptionFound { mutants } => self.run.subsuming.clone_from(mutants),
            Event::RunFinished { tests, seconds } => {
                self.found.clone_from(tests);
                self.run.statistics.seconds = *seconds;
                self.is_finished = true;
            }
            Event::BuildStarted { .. }
            | Event::FunctionStarted { .. }
            | Event::Warning { .. }
            | Event::ConfirmationStarted { .. } => {}
        }
    }

    /// The verdict on an objective so far.
    pub fn decision(&self, id: &str) -> Option<&Decision> {
        let mutant = self.run.objectives.get(*self.places.get(id)?)?;
        Some(&mutant.verdict)
    }

    /// A test that was found.
    pub fn test(&self, id: &str) -> Option<&WrittenTest> {
        self.tests.get(id)
    }

    /// The result so far, with everything counted. If the stream ended early, the run counts as interrupted.
    pub fn into_run(mut self) -> Run {
        let mut tests: BTreeMap<usize, WrittenTest> = BTreeMap::new();
        for (place, id) in self.found.iter().enumerate() {
            tests.extend(self.tests.remove(id).map(|test| (place, test)));
        }
        self.run.tests = tests.into_values().collect();
        self.run.interrupted |= !self.is_finished;
        self.run.finished()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Record, RecordKind, SourceText, Span, Status};
    use crate::run::Inputs;
    use quell_values::Ending;

    fn unknown() -> Decision {
        Decision::not_tried("bmc")
    }

    fn decided(id: &str, status: Status) -> Event {
        let decision = Decision {
            status,
            ..unknown()
        };
        Event::ObjectiveDecided {
            id: id.to_owned(),
            decision: Box::new(decision),
        }
    }

    fn test_found(id: &str, args: &str, kills: &[&str]) -> Event {
        let inputs = Inputs {
            args: serde_json::from_str(args).unwrap(),
            ..Inputs::default()
        };
        let test = WrittenTest {
            id: id.to_owned(),
            function: "f".to_owned(),
            inputs,
            expected: Ending::Aborted.into(),
            result: None,
            original_aborts: false,
            unchecked: None,
            undefined: None,
            kills: kills.iter().map(|&id| id.to_owned()).collect(),
            alone: Vec::new(),
        };
        Event::TestFound {
            test: Box::new(test),
        }
    }

    fn started(ids: &[&str]) -> Event {
        let mutant = |id: &&str| Record {
            id: (*id).to_owned(),
            kind: RecordKind::Mutant,
            operator: Some("AOR".to_owned()),
            criterion: None,
            function: "f".to_owned(),
            file: "f.c".to_owned(),
            span: Span::default(),
            source: SourceText::Change {
                before: "a".to_owned(),
                after: "b".to_owned(),
                removed: "a".to_owned(),
                inserted: "b".to_owned(),
            },
            parts: Vec::new(),
            alternatives: Vec::new(),
            is_part: false,
            also: Vec::new(),
            verdict: unknown(),
        };
        let mut run = Run {
            objectives: ids.iter().map(mutant).collect(),
            ..Run::default()
        };
        run.statistics.attacks = Some(0);
        Event::RunStarted { run: Box::new(run) }
    }

    fn events() -> Vec<Event> {
        let finished = Event::FunctionFinished {
            function: "f".to_owned(),
            objectives: 3,
            fuzzed: 7,
            error: None,
        };
        let queries = || Event::QueryStatistics {
            function: "f".to_owned(),
            queries: 2,
            seconds: 0.5,
        };
        let explored = |paths| Event::PathsExplored {
            paths: PathStatistics {
                paths,
                ..PathStatistics::default()
            },
        };
        let run_finished = Event::RunFinished {
            tests: vec!["f-1".to_owned(), "g-1".to_owned()],
            seconds: 2.0,
        };
        vec![
            started(&["a", "b", "c"]),
            test_found("g-1", "[12345678901234567890123]", &["b"]),
            decided("b", Status::Timeout),
            test_found("f-1", "[1]", &["a", "b"]),
            decided("a", Status::Killed),
            test_found("f-2", "[2]", &["a"]),
            decided("b", Status::Killed),
            queries(),
            queries(),
            explored(5),
            explored(7),
            finished,
            test_found("f-1", "[1]", &["a"]),
            run_finished,
        ]
    }

    fn recorded(events: &[Event]) -> Run {
        let mut recorder = Recorder::default();
        events.iter().for_each(|event| recorder.record(event));
        recorder.into_run()
    }

    #[test]
    fn events_add_up_to_the_result() {
        let run = recorded(&events());
        let found: Vec<Status> = run.objectives.iter().map(|of| of.verdict.status).collect();
        assert_eq!(found, [Status::Killed, Status::Killed, Status::Unknown]);
        let tests: Vec<(&str, usize)> = run
            .tests
            .iter()
            .map(|test| (test.id.as_str(), test.kills.len()))
            .collect();
        assert_eq!(tests, [("f-1", 1), ("g-1", 1)]);
        let (counts, statistics) = (run.totals.counts, run.statistics);
        assert_eq!((counts.killed, counts.unknown), (2, 1));
        assert_eq!((statistics.queries, statistics.attacks), (4, Some(7)));
        assert_eq!(statistics.seconds, 2.0);
        assert_eq!((statistics.paths, run.explorations.len()), (Some(12), 2));
        assert!(!run.interrupted);
    }

    /// A recorded stream gives the same result, with all digits of numbers; one that ends early gives the result
    /// so far.
    #[test]
    fn written_events_are_as_good_as_the_result() {
        let lines: Vec<String> = events()
            .iter()
            .map(|event| serde_json::to_string(event).unwrap())
            .collect();
        let read: Vec<Event> = lines
            .iter()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        assert_eq!(recorded(&read), recorded(&events()));
        assert!(lines[1].contains("12345678901234567890123"), "{}", lines[1]);
        let early = recorded(&read[..5]);
        assert!(early.interrupted);
        assert_eq!((early.tests.len(), early.totals.counts.killed), (2, 1));
    }
}
