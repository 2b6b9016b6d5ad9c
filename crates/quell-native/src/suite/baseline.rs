//! Runs of a command on the original.

use std::time::Duration;

use quell_results::UnusableCommand;

use super::compare::difference;
use super::error::SuiteError;
use super::launch::{Ending, Ran};
use super::recording::Recording;

/// A command on the original.
#[derive(Debug)]
pub struct Baseline {
    pub command: String,
    pub(super) ran: Ran,
    /// One per unit.
    pub recordings: Vec<Recording>,
    pub work: u64,
    pub duration: Duration,
}

/// Of all units together.
pub(super) fn total_work(recordings: &[Recording]) -> u64 {
    let work = recordings.iter().map(|recording| recording.work);
    work.fold(0, u64::saturating_add)
}

/// Lines of the output of a failing command that are shown.
const SHOWN_LINES: usize = 20;

/// Two runs of the original have to succeed and to be alike.
pub(super) fn check_baseline(
    command: &str,
    first: &Ran,
    second: &Ran,
    compare_output: bool,
) -> Result<(), SuiteError> {
    let unusable = |why| SuiteError::Unusable {
        command: command.to_owned(),
        why: Box::new(why),
    };
    if first.ending == Ending::OutOfTime {
        return Err(unusable(UnusableCommand::Endless));
    }
    if let Some(difference) = difference(first, second, compare_output) {
        return Err(unusable(UnusableCommand::Flaky {
            what: difference.what,
            first: difference.original,
            second: difference.mutant,
        }));
    }
    match first.ending {
        Ending::Exited(0) => Ok(()),
        ending => Err(unusable(UnusableCommand::Fails {
            ended: ending.ending(),
            output: end_of_output(first),
        })),
    }
}

fn end_of_output(ran: &Ran) -> String {
    let both = [ran.stdout.as_slice(), ran.stderr.as_slice()].concat();
    let text = String::from_utf8_lossy(&both).into_owned();
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(SHOWN_LINES)..].join("\n")
}
