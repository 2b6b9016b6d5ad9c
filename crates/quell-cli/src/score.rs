//! `quell score`: runs tests that are data on the mutants of a file.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quell_exec::UbMode;
use quell_ir::FuncId;
use quell_ir::debug::DebugInfo;
use quell_native::score::{Progress, Settings, Subject, score};
use quell_objectives::Mutants;
use quell_results::{Score, read_suite};

use crate::args;
use crate::confine;
use crate::error::CliError;
use crate::interrupt::interrupt_flag;
use crate::report;
use crate::status_line::StatusLine;
use crate::target::Target;

/// After so many steps without undefined behaviour the machine stops looking for it.
const STEPS: u64 = 10_000_000;

/// A score, and what got no mutants.
#[derive(Debug)]
pub struct Scored {
    pub score: Score,
    pub found: Mutants,
}

pub fn run(args: &args::Score, cflags: &[OsString]) -> Result<Scored, CliError> {
    let Some(path) = &args.tests else {
        let message =
            "there is nothing to run: name tests with --tests, or commands with --test-cmd"
                .to_owned();
        return Err(CliError::Usage(message));
    };
    let stop = interrupt_flag();
    let suite = read_suite(path)?;
    let target = Target::new(&args.file, &args.choice, cflags)?;
    let subject = Subject {
        lookup: target.lookup(),
        shared: target.shared.clone(),
        mutants: &target.found.mutants,
        functions: covered(&target),
        operators: args.choice.operator_names(),
    };
    let mut line = StatusLine::new(!args.json);
    let score = score(&subject, &suite, &settings(args, stop)?, &mut |progress| {
        tell(progress, &mut line);
    });
    line.clear();
    Ok(Scored {
        score: score?,
        found: target.found,
    })
}

/// The functions whose coverage is reported: those that mutants are made of.
fn covered(target: &Target) -> BTreeSet<FuncId> {
    match target.functions.is_empty() {
        true => DebugInfo::new(&target.shared)
            .user_functions()
            .into_iter()
            .collect(),
        false => target.functions.iter().copied().collect(),
    }
}

fn settings(args: &args::Score, stop: Arc<AtomicBool>) -> Result<Settings, CliError> {
    Ok(Settings {
        native: confine::options(&args.native)?,
        ub: args.ub.map_or(UbMode::Trap, Into::into),
        steps: STEPS,
        compare_code: !args.no_compare_code,
        stop,
    })
}

/// Shows the progress.
fn tell(progress: Progress, line: &mut StatusLine) {
    let text = match progress {
        Progress::Building { mutants } => format!("building {mutants} mutants"),
        Progress::Recorded { tests } => format!("recorded {tests} tests"),
        Progress::Run { tests, of } => format!("mutants run on {tests} of {of} tests"),
        Progress::Compared { not: 0 } => return,
        Progress::Compared { not } => {
            line.clear();
            return report::print_warning(&report::not_compared(not));
        }
    };
    line.tell(&text);
}
