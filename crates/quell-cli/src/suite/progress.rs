//! The progress of a campaign: one line that changes on a terminal, a line now and then elsewhere.

use std::io::{self, IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

use quell_native::suite::Event;

/// How often a line is written where it cannot be written over.
const PLAIN_PAUSE: Duration = Duration::from_secs(10);
/// The same for commands that seldom take long.
pub const LONG_PLAIN_PAUSE: Duration = Duration::from_secs(60);

/// Where progress is shown.
#[derive(Debug)]
pub struct Display {
    is_terminal: bool,
    pause: Duration,
    written: Instant,
}

impl Display {
    pub fn new(pause: Duration) -> Self {
        Self {
            is_terminal: io::stderr().is_terminal(),
            pause,
            written: Instant::now(),
        }
    }

    /// Shows a text, unless that would be too often. If standard error is closed, nothing is shown.
    pub fn show(&mut self, text: &str) {
        let mut err = io::stderr();
        if self.is_terminal {
            let _ = write!(err, "\r\x1b[K{text}");
            let _ = err.flush();
        } else if self.written.elapsed() >= self.pause {
            let _ = writeln!(err, "quell: progress: {text}");
            self.written = Instant::now();
        }
    }

    /// Makes room for what follows.
    pub fn clear(&mut self) {
        if self.is_terminal {
            self.show("");
        }
    }
}

#[derive(Debug)]
pub struct Progress {
    display: Display,
    counts: Counts,
    began: Instant,
}

/// Mutants by their results so far.
#[derive(Debug, Default)]
struct Counts {
    total: usize,
    finished: usize,
    killed: usize,
    /// Those to run in this campaign, and those of them that were.
    to_run: usize,
    run: usize,
}

impl Progress {
    pub fn new(total: usize) -> Self {
        Self {
            display: Display::new(PLAIN_PAUSE),
            counts: Counts {
                total,
                ..Counts::default()
            },
            began: Instant::now(),
        }
    }

    pub fn tell(&mut self, event: &Event<'_>) {
        let counts = &mut self.counts;
        match event {
            Event::Known(_, finding) | Event::Finished(_, finding) => {
                counts.finished += 1;
                counts.killed += usize::from(finding.is_killed());
                counts.run += usize::from(matches!(event, Event::Finished(..)));
            }
            Event::Begins(mutants) => {
                counts.to_run = *mutants;
                self.began = Instant::now();
            }
            Event::LeftOut(_) => self.display.clear(),
            Event::Original(baseline) => {
                let text = format!("`{}` ran without any mutant", baseline.command);
                return self.display.show(&text);
            }
            Event::Waiting => {}
        }
        if self.counts.to_run > 0 {
            let text = self.counts.text(self.began.elapsed());
            self.display.show(&text);
        }
    }

    pub fn end(&mut self) {
        self.display.clear();
    }
}

impl Counts {
    fn text(&self, elapsed: Duration) -> String {
        let Self {
            total,
            finished,
            killed,
            to_run,
            run,
        } = *self;
        let left = to_run.saturating_sub(run);
        let estimate = match u32::try_from(run) {
            Ok(run) if run > 0 && left > 0 => {
                let each = elapsed / run;
                let left = each.saturating_mul(u32::try_from(left).unwrap_or(u32::MAX));
                format!(", about {} left", duration(left))
            }
            _ => String::new(),
        };
        format!("{finished} of {total} mutants, {killed} killed{estimate}")
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_is_estimated_from_what_was_run() {
        let mut counts = Counts {
            total: 100,
            finished: 40,
            killed: 5,
            to_run: 60,
            run: 0,
        };
        let text = |counts: &Counts| counts.text(Duration::from_secs(30));
        assert_eq!(text(&counts), "40 of 100 mutants, 5 killed");
        (counts.finished, counts.run) = (50, 10);
        let expected = "50 of 100 mutants, 5 killed, about 3 min left";
        assert_eq!(text(&counts), expected);
        (counts.finished, counts.run) = (100, 60);
        assert_eq!(text(&counts), "100 of 100 mutants, 5 killed");
    }

    #[test]
    fn durations_are_short() {
        let shown = [0, 99, 100, 5999, 7200].map(|seconds| duration(Duration::from_secs(seconds)));
        assert_eq!(shown, ["1 s", "99 s", "2 min", "100 min", "2 h"]);
    }
}
