//! The progress of a command, a subscriber of its events: one line that changes on a terminal, a line now and then elsewhere, and
//! warnings as they come.

use std::collections::BTreeSet;
use std::io::{self, IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

use quell_native::suite::unusable;
use quell_results::{Decision, Event, Record, Score, TestReport, Warning};

use crate::report;

/// How often a line is written where it cannot be written over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pause {
    /// For commands that seldom take long.
    Long,
    Short,
}

impl Pause {
    fn time(self) -> Duration {
        Duration::from_secs(match self {
            Self::Long => 60,
            Self::Short => 10,
        })
    }
}

/// Where progress is shown.
#[derive(Debug)]
struct StatusLine {
    is_wanted: bool,
    is_terminal: bool,
    pause: Duration,
    written: Instant,
}

impl StatusLine {
    /// Replaces the text shown before, unless that would be too often. If standard error is closed, nothing is shown.
    fn show(&mut self, text: &str) {
        let mut err = io::stderr();
        if self.is_wanted && self.is_terminal {
            let _ = write!(err, "\r\x1b[K{text}");
            let _ = err.flush();
        } else if self.is_wanted && self.written.elapsed() >= self.pause {
            let _ = writeln!(err, "quell: progress: {text}");
            self.written = Instant::now();
        }
    }

    /// Makes room for other output.
    fn clear(&mut self) {
        if self.is_terminal {
            self.show("");
        }
    }
}

/// Shows the events of runs, scores and suites.
#[derive(Debug)]
pub struct Progress {
    line: StatusLine,
    /// What each line and each warning begins with.
    prefix: String,
    /// What the objectives are called.
    what: &'static str,
    counts: Counts,
    /// When the first mutant of a suite was run.
    began: Instant,
}

/// The numbers of objectives and tests so far.
#[derive(Debug, Default)]
struct Counts {
    objectives: u64,
    decided: u64,
    killed: u64,
    tests: u64,
    finished_tests: u64,
    /// Mutants whose verdicts a score has not shown yet.
    open: BTreeSet<String>,
    /// Mutants of a suite that are to be run, and those of them that were.
    to_run: u64,
    run: u64,
}

impl Progress {
    pub fn new(what: &'static str, is_wanted: bool, pause: Pause) -> Self {
        Self {
            line: StatusLine {
                is_wanted,
                is_terminal: io::stderr().is_terminal(),
                pause: pause.time(),
                written: Instant::now(),
            },
            prefix: String::new(),
            what,
            counts: Counts::default(),
            began: Instant::now(),
        }
    }

    /// The same with a text that each line and each warning begins with.
    pub fn with_prefix(self, prefix: String) -> Self {
        Self { prefix, ..self }
    }

    pub fn show(&mut self, event: &Event) {
        if let Some(text) = self.text(event) {
            self.line.show(&format!("{}{text}", self.prefix));
        }
    }

    /// Makes room for other output.
    pub fn clear(&mut self) {
        self.line.clear();
    }

    /// The line after an event; `None` if that does not change it.
    fn text(&mut self, event: &Event) -> Option<String> {
        let what = self.what;
        let counts = &mut self.counts;
        match event {
            Event::BuildStarted { objectives } => {
                counts.objectives = *objectives;
                Some(format!("building {objectives} {what}"))
            }
            Event::FunctionStarted {
                function,
                objectives,
            } => Some(format!("{function}: {objectives} {what}")),
            Event::FunctionFinished {
                function,
                objectives,
                error,
                ..
            } => {
                counts.decided += objectives;
                let (decided, all) = (counts.decided, counts.objectives);
                if let Some(error) = error {
                    self.warn(&format!(
                        "{function}: {}; its remaining {what} are reported as unknown",
                        error.message
                    ));
                }
                Some(format!("{decided} of {all} {what} decided"))
            }
            Event::SecondSolverStarted { equivalences } => {
                Some(format!("confirming {equivalences} proofs"))
            }
            Event::ScoreStarted { score } => {
                counts.start(score);
                None
            }
            Event::TestRecorded { test } => Some(counts.recorded(test)),
            Event::TestFinished { .. } => {
                counts.finished_tests += 1;
                let (finished, all) = (counts.finished_tests, counts.tests);
                Some(format!("{what} run on {finished} of {all} tests"))
            }
            Event::MutantsStarted { objectives } => {
                counts.to_run = *objectives;
                self.began = Instant::now();
                None
            }
            Event::ObjectiveDecided { id, decision } => {
                counts.decide(id, decision);
                (counts.to_run > 0).then(|| counts.of_suite(what, self.began.elapsed()))
            }
            Event::Warning { warning } => {
                self.warn(&warning_text(warning));
                None
            }
            Event::RunStarted { .. }
            | Event::TestFound { .. }
            | Event::QueryStatistics { .. }
            | Event::PathsExplored { .. }
            | Event::CoverageMeasured { .. }
            | Event::MutantRan { .. }
            | Event::ScoreFinished { .. }
            | Event::RunFinished { .. } => None,
        }
    }

    fn warn(&mut self, text: &str) {
        self.line.clear();
        report::print_warning(&format!("{}{text}", self.prefix));
    }
}

impl Counts {
    /// Mutants with the code of others are decided before anything is run.
    fn start(&mut self, score: &Score) {
        let is_open = |record: &&Record| record.verdict.is_undecided();
        let mutants = || score.objectives.iter().filter(|of| !of.is_label());
        self.objectives = mutants().count() as u64;
        self.open = mutants().filter(is_open).map(|of| of.id.clone()).collect();
        self.decided = self.objectives - self.open.len() as u64;
    }

    /// The first verdict on a mutant counts; a later one has more tests.
    fn decide(&mut self, id: &str, decision: &Decision) {
        if self.open.remove(id) {
            self.decided += 1;
            self.killed += u64::from(decision.is_killed());
            self.run += u64::from(self.to_run > 0);
        }
    }

    fn recorded(&mut self, test: &TestReport) -> String {
        self.tests += 1;
        match &test.function {
            Some(_) => format!("recorded {} tests", self.tests),
            None => format!("`{}` ran without any mutant", test.id),
        }
    }

    fn of_suite(&self, what: &str, elapsed: Duration) -> String {
        let left = self.to_run.saturating_sub(self.run);
        let estimate = match u32::try_from(self.run) {
            Ok(run) if run > 0 && left > 0 => {
                let each = elapsed / run;
                let left = each.saturating_mul(u32::try_from(left).unwrap_or(u32::MAX));
                format!(", about {} left", duration(left))
            }
            _ => String::new(),
        };
        let (decided, all, killed) = (self.decided, self.objectives, self.killed);
        format!("{decided} of {all} {what}, {killed} killed{estimate}")
    }
}

/// As exact as an estimate can be.
fn duration(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 0..=99 => format!("{} s", seconds.max(1)),
        seconds @ 100..=5999 => format!("{} min", (seconds + 30) / 60),
        seconds => format!("{} h", (seconds + 1800) / 3600),
    }
}

fn warning_text(warning: &Warning) -> String {
    match warning {
        Warning::UndefinedSymbols { symbols } => report::undefined(symbols),
        Warning::TestsNotTried { error } => {
            format!(
                "tests of one function were not all run on mutants of others: {}",
                error.message
            )
        }
        Warning::CodeNotCompared { objectives } => report::not_compared(*objectives),
        Warning::CommandSkipped { command, why } => {
            format!("left out: {}", unusable(command, why))
        }
        Warning::CommandRunsNothing { command } => format!(
            "`{command}` runs no code with mutants or labels: it does not run the programs, or runs others in their place"
        ),
        Warning::NoCommandLeft => "no command is left".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_is_estimated_from_what_was_run() {
        let mut counts = Counts {
            objectives: 100,
            decided: 40,
            killed: 5,
            to_run: 60,
            ..Counts::default()
        };
        let text = |counts: &Counts| counts.of_suite("mutants", Duration::from_secs(30));
        assert_eq!(text(&counts), "40 of 100 mutants, 5 killed");
        (counts.decided, counts.run) = (50, 10);
        let expected = "50 of 100 mutants, 5 killed, about 3 min left";
        assert_eq!(text(&counts), expected);
        (counts.decided, counts.run) = (100, 60);
        assert_eq!(text(&counts), "100 of 100 mutants, 5 killed");
    }

    #[test]
    fn durations_are_short() {
        let shown = [0, 99, 100, 5999, 7200].map(|seconds| duration(Duration::from_secs(seconds)));
        assert_eq!(shown, ["1 s", "99 s", "2 min", "100 min", "2 h"]);
    }
}
