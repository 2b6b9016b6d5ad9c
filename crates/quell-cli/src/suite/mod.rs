//! `quell score PROGRAM --test-cmd COMMAND`: a test suite of the user's own on programs with mutants in them.
//!
//! * [`run`]: all runs, and the subscribers of their events; [`results`]: the file with the results.

pub mod results;
pub mod run;

use crate::args;
use crate::exit::Exit;
use crate::report;

/// Scores, prints, and gives the status of the process.
pub fn score(args: &args::Score) -> u8 {
    let scored = match run::score(args) {
        Ok(scored) => scored,
        Err(error) => return crate::failed(&error),
    };
    let printed = match args.json {
        true => report::score::print_json(&scored.score),
        false => report::score::print(&scored.score, args.matrix),
    };
    match printed {
        Err(error) => crate::unwritable(&error),
        Ok(()) if scored.score.interrupted => Exit::Interrupted.code(),
        Ok(()) => Exit::Success.code(),
    }
}
