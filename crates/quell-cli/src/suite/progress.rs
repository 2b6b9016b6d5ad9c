//! How far a campaign is, on a terminal.

use std::io::{self, IsTerminal as _, Write as _};

use quell_native::suite::{Finding, RunResult};

#[derive(Debug)]
pub struct Progress {
    total: usize,
    finished: usize,
    killed: usize,
    is_shown: bool,
}

impl Progress {
    pub fn new(total: usize) -> Self {
        Self {
            total,
            finished: 0,
            killed: 0,
            is_shown: io::stderr().is_terminal(),
        }
    }

    pub fn finished(&mut self, finding: &Finding) {
        self.finished += 1;
        let killed = finding.runs.iter().any(|run| run.result != RunResult::Same);
        self.killed += usize::from(killed);
        if self.is_shown {
            let Self {
                total,
                finished,
                killed,
                ..
            } = self;
            // The next line is written over this one.
            let _ = write!(
                io::stderr(),
                "\r{finished} of {total} mutants, {killed} killed"
            );
        }
    }

    /// Makes room for what follows.
    pub fn end(&self) {
        if self.is_shown && self.finished > 0 {
            let _ = writeln!(io::stderr());
        }
    }
}
